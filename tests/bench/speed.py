#!/usr/bin/env python3
"""Belfry beside PyTorch: images per second of the same network, batch and cores, in turn, and the ratio with its spread.

    speed.py build/release/bin/belfry-cli [--case lenet:512[:STEPS]] [--repeats 5] [--device cpu] [--precision bf16]
Both sides compute in the same precision: PyTorch has TF32 in tf32 alone, or beside autocast in bf16. In tf32 and bf16 Belfry's
own fp32 is timed too. PyTorch runs in both its modes and the faster one counts. Runs alternate (Belfry, eager, best,
Belfry, ...), so that a change of the machine's speed meets all of them. Run it with the tool chain's python (it imports torch).
Each side waits as it does by itself: PyTorch's idle threads spin, Belfry's sleep after some tens of microseconds.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

CASES = ["lenet:512", "tower:64", "wide:256:12", "mlp:128"]
STEPS = {"cpu": 100, "cuda": 3000}  # seconds of each
HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 1800  # seconds: compilers take minutes, a program that hangs for ever


def kind(device):
    return "cuda" if device.startswith("cuda") else "cpu"


def last_json(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=LIMIT)
    return json.loads(done.stdout.strip().splitlines()[-1])


def belfry(cli, net, batch, steps, device, precision):
    # On a GPU as PyTorch's best mode does: data and variables stay there, nothing goes through the host in a step.
    there = ["--feed", "resident", "--exchange", "first"] if kind(device) == "cuda" else []
    return last_json([cli, "train", "--model", net, "--batch-per-tower", str(batch), "--steps", str(steps), "--devices", device,
                      "--precision", precision, *there, "--no-record", "--json"])["images_per_second"]


def pytorch(net, batch, steps, device, precision, mode):
    return last_json([sys.executable, HERE / "pytorch_reference.py", "--net", net, "--batch", str(batch), "--steps", str(steps),
                      "--warmup", str(min(steps, 10)), "--device", kind(device), "--mode", mode, "--precision", precision])


def measure(cli, case, device, precision, repeats, steps=None, peer_steps=None):
    """Images per second by repeat: of Belfry ("ours"), PyTorch's modes, Belfry in fp32 where that is another; the ratios."""
    net, batch, *own_steps = case.split(":")
    batch, steps = int(batch), int(own_steps[0]) if own_steps else steps or STEPS[kind(device)]
    found = {"ours": [], "eager": [], "best": [], "ratios": [], "fp32": [], "how": ""}
    for _ in range(repeats):
        found["ours"].append(belfry(cli, net, batch, steps, device, precision))
        for mode in ("eager", "best"):
            peer = pytorch(net, batch, peer_steps or steps, device, precision, mode)
            found[mode].append(peer["images_per_second"])
        found["how"] = peer["how"]
        found["ratios"].append(found["ours"][-1] / max(found["eager"][-1], found["best"][-1]))
        if precision != "fp32":
            found["fp32"].append(belfry(cli, net, batch, steps, device, "fp32"))
    return found


def spread(values, digits=0):
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", action="append", help=f"network:batch[:steps], may be repeated (default {', '.join(CASES)})")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--steps", type=int, help=f"of a case that names none (default {STEPS['cpu']}, on a GPU {STEPS['cuda']})")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", choices=["fp32", "tf32", "bf16"], default="fp32")
    parser.add_argument("--peer-steps", type=int, help="of PyTorch, whose bf16 takes minutes without instructions for it")
    a = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f} on {len(os.sched_getaffinity(0))} cores")
    for case in a.case or CASES:
        found = measure(a.cli, case, a.device, a.precision, a.repeats, a.steps, a.peer_steps)
        own = f"; Belfry in fp32 {spread(found['fp32'])}" if found["fp32"] else ""
        print(f"{case} on {a.device}, {a.precision}: Belfry {spread(found['ours'])} images/s; PyTorch eager {spread(found['eager'])}, "
              f"best ({found['how']}) {spread(found['best'], 1)}; ratio to the faster mode {spread(found['ratios'], 2)} "
              f"over {a.repeats} repeats{own}", flush=True)


if __name__ == "__main__":
    main()
