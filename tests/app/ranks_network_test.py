"""Ranks on several hosts: network namespaces with links between them, which can be cut."""
import os
import subprocess

import belfry

PLAN = ("--devices", "cpu", "--global-batch", 64, "--train-images", 2_000, "--display-every", 1,
        "--rank-silence", 2, "--no-record")
ADDRESSES = ("10.77.0.1", "10.77.0.2")
# In place of ssh: $HOSTS has the address of each host, and the process in whose namespaces it is, or none.
SSH = r"""#!/bin/sh
for word; do [ "$word" != -G ] || asked=1; done
while [ "$1" != -- ]; do shift; done
read address process < "$HOSTS/$2"
if [ -n "$asked" ]; then echo "hostname $address"; exit; fi
exec ${process:+nsenter --target "$process" --net --uts} sh -c "$3"
"""


class Host:
    """A namespace of network and host's name, which lasts as long as the process that waits in it."""

    def __init__(self, name, *inside):
        self.process = subprocess.Popen(
            [*inside, "unshare", *([] if inside else ["--map-root-user"]), "--net", "--uts", "sh", "-c",
             f"hostname {name} && ip link set lo up && echo ready && exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        self.made = self.process.stdout.readline() == "ready\n"

    def inside(self, *command):
        return ["nsenter", "--target", str(self.process.pid), "--user", "--net", "--uts", "--preserve-credentials", *map(str, command)]

    def ip(self, *words):
        subprocess.run(self.inside("ip", *words), check=True)

    def end(self):
        self.process.kill()
        self.process.communicate()


class RanksNetworkTest(belfry.HomeTest):
    def setUp(self):
        try:
            first = Host("host-a")
            self.addCleanup(first.end)
            second = Host("host-b", "nsenter", "--target", str(first.process.pid), "--user", "--preserve-credentials")
            self.addCleanup(second.end)
        except FileNotFoundError as missing:
            self.skipTest(f"{missing.filename} is not there")
        if not (first.made and second.made):
            self.skipTest("no network namespace can be made here: it takes unshare, ip, and the right to")
        self.hosts = first, second
        first.ip("link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", second.process.pid)
        for host, address in zip(self.hosts, ADDRESSES):
            host.ip("address", "add", f"{address}/24", "dev", "wire")
            host.ip("link", "set", "wire", "up")

    def start(self, rank, *arguments):
        process = subprocess.Popen(
            self.hosts[rank].inside(belfry.PROGRAM, "train", *PLAN, "--epochs", 1_000, *arguments), cwd=self.home.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={**self.home.environment, "RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": ADDRESSES[0], "MASTER_PORT": "29500"})
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_cut_link_ends_both_ranks(self):
        ranks = self.start(0), self.start(1)
        belfry.until(ranks[0], "step 5/")
        self.hosts[1].ip("link", "set", "wire", "down")
        for rank, process in enumerate(ranks):
            words = process.communicate(timeout=belfry.TIMEOUT)[1]
            self.assertEqual(process.returncode, 1, words)
            self.assertRegex(words, rf"Rank {1 - rank} \(host host-{'ba'[rank]}\) is lost after step \d+\.")

    def test_a_killed_rank_is_named(self):
        ranks = self.start(0), self.start(1)
        belfry.until(ranks[0], "step 5/")
        ranks[1].kill()
        words = ranks[0].communicate(timeout=belfry.TIMEOUT)[1]
        self.assertEqual(ranks[0].returncode, 1, words)
        self.assertRegex(words, r"Rank 1 \(host host-b\) is lost after step \d+\.")

    def test_hosts_with_different_routes(self):
        """Each was told another address of rank 0, which listened at that towards the first host alone."""
        first, second = self.hosts
        third = Host("host-c", "nsenter", "--target", str(first.process.pid), "--user", "--preserve-credentials")
        self.addCleanup(third.end)
        first.ip("link", "add", "wire-c", "type", "veth", "peer", "name", "wire", "netns", third.process.pid)
        for host, device, address in ((first, "wire-c", "10.78.0.1"), (third, "wire", "10.78.0.2")):
            host.ip("address", "add", f"{address}/24", "dev", device)
            host.ip("link", "set", device, "up")
        second.ip("route", "add", "default", "via", ADDRESSES[0]) # ranks connect to one another
        third.ip("route", "add", "default", "via", "10.78.0.1")
        if subprocess.run(first.inside("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"), stderr=subprocess.DEVNULL).returncode:
            self.skipTest("no namespace may forward packets here")
        (self.home.folder / "ssh").write_text(SSH)
        (self.home.folder / "ssh").chmod(0o755)
        for name, words in {"here": "127.0.0.1", "b": f"{ADDRESSES[1]} {second.process.pid}",
                            "c": f"10.78.0.2 {third.process.pid}"}.items():
            (self.home.folder / name).write_text(words + "\n")
        for hosts, everywhere in (("here,b", False), ("b,here,c", True)):
            done = subprocess.run(
                first.inside(belfry.PROGRAM, "train", *PLAN, "--steps", 3, "--hosts", hosts), cwd=self.home.folder,
                stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=belfry.TIMEOUT,
                env={**self.home.environment, "PATH": f"{self.home.folder}:{os.environ['PATH']}",
                     "HOSTS": str(self.home.folder)})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual("listens at all of this machine's addresses" in done.stdout + done.stderr, everywhere)


if __name__ == "__main__":
    belfry.main()
