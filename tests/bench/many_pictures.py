#!/usr/bin/env python3
"""A folder of very many pictures: what it takes to find them all, to begin, and to train on them, in time and memory.

    many_pictures.py build/release/bin/belfry-cli [--pictures 1000000] [--classes 100] [--steps 2000]

The files are hard links to a thousand different JPEG files of 48x48, so that a million of them fit on a small disk; each is read and
decoded by itself. A network of two dense layers is trained with --steps batches of 100. Memory is the largest resident
set of the process.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

DIFFERENT = 1000
BATCH = 100


def write_pictures(folder, count, classes):
    import numpy
    from PIL import Image
    dice = numpy.random.default_rng(1)
    originals = folder / "originals"
    originals.mkdir()
    for i in range(DIFFERENT):
        small = dice.integers(0, 256, (6, 6, 3), numpy.uint8)
        Image.fromarray(small).resize((48, 48), Image.Resampling.BICUBIC).save(originals / f"{i}.jpg", quality=85)
    pictures = folder / "pictures"
    for label in range(classes):
        (pictures / f"class {label:03}").mkdir(parents=True)
    for i in range(count):
        label = i % classes
        os.link(originals / f"{i % DIFFERENT}.jpg", pictures / f"class {label:03}" / f"{i // classes:06}.jpg")
    return pictures


def run(command):
    """Of one process: its lines with the seconds since its start, and its largest resident set in bytes."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    lines = [(time.perf_counter() - begin, line) for line in child.stdout]
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {os.waitstatus_to_exitcode(status)}")
    return lines, time.perf_counter() - begin, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=1_000_000)
    parser.add_argument("--classes", type=int, default=100)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--folder", help="where the pictures are written (default: the folder of temporary files)")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=a.folder) as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_DATA_HOME"] = str(folder / "data")
        pictures = write_pictures(folder, a.pictures, a.classes)
        begin = time.perf_counter()
        found = sum(len(files) for _, _, files in os.walk(pictures))
        print(f"{found:,} files in {a.classes} classes; a walk over their names takes {time.perf_counter() - begin:.1f} s")
        command = [a.cli.resolve(), "train", "--data", pictures, "--picture-size", "32", "--model", "mlp", "--hidden-layers", "1",
                   "--batch-per-tower", str(BATCH), "--steps", str(a.steps), "--no-record", "--json"]
        lines, seconds, memory = run(command)
        events = [(at, json.loads(line)) for at, line in lines]
        first = next(at for at, event in events if event.get("event") == "step")
        speed = events[-1][1]["images_per_second"]
        print(f"first step after {first:.1f} s; {a.steps} steps at {speed:,.0f} images/s; {seconds:.1f} s in all, with validation and test")
        print(f"largest resident set: {memory / 2**20:,.0f} MiB, {memory / a.pictures:,.0f} bytes per picture")


if __name__ == "__main__":
    main()
