#!/usr/bin/env python3
"""Genetic against random search on the same number of short trials, over several seeds, as a table in Markdown.

    search.py build/release/bin/belfry-cli [--trials 60] [--seeds 5] [--train-images 2000] [--epochs 2]
Both search the seeds' space of 672 networks on MNIST. The best network of each is chosen by its validation images, then
trained once more, and tested. The genetic search has a population of 10, so that 60 trials are about ten generations.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile



def search(cli, a, strategy, seed):
    """(best validation accuracy, test accuracy) in per cent."""
    own = ["--population", "10", "--generations", "1000"] if strategy == "genetic" else []
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([cli, "search", "--preset", "genetic-mnist", "--strategy", strategy, "--trials", str(a.trials),
                               "--train-images", str(a.train_images), "--epochs", str(a.epochs), "--seed", str(seed),
                               "--winner-seeds", "1", "--winner-images", str(a.train_images), "--devices", a.device, "--parallel", a.parallel, "--json", *own],
                              env={**os.environ, "BELFRY_SEARCHES": home, "BELFRY_RUNS": home + "/runs"}, check=True,
                              stdout=subprocess.PIPE, text=True)
    end = json.loads(done.stdout.splitlines()[-1])
    assert end["progress"]["ended"] == a.trials, end["progress"]
    return 100 * end["top"][0]["accuracy"], 100 * end["test"]["mean"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--train-images", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--parallel", default="auto")
    a = parser.parse_args()
    found = {"genetic": [], "random": []}
    print("| seed | genetic: validation | test | random: validation | test |\n|---|---|---|---|---|")
    for seed in range(1, a.seeds + 1):
        for strategy, figures in found.items():
            figures.append(search(a.cli, a, strategy, seed))
        row = [f"{figures[-1][0]:.2f} % | {figures[-1][1]:.2f} %" for figures in found.values()]
        print(f"| {seed} | {row[0]} | {row[1]} |", flush=True)
    means = [f"{statistics.mean(v for v, _ in figures):.2f} % | {statistics.mean(t for _, t in figures):.2f} %"
             for figures in found.values()]
    print(f"| mean | {means[0]} | {means[1]} |")
    wins = sum(ours[0] > theirs[0] for ours, theirs in zip(found["genetic"], found["random"]))
    print(f"\n{a.trials} trials of at most {a.epochs} epochs on {a.train_images} images each; the genetic search found the "
          f"better network (by validation) with {wins} of {a.seeds} seeds.")


if __name__ == "__main__":
    main()
