#!/usr/bin/env python3
"""Belfry beside PyTorch: images per second of the same network, batch and cores, in turn, and the ratio with its spread.

    speed.py build/release/bin/belfry-cli [--case lenet:512[:STEPS]] [--repeats 5] [--device cpu] [--precision bf16]
Both sides compute in the same precision: PyTorch has TF32 in tf32 alone, or beside autocast in bf16. In tf32 and bf16 Belfry's
own fp32 is timed too. PyTorch runs in all its modes, on a GPU those but eager in NCHW and in channels-last, and
the fastest counts. A mode that fails on this machine is named with its reason and left out. Runs alternate (Belfry, eager, best,
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


def last_json(command, stderr=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, text=True, check=True, timeout=LIMIT)
    return json.loads(done.stdout.strip().splitlines()[-1])


def belfry(cli, net, batch, steps, device, precision):
    # On a GPU as PyTorch's best mode does: data and variables stay there, nothing goes through the host in a step.
    there = ["--feed", "resident", "--exchange", "first"] if kind(device) == "cuda" else []
    return last_json([cli, "train", "--model", net, "--batch-per-tower", str(batch), "--steps", str(steps), "--devices", device,
                      "--precision", precision, *there, "--no-record", "--json"])["images_per_second"]


def pytorch(net, batch, steps, device, precision, mode, layout):
    return last_json([sys.executable, HERE / "pytorch_reference.py", "--net", net, "--batch", str(batch), "--steps", str(steps),
                      "--warmup", str(min(steps, 10)), "--device", kind(device), "--mode", mode, "--layout", layout, "--precision", precision],
                     stderr=subprocess.PIPE)


def modes(device):
    """PyTorch's, with their layouts: on a GPU which is faster depends on precision and channels."""
    if kind(device) == "cpu":
        return [("eager", "nchw"), ("best", "nchw")]
    return [("eager", "nchw"), *((mode, layout) for mode in ("best", "graph") for layout in ("nchw", "channels_last"))]


def named(mode, layout, device, how):
    layout = {"nchw": ", NCHW", "channels_last": ", channels-last"}[layout] if kind(device) == "cuda" else ""
    return mode + layout + ("" if how == mode else f" ({how})")


def said_by(error):
    """What a program that failed wrote to stderr."""
    return (error.stderr or "") if isinstance(error, subprocess.CalledProcessError) else ""


def reason_of(error):
    """A line: what the program said last, or how it ended."""
    return (said_by(error).strip().splitlines() or [f"{type(error).__name__}: {error}"])[-1].strip()[-200:]


def peers(net, batch, steps, device, precision, left, found):
    """What PyTorch does in each mode of `left`. One that fails is taken out of it, with its reason in found["left_out"]."""
    speeds = []
    for mode in list(left):
        try:
            speeds.append(pytorch(net, batch, steps, device, precision, *mode))
        except (subprocess.SubprocessError, ValueError, LookupError) as error:
            left.remove(mode)
            sys.stderr.write(said_by(error))
            found["left_out"][named(*mode, device, mode[0])] = reason_of(error)
            if not left:
                raise
    return speeds


def measure(cli, case, device, precision, repeats, steps=None, peer_steps=None):
    """Images per second by repeat: of Belfry ("ours"), PyTorch's modes by name ("peers"), Belfry in fp32 where that is another; the
    ratios to the fastest mode of each repeat, the name of the mode that is fastest in the median ("faster"), and the reasons of modes
    that failed ("left_out"). Raises what the last one failed with when all do."""
    net, batch, *own_steps = case.split(":")
    batch, steps = int(batch), int(own_steps[0]) if own_steps else steps or STEPS[kind(device)]
    found = {"ours": [], "peers": {}, "ratios": [], "fp32": [], "left_out": {}}
    left = modes(device)
    for _ in range(repeats):
        found["ours"].append(belfry(cli, net, batch, steps, device, precision))
        speeds = peers(net, batch, peer_steps or steps, device, precision, left, found)
        for peer in speeds:
            found["peers"].setdefault(named(peer["mode"], peer["layout"], device, peer["how"]), []).append(peer["images_per_second"])
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
        for name, reason in found["left_out"].items():
            print(f"{case}: PyTorch {name} is left out: {reason}", flush=True)


if __name__ == "__main__":
    main()
