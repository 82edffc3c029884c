#!/usr/bin/env python3
"""Belfry beside PyTorch: images per second of the same network, batch and cores, in turn, and the ratio with its spread.

    speed.py build/release/bin/belfry-cli [--case lenet:512[:STEPS]] [--repeats 5] [--device cpu] [--precision bf16]
Both sides compute in the same precision: PyTorch has TF32 in tf32 alone, or beside autocast in bf16. In tf32 and bf16 Belfry's
own fp32 is timed too. PyTorch runs in all its modes, on a GPU the best one in NCHW and in channels-last, and the
fastest counts. Runs alternate (Belfry, eager, best, Belfry, ...), so that a change of the machine's speed meets all of them. Run it with the tool chain's python (it imports torch).
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


def pytorch(net, batch, steps, device, precision, mode, layout):
    return last_json([sys.executable, HERE / "pytorch_reference.py", "--net", net, "--batch", str(batch), "--steps", str(steps),
                      "--warmup", str(min(steps, 10)), "--device", kind(device), "--mode", mode, "--layout", layout, "--precision", precision])


def modes(device):
    """PyTorch's, with their layouts: on a GPU which is faster depends on precision and channels."""
    return [("eager", "nchw"), ("best", "nchw"), *([("best", "channels_last")] if kind(device) == "cuda" else [])]


def named(peer, device):
    layout = {"nchw": ", NCHW", "channels_last": ", channels-last"}[peer["layout"]] if kind(device) == "cuda" else ""
    return peer["mode"] + layout + ("" if peer["how"] == peer["mode"] else f" ({peer['how']})")


def measure(cli, case, device, precision, repeats, steps=None, peer_steps=None):
    """Images per second by repeat: of Belfry ("ours"), PyTorch's modes by name ("peers"), Belfry in fp32 where that is another; the
    ratios to the fastest mode of each repeat, and the name of the mode that is fastest in the median ("faster")."""
    net, batch, *own_steps = case.split(":")
    batch, steps = int(batch), int(own_steps[0]) if own_steps else steps or STEPS[kind(device)]
    found = {"ours": [], "peers": {}, "ratios": [], "fp32": []}
    for _ in range(repeats):
        found["ours"].append(belfry(cli, net, batch, steps, device, precision))
        speeds = [pytorch(net, batch, peer_steps or steps, device, precision, *mode) for mode in modes(device)]
        for peer in speeds:
            found["peers"].setdefault(named(peer, device), []).append(peer["images_per_second"])
        found["ratios"].append(found["ours"][-1] / max(peer["images_per_second"] for peer in speeds))
        if precision != "fp32":
            found["fp32"].append(belfry(cli, net, batch, steps, device, "fp32"))
    found["faster"] = max(found["peers"], key=lambda name: statistics.median(found["peers"][name]))
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
        print(f"{case} on {a.device}, {a.precision}: Belfry {spread(found['ours'])} images/s; "
              f"PyTorch {', '.join(f'{name} {spread(values, 1)}' for name, values in found['peers'].items())}; "
              f"ratio to the fastest, {found['faster']}, {spread(found['ratios'], 2)} "
              f"over {a.repeats} repeats{own}", flush=True)


if __name__ == "__main__":
    main()
