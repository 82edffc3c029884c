#!/usr/bin/env python3
"""The recipe of the preset record-cifar-94 beside the same in PyTorch, the same number of steps in turn: images per second and their
ratio. Pictures are random. Each side warms up first.

    record_speed.py build/release/bin/belfry-cli [--steps 16] [--repeats 3]
"""
import argparse
import pathlib
import subprocess
import sys

import speed

PRESET, NETWORK, BATCH = "record-cifar-94", "cifar-94", 1024
TRAINED = 10 * BATCH  # so that no step is short
WARM_UP = 10  # Belfry's, of more than 20 steps
WAYS = [("PyTorch, NCHW", ["--layout", "nchw"]), ("PyTorch, channels-last", []), ("PyTorch, bf16", ["--precision", "bf16"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=3)
    a = parser.parse_args()
    recipe = pathlib.Path(speed.__file__).parent / "peers" / "torch_record.py"
    if a.steps <= WARM_UP:
        parser.error(f"found --steps {a.steps}; at least {WARM_UP + 1} are needed")
    text, data = speed.text_of(a.cli, NETWORK)[1], speed.data_of(NETWORK, TRAINED * 10 // 8)
    found, ratios = {"Belfry": [], **{name: [] for name, _ in WAYS}}, []
    for _ in range(a.repeats):
        found["Belfry"].append(speed.last_json([a.cli, "train", "--preset", PRESET, *data, "--validation-images", "0", "--steps", str(WARM_UP + a.steps),
                                                "--no-record", "--json"])["images_per_second"])
        for name, options in WAYS:
            found[name].append(speed.last_json([sys.executable, recipe, "--network", text, "--batch", str(BATCH), "--steps", str(a.steps), *options],
                                               stderr=subprocess.PIPE)["images_per_second"])
        ratios.append(found["Belfry"][-1] / max(found[name][-1] for name, _ in WAYS))
    print(f"{PRESET}, {a.steps} steps of {BATCH} images: " + "; ".join(f"{name} {speed.spread(values)}" for name, values in found.items()) +
          f" images/s; ratio to the fastest {speed.spread(ratios, 2)} over {a.repeats} repeats")


if __name__ == "__main__":
    main()
