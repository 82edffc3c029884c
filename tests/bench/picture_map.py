#!/usr/bin/env python3
"""How long a map of pictures takes, part by part, and how well the plane keeps the neighbours of a class: MNIST with the network that ships with Belfry.

    picture_map.py build/release/bin/belfry-cli [--mnist FOLDER] [--repeats 3] [--images 10000 100000]

Up to 10,000 pictures are those of the test split. For more, training pictures are repeated, moved by one pixel each time, in files of their own.
Needs numpy.
"""
import argparse
import csv
import gzip
import json
import pathlib
import statistics
import subprocess
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PARTS = ("answers", "features", "components", "neighbours", "layout")
NEIGHBOURS = 5


def idx(folder, name, head):
    content = gzip.decompress((folder / f"{name}-ubyte.gz").read_bytes())
    return content[:head], numpy.frombuffer(content, numpy.uint8, offset=head)


def enlarge(mnist, folder, images):
    """Training files of a little more than so many pictures, of which the program holds some back for validation."""
    count = images + images // 5
    for name, head, size in (("train-images-idx3", 16, 784), ("train-labels-idx1", 8, 1)):
        header, numbers = idx(mnist, name, head)
        numbers = numbers.reshape(-1, size)
        copies = [numpy.roll(numbers, shift, axis=1) for shift in range(-(-count // len(numbers)))]
        content = header[:4] + count.to_bytes(4, "big") + header[8:] + numpy.concatenate(copies)[:count].tobytes()
        (folder / f"{name}-ubyte").write_bytes(content)
    for name in ("t10k-images-idx3", "t10k-labels-idx1"):
        (folder / f"{name}-ubyte.gz").write_bytes((mnist / f"{name}-ubyte.gz").read_bytes())


def accuracy_in_plane(table, most=10_000):
    """Of at most so many pictures: whether most of the nearest five others in the plane are of the same class."""
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    points = numpy.array([[float(row["x"]), float(row["y"])] for row in rows])
    labels = numpy.unique([row["label"] for row in rows], return_inverse=True)[1]
    right, asked = 0, range(0, len(rows), -(-len(rows) // most))
    for i in asked:
        distances = ((points - points[i]) ** 2).sum(1)
        distances[i] = numpy.inf
        right += numpy.bincount(labels[numpy.argpartition(distances, NEIGHBOURS)[:NEIGHBOURS]]).argmax() == labels[i]
    return 100 * right / len(asked)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--mnist", type=pathlib.Path, default=ROOT / "resources/datasets/mnist")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--images", type=int, nargs="+", default=[10_000, 100_000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        table = folder / "map.csv"
        for images in options.images:
            where = ["--data-dir", str(options.mnist), "--split", "test"]
            if images > 10_000:
                enlarge(options.mnist, folder, images)
                where = ["--data-dir", str(folder), "--split", "train"]
            seconds = []
            for method in ["pca"] + ["umap"] * options.repeats:
                said = json.loads(subprocess.run([options.cli, "map", "ready", *where, "--images", str(images), "--method", method, "--output",
                                                  str(table), "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout)
                if method == "pca":
                    print(f"{said['images']:,} pictures, {said['features']} features: principal components keep {accuracy_in_plane(table):.2f} %", flush=True)
                else:
                    seconds.append(said["seconds"])
            print("  UMAP keeps {:.2f} %; seconds: {}; {:.2f} in all".format(
                accuracy_in_plane(table), ", ".join(f"{part} {statistics.median(one[part] for one in seconds):.2f}" for part in PARTS),
                statistics.median(sum(one.values()) for one in seconds)), flush=True)


if __name__ == "__main__":
    main()
