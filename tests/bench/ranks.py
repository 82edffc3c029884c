#!/usr/bin/env python3
"""A run of several ranks beside the same run of one process: images per second in turn, the ratio with its spread, and
how much of the exchange is seen beside backward.

    ranks.py build/release/bin/belfry-cli [--case tower:64[:STEPS]] [--repeats 5] [--ranks 2] [--rate 1gbit] [--wire bf16]
             [--ranks-per-host 1]
All ranks are on this machine, with one thread each. --rate: each host is a network namespace of its own, behind a link of
that rate (needs root, ip and tc), and what it sends is counted there; the namespaces are removed at the end.
"""
import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys

LIMIT = 900  # seconds
UNITS = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}


def call(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def links(hosts, rate):
    """The prefix of a command for every host, and the address of the first."""
    if not rate:
        yield [[]] * hosts, "127.0.0.1"
        return
    names = [f"belfry-{os.getpid()}-{host}" for host in range(hosts)]
    bridge = f"belfry-{os.getpid()}-net"
    try:
        call("ip", "netns", "add", bridge)
        inside = ["ip", "netns", "exec", bridge]
        call(*inside, "ip", "link", "add", "bridge", "type", "bridge")
        call(*inside, "ip", "link", "set", "bridge", "up")
        for host, name in enumerate(names):
            call("ip", "netns", "add", name)
            call("ip", "-n", name, "link", "add", "wire", "type", "veth", "peer", "name", f"to{host}", "netns", bridge)
            call(*inside, "ip", "link", "set", f"to{host}", "master", "bridge", "up")
            call("ip", "-n", name, "addr", "add", f"10.77.0.{host + 1}/24", "dev", "wire")
            for device in ("lo", "wire"):
                call("ip", "-n", name, "link", "set", device, "up")
            for place, device in ((name, "wire"), (bridge, f"to{host}")):  # both directions
                call("ip", "netns", "exec", place, "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst",
                     "256kb", "latency", "100ms")
        # Each with a host's name of its own: ranks of one host would share memory, and send nothing.
        apart = ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"']
        yield [["ip", "netns", "exec", name, *apart, f"host-{host}"] for host, name in enumerate(names)], "10.77.0.1"
    finally:
        for name in [*names, bridge]:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL, check=False)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def events(process):
    out, problem = process.communicate(timeout=LIMIT)
    if process.returncode != 0:
        sys.exit(f"a rank ended with {process.returncode}: {problem.strip()}")
    return [json.loads(line) for line in out.splitlines()]


def sent(prefix):
    """Bytes that a host has sent."""
    counter = subprocess.run([*prefix, "cat", "/sys/class/net/wire/statistics/tx_bytes"], capture_output=True, text=True, check=True)
    return int(counter.stdout)


def of_ranks(command, ranks, prefixes, address):
    port = free_port()
    started = [subprocess.Popen([*prefix, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "RANK": str(rank), "WORLD_SIZE": str(ranks), "MASTER_ADDR": address,
                                     "MASTER_PORT": str(port)})
               for rank, prefix in enumerate(prefixes)]
    return [events(process) for process in started][0]


def figures(found):
    steps = [event for event in found if event["event"] == "step"]
    warm = steps[len(steps) // 4:]
    exchange = statistics.median(tower["exchange"] for step in warm for tower in step["towers"][:1])
    waits = statistics.median(tower["straggler"] for step in warm for tower in step["towers"][:1])
    return found[-1]["images_per_second"], exchange, waits, found[0]["parameters"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--case", default="tower:64")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--ranks-per-host", type=int, default=1)
    parser.add_argument("--rate")
    parser.add_argument("--wire", default="fp32", choices=("fp32", "bf16"))
    options = parser.parse_args()
    network, batch, *steps = options.case.split(":")
    command = [options.cli, "train", "--model", network, "--batch-per-tower", batch, "--steps", *(steps or ["40"]), "--devices", "cpu",
               "--towers", str(options.ranks), "--exchange", "allreduce", "--wire-precision", options.wire, "--no-record", "--json"]
    if options.ranks % options.ranks_per_host:
        parser.error("every host has as many ranks")
    ratios, seen, waited, carried = [], [], [], []
    with links(options.ranks // options.ranks_per_host, options.rate) as (hosts, address):
        prefixes = [host for host in hosts for _ in range(options.ranks_per_host)]
        for _ in range(options.repeats):
            alone = events(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))[-1]["images_per_second"]
            before = sent(hosts[-1]) if options.rate else 0
            found = of_ranks(command, options.ranks, prefixes, address)
            speed, exchange, waits, parameters = figures(found)
            if options.rate:
                carried.append((sent(hosts[-1]) - before) / sum(event["event"] == "step" for event in found))
            ratios.append(speed / alone)
            seen.append(exchange)
            waited.append(waits)
            print(f"  one process {alone:,.0f} images/s, {options.ranks} ranks {speed:,.0f}, exchange seen {exchange:.1f} ms, "
                  f"waiting for the others {waits:.1f} ms", flush=True)
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
    print(f"{network}, {batch} images a tower: {options.ranks} ranks at {statistics.median(ratios):.2f} "
          f"({low:.2f} to {high:.2f}) of one process with {options.ranks} towers")
    if options.rate:
        number = options.rate.rstrip("kmgbit")
        seconds = float(number) * UNITS[options.rate[len(number):]] / 8
        size = parameters * (2 if options.wire == "bf16" else 4)
        length = 1000 * 2 * (options.ranks - 1) / options.ranks * size / seconds
        bytes_sent = statistics.median(carried)
        print(f"  {size / 1e6:.1f} MB over {options.rate} take at least {length:.0f} ms; "
              f"seen beside backward {statistics.median(seen):.0f} ms ({statistics.median(seen) / length:.2f} of it)")
        print(f"  a host sends {bytes_sent / 1e6:.1f} MB a step, {bytes_sent / size:.2f} gradients")


if __name__ == "__main__":
    main()
