#!/usr/bin/env python3
"""Towers that do not wait for one another beside the same run with towers that do: how stale their gradients are, what
that costs in accuracy after the same images, and what it brings in speed.

    staleness.py build/release/bin/belfry-cli [--model lenet] [--batch 64] [--epochs 2] [--towers 1 2 4 8] [--seeds 3]

Every row: `async` with N towers of B images, beside `cpu` with one step of N x B images ("together"), and with one
tower of B images, which makes as many updates ("alone"). Same images, same rate.
"""
import argparse
import json
import statistics
import subprocess


def train(a, seed, towers, exchange, batch):
    done = subprocess.run(
        [a.cli, "train", "--model", a.model, "--towers", str(towers), "--batch-per-tower", str(batch), "--exchange", exchange,
         "--epochs", str(a.epochs), "--learning-rate", str(a.rate), "--optimizer", a.optimizer, "--seed", str(seed),
         "--devices", "cpu", "--no-record", "--json"], stdout=subprocess.PIPE, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    stale = [line["staleness"] for line in lines if line["event"] == "step" and line["staleness"] is not None]
    end = lines[-1]
    return 100 * end["test"]["accuracy"], end["images_per_second"], statistics.mean(stale) if stale else 0.0, max(stale, default=0)


def figures(runs):
    accuracy = [run[0] for run in runs]
    return f"{statistics.mean(accuracy):6.2f} ({min(accuracy):.2f} to {max(accuracy):.2f})", f"{statistics.mean(run[1] for run in runs):8,.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--model", default="lenet")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--optimizer", default="momentum")
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--towers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--seeds", type=int, default=3)
    a = parser.parse_args()
    print("towers | exchange | test accuracy %, mean (least to most) | images/s | updates stale, mean | most")
    seeds = range(1, a.seeds + 1)
    alone = [train(a, seed, 1, "cpu", a.batch) for seed in seeds]
    print("     1 | alone    | %s | %s |  0.00 |  0" % figures(alone), flush=True)
    for towers in a.towers:
        for exchange in ("cpu", "async"):
            runs = [train(a, seed, towers, exchange, a.batch) for seed in seeds]
            print(f"{towers:6} | {exchange:8} | %s | %s | {statistics.mean(run[2] for run in runs):5.2f} | {max(run[3] for run in runs):2}" % figures(runs), flush=True)


if __name__ == "__main__":
    main()
