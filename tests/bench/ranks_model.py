#!/usr/bin/env python3
"""The model of many hosts beside the truth: 2, 3, 4 ranks really train on this machine, each in a network namespace of
its own over a link of two speeds, and `scaling --hosts` says what they should take.

    ranks_model.py build/release/bin/belfry-cli [--case tower:64[:STEPS]] [--ranks 2,3,4] [--rates 1gbit,300mbit]
                   [--repeats 3] [--wire bf16]
Needs root, ip and tc. The ranks share this machine's cores evenly, so the model is told that each host has cores /
ranks of them. Measured and modelled in turn, repeat by repeat, as a machine's speed drifts; medians. The error is
modelled / measured - 1, of the time of a step.
"""
import argparse
import json
import os
import statistics
import subprocess

import ranks as bench


def measured(options, command, ranks, rate):
    steps = options.steps
    words = [*command, "--steps", steps, "--towers", str(ranks), "--exchange", "allreduce", "--wire-precision", options.wire,
             "--no-record", "--json"]
    words.insert(1, "train")
    with bench.links(ranks, rate) as (prefixes, address):
        found = bench.of_ranks(words, ranks, prefixes, address)
    step = [event for event in found if event["event"] == "step"]
    warm = step[len(step) // 5:]
    times = [statistics.fmean(tower[stage] for one in warm for tower in one["towers"][:1])
             for stage in ("exchange", "straggler", "update")]
    return statistics.fmean(one["milliseconds"] for one in warm), times


def modelled(options, command, ranks, rate):
    words = [*command, "--hosts", str(ranks), "--bandwidth", rate, "--cores-per-host",
             str(len(os.sched_getaffinity(0)) / ranks), "--json"]
    words.insert(1, "scaling")
    found = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, timeout=bench.LIMIT).stdout)
    point = found["points"][-1]
    assert point["hosts"] == ranks
    return point["16-bit" if options.wire == "bf16" else "ring"], found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", default="tower:64:40")
    parser.add_argument("--ranks", default="2,3,4")
    parser.add_argument("--rates", default="1gbit,300mbit")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--wire", default="fp32", choices=("fp32", "bf16"))
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    network, batch, *steps = options.case.split(":")
    options.steps = (steps or ["40"])[0]
    command = [options.cli, "--model", network, "--batch-per-tower", batch, "--devices", "cpu"]
    print(f"{network}, {batch} images a tower, {options.wire} on the wire, load {os.getloadavg()[0]:.1f}\n"
          f"{'ranks':>5} {'link':>8} {'measured ms':>20} {'modelled ms':>20} {'error':>7}   of it after computing: measured, modelled")
    worst = 0
    for ranks in map(int, options.ranks.split(",")):
        for rate in options.rates.split(","):
            true, said, seen, foreseen = [], [], [], []
            for _ in range(options.repeats):
                step, times = measured(options, command, ranks, rate)
                point, found = modelled(options, command, ranks, rate)
                true.append(step)
                said.append(point["step_milliseconds"])
                seen.append(times[0])
                foreseen.append(point["exchange_milliseconds"])
                if options.verbose:
                    print(times, json.dumps({name: {**of, "work": {**of["work"], "compute_milliseconds":
                          statistics.fmean(of["work"]["compute_milliseconds"])}} for name, of in found["measured"].items()
                          if name != "hierarchical"}), point, flush=True)
            middle = statistics.median
            error = middle(said) / middle(true) - 1
            worst = max(worst, abs(error))
            print(f"{ranks:5} {rate:>8} {middle(true):8.1f} ({min(true):.0f}-{max(true):.0f}) {middle(said):10.1f} "
                  f"({min(said):.0f}-{max(said):.0f}) {100 * error:+6.0f} %   {middle(seen):.1f}, {middle(foreseen):.1f}", flush=True)
    print(f"largest error {100 * worst:.0f} %, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
