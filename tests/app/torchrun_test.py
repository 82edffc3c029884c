"""Ranks that PyTorch's torchrun starts, with an agent on each of two machines; here both are this one."""
import os
import pathlib
import signal
import socket
import subprocess
import sys

import belfry

belfry.needs("torch.distributed.run")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Torchrun(belfry.HomeTest):
    def setUp(self):
        self.home = belfry.Home()
        self.addCleanup(self.home.remove)

    def start(self, *arguments, restarts=0):
        """Two agents, and what both and their ranks print."""
        reading, writing = os.pipe()
        command = [sys.executable, "-m", "torch.distributed.run", "--nnodes", "2", "--nproc-per-node", "1",
                   "--rdzv-backend", "c10d", "--rdzv-endpoint", f"127.0.0.1:{free_port()}", "--rdzv-id", "test",
                   "--max-restarts", str(restarts), "--no-python", belfry.PROGRAM, "train", "--devices", "cpu", *arguments]
        environment = {**self.home.environment, "TMPDIR": str(self.home.folder)}  # agents that are ended leave files there
        agents = [subprocess.Popen(list(map(str, command)), cwd=self.home.folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=writing, stderr=writing) for _ in range(2)]
        os.close(writing)
        for agent in agents:
            self.addCleanup(self.end, agent)
        return agents, open(reading, encoding="utf-8", errors="replace")

    def end(self, agent):
        if agent.poll() is None:
            for rank in self.ranks_of(agent).values():
                os.kill(rank, signal.SIGKILL)
            agent.kill()
            agent.wait()

    def ranks_of(self, agent):
        """Process by rank."""
        found = {}
        for process in map(int, pathlib.Path(f"/proc/{agent.pid}/task/{agent.pid}/children").read_text().split()):
            if os.path.realpath(f"/proc/{process}/exe") == str(belfry.PROGRAM):
                variables = pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
                (rank,) = (int(text[5:]) for text in variables if text.startswith(b"RANK="))
                found[rank] = process
        return found

    def assert_succeed(self, agents, output):
        said = output.read()
        for agent in agents:
            self.assertEqual(agent.wait(timeout=belfry.TIMEOUT), 0, said)
        return said

    def test_two_agents_train_one_run(self):
        agents, output = self.start("--steps", 4, "--batch-per-tower", 16)
        with output:
            self.assert_succeed(agents, output)
        (folder,) = self.home.run_folders()
        record = self.home.run_record(folder)
        self.assertEqual((record["state"], record["steps"]), ("finished", 4))
        self.assertIn('"towers": 2', (folder / "plan.json").read_text())

    def lose(self, rank):
        """Torchrun starts all ranks again when one is lost, on the other machine without counting it as a restart: they
        took one another for those of before, in the store that its agents keep."""
        agents, output = self.start("--steps", 2000, "--batch-per-tower", 16, "--display-every", 1, restarts=1)
        with output:
            for line in output:
                if line.startswith("step 2/"):
                    break
            ranks = {rank: process for agent in agents for rank, process in self.ranks_of(agent).items()}
            os.kill(ranks[rank], signal.SIGKILL)
            said = self.assert_succeed(agents, output)
        self.assertNotIn("Start each rank once", said)
        states = [self.home.run_record(folder)["state"] for folder in self.home.run_folders()]
        self.assertEqual(states, ["finished"], said)  # the same run: its job goes on with it

    def test_rank_zero_is_lost(self):
        self.lose(0)

    def test_another_rank_is_lost(self):
        self.lose(1)


if __name__ == "__main__":
    belfry.main()
