#!/usr/bin/env python3
"""Everything that is to be known of Belfry on this machine's GPUs: tests, compute-sanitizer, speed beside its targets.

    gpu.py build/dev build/release [--only tests,sanitizer,bench] [--results FOLDER] [--jobs N]      (./test.sh --gpu builds both)
Writes DATE-GPU-xN.md and .json after each part, by default to tests/bench/results; what programs print goes to gpu-logs
in the first build folder. Exit status: 0 all well, 1 a failed test or what compute-sanitizer found, 2 no GPU or wrong usage.
A speed below its target is told and fails nothing. Python's standard library; started with the tool chain's python, which
has the PyTorch to compare with.
"""
import argparse
import concurrent.futures
import ctypes
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import gpu_report
import gpu_speed

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("tests", "sanitizer", "bench")
TEST_LIMIT = 300     # seconds of one test
PROGRAM_LIMIT = 3600  # of all tests of a program, some under a tool that makes them fifty times slower
# Tests that measure time or ask how much of the GPU's memory is free.
ALONE = re.compile("Busy|Memory|MeasuredShares|LaggingDevice|Stages|NeverWaits|NeverStarts")
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
FOUND = 9  # compute-sanitizer's exit status
# Every suite of a file that uses tests/gpu/kernels_context.h: own kernels, without networks.
KERNELS = ("CudaKernels.*:MixKernels.*:CudaKernelVariants.*:CudaKernelEdges.*:CudaFusedFront.*:FusedFront.*:CudaDenseChain.*:DenseChain.*:"
           "StepKernels.*")
# Streams, captured graphs and whole steps, with the library's own memory management.
STEPS = ("TowersOnGpu.ReplayWhatTheyWouldQueue:TowersOnGpu.ReplayTheUpdatesThatTheyWouldQueue:"
         "EachQueued.IsTheSameRun/*:SessionOnGpu.LearnsInEveryPrecision")


class Done:
    """What became of a program."""

    def __init__(self, status, output, seconds):
        self.status, self.output, self.seconds = status, output, seconds  # status None: it was ended after the limit


def run(command, limit, log=None, **environment):
    """To its end, or the limit; with all that it started."""
    start = time.monotonic()
    with subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True, encoding="utf-8", errors="replace",
                          env={**os.environ, **environment}) as process:
        try:
            output, status = process.communicate(timeout=limit)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, status = process.communicate()[0], None
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if log:
        log.write_text(f"$ {' '.join(map(str, command))}\n{output}", encoding="utf-8")
    return Done(status, output, time.monotonic() - start)


def printed(*command):
    """What a program prints; "" when it is not there or fails."""
    try:
        done = run(command, 60)
    except OSError:
        return ""
    return done.output.strip() if done.status == 0 else ""


# ---- (0) facts

def driver_count():
    """GPUs that the driver's library shows to a program."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    return count.value if driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 else 0


def listed_gpus():
    """By nvidia-smi, which asks no CUDA library: those of a driver that is broken for programs, too."""
    fields = ("name", "driver_version", "memory.total", "power.limit")
    lines = printed("nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv").splitlines()[1:]
    return [dict(zip(fields, (value.strip() for value in line.split(",")))) for line in lines if line.strip()]


def count_gpus():
    listed = listed_gpus()
    return len(listed) if listed and "CUDA_VISIBLE_DEVICES" not in os.environ else driver_count()


def processor():
    found = re.search(r"^model name\s*:\s*(.+)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "unknown"


def facts_of(cli, count):
    try:
        devices = json.loads(printed(cli, "devices", "--json") or "{}")
    except ValueError:
        devices = {}
    seen = [device.get("name") for device in devices.get("devices", []) if device.get("id") != "cpu"]
    versions = printed(sys.executable, "-c", "import torch; print(torch.__version__, torch.version.cuda, "
                                             "'.'.join(map(str, torch.cuda.nccl.version())))").splitlines()
    torch, cuda, nccl = (versions or ["unknown unknown unknown"])[-1].split()
    gpus = listed_gpus()
    return {"date": datetime.date.today().isoformat(), "gpu_count": count,
            "gpu": (seen or [gpu["name"] for gpu in gpus] or ["GPU"])[0],
            "commit": printed("git", "-C", ROOT, "describe", "--always", "--dirty") or "unknown", "gpus": gpus,
            "devices": devices, "topology": re.sub(r"\x1b\[[0-9;]*m", "", printed("nvidia-smi", "topo", "-m")), "processor": processor(),
            "cores": len(os.sched_getaffinity(0)), "torch": torch, "cuda": cuda, "nccl": nccl}


# ---- (1) tests

def names_of(listing):
    """Full names from --gtest_list_tests."""
    names, suite = [], ""
    for line in listing.splitlines():
        word = line.split("#")[0].rstrip()
        if re.fullmatch(r"\S+\.", word):
            suite = word
        elif suite and re.fullmatch(r"  \S+", word):
            names.append(suite + word.strip())
    return names


def verdict(done):
    """(state, why) of a program of GoogleTest's."""
    skipped = re.search(r": Skipped\n(.+)", done.output)
    if done.status is None:
        return "failed", f"ended after {done.seconds:.0f} s"
    if done.status != 0:
        failure = re.search(r": Failure\n(?:Failed\n)?((?:[^\n\[].*\n){1,3})", done.output)
        return "failed", " ".join((failure[1] if failure else f"exit status {done.status}").split())
    if skipped and not re.search(r"^\[       OK \]", done.output, re.MULTILINE):
        return "skipped", skipped[1].strip()
    return ("passed", "") if re.search(r"^\[  PASSED  \] [1-9]", done.output, re.MULTILINE) else ("failed", "nothing was run")


def tell(kind, row):
    print(f"{kind}: {row['state']:7} {row['name']} ({row['seconds']:.0f} s)" + (f": {row['why']}" if row["why"] else ""), flush=True)


def run_tests(program, a, rows):
    """Each test in a process of its own, as ctest does it, a.jobs of them side by side but for those that need the GPU to themselves;
    then all in one, where one finds what others have left."""
    def test(name, arguments, seconds):
        log = a.logs / f"{program.name}.{name.replace('/', '-')}.log"
        done = run([program, *arguments], seconds, log, BELFRY_REQUIRE_GPUS=str(a.count))
        state, why = verdict(done)
        rows.append({"program": program.name, "name": name, "state": state, "why": why, "seconds": round(done.seconds, 1)})
        tell("test", rows[-1])

    names = names_of(run([program, "--gtest_list_tests"], TEST_LIMIT).output)
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        list(pool.map(lambda name: test(name, [f"--gtest_filter={name}"], a.limit), (name for name in names if not ALONE.search(name))))
    for name in filter(ALONE.search, names):
        test(name, [f"--gtest_filter={name}"], a.limit)
    test(f"all {len(names)} in one process", [], PROGRAM_LIMIT)


def part_tests(a, result):
    programs = [a.dev / "bin/test_gpu", a.dev / "bin/test_multigpu"]
    if a.count < 2:
        result["not_run"].append(f"test_multigpu: not run: {a.count} GPU")
        programs.pop()
    for program in programs:
        run_tests(program, a, result["tests"])


# ---- (2) compute-sanitizer

def sanitizer():
    """Where it is; None: nowhere."""
    kits = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda", *sorted(pathlib.Path("/usr/local").glob("cuda-*"), reverse=True)]
    return shutil.which("compute-sanitizer") or next(
        (path for path in (f"{kit}/bin/compute-sanitizer" for kit in kits) if os.access(path, os.X_OK)), None)


def part_sanitizer(a, result):
    tool = sanitizer()
    if not tool:
        result["not_run"].append("compute-sanitizer: not run: not found")
        return
    # Without the cache every tensor has its own memory, so that what is read or written beside it is seen.
    alone = [(name, "kernels", KERNELS, {"PYTORCH_NO_CUDA_MEMORY_CACHING": "1"}) for name in TOOLS]
    for name, what, tests, environment in [*alone, ("memcheck", "steps", STEPS, {})]:
        options = ["--report-api-errors", "no"] if name == "memcheck" else []  # libraries try what may be refused
        log = a.logs / f"sanitizer.{name}.{what}.log"
        done = run([tool, "--tool", name, *options, "--error-exitcode", FOUND, a.dev / "bin/test_gpu", f"--gtest_filter={tests}"],
                   PROGRAM_LIMIT, log, BELFRY_REQUIRE_GPUS=str(a.count), **environment)
        state, why = verdict(done)
        summary = re.findall(r"^=+ (\w+ SUMMARY: .+)$", done.output, re.MULTILINE)
        if done.status == 0 and not summary:  # a tool that did not look has found nothing
            state, why = "failed", "it printed no summary"
        result["sanitizer"].append({"name": f"{name}, {what}", "state": state, "seconds": round(done.seconds, 1),
                                    "why": "; ".join([*summary, *([why] if done.status != FOUND and why else [])])})
        tell("sanitizer", result["sanitizer"][-1])


# ---- (3) speed

def part_bench(a, result):
    gpu_speed.measure_all(a, run, result)


# ---- (4) what it comes to

def failed(result):
    return [row for row in result["tests"] + result["sanitizer"] if row["state"] == "failed"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dev", type=pathlib.Path, help="a build folder with bin/test_gpu and bin/test_multigpu")
    parser.add_argument("release", type=pathlib.Path, help="one with bin/belfry-cli and bin/stage_cost_bench")
    parser.add_argument("--only", default=",".join(PARTS), help="parts to run, with commas between them: " + ", ".join(PARTS))
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "tests/bench/results", help="folder for what is found")
    parser.add_argument("--repeats", type=int, default=5, help="of every speed")
    parser.add_argument("--limit", type=int, default=TEST_LIMIT, help="seconds of one test")
    parser.add_argument("--jobs", type=int, default=1, help="tests side by side; most of their time they load libraries on the CPU")
    parser.add_argument("--check", action="store_true", help="only say whether there is a GPU")
    a = parser.parse_args()
    a.only = a.only.split(",")
    if odd := [part for part in a.only if part not in PARTS]:
        parser.error(f"--only has {odd[0]!r}; expected some of {', '.join(PARTS)}")
    if min(a.repeats, a.limit, a.jobs) < 1:
        parser.error("--repeats, --limit and --jobs take 1 or more")
    a.cli, a.logs = a.release / "bin/belfry-cli", a.dev / "gpu-logs"
    return a


def main():
    a = arguments()
    a.count = count_gpus()
    if a.count == 0:
        print("gpu: no NVIDIA GPU was found: nvidia-smi lists none that a program may use, and the driver shows none.", file=sys.stderr)
        return 2
    if a.check:
        return 0
    for program in (a.dev / "bin/test_gpu", a.dev / "bin/test_multigpu", a.cli):
        if not program.exists():
            print(f"gpu: {program} is not there: ./test.sh --gpu builds it.", file=sys.stderr)
            return 2
    a.logs.mkdir(parents=True, exist_ok=True)
    result = {"facts": facts_of(a.cli, a.count), "parts": a.only, "tests": [], "sanitizer": [], "figures": [], "printed": [], "not_run": []}
    files = gpu_report.files_for(a.results, result["facts"])
    for part in (part for part in PARTS if part in a.only):
        try:
            {"tests": part_tests, "sanitizer": part_sanitizer, "bench": part_bench}[part](a, result)
        finally:  # also of a part that is broken off
            gpu_report.write(files, result)
    print("\n" + "\n".join(gpu_report.summary(result)) + f"\nwritten: {files[0]} and {files[1].name}")
    return 1 if failed(result) else 0


if __name__ == "__main__":
    sys.exit(main())
