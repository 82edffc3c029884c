#!/usr/bin/env python3
"""What bf16 costs in accuracy: the same plan and seed in fp32 and in bf16, and the mean difference of the test accuracy.

    precision.py build/release/bin/belfry-cli [--seeds 5] [--most 0.15] [-- OPTIONS OF TRAIN]
Pairs share their seed: initial weights, order of images, dropout. Ends with status 1 when the means differ by more than
`--most` points (hundredths of the test set).
"""
import argparse
import json
import statistics
import subprocess
import sys

import passed_on


def accuracy(cli, precision, seed, options):
    """Of the test set with the weights that validated best, in per cent."""
    done = subprocess.run([cli, "train", "--precision", precision, "--seed", str(seed), "--no-record", "--json", *options],
                          stdout=subprocess.PIPE, text=True, check=True)
    return 100 * json.loads(done.stdout.strip().splitlines()[-1])["test"]["accuracy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--most", type=float, default=0.15)
    own, options = passed_on.split(sys.argv[1:])
    a = parser.parse_args(own)
    pairs = []
    for seed in range(1, a.seeds + 1):
        pairs.append([accuracy(a.cli, precision, seed, options) for precision in ("fp32", "bf16")])
        print(f"seed {seed}: fp32 {pairs[-1][0]:.2f} %, bf16 {pairs[-1][1]:.2f} %", flush=True)
    fp32, bf16 = (statistics.mean(values) for values in zip(*pairs))
    differences = [b - f for f, b in pairs]
    error = statistics.stdev(differences) / len(pairs) ** 0.5 if len(pairs) > 1 else float("nan")
    print(f"{' '.join(options)}: mean of {len(pairs)} seeds fp32 {fp32:.3f} %, bf16 {bf16:.3f} %; bf16 - fp32 "
          f"{bf16 - fp32:+.3f} points (standard error {error:.3f})")
    sys.exit(abs(bf16 - fp32) > a.most)


if __name__ == "__main__":
    main()
