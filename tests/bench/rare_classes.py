#!/usr/bin/env python3
"""What class weights, logit adjustment and balanced sampling do for rare classes: CIFAR-10 with five classes cut to a twentieth in training.

    rare_classes.py build/release/bin/belfry-cli [--data-dir FOLDER] [--epochs 40] [--seeds 1] [--model NETWORK] [-- --optimizer muon ...]

Writes the set as class folders, deletes training pictures of classes 0, 2, 4, 6 and 8, keeps validation and test whole,
and trains the tutorial's network on what is left. Options after -- take the place of the tutorial's.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import passed_on

RARE = range(0, 10, 2)
WAYS = {"as they are": [],
        "class weights": ["--class-weights", "balanced", "--best-by", "balanced-accuracy"],
        "logit adjustment": ["--logit-adjustment", "1", "--best-by", "balanced-accuracy"],
        "logit adjustment, 1.75": ["--logit-adjustment", "1.75", "--best-by", "balanced-accuracy"],
        "logit adjustment, 2": ["--logit-adjustment", "2", "--best-by", "balanced-accuracy"],
        "balanced sampling": ["--sampling", "balanced", "--best-by", "balanced-accuracy"]}
TUTORIAL = ["--augmentation", "cifar-tutorial", "--normalisation", "standardised",
            "--batch-per-tower", "128", "--optimizer", "adam"]


def cut(cli, source, data_dir, folder, divisor):
    """Returns the names of the rare classes."""
    subprocess.run([cli, "data", "convert", source, str(folder), "--format", "folder", *data_dir], check=True, stdout=subprocess.DEVNULL)
    classes = json.loads(subprocess.run([cli, "data", "show", source, "--json", *data_dir], check=True, stdout=subprocess.PIPE,
                                        text=True).stdout)["classes"]
    rare = [classes[label] for label in RARE]
    for name in rare:
        pictures = sorted((folder / "train" / name).iterdir())
        for picture in pictures[len(pictures) // divisor:]:
            picture.unlink()
    return rare


def evaluated(options, folder, rare, words, seed):
    """Mean recall of the rare and of the other classes, and the figures of the test split, in per cent."""
    name = f"rare-{seed}"
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, XDG_DATA_HOME=home)
        subprocess.run([options.cli, "train", *(options.more or TUTORIAL), "--model", options.model, "--data", str(folder), "--epochs", str(options.epochs), "--seed", str(seed),
                        "--name", name, *words], check=True, stdout=subprocess.DEVNULL, env=environment)
        done = json.loads(subprocess.run([options.cli, "evaluate", name, "--json"], check=True, stdout=subprocess.PIPE, text=True,
                                         env=environment).stdout)
    recall = {one["class"]: one["recall"] for one in done["per_class"]}
    mean = lambda among: 100 * statistics.fmean(recall[name] for name in recall if (name in rare) == among)
    return mean(True), mean(False), 100 * done["accuracy"], 100 * done["balanced_accuracy"], 100 * done["macro_f1"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--source", default="cifar-10")
    parser.add_argument("--data-dir")
    parser.add_argument("--model", default="cifar-tutorial")
    parser.add_argument("--divisor", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--only", choices=WAYS, action="append")
    own, more = passed_on.split(sys.argv[1:])
    options = parser.parse_args(own)
    options.more = more
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "cut"
        rare = cut(options.cli, options.source, ["--data-dir", options.data_dir] if options.data_dir else [], folder, options.divisor)
        print(f"{len(list(folder.glob('train/*/*')))} training pictures; rare: {', '.join(rare)}. Test, in per cent:")
        print(f"{'':22}{'rare recall':>14}{'other recall':>14}{'accuracy':>14}{'balanced':>14}{'macro F1':>14}")
        for way in options.only or WAYS:
            seeds = [evaluated(options, folder, rare, WAYS[way], seed) for seed in range(1, options.seeds + 1)]
            print(f"{way:22}" + "".join(f"{statistics.fmean(column):14.1f}" for column in zip(*seeds)), flush=True)


if __name__ == "__main__":
    main()
