#!/usr/bin/env python3
"""The memory that a run says it needs on the CPU, beside what it takes.

    memory.py build/release/bin/belfry-cli [--case resnet-20:512 ...] [-- OPTIONS OF TRAIN]
Taken: the process's peak over three steps, less that of the smallest network with one image a step, whose share is the program, the
libraries and the data. Told: of towers alone. Networks for small pictures train on CIFAR-10, which BELFRY_DATA or --data-dir
finds, the others on the embedded MNIST.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import passed_on

CASES = ("lenet:512", "tower:256", "wide:256", "mlp:1024", "cifar-94:1024", "resnet-20:512", "resnet-18:64", "mobilenet-v2:64",
         "efficientnet-lite0:64", "convnext-atto:64", "vit-tiny:64")
GREY = ("lenet", "tower", "wide", "mlp")
MIB = 1 << 20


def trained(cli, model, data, batch, options):
    """(bytes that the towers were said to need, bytes of the process at its peak)"""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        with subprocess.Popen([cli, "train", "--model", model, "--data", data, "--batch-per-tower", str(batch), "--steps", "3",
                               "--no-record", "--json", *options], stdout=output) as process:
            usage = os.wait4(process.pid, 0)
        if usage[1]:
            sys.exit(f"memory.py: {model} did not train")
        output.seek(0)
        return sum(tower["memory_bytes"] for tower in json.loads(output.readline())["placement"]), usage[2].ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", action="append", help="network:images of a step; may be repeated")
    own, options = passed_on.split(sys.argv[1:])
    a = parser.parse_args(own)
    bare = {}
    print("network, images of a step: MiB told, MiB taken, told / taken")
    for case in a.case or CASES:
        model, batch = case.split(":")
        data = "mnist" if model in GREY else "cifar-10"
        if data not in bare:
            bare[data] = trained(a.cli, "mlp", data, 1, ["--hidden-layers", "1", "--width", "1", *options])[1]
        told, peak = trained(a.cli, model, data, batch, options)
        taken = peak - bare[data]
        print(f"{model}, {batch}: {told / MIB:.0f}, {taken / MIB:.0f}, {told / taken:.2f}", flush=True)


if __name__ == "__main__":
    main()
