#!/usr/bin/env python3
"""What gradients of 16 bits on the wire cost: test accuracy of two ranks with fp32 and with bf16, seed by seed.

    wire_precision.py build/release/bin/belfry-cli [--model lenet] [--epochs 6] [--seeds 5] [--ranks 2]
All ranks are on this machine, with one thread each.
"""
import argparse
import statistics

import ranks as bench


def accuracy(options, seed, wire):
    command = [options.cli, "train", "--model", options.model, "--towers", str(options.ranks), "--global-batch", "128",
               "--devices", "cpu", "--epochs", str(options.epochs), "--seed", str(seed), "--exchange", "allreduce",
               "--wire-precision", wire, "--no-record", "--json"]
    with bench.links(options.ranks, None) as (prefixes, address):
        return 100 * bench.of_ranks(command, options.ranks, prefixes, address)[-1]["test"]["accuracy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--model", default="lenet")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--ranks", type=int, default=2)
    options = parser.parse_args()
    lost = []
    for seed in range(1, options.seeds + 1):
        full, rounded = (accuracy(options, seed, wire) for wire in ("fp32", "bf16"))
        lost.append(full - rounded)
        print(f"  seed {seed}: fp32 {full:.2f} %, bf16 {rounded:.2f} %", flush=True)
    print(f"{options.model}, {options.epochs} epochs, {options.ranks} ranks: 16 bits lose {statistics.fmean(lost):.2f} points in the "
          f"mean of {options.seeds} seeds ({min(lost):.2f} to {max(lost):.2f})")


if __name__ == "__main__":
    main()
