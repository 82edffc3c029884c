#!/usr/bin/env python3
"""The way of photographs from the disk to the towers: images per second of Belfry's streamed folders and of PyTorch's DataLoader with
torchvision, in turn, on the same cores.

    picture_loading.py build/release/bin/belfry-cli --torchvision build/peers/torchvision [--pictures 6000] [--repeats 5]

The pictures are JPEG files of 500x375 with the spectrum of photographs; both make batches of 64 of 224x224 with random resized crops.
Belfry trains one dense layer behind a pooling of 32x32 on them. Its first epoch decodes every file, the second one finds in memory
what fits (1 GiB). It enlarges parts of the pictures that it resized to 224x224; torchvision cuts the parts out of the files' pictures.
PyTorch runs with each number of processes and each of two decoders, and the fastest counts: ImageFolder with Pillow, its default, and
torchvision's own decoder with its second kind of transforms, on bytes. Its processes are started, and the files are in the memory of
the machine, before the clock starts. Make build/peers/torchvision by tests/bench/peers/setup.sh.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import my_pictures

WIDTH, HEIGHT, SIDE, BATCH = 500, 375, 224, 64
REFERENCE = """
import sys, time
sys.path[:0] = sys.argv[1:3]
import torch
from torchvision import transforms
from torchvision.datasets import ImageFolder
from torchvision.io import decode_jpeg, read_file
from torchvision.transforms import v2
folder, decoder, workers, side, batch = sys.argv[3], sys.argv[4], *map(int, sys.argv[5:])
torch.set_num_threads(1)
if decoder == "pillow":
    data = ImageFolder(folder, transforms.Compose([transforms.RandomResizedCrop(side), transforms.PILToTensor()]))
else:
    data = ImageFolder(folder, v2.RandomResizedCrop(side, antialias=True), loader=lambda path: decode_jpeg(read_file(path)))
loader = torch.utils.data.DataLoader(data, batch, shuffle=True, num_workers=workers, prefetch_factor=4)
batches = iter(loader)
begin, count = None, 0
for pictures, _ in batches:
    if begin is None:
        begin = time.perf_counter()
    else:
        count += len(pictures)
print(count / (time.perf_counter() - begin))
"""


def photographs(folder, count):
    """Pictures whose amplitudes fall with the frequency, as those of photographs do; each is a part of one of ten large ones."""
    import numpy
    from PIL import Image
    side = 1024
    frequency = numpy.hypot(numpy.fft.fftfreq(side)[:, None], numpy.fft.rfftfreq(side)[None, :])
    frequency[0, 0] = 1
    dice = numpy.random.default_rng(1)
    for label in range(10):
        planes = [numpy.fft.irfft2(numpy.fft.rfft2(dice.standard_normal((side, side))) / frequency ** 1.1) for _ in range(3)]
        light = numpy.stack([planes[0] + tint * planes[1] - tint * planes[2] for tint in (0.1, 0.0, -0.1)], axis=-1)
        large = numpy.clip(light / light.std() * 50 + 110, 0, 255).astype(numpy.uint8)
        (folder / str(label)).mkdir(parents=True)
        for number in range(count // 10):
            top, left = dice.integers(side - HEIGHT), dice.integers(side - WIDTH)
            part = Image.fromarray(large[top:top + HEIGHT, left:left + WIDTH])
            part.save(folder / str(label) / f"{number:05}.jpg", quality=90)


def belfry(cli, folder, epochs):
    """Images per second of the first epoch, of the others, and of all."""
    network = folder.parent / "pooled.txt"
    network.write_text("avgpool 32\ndense 10\n")
    command = [cli, "train", "--data", folder, "--picture-size", f"{SIDE}x{SIDE}x3", "--batch-per-tower", BATCH, "--epochs", epochs,
               "--augmentation", "resized-crop", "--model", network, "--devices", "cpu", "--no-record", "--json"]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    images = events[0]["train_images"]
    ends = [event["seconds"] for event in events if event["event"] == "epoch"]
    return images / ends[0], images * (epochs - 1) / (ends[-1] - ends[0]), images * epochs / ends[-1]


def torchvision(a, site, folder, decoder, workers):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", REFERENCE, a.torchvision, site, folder, decoder, str(workers),
                           str(SIDE), str(BATCH)], stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def told(name, speeds, ratios):
    print(f"{name}: {statistics.median(speeds):,.0f} images/s; {statistics.median(ratios):.2f} times PyTorch's "
          f"({min(ratios):.2f} to {max(ratios):.2f})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--torchvision", required=True)
    parser.add_argument("--pictures", type=int, default=6000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=5)
    a = parser.parse_args()
    site = str(my_pictures.packages())
    sys.path.append(site)
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "photographs"
        photographs(folder / "train", a.pictures)
        for split in "validation", "test":
            photographs(folder / split, 10)
        size = sum(path.stat().st_size for path in folder.glob("train/*/*"))
        print(f"{a.pictures} JPEG files of {size / a.pictures / 1000:.0f} kB, {cores} cores, load {os.getloadavg()[0]:.2f}", flush=True)
        modes = [(decoder, workers) for decoder in ("pillow", "torchvision") for workers in range(1, cores + 2)]
        tried = {mode: torchvision(a, site, folder / "train", *mode) for mode in modes}
        for (decoder, workers), speed in tried.items():
            print(f"PyTorch, {decoder}, {workers} processes: {speed:,.0f} images/s", flush=True)
        best = max(modes, key=tried.get)
        usual = max((mode for mode in modes if mode[0] == "pillow"), key=tried.get)
        rounds = []
        for _ in range(a.repeats):
            own = belfry(a.cli, folder, a.epochs)
            rounds.append((own, torchvision(a, site, folder / "train", *best), torchvision(a, site, folder / "train", *usual)))
        for name, place in (("first epoch", 0), ("later epochs", 1), (f"{a.epochs} epochs", 2)):
            speeds = [own[place] for own, _, _ in rounds]
            told(f"{name}, beside {best[0]}", speeds, [own[place] / fastest for own, fastest, _ in rounds])
            told(f"{name}, beside the usual pillow", speeds, [own[place] / pillow for own, _, pillow in rounds])


if __name__ == "__main__":
    main()
