"""The speeds of gpu.py: each with its repeats beside its target, and what the other benches print."""
import pathlib
import subprocess
import sys
import time

import speed

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 1800  # seconds of a bench
FAILURES = (subprocess.SubprocessError, OSError, ValueError, LookupError)  # of a program, and of what it prints

# Network, images, steps that take seconds on a fast GPU; precision; targets: times PyTorch's fastest mode, images per second.
CASES = [
    ("lenet:512:6000", "fp32", 3, 1e6),
    ("lenet:512:6000", "tf32", 3, 1e6),
    ("tower:512:3000", "fp32", 2, 0.4e6),
    ("tower:512:3000", "tf32", 2, 0.4e6),
    ("wide:1024:1000", "bf16", 1.2, 0.3e6),
]
ACCURACY, SECONDS, MOST_EPOCHS = 0.99, 0.76, 12


def add(result, what, unit, values, target=None, **more):
    """A figure with its repeats; `better` is "more" or "less"."""
    result["figures"].append({"what": what, "unit": unit, "values": values, "target": target, "better": "more", **more})
    print(f"speed: {what}: {speed.spread(values, 2 if unit != 'images/s' else 0)} {unit}", flush=True)


def beside_pytorch(a, result):
    for case, precision, ratio, images in CASES:
        name = ", ".join([*case.split(":")[:2], precision])
        try:
            found = speed.measure(str(a.cli), case, "cuda:0", precision, a.repeats)
        except FAILURES as error:
            result["not_run"].append(f"{name} beside PyTorch: {short(error)}")
            alone(a, result, name, case, precision, images)
            continue
        add(result, name, "images/s", found["ours"], images)
        add(result, f"{name}, beside PyTorch's fastest mode: {found['faster']}", "x", found["ratios"], ratio)
        for peer, values in found["peers"].items():
            add(result, f"{name}, PyTorch {peer}", "images/s", values)
        result["not_run"] += [f"{name}, PyTorch {peer}: left out: {reason}" for peer, reason in found["left_out"].items()]
        if found["fp32"]:
            add(result, f"{name}, Belfry in fp32 instead", "images/s", found["fp32"])


def alone(a, result, name, case, precision, target):
    """Belfry's own speed, where its peer does not run."""
    net, batch, steps = case.split(":")
    try:
        add(result, name, "images/s", [speed.belfry(str(a.cli), net, batch, steps, "cuda:0", precision) for _ in range(a.repeats)], target)
    except FAILURES as error:
        result["not_run"].append(f"{name}: {short(error)}")


def short(error):
    """A sentence's worth: of a program its name and how it ended, what it said stands above."""
    if isinstance(error, subprocess.CalledProcessError):
        program = error.cmd[error.cmd[0] == sys.executable]
        return f"{pathlib.Path(program).name} ended with {error.returncode}"
    return " ".join(str(error).split())[-300:]


def seconds_to_accuracy(a, seed):
    """(seconds with start-up, epochs, seconds of the whole program) of the shortest schedule whose best validated weights reach
    the accuracy in the test. The program also opens the data, validates and tests."""
    for epochs in range(1, MOST_EPOCHS + 1):
        command = [a.cli, "train", "--preset", "quick", "--epochs", str(epochs), "--seed", str(seed), "--devices", "cuda:0",
                   "--feed", "resident", "--exchange", "first", "--no-record", "--json"]
        start = time.perf_counter()
        end = speed.last_json(command)
        wall = time.perf_counter() - start
        if end["test"]["accuracy"] >= ACCURACY:
            return end["startup_seconds"] + end["seconds"], epochs, wall
    raise ValueError(f"seed {seed}: {end['test']['accuracy']:.4f} after {MOST_EPOCHS} epochs")


def to_accuracy(a, result):
    name = f"MNIST to {100 * ACCURACY:.0f} % of the test images, preset quick (batch 128) cut to as few epochs as do"
    try:
        runs = [seconds_to_accuracy(a, seed) for seed in range(1, a.repeats + 1)]
    except FAILURES as error:
        result["not_run"].append(f"{name}: {short(error)}")
        return
    epochs = [run[1] for run in runs]
    add(result, f"{name} ({min(epochs)} to {max(epochs)})", "s with start-up", [run[0] for run in runs], SECONDS, better="less")
    add(result, f"{name}, the whole program", "s", [run[2] for run in runs], better="less")


def benches(a):
    """Commands that print figures for people to read."""
    yield [sys.executable, HERE / "feeds.py", a.cli, "--device", "cuda:0", "--repeats", a.repeats, "--steps", 2000]
    yield [a.release / "bin/stage_cost_bench", 512, "cuda:0"]
    if a.count < 2:
        return
    devices = ",".join(f"cuda:{index}" for index in range(a.count))
    yield [a.cli, "bench", "exchange", "--devices", devices, "--towers", a.count]
    for model in ("lenet", "tower"):
        yield [a.cli, "scaling", "--model", model, "--devices", devices, "--towers-up-to", a.count, "--repeats", a.repeats]
    yield [sys.executable, HERE / "scaling_advice.py", a.cli, "--case", "lenet:64", "--towers", a.count, "--repeats", a.repeats,
           "--", "--devices", devices]


def measure_all(a, run, result):
    beside_pytorch(a, result)
    to_accuracy(a, result)
    if a.count < 2:
        result["not_run"].append(f"bench exchange, scaling, scaling_advice.py: not run: {a.count} GPU")
    for number, command in enumerate(benches(a)):
        words = [pathlib.Path(word).name if isinstance(word, pathlib.Path) else str(word) for word in command]
        title = " ".join(words[1:] if command[0] == sys.executable else words)
        try:
            done = run(command, LIMIT, a.logs / f"bench.{number}.log")
        except OSError as error:
            result["not_run"].append(f"{title}: {short(error)}")
            continue
        if done.status != 0:
            result["not_run"].append(f"{title}: " + ("ended after its limit" if done.status is None else
                                                      f"exit status {done.status}: {short(done.output)}"))
        result["printed"].append({"command": title, "status": done.status, "lines": done.output.splitlines()})
        print(f"bench: {title}\n" + done.output.rstrip(), flush=True)
