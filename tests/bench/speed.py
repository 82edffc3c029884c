#!/usr/bin/env python3
"""Belfry beside PyTorch: images per second of the same network, batch and cores, in turn, and the ratio with its spread.

    speed.py build/release/bin/belfry-cli [--case lenet:512[:STEPS]] [--repeats 5] [--device cpu] [--precision bf16]
Both sides compute in the same precision; in bf16 Belfry's own fp32 is timed too. PyTorch runs in both its modes and the faster one counts. Runs alternate (Belfry, eager, best, Belfry, ...), so that a
change of the machine's speed meets all of them. Run it with the tool chain's python (it imports torch).
Both sides get OMP_WAIT_POLICY=passive unless the variable is set: idle threads must not take cores from working ones.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

CASES = ["lenet:512", "tower:64", "wide:256:12", "mlp:128"]
HERE = pathlib.Path(__file__).resolve().parent
ENVIRONMENT = {"OMP_WAIT_POLICY": "passive", **os.environ}


def last_json(command):
    done = subprocess.run(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def belfry(cli, net, batch, steps, device, precision):
    # On a GPU as PyTorch's best mode does: data and variables stay there, nothing goes through the host in a step.
    there = ["--feed", "resident", "--exchange", "first"] if device.startswith("cuda") else []
    return last_json([cli, "train", "--model", net, "--batch-per-tower", str(batch), "--steps", str(steps), "--devices", device,
                      "--precision", precision, *there, "--no-record", "--json"])["images_per_second"]


def pytorch(net, batch, steps, device, precision, mode):
    return last_json([sys.executable, HERE / "pytorch_reference.py", "--net", net, "--batch", str(batch), "--steps", str(steps),
                      "--warmup", str(min(steps, 10)), "--device", "cuda" if device.startswith("cuda") else "cpu", "--mode", mode,
                      *(["--bf16"] if precision == "bf16" else [])])["images_per_second"]


def spread(values, digits=0):
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", action="append", help=f"network:batch[:steps], may be repeated (default {', '.join(CASES)})")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--peer-steps", type=int, help="of PyTorch, whose bf16 takes minutes without instructions for it")
    a = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f} on {len(os.sched_getaffinity(0))} cores")
    for case in a.case or CASES:
        net, batch, *own_steps = case.split(":")
        batch, steps = int(batch), int(own_steps[0]) if own_steps else a.steps
        ours, eager, best, ratios, fp32 = [], [], [], [], []
        peer_steps = a.peer_steps or steps
        for _ in range(a.repeats):
            ours.append(belfry(a.cli, net, batch, steps, a.device, a.precision))
            eager.append(pytorch(net, batch, peer_steps, a.device, a.precision, "eager"))
            best.append(pytorch(net, batch, peer_steps, a.device, a.precision, "best"))
            ratios.append(ours[-1] / max(eager[-1], best[-1]))
            if a.precision != "fp32":
                fp32.append(belfry(a.cli, net, batch, steps, a.device, "fp32"))
        own = f"; Belfry in fp32 {spread(fp32)}" if fp32 else ""
        print(f"{case} on {a.device}, {a.precision}: Belfry {spread(ours)} images/s; PyTorch eager {spread(eager)}, best {spread(best, 1)}; "
              f"ratio to the faster mode {spread(ratios, 2)} over {a.repeats} repeats{own}", flush=True)


if __name__ == "__main__":
    main()
