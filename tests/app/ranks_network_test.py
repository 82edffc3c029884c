"""Ranks on two hosts: network namespaces with a link between them, which can be cut."""
import subprocess

import belfry

PLAN = ("--devices", "cpu", "--global-batch", 64, "--train-images", 2_000, "--display-every", 1, "--epochs", 1_000,
        "--rank-silence", 2, "--no-record")
ADDRESSES = ("10.77.0.1", "10.77.0.2")


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
            self.hosts[rank].inside(belfry.PROGRAM, "train", *PLAN, *arguments), cwd=self.home.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
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


if __name__ == "__main__":
    belfry.main()
