#!/usr/bin/env python3
"""Whether the sentence of `belfry-cli scaling` keeps its promise: changes the setting as it advises and measures again.

    scaling_advice.py build/release/bin/belfry-cli [--case lenet:8] [--towers 4] [--repeats 5] [-- OPTIONS OF SCALING]
For every case: the sentence, then what it predicted beside what the changed setting really gives, with the spread of the
repeats. A sentence without advice promises nothing; its line says so.
"""
import argparse
import json
import os
import subprocess
import sys

import passed_on



def others(options, given):
    """Of `options` (--name VALUE ...) those whose names are not given already."""
    kept, skip = [], False
    for option in options:
        if option.startswith("--"):
            skip = option.split("=")[0] in given
        if not skip:
            kept.append(option)
    return kept


def scaling(a, *options):
    command = [a.cli, "scaling", "--mode", "per-tower", "--repeats", str(a.repeats), "--json", *options,
               *others(a.options, options)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def changed(advice):
    """The options that do what is advised."""
    options = ["--towers-up-to", str(advice["towers"]), "--batch-per-tower", str(advice["batch_per_tower"]),
               "--exchange", advice["exchange"]]
    return options + (["--feed", "resident"] if advice["kind"] == "resident-feed" else [])


def check(a, case):
    model, batch = case.split(":")
    before = scaling(a, "--model", model, "--batch-per-tower", batch, "--towers-up-to", str(a.towers))
    advice = before["advice"]
    print(f"{case} x {a.towers}: {before['sentence']}")
    if advice["kind"] == "none":
        print("  no advice: nothing was predicted", flush=True)
        return
    after = scaling(a, "--model", model, *changed(advice))
    point = next(point for point in after["points"] if point["towers"] == advice["towers"])
    for name, predicted, measured, digits in [
            ("speed-up", advice["speed_up"], point["speed_up"], 2),
            ("images/s", advice["images_per_second"], point["images_per_second"], 0)]:
        print(f"  {name}: predicted {predicted:,.{digits}f}, measured {measured['mean']:,.{digits}f} "
              f"±{measured['deviation']:,.{digits}f} ({100 * (measured['mean'] / predicted - 1):+.1f} %), "
              f"{verdict(predicted, measured)}", flush=True)


def verdict(predicted, measured):
    """A promise is kept within a tenth, which is about what repeats of a shared machine differ by."""
    if abs(predicted - measured["mean"]) <= measured["deviation"]:
        return "within one repeat's spread"
    return "within a tenth" if abs(predicted / measured["mean"] - 1) <= 0.1 else "NOT as predicted"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", action="append", help="network:images per tower, may be repeated (default lenet:8)")
    parser.add_argument("--towers", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    own, more = passed_on.split(sys.argv[1:])
    a = parser.parse_args(own)
    a.options = more
    print(f"load average before: {os.getloadavg()[0]:.2f} on {len(os.sched_getaffinity(0))} cores")
    for case in a.case or ["lenet:8"]:
        check(a, case)


if __name__ == "__main__":
    main()
