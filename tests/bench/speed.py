#!/usr/bin/env python3
"""Belfry beside PyTorch, and on the CPU beside TensorFlow and JAX: images per second of the same network, batch and cores, in turn,
and the ratio with its spread.

    speed.py build/release/bin/belfry-cli [--case lenet:512[:STEPS]] [--repeats 5] [--device cpu] [--precision bf16]
             [--peers build/peers/bin/python] [--busy]
--peers: python of an environment that tests/bench/peers/setup.sh made; TensorFlow and JAX are timed too. --busy: beside a program that
keeps one core busy, as on any desktop. The networks of the peers are built from the text of Belfry's; pictures are random.
Both sides compute in the same precision: PyTorch has TF32 in tf32 alone, or beside autocast in bf16. In tf32 and bf16 Belfry's
own fp32 is timed too. PyTorch runs in all its modes, on a GPU those but eager in NCHW and in channels-last, and
the fastest counts. A mode that fails on this machine is named with its reason and left out; one that is less than half as fast as the
fastest is timed once. Runs alternate (Belfry, eager, best,
Belfry, ...), so that a change of the machine's speed meets all of them. Run it with the tool chain's python (it imports torch).
Each side waits as it does by itself: PyTorch's idle threads spin, Belfry's sleep after some tens of microseconds.
The share of the machine's peak is that of PyTorch's products of two 2,048 x 2,048 matrices in the same precision: three times the
operations of a forward pass, by seconds.
"""
import argparse
import atexit
import contextlib
import functools
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "app"))
import pictures  # noqa: E402

CASES = ["lenet:512", "tower:64", "wide:256:12", "mlp:128"]
PICTURES = {"resnet-20": 32, "cifar-94": 32, "efficientnet-lite0": 96}  # sides of colour pictures; all others have MNIST's
STEPS = {"cpu": 100, "cuda": 3000}  # seconds of each
LIMIT = 1800  # seconds: compilers take minutes, a program that hangs for ever


def kind(device):
    return "cuda" if device.startswith("cuda") else "cpu"


def last_json(command, stderr=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, text=True, check=True, timeout=LIMIT)
    return json.loads(done.stdout.strip().splitlines()[-1])


@functools.cache
def scratch():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="belfry-speed-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@functools.cache
def picture_folder(side, count):
    """Random colour pictures in ten classes, of which a tenth each is for validation and test."""
    folder, numbers = scratch() / f"pictures-{side}", random.Random(1)
    for i in range(count):
        path = folder / str(i % 10) / f"{i}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pictures.png(numbers.randbytes(3 * side * side), side, side, channels=3))
    return folder


def data_of(net, count=1600):
    return ["--data", str(picture_folder(PICTURES[net], count))] if net in PICTURES else []


@functools.cache
def text_of(cli, net):
    """A file with the network's text, as the peers read it, and what they see."""
    path = scratch() / f"{net}.txt"
    path.write_text(subprocess.run([cli, "models", net, "--text"], stdout=subprocess.PIPE, text=True, check=True).stdout)
    return ["--network", str(path), "--channels", "3" if net in PICTURES else "1", "--side", str(PICTURES.get(net, 28))]


@functools.cache
def operations_of(cli, net):
    """Of an image's training step: two passes backward cost as much as the one forward each."""
    done = subprocess.run([cli, "models", net, *data_of(net), "--json"], stdout=subprocess.PIPE, text=True, check=True)
    return 3 * json.loads(done.stdout)["floating_point_operations"]


@functools.cache
def peak(precision):
    """Operations per second of a large product, the best of some."""
    import torch  # pylint: disable=import-outside-toplevel  # tests of the GPU's bench have none
    a = torch.rand(2048, 2048).to(torch.bfloat16 if precision == "bf16" else torch.float32)
    best = 0
    for _ in range(8):
        begin = time.perf_counter()
        torch.mm(a, a)
        best = max(best, 2 * 2048**3 / (time.perf_counter() - begin))
    return best


@contextlib.contextmanager
def busy_core():
    """A program that computes on the last core all the time."""
    core = max(os.sched_getaffinity(0))
    with subprocess.Popen([sys.executable, "-c", f"import os\nos.sched_setaffinity(0, [{core}])\nwhile True: pass"]) as program:
        try:
            yield
        finally:
            program.kill()


def belfry(cli, net, batch, steps, device, precision):
    # On a GPU as PyTorch's best mode does: data and variables stay there, nothing goes through the host in a step.
    there = ["--feed", "resident", "--exchange", "first"] if kind(device) == "cuda" else []
    return last_json([cli, "train", "--model", net, "--batch-per-tower", str(batch), "--steps", str(steps), "--devices", device,
                      "--precision", precision, *data_of(net), *there, "--no-record", "--json"])["images_per_second"]


def pytorch(net, batch, steps, device, precision, mode, layout, network=()):
    return last_json([sys.executable, HERE / "pytorch_reference.py", *(network or ["--net", net]), "--batch", str(batch), "--steps", str(steps),
                      "--warmup", str(min(steps, 10)), "--device", kind(device), "--mode", mode, "--layout", layout, "--precision", precision],
                     stderr=subprocess.PIPE)


def other(python, script, options, cli, net, batch, steps, precision):
    """TensorFlow or JAX."""
    return last_json([python, HERE / "peers" / script, *text_of(cli, net), "--batch", str(batch), "--steps", str(steps), "--warmup", str(min(steps, 10)),
                      "--precision", precision, *options], stderr=subprocess.PIPE)


OTHERS = [("keras_reference.py", []), ("keras_reference.py", ["--xla"]), ("jax_reference.py", []), ("jax_reference.py", ["--pool", "reshape"])]


def modes(device):
    """PyTorch's, with their layouts: on a GPU which is faster depends on precision and channels."""
    if kind(device) == "cpu":
        return [("eager", "nchw"), ("best", "nchw"), ("best", "channels_last")]
    return [("eager", "nchw"), *((mode, layout) for mode in ("best", "graph") for layout in ("nchw", "channels_last"))]


def named(mode, layout, device):
    return mode + {"nchw": ", NCHW" if kind(device) == "cuda" else "", "channels_last": ", channels-last"}[layout]


def said_by(error):
    """What a program that failed wrote to stderr."""
    return (error.stderr or "") if isinstance(error, subprocess.CalledProcessError) else ""


def reason_of(error):
    """A line: what the program said last, or how it ended."""
    return (said_by(error).strip().splitlines() or [f"{type(error).__name__}: {error}"])[-1].strip()[-200:]


def peers(calls, found):
    """What each of `calls` by name measures, those that work. One that fails is taken out, with its reason in found["left_out"]."""
    speeds = {}
    for name in list(calls):
        try:
            speeds[name] = calls[name]()["images_per_second"]
        except (subprocess.SubprocessError, ValueError, LookupError) as error:
            del calls[name]
            sys.stderr.write(said_by(error))
            found["left_out"][name] = reason_of(error)
            if not calls:
                raise
    return speeds


def peers_of(cli, net, batch, steps, device, precision, python):
    """What to call for each peer, by name. python: that knows TensorFlow and JAX, or None."""
    network = {"network": text_of(cli, net)} if net in PICTURES else {}
    calls = {}
    for mode, layout in modes(device):
        calls[named(mode, layout, device)] = functools.partial(pytorch, net, batch, steps, device, precision, mode, layout, **network)
    for script, options in OTHERS if python else []:
        name = " ".join([{"keras_reference.py": "TensorFlow", "jax_reference.py": "JAX"}[script], *(option.strip("-") for option in options)])
        calls[name] = functools.partial(other, python, script, options, cli, net, batch, steps, precision)
    return calls


def measure(cli, case, device, precision, repeats, steps=None, peer_steps=None, python=None):
    """Images per second by repeat: of Belfry ("ours"), the peers by name ("peers"), Belfry in fp32 where that is another; the ratios to
    the fastest peer of each repeat, the name of the one that is fastest in the median ("faster"), and the reasons of those
    that failed ("left_out"). Raises what the last one failed with when all do."""
    net, batch, *own_steps = case.split(":")
    batch, steps = int(batch), int(own_steps[0]) if own_steps else steps or STEPS[kind(device)]
    found = {"ours": [], "peers": {}, "ratios": [], "fp32": [], "left_out": {}}
    calls = peers_of(cli, net, batch, peer_steps or steps, device, precision, python)
    for _ in range(repeats):
        found["ours"].append(belfry(cli, net, batch, steps, device, precision))
        speeds = peers(calls, found)
        for name, speed in speeds.items():
            found["peers"].setdefault(name, []).append(speed)
        found["ratios"].append(found["ours"][-1] / max(speeds.values()))
        fastest = max(speeds, key=lambda name: statistics.median(found["peers"][name]))
        for name in [name for name in speeds if max(found["peers"][name]) < min(found["peers"][fastest]) / 2]:
            del calls[name]  # nor is it the fastest next time, however disturbed
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
    parser.add_argument("--peer-steps", type=int, help="of the peers: PyTorch's bf16 takes minutes without instructions for it")
    parser.add_argument("--peers", help="python of tests/bench/peers/setup.sh")
    parser.add_argument("--busy", action="store_true", help="beside a program that keeps one core busy")
    a = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f} on {len(os.sched_getaffinity(0))} cores")
    if a.device == "cpu":
        print(f"products of 2,048 x 2,048 in {a.precision}: {peak(a.precision) / 1e9:,.0f} GFLOP/s")
    with busy_core() if a.busy else contextlib.nullcontext():
        for case in a.case or CASES:
            report(a, case)


def report(a, case):
    found = measure(a.cli, case, a.device, a.precision, a.repeats, a.steps, a.peer_steps, a.peers)
    own = f"; Belfry in fp32 {spread(found['fp32'])}" if found["fp32"] else ""
    share = statistics.median(found["ours"]) * operations_of(a.cli, case.split(":")[0]) / peak(a.precision) if a.device == "cpu" else 0
    print(f"{case} on {a.device}, {a.precision}: Belfry {spread(found['ours'])} images/s" + (f", {share:.0%} of the peak" if share else "") +
          f"; PyTorch {', '.join(f'{name} {spread(values, 1)}' for name, values in found['peers'].items())}; "
          f"ratio to the fastest, {found['faster']}, {spread(found['ratios'], 2)} over {a.repeats} repeats{own}", flush=True)
    for name, reason in found["left_out"].items():
        print(f"{case}: {name} is left out: {reason}", flush=True)


if __name__ == "__main__":
    main()
