"""One run over several processes: as its launchers start it, and as its ranks end."""
import json
import os
import pathlib
import random
import shlex
import signal
import socket
import struct
import subprocess

import belfry

KILLS = int(os.environ.get("BELFRY_TEST_RANK_KILLS", "3"))
STRANGERS = 100
SEED = random.SystemRandom().randrange(1 << 32)
PLAN = ("--devices", "cpu", "--global-batch", 90, "--train-images", 2_000, "--display-every", 1)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening_ports(pid):
    """TCP ports on which a process waits for connections."""
    sockets = set()
    for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(link))
        except FileNotFoundError:  # closed meanwhile
            continue
    ports = set()
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            local, state, inode = (line.split()[column] for column in (1, 3, 9))
            if state == "0A" and f"socket:[{inode}]" in sockets:
                ports.add(int(local.rsplit(":", 1)[1], 16))
    return sorted(ports)


def garbage(dice):
    """What a stranger may send: noise, another protocol, and c10d's own greeting with sizes that lie."""
    greeting = bytes([0]) + struct.pack("<I", 0x3C85F7CE)
    size = struct.pack("<Q", dice.choice([0, 1, 1 << 20, 1 << 40, (1 << 64) - 1]))
    return dice.choice([dice.randbytes(dice.randrange(1, 4_000)), b"GET / HTTP/1.0\r\n\r\n",
                        greeting + bytes([dice.randrange(20)]) + size + dice.randbytes(50),
                        greeting + dice.randbytes(200), bytes([dice.randrange(256)]) * dice.randrange(1, 100)])


class Ranks:
    """The ranks of a run on this machine, each with a home of the same folder. command: of all, or one for each."""

    def __init__(self, home, ranks, *arguments, command="train", own=None, environment=None):
        port = free_port()
        commands = [command] * ranks if isinstance(command, str) else command
        self.processes = []
        for rank in range(ranks):
            variables = {"RANK": str(rank), "WORLD_SIZE": str(ranks), "LOCAL_RANK": str(rank),
                         "LOCAL_WORLD_SIZE": str(ranks), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
            before = dict(home.environment)
            home.environment.update(variables, **(environment or {}).get(rank, {}))
            self.processes.append(home.popen(*commands[rank].split(), *arguments, *(own or {}).get(rank, ())))
            home.environment = before

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        for process in self.processes:
            process.kill()
            process.communicate()

    def __getitem__(self, rank):
        return self.processes[rank]

    def wait_for_step(self, step):
        """Until rank 0 prints that step."""
        belfry.until(self.processes[0], f"step {step}/")

    def end(self):
        """(status, stderr) of each rank."""
        told = [process.communicate(timeout=belfry.TIMEOUT)[1] for process in self.processes]
        return [(process.returncode, words) for process, words in zip(self.processes, told)]


class RanksTest(belfry.HomeTest):
    def new_run(self, work):
        before = set(self.home.run_folders())
        work()
        (folder,) = set(self.home.run_folders()) - before
        return folder

    def train(self, ranks, *arguments):
        def work():
            with Ranks(self.home, ranks, *PLAN, *arguments) as started:
                self.assertEqual([status for status, _ in started.end()], [0] * ranks)
        return self.new_run(work)

    def weights(self, folder):
        return belfry.safetensors(folder / "weights" / "final.safetensors")[1]

    def test_train_one_run(self):
        folder = self.train(3, "--epochs", 2)
        alone = self.home.train(*PLAN[2:], "--epochs", 2, "--towers", 3, "--exchange", "allreduce")
        of_ranks, of_one = self.home.run_record(folder), self.home.run_record(alone)
        self.assertEqual(of_ranks["state"], "finished")
        self.assertEqual(of_ranks["steps"], of_one["steps"])
        self.assertAlmostEqual(of_ranks["validation"]["loss"], of_one["validation"]["loss"], places=4)
        self.assertEqual(of_ranks["test"]["images"], of_one["test"]["images"])
        self.assertEqual(json.loads((folder / "plan.json").read_text())["towers"], 3)
        self.assertIn("finished", (folder / "log-rank-1.txt").read_text())

    def test_rank_0_records_what_another_remarks(self):
        """Each has folders of its own, as on another machine."""
        other = {"BELFRY_RUNS": str(self.home.folder / "other-runs"), "XDG_DATA_HOME": str(self.home.folder / "other-data")}

        def work():
            with Ranks(self.home, 2, *PLAN, "--steps", 2, "--towers", 5, environment={1: other}) as started:
                self.assertEqual([status for status, _ in started.end()], [0, 0])
        log = (self.new_run(work) / "log.txt").read_text()
        self.assertRegex(log, r"  3 towers share cpu\.\n")
        self.assertRegex(log, r"  Rank 1 \(host .*\): 2 towers share cpu\.\n")

    def test_warns_of_a_public_address(self):
        address = "203.0.113.7"  # for documentation, and in this namespace on the loopback
        namespace = ["unshare", "--map-root-user", "--net"]
        try:
            possible = subprocess.run([*namespace, "ip", "link", "set", "lo", "up"], stderr=subprocess.DEVNULL).returncode == 0
        except FileNotFoundError:
            possible = False
        if not possible:
            self.skipTest("no network namespace can be made here: it takes unshare, ip, and the right to")
        train = shlex.join(map(str, [belfry.PROGRAM, "train", *PLAN, "--steps", 2, "--no-record"]))
        done = subprocess.run(
            [*namespace, "sh", "-c", f"ip link set lo up && ip address add {address} dev lo && (RANK=1 {train} & RANK=0 {train}; wait)"],
            env={**self.home.environment, "WORLD_SIZE": "2", "MASTER_ADDR": address, "MASTER_PORT": "29500"},
            cwd=self.home.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            timeout=belfry.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(f"Rank 0 listens at {address}, a public address"), 1, done.stdout + done.stderr)

    def test_towers_are_those_of_all_ranks(self):
        folder = self.train(2, "--epochs", 1, "--towers", 3)
        self.assertEqual(json.loads((folder / "plan.json").read_text())["towers"], 3)
        with Ranks(self.home, 2, *PLAN, "--towers", 1) as started:
            for status, words in started.end():
                self.assertEqual(status, 2)
                self.assertIn("1 tower is not enough for 2 ranks", words)

    def test_a_killed_rank_is_named_and_the_run_resumes_to_the_bit(self):
        dice = random.Random(SEED)
        whole = {}
        for kill in range(KILLS):
            wire = ("fp32", "bf16")[kill % 2]  # in memory that the ranks share, and over their connections
            plan = (*PLAN, "--epochs", 3, "--checkpoint-every", 1, "--wire-precision", wire)
            if wire not in whole:
                whole[wire] = self.weights(self.train(3, *plan[len(PLAN):]))
            killed, step = dice.randrange(3), dice.randrange(1, 60)
            with self.subTest(seed=SEED, killed=killed, step=step, wire=wire):
                def work():
                    with Ranks(self.home, 3, *plan) as started:
                        started.wait_for_step(step)
                        started[killed].kill()
                        for rank, (status, words) in enumerate(started.end()):
                            if rank != killed:
                                self.assertEqual(status, 1, words)
                                self.assertRegex(words, rf"Rank {killed} \(host .*\) is lost after step \d+\.")
                folder = self.new_run(work)
                with Ranks(self.home, 3, folder.name, command="resume") as resumed:
                    self.assertEqual([status for status, _ in resumed.end()], [0, 0, 0])
                self.assertEqual(self.weights(folder), whole[wire])

    def test_a_branch_is_one_run(self):
        """Each rank began a branch of its own, and trained it alone."""
        parent = self.train(3, "--epochs", 2, "--checkpoint-every", 10, "--keep-checkpoints", 9)
        without_runs = {rank: {"BELFRY_RUNS": str(self.home.folder / "none")} for rank in (1, 2)}

        def branch(*changes):
            def work():
                with Ranks(self.home, 3, parent.name, "--at", 20, *changes, command="branch", environment=without_runs) as started:
                    self.assertEqual([status for status, _ in started.end()], [0, 0, 0])
            folder = self.new_run(work)
            record = self.home.run_record(folder)
            self.assertEqual((record["parent"], record["state"]), ({"run": parent.name, "step": 20}, "finished"))
            return folder
        self.assertEqual(self.weights(branch()), self.weights(parent))  # with nothing changed it is what its parent did
        slower = branch("--learning-rate", 0.0003)
        alone = self.new_run(lambda: self.home.run("branch", parent.name, "--at", 20, "--learning-rate", 0.0003))
        losses = [self.home.run_record(folder)["validation"]["loss"] for folder in (slower, alone, parent)]
        self.assertAlmostEqual(losses[0], losses[1], places=4)
        self.assertNotAlmostEqual(losses[0], losses[2], places=4)
        self.assertFalse((self.home.folder / "none").exists())

    def test_a_branch_of_a_run_of_one_process(self):
        """On other towers it sees the same images. A branch that cannot begin leaves no run behind."""
        parent = self.home.train(*PLAN[2:], "--epochs", 1, "--checkpoint-every", 10, "--exchange", "cpu")
        before = self.home.run_folders()
        with Ranks(self.home, 2, parent.name, "--epochs", 2, command="branch") as started:
            for status, words in started.end():
                self.assertEqual(status, 2)
                self.assertIn("Over ranks there is 'allreduce'", words)
        self.assertEqual(self.home.run_folders(), before)

        def work():
            with Ranks(self.home, 2, parent.name, "--epochs", 2, "--exchange", "allreduce", command="branch") as started:
                self.assertEqual([status for status, _ in started.end()], [0, 0])
        plan = json.loads((self.new_run(work) / "plan.json").read_text())
        self.assertEqual((plan["towers"], plan["global_batch"]), (2, 90))

    # 5 s: from there on ranks ask for one another once a second. The two that were there named one another.
    def test_a_stopped_rank_is_lost(self):
        with Ranks(self.home, 3, *PLAN, "--epochs", 1_000, "--rank-silence", 5) as started:
            started.wait_for_step(5)
            started[1].send_signal(signal.SIGSTOP)
            for rank in (0, 2):
                words = started[rank].communicate(timeout=belfry.TIMEOUT)[1]
                self.assertEqual(started[rank].returncode, 1)
                self.assertRegex(words, r"Rank 1 \(host .*\) is lost after step \d+\.")

    def test_an_interrupt_of_any_rank_stops_all(self):
        def work():
            with Ranks(self.home, 2, *PLAN, "--epochs", 1_000) as started:
                started.wait_for_step(5)
                started[1].send_signal(signal.SIGINT)
                self.assertEqual([status for status, _ in started.end()], [130, 130])
        folder = self.new_run(work)
        record = self.home.run_record(folder)
        self.assertEqual(record["state"], "stopped")
        self.assertEqual(belfry.safetensors(folder / "weights" / "final.safetensors")[0]["step"], str(record["steps"]))

    def test_a_job_that_is_started_again_goes_on(self):
        """As torchrun does after a failure, and Slurm after a requeue; here with fewer ranks."""
        def attempt(count):
            return {rank: {"TORCHELASTIC_RUN_ID": "job 7", "TORCHELASTIC_RESTART_COUNT": count} for rank in range(3)}

        def work():
            with Ranks(self.home, 3, *PLAN, "--epochs", 2, "--checkpoint-every", 1, environment=attempt("0")) as first:
                first.wait_for_step(5)
                first[2].kill()
                first.end()
        folder = self.new_run(work)
        before = len(self.home.run_folders())
        with Ranks(self.home, 2, *PLAN, "--epochs", 2, "--checkpoint-every", 1, environment=attempt("1")) as again:
            self.assertEqual([status for status, _ in again.end()], [0, 0])
        self.assertEqual(len(self.home.run_folders()), before)
        record = self.home.run_record(folder)
        self.assertEqual((record["state"], record["epochs"]), ("finished", 2))
        # A rank that was lost after the end made the launcher start the job once more: a whole new run was trained.
        with Ranks(self.home, 2, *PLAN, "--epochs", 2, "--checkpoint-every", 1, environment=attempt("2")) as done:
            ended = done.end()
        self.assertEqual([status for status, _ in ended], [0, 0])
        self.assertEqual(ended[0][1], f"belfry-cli: Run '{folder.name}' of this job has finished.\n")
        self.assertEqual(len(self.home.run_folders()), before)

    def test_a_job_goes_on_with_one_rank_and_with_more(self):
        """A restart that came back with one rank trained a new run, and a job that began with one was never found again.
        Torchrun does not count it as a restart when a machine joins: the agent, here this process, is the same."""
        plan = ("--epochs", 30, "--checkpoint-every", 1)

        def attempt(ranks, count, end):
            variables = {rank: {"TORCHELASTIC_RUN_ID": "job 8", "TORCHELASTIC_RESTART_COUNT": count} for rank in range(ranks)}
            with Ranks(self.home, ranks, *PLAN, *plan, environment=variables) as started:
                belfry.until(started[0], "step ")
                end(started)
                return [status for status, _ in started.end()]

        folder = self.new_run(lambda: attempt(1, "0", lambda ranks: ranks[0].kill()))
        before = self.home.run_folders()
        self.assertEqual(attempt(2, "1", lambda ranks: ranks[1].kill()), [1, -signal.SIGKILL])
        self.assertEqual(attempt(1, "2", lambda ranks: ranks[0].send_signal(signal.SIGTERM)), [130])
        self.assertEqual(attempt(3, "0", lambda ranks: None), [0, 0, 0])
        self.assertEqual(self.home.run_folders(), before)
        record = self.home.run_record(folder)
        self.assertEqual((record["state"], record["epochs"]), ("finished", 30))
        # What has finished is not gone on with by who begins anew.
        self.assertNotEqual(self.new_run(lambda: attempt(1, "0", lambda ranks: ranks[0].kill())), folder)

    def test_one_rank_needs_nobody(self):
        """It wanted to know where to meet the others."""
        self.home.environment.update({"RANK": "0", "WORLD_SIZE": "1"})
        done = self.home.run("train", *PLAN, "--steps", 2, "--no-record")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_who_differs_is_told(self):
        for own, mention in (({1: ("--seed", 3)}, "in the setting 'seed': '3' there, '1' at rank 0"),
                             ({1: ("--optimizer", "sgd")}, "in the setting 'learning_rate': '0")):
            with Ranks(self.home, 2, *PLAN, own=own) as started:
                for status, words in started.end():
                    self.assertEqual(status, 2)
                    self.assertRegex(words, rf"\Abelfry-cli: Rank 1 \(host .*\) differs from rank 0 {mention}.*\n\Z")

    def test_who_resumes_otherwise_is_told(self):
        """Rank 0's options counted, without a word to who gave another rank others."""
        folder = self.train(2, "--epochs", 1)
        for command, own in (("resume", {0: ("--epochs", 2), 1: ("--epochs", 3)}),
                             ("branch", {0: ("--epochs", 2, "--at", 10), 1: ("--epochs", 2)})):
            with Ranks(self.home, 2, folder.name, command=command, own=own) as started:
                for status, words in started.end():
                    self.assertEqual(status, 2)
                    self.assertRegex(words, r"Rank 1 \(host .*\) differs from rank 0 in the options: '.*epochs.*' there, '.*epochs.*' at")

    def test_who_does_something_else_is_told(self):
        with Ranks(self.home, 2, command=("train", "resume"), own={0: PLAN, 1: ("some-run",)}) as started:
            for status, words in started.end():
                self.assertEqual(status, 2)
                self.assertRegex(words, r"Rank 1 \(host .*\) differs from rank 0 in the command: 'resume' there, 'train' at rank 0")

    def test_what_one_process_does_is_not_done_twice(self):
        for command in ("evaluate ready", "search", "scaling --model lenet", "bench exchange"):
            with Ranks(self.home, 2, command=command) as started:
                for status, words in started.end():
                    self.assertEqual(status, 2)
                    self.assertIn("this is one of 2 ranks, by RANK. Start it once", words)
        with Ranks(self.home, 2, command="devices") as started:
            self.assertEqual([status for status, _ in started.end()], [0, 0])

    def test_a_rank_that_does_not_come_is_named(self):
        with Ranks(self.home, 1, *PLAN, "--rank-wait", 1, environment={0: {"WORLD_SIZE": "3"}}) as started:
            ((status, words),) = started.end()
        self.assertEqual(status, 2)
        self.assertRegex(words, r"\Abelfry-cli: Ranks 1, 2 of 3 did not come within 1 s\. .*\n\Z")

    def test_what_strangers_send_ends_no_run(self):
        dice = random.Random(SEED)
        folder = None

        def work():
            with Ranks(self.home, 2, *PLAN, "--epochs", 40) as started:
                started.wait_for_step(5)
                ports = [port for process in started.processes for port in listening_ports(process.pid)]
                self.assertGreaterEqual(len(ports), 2)
                for _ in range(STRANGERS):
                    with socket.create_connection(("127.0.0.1", dice.choice(ports)), timeout=10) as stranger:
                        stranger.sendall(garbage(dice))
                self.assertEqual([status for status, _ in started.end()], [0, 0])
        with self.subTest(seed=SEED):
            folder = self.new_run(work)
        self.assertEqual(self.home.run_record(folder)["state"], "finished")

    def test_variables_are_checked(self):
        for changed, mention in (({"WORLD_SIZE": ""}, "WORLD_SIZE is ''"), ({"RANK": "2"}, "RANK is '2'"),
                                 ({"RANK": "-1"}, "RANK is '-1'"), ({"WORLD_SIZE": "two"}, "WORLD_SIZE is 'two'"),
                                 ({"MASTER_PORT": "99999"}, "MASTER_PORT is '99999'"),
                                 ({"MASTER_ADDR": ""}, "MASTER_ADDR is not set")):
            with self.subTest(changed=changed):
                with Ranks(self.home, 2, *PLAN, environment={0: changed}, own={0: ("--rank-wait", 1), 1: (
                        "--rank-wait", 1)}) as started:
                    status, words = started.end()[0]
                self.assertEqual(status, 2)
                self.assertIn(mention, words)
                self.assertEqual(words.count("\n"), 1)


if __name__ == "__main__":
    belfry.main()
