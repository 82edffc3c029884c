#!/usr/bin/env python3
"""Sums of gradients among ranks on this machine: Belfry's exchange beside the bare sum of the library, c10d's Gloo by
torch.distributed, in turn, repeat by repeat: the ratio of their medians, with its spread.

    rank_sums.py build/release/bin/rank_sums_bench --python VENV/bin/python [--megabytes 0.25,13] [--ranks 2] [--repeats 7]
--python: one that has torch, such as the tool chain's (packaging/setup.sh --where). Each rank has one thread.
"""
import argparse
import os
import statistics
import subprocess

import ranks as bench

BARE = """
import sys, time, torch, torch.distributed as dist
torch.set_num_threads(1)
dist.init_process_group("gloo")
values, token = torch.zeros(int(sys.argv[1]) // 4), torch.zeros(1)
for _ in range(int(sys.argv[2])):
    dist.all_reduce(token)
    begin = time.perf_counter()
    dist.all_reduce(values)
    if dist.get_rank() == 0:
        print(f"{1000 * (time.perf_counter() - begin):.4f}")
dist.destroy_process_group()
"""
WARM_UP = 10


def median_of(command, ranks):
    port = bench.free_port()
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                env={**os.environ, "RANK": str(rank), "WORLD_SIZE": str(ranks), "MASTER_ADDR": "127.0.0.1",
                                     "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"})
               for rank in range(ranks)]
    told = [process.communicate(timeout=bench.LIMIT)[0] for process in started]
    if any(process.returncode for process in started):
        raise SystemExit(f"a rank of {command[0]} failed")
    return statistics.median([float(line) for line in told[0].split()][WARM_UP:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--python", required=True)
    parser.add_argument("--megabytes", default="0.25,13")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    for size in options.megabytes.split(","):
        numbers = str(int(float(size) * 1e6)), str(WARM_UP + (200 if float(size) < 1 else 40))
        own, bare = {"over Gloo": [], "in memory": []}, []
        for _ in range(options.repeats):
            own["over Gloo"].append(median_of([options.program, *numbers], options.ranks))
            own["in memory"].append(median_of([options.program, *numbers, "memory"], options.ranks))
            bare.append(median_of([options.python, "-c", BARE, *numbers], options.ranks))
        for how, times in own.items():
            ratios = [one / other for one, other in zip(times, bare)]
            low, middle, high = statistics.quantiles(ratios, n=4)
            print(f"{size} MB among {options.ranks} ranks, {how}: exchange {statistics.median(times):.2f} ms, bare sum "
                  f"{statistics.median(bare):.2f} ms, ratio {middle:.2f} ({low:.2f} to {high:.2f}), load {os.getloadavg()[0]:.1f}",
                  flush=True)


if __name__ == "__main__":
    main()
