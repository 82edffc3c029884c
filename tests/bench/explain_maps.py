#!/usr/bin/env python3
"""Whether heat maps say what the network's answer rests on, and how long one takes.

    explain_maps.py build/release/bin/belfry-cli [--pictures 200] [--repeats 5] [--model NETWORK] [--epochs N] [--only mnist]

Needs PyTorch and numpy. Trains the preset quick on MNIST, and on CIFAR-10 if BELFRY_DATA is set, and exports it. Then takes the pixels of
test pictures in the order of their map (Petsiuk, Das, Saenko 2018): deletion takes them from the picture, insertion puts them into a
blurred one. The figure is the area under the probability of the answer, deletion the less the better, insertion the more. Random maps are
made in the same run: of single pixels, and of a coarse grid enlarged as Grad-CAM's maps are.
"""
import argparse
import importlib.util
import json
import math
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import numpy
import torch
from torch.nn import functional

STEPS = 32
KINDS = ["hires-cam", "grad-cam", "gradient"]
COARSE = 5  # side of a random grid
MANY = 10  # times that all pictures are named, for the time of one


def png(picture):
    """Bytes of a PNG of height x width x channels."""
    height, width, channels = picture.shape
    chunk = lambda kind, content: struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = b"".join(b"\0" + picture[y].tobytes() for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_pictures(call, data, folder, count):
    """The first ones, count x height x width x channels."""
    call("data", "convert", data, folder, "--format", "idx")
    content = next(folder.glob("t10k-images*")).read_bytes()
    sizes = struct.unpack(f">{content[3]}I", content[4:4 + 4 * content[3]])
    pictures = numpy.frombuffer(content, numpy.uint8, offset=4 + 4 * content[3]).reshape(*sizes[:3], -1)
    return pictures[:count]


def blurred(pictures):
    """By a Gaussian of a sixth of the side."""
    side = pictures.shape[1]
    taps = torch.arange(-(side // 2), side // 2 + 1, dtype=torch.float32)
    kernel = torch.exp(-taps**2 / (2 * (side / 6)**2))
    kernel = kernel / kernel.sum()
    values = torch.from_numpy(pictures).float().permute(0, 3, 1, 2)
    channels, reach = values.shape[1], side // 2
    values = functional.pad(values, (reach, reach, reach, reach), mode="replicate")
    values = functional.conv2d(values, kernel.view(1, 1, 1, -1).repeat(channels, 1, 1, 1), groups=channels)
    values = functional.conv2d(values, kernel.view(1, 1, -1, 1).repeat(channels, 1, 1, 1), groups=channels)
    return values.permute(0, 2, 3, 1).round().to(torch.uint8).numpy()


def curve_areas(network, start, end, maps, answers):
    """Area under each picture's probability of its answer, while pixels of `start` become those of `end`, the largest of the map first."""
    count, pixels = len(start), start.shape[1] * start.shape[2]
    order = numpy.argsort(-maps.reshape(count, -1), axis=1, kind="stable")
    ranks = numpy.argsort(order, axis=1).reshape(count, *start.shape[1:3], 1)
    areas = torch.zeros(count)
    for step in range(STEPS + 1):
        mixed = numpy.where(ranks < pixels * step / STEPS, end, start)
        with torch.no_grad():
            probabilities = network(torch.from_numpy(mixed))[torch.arange(count), answers]
        areas += probabilities * (0.5 if step in (0, STEPS) else 1) / STEPS
    return areas.numpy()


def probabilities_of(network, package):
    temperature = json.loads((package / "model.json").read_text()).get("temperature", 1)
    return lambda pictures: torch.softmax(network(pictures) / temperature, 1)


def random_maps(dice, shape, coarse):
    if not coarse:
        return dice.random(shape)
    grids = torch.from_numpy(dice.random((shape[0], 1, COARSE, COARSE)))
    return functional.interpolate(grids, size=shape[1:], mode="bilinear", align_corners=False)[:, 0].numpy()


def compare(call, options, data, scratch):
    name = f"maps-{data}"
    words = [*(["--model", options.model] if options.model else []), *(["--epochs", options.epochs] if options.epochs else [])]
    call("train", "--preset", "quick", "--data", data, "--name", name, "--devices", "cpu", *words)
    call("export", name, "--output", scratch / f"{data}-package")
    spec = importlib.util.spec_from_file_location("exported", scratch / f"{data}-package" / "model.py")
    exported = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(exported)
    network = probabilities_of(exported.load(scratch / f"{data}-package"), scratch / f"{data}-package")
    pictures = test_pictures(call, data, scratch / f"{data}-idx", options.pictures)
    files = []
    for number, picture in enumerate(pictures):
        files.append(scratch / f"{data}-{number}.png")
        files[-1].write_bytes(png(picture))
    found = {kind: [json.loads(line) for line in call("explain", name, *files, "--json", "--kind", kind).splitlines()] for kind in KINDS}
    answers = torch.tensor([one["label"] for one in found[KINDS[0]]])
    # As the network got them: a digit is placed anew, from its file.
    pictures = numpy.array([one["picture"] for one in found[KINDS[0]]], numpy.uint8).reshape(pictures.shape)
    with torch.no_grad():
        told = network(torch.from_numpy(pictures))[torch.arange(len(pictures)), answers].numpy()
    assert numpy.abs(told - [one["probability"] for one in found[KINDS[0]]]).max() < 1e-3, "PyTorch answers otherwise"
    sharp, dark, soft = pictures, numpy.full_like(pictures, 0 if data == "mnist" else 128), blurred(pictures)
    height, width = pictures.shape[1:3]
    areas = lambda maps: (curve_areas(network, sharp, dark, maps, answers), curve_areas(network, soft, sharp, maps, answers))
    rows = {kind: areas(numpy.array([one["values"] for one in found[kind]]).reshape(-1, height, width)) for kind in KINDS}
    dice = numpy.random.default_rng(1)
    for label, coarse in ("random pixels", False), ("random grid", True):
        drawn = [areas(random_maps(dice, (len(pictures), height, width), coarse)) for _ in range(options.repeats)]
        rows[label] = tuple(numpy.mean([one[which] for one in drawn], axis=0) for which in (0, 1))
        spread = [[one[which].mean() for one in drawn] for which in (0, 1)]
        rows[label] += tuple(f" ({min(each):.3f} to {max(each):.3f})" for each in spread)
    print(f"{data}: {len(pictures)} test pictures, area under the probability of the answer (standard error over pictures; "
          f"of random maps the range of {options.repeats} draws):")
    for label, (deletion, insertion, *ranges) in rows.items():
        error = lambda values: f" ± {values.std(ddof=1) / math.sqrt(len(values)):.3f}"
        texts = ranges or [error(deletion), error(insertion)]
        print(f"  {label:14} deletion {deletion.mean():.3f}{texts[0]:20} insertion {insertion.mean():.3f}{texts[1]:20}")
    for kind in KINDS:
        for which, word in (0, "less"), (1, "more"):
            gain = [rows[kind][which] - rows[label][which] for label in ("random pixels", "random grid")]
            share = [float(((each < 0) if which == 0 else (each > 0)).mean()) for each in gain]
            print(f"  {kind} {('deletion', 'insertion')[which]}: {word} than random pixels for {100 * share[0]:.0f} % of the pictures, "
                  f"than a random grid for {100 * share[1]:.0f} %", flush=True)


def map_time(call, files):
    """Milliseconds of one map more in a call, with reading its file and writing its values."""
    files = files * MANY
    def seconds(count):
        begin = time.perf_counter()
        call("explain", "ready", *files[:count], "--json")
        return time.perf_counter() - begin
    return 1000 * (seconds(len(files)) - seconds(1)) / (len(files) - 1)


def times(call, environment, options, files):
    alone = [map_time(call, files) for _ in range(options.repeats)]
    busy = subprocess.Popen([options.cli, "train", "--preset", "quick", "--data", "mnist", "--epochs", "1000", "--name", "busy", "--devices", "cpu",
                             "--json"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        next(line for line in busy.stdout if '"step"' in line)  # it trains
        threading.Thread(target=busy.stdout.read, daemon=True).start()  # a full pipe would stop it
        beside = [map_time(call, files) for _ in range(options.repeats)]
    finally:
        busy.kill()
        busy.wait()
    for label, found in ("alone", alone), ("while a training runs on all cores", beside):
        print(f"one map of LeNet {label}, with its file and its values: {statistics.median(found):.2f} ms ({min(found):.2f} to {max(found):.2f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--model")
    parser.add_argument("--epochs")
    parser.add_argument("--only", choices=["mnist", "cifar-10"], action="append")
    options = parser.parse_args()
    options.cli = str(pathlib.Path(options.cli).resolve())
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        environment = dict(os.environ, XDG_DATA_HOME=folder)

        def call(*words):
            done = subprocess.run([options.cli, *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0:
                sys.exit(f"{words[0]} failed: {done.stderr}")
            return done.stdout

        for data in options.only or ["mnist", *(["cifar-10"] if "BELFRY_DATA" in os.environ else [])]:
            compare(call, options, data, scratch)
        files = sorted(scratch.glob("mnist-*.png"))
        if files:
            times(call, environment, options, files)


if __name__ == "__main__":
    main()
