#!/usr/bin/env python3
"""How long towers wait for data: the share of a step, for every feed in turn, with the speed beside it.

    feeds.py build/release/bin/belfry-cli [--case lenet:512] [--towers 2] [--repeats 3] [--device cpu] [-- OPTIONS OF TRAIN]
Waiting is the stage `wait` of a step: from asking the feed to having the batch. Each step counts once (all towers wait for
the same batch), the first ten steps not at all. Feeds alternate, so that a change of the machine's speed meets all of them.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

import passed_on

FEEDS = ("direct", "queue", "resident")
WARM_UP = 10


def measure(a, net, batch, feed):
    """(share of the steps' time spent waiting, images per second, mean fill of the queue or None) of one run."""
    command = [a.cli, "train", "--model", net, "--batch-per-tower", batch, "--towers", str(a.towers), "--steps", str(a.steps),
               "--devices", a.device, "--feed", feed, "--no-record", "--json", *a.options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    steps = [event for event in events if event["event"] == "step"][WARM_UP:]
    waited = sum(max(tower["wait"] for tower in step["towers"]) for step in steps)
    fills = [step["queue_fill"] for step in steps if step["queue_fill"] is not None]
    return (waited / sum(step["milliseconds"] for step in steps), events[-1]["images_per_second"],
            statistics.mean(fills) if fills else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", action="append", help="network:batch per tower, may be repeated (default lenet:512)")
    parser.add_argument("--towers", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--device", default="cpu")
    own, more = passed_on.split(sys.argv[1:])
    a = parser.parse_args(own)
    a.options = more
    print(f"load average before: {os.getloadavg()[0]:.2f} on {len(os.sched_getaffinity(0))} cores")
    for case in a.case or ["lenet:512"]:
        net, batch = case.split(":")
        runs = {feed: [] for feed in FEEDS}
        for _ in range(a.repeats):
            for feed in FEEDS:
                runs[feed].append(measure(a, net, batch, feed))
        for feed, measured in runs.items():
            shares, speeds, fills = zip(*measured)
            fill = "" if None in fills else f"; queue {100 * statistics.median(fills):.0f} % full"
            print(f"{case} x {a.towers} on {a.device}, {feed}: waiting {100 * statistics.median(shares):.2f} % of a step "
                  f"({100 * min(shares):.2f} to {100 * max(shares):.2f}), {statistics.median(speeds):,.0f} images/s{fill}",
                  flush=True)


if __name__ == "__main__":
    main()
