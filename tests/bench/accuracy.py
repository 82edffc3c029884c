#!/usr/bin/env python3
"""Accuracy of a preset over several seeds: validation of the last epoch (as the notebook printed it), best, and test;
and seconds, from the start of the program until it has ended and all is tested.

    accuracy.py build/release/bin/belfry-cli [--preset notebook-lenet] [--seeds 3]
"""
import argparse
import json
import statistics
import subprocess
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--preset", default="notebook-lenet")
    parser.add_argument("--seeds", type=int, default=3)
    a = parser.parse_args()
    seconds = []
    figures = {"last validation": [], "best validation": [], "test": []}
    for seed in range(1, a.seeds + 1):
        began = time.monotonic()
        done = subprocess.run([a.cli, "train", "--preset", a.preset, "--seed", str(seed), "--no-record", "--json"], stdout=subprocess.PIPE, text=True, check=True)
        seconds.append(time.monotonic() - began)
        end = json.loads(done.stdout.strip().splitlines()[-1])
        figures["last validation"].append(end["validation"]["accuracy"])
        figures["best validation"].append(end["best_validation"]["accuracy"])
        figures["test"].append(end["test"]["accuracy"])
        print(f"seed {seed}: " + ", ".join(f"{name} {values[-1]:.4f}" for name, values in figures.items()) + f", {seconds[-1]:.1f} s, {end['seconds']:.1f} s of them training", flush=True)
    for name, values in figures.items():
        print(f"{a.preset}, {name}: mean {statistics.mean(values):.4f}, {min(values):.4f} to {max(values):.4f} over {len(values)} seeds")
    print(f"{a.preset}: {statistics.mean(seconds):.1f} s, {min(seconds):.1f} to {max(seconds):.1f}")


if __name__ == "__main__":
    main()
