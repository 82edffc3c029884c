"""--hosts: ranks that are started by ssh, and that end whatever happens. A script stands in for ssh: all hosts are
this machine."""
import json
import os
import select
import signal
import socket
import subprocess
import time

import belfry

SSH = r"""#!/bin/sh
for word; do [ "$word" != -G ] || asked=1; done
while [ "$1" != -- ]; do shift; done
host=$2 command=$3
if [ -n "$asked" ]; then echo "hostname 127.0.0.1"; exit; fi
case $host-$command in
  nowhere-*) printf 'ssh: Could not resolve hostname nowhere: Name or service not known\r\n' >&2; exit 255 ;;
  locked-*) printf 'locked: Permission denied (publickey).\r\n' >&2; exit 255 ;;
  stranger-*) printf 'Host key verification failed.\r\n' >&2; exit 255 ;;
  down-*) printf 'ssh: connect to host down port 22: Connection refused\r\n' >&2; exit 255 ;;
  older-*) echo 0.0.1; exit ;;
  broken-*--version*) ;;
  mute-*--version*) ;;
  mute-*) echo $$ >> "$PROCESSES/$host"; exec cat > /dev/null ;;
  broken-*) echo 'Illegal instruction' >&2; exit 132 ;;
esac
echo $$ >> "$PROCESSES/$host"   # those that follow have the same number
exec sh -c "$command"
"""
ENDLESS = ("--steps", 1_000_000_000, "--batch-per-tower", 16, "--display-every", 1)


class Hosts(belfry.HomeTest):
    def setUp(self):
        self.home = belfry.Home()
        self.addCleanup(self.home.remove)
        programs = self.home.folder / "programs"
        programs.mkdir()
        (programs / "ssh").write_text(SSH)
        (programs / "ssh").chmod(0o755)
        self.processes = self.home.folder / "processes"
        self.processes.mkdir()
        self.home.environment.update(PATH=f"{programs}:{os.environ['PATH']}", PROCESSES=str(self.processes))

    def rank_on(self, host):
        """The process of a rank; None once it has gone."""
        try:
            return os.pidfd_open(int((self.processes / host).read_text().split()[-1]))
        except ProcessLookupError:
            return None

    def assert_ended(self, process):
        """Waits: a rank that goes on would do so for ever."""
        if process is None:
            return
        ready, _, _ = select.select([process], [], [], belfry.TIMEOUT)
        self.assertTrue(ready, "a rank is left behind")
        os.close(process)

    def plan_of(self, folder):
        return json.loads((folder / "plan.json").read_text())

    def test_three_machines_train_one_run(self):
        folder = self.home.train("--hosts", "a,someone@b", "--steps", 4, "--global-batch", 48)
        self.assertEqual(self.home.run_record(folder)["state"], "finished")
        self.assertEqual(self.plan_of(folder)["towers"], 3)
        alone = self.home.train("--steps", 4, "--global-batch", 48, "--towers", 3)
        self.assertEqual(*(self.home.json("evaluate", run.name)["accuracy"] for run in (folder, alone)))

    def test_every_machine_has_its_own_number_of_towers(self):
        """--towers is this machine's then, as the window's set-up has it."""
        for number, options, towers in ((1, ("--hosts", "a:2,b:1"), 4), (2, ("--hosts", "a:2,b:1", "--towers", 3), 6),
                                        (3, ("--hosts", "a:2", "--towers", 1), 3), (4, ("--hosts", "a,b", "--towers", 4), 4)):
            folder = self.home.train(*options, "--steps", 2, "--global-batch", 48, "--name", f"own {number}")
            self.assertEqual(self.plan_of(folder)["towers"], towers, options)

    def test_resumed_over_hosts_with_the_same_bits(self):
        """Also a run that was begun here alone. What the ranks are sent was a file in /tmp, which other users could read."""
        plan = ("--hosts", "a,b", "--global-batch", 48)
        whole = self.home.train(*plan, "--steps", 6)
        folder = self.home.train(*plan, "--steps", 4)
        alone = self.home.train("--towers", 3, "--global-batch", 48, "--steps", 4)
        for run, more in ((folder, ()), (alone, ("--exchange", "allreduce"))):
            done = self.home.run("resume", run.name, "--hosts", "a,b", "--steps", 6, *more,
                                 environment={"TMPDIR": "/nowhere"})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual((self.home.run_record(run)["steps"], self.plan_of(run)["towers"]), (6, 3))
        self.assertEqual(*(belfry.safetensors(run / "weights/final.safetensors")[1] for run in (whole, folder)))
        self.assertRefused(self.home.run("resume", folder.name, "--hosts", "a:2"), "Host 'a' is given 2 towers", "--towers")
        self.assertRefused(self.home.run("resume", folder.name, "--hosts", "nowhere"), "'nowhere' is unknown")
        self.assertRefused(self.home.run("resume", "none", "--hosts", "a"), "none")

    def test_ctrl_c_while_hosts_are_waited_for(self):
        for command in (("train", "--hosts", "mute"), ("bench", "link", "--hosts", "mute")):
            process = self.home.popen(*command)
            while not (self.processes / "mute").exists():
                self.assertIsNone(process.poll())
                time.sleep(0.05)
            rank = self.rank_on("mute")
            process.send_signal(signal.SIGINT)
            self.assertEqual((process.communicate(timeout=belfry.TIMEOUT)[1], process.returncode), ("", 130))
            self.assert_ended(rank)
            (self.processes / "mute").unlink()
        self.assertEqual(self.home.run_folders(), [])

    def test_odd_names_of_folder_and_program(self):
        odd = self.home.folder / "it's $HOME; \"and\" `more` \\ !1 = x"
        odd.mkdir()
        (odd / "belfry=cli").symlink_to(belfry.PROGRAM)
        done = self.home.run("train", "--devices", "cpu", "--hosts", "a:2", "--steps", 2, "--batch-per-tower", 16,
                             "--remote-program", odd / "belfry=cli", cwd=odd)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (folder,) = self.home.run_folders()
        self.assertEqual(self.plan_of(folder)["towers"], 4)

    def test_killed_leaves_nothing(self):
        process = self.home.start("--hosts", "a,b", *ENDLESS)
        belfry.until(process, "step 2/")
        ranks = [self.rank_on(host) for host in "ab"]
        process.kill()
        process.communicate(timeout=belfry.TIMEOUT)
        for rank in ranks:
            self.assert_ended(rank)

    def test_rank_ends_with_its_input(self):
        """Also while it waits for another, whose loss would end it too."""
        with socket.create_server(("127.0.0.1", 0)) as mute:
            place = {"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1",
                     "MASTER_PORT": str(mute.getsockname()[1])}
            rank = subprocess.Popen([belfry.PROGRAM, "train", "--held-by-input"], stdin=subprocess.PIPE,
                                    stderr=subprocess.PIPE, env={**self.home.environment, **place})
            rank.stdin.write(b'{"steps": 1}\n')
            rank.stdin.flush()
            with mute.accept()[0]:
                _, errors = rank.communicate(timeout=belfry.TIMEOUT)
            self.assertEqual((rank.returncode, errors), (130, b""))

    def test_ctrl_c_stops_all(self):
        process = self.home.start("--hosts", "a", *ENDLESS)
        belfry.until(process, "step 2/")
        rank = self.rank_on("a")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual((process.returncode, errors), (130, ""))
        self.assert_ended(rank)
        (folder,) = self.home.run_folders()
        self.assertEqual(self.home.run_record(folder)["state"], "stopped")

    def test_lost_rank_is_named(self):
        process = self.home.start("--hosts", "a,b", *ENDLESS)
        belfry.until(process, "step 2/")
        other, lost = self.rank_on("a"), self.rank_on("b")
        signal.pidfd_send_signal(lost, signal.SIGKILL)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("The rank on host 'b' ended with status 137.", errors)
        self.assertRegex(errors, r"(?m)^belfry-cli: .*Rank 2 \(host .*\) is lost")
        self.assert_ended(other)

    def test_rank_that_is_stopped_is_ended(self):
        """It reads no input any more, and ends by no signal but one."""
        process = self.home.start("--hosts", "a,b", "--rank-silence", 1, *ENDLESS)
        belfry.until(process, "step 2/")
        other, lost = self.rank_on("a"), self.rank_on("b")
        signal.pidfd_send_signal(lost, signal.SIGSTOP)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 1, errors)
        self.assertRegex(errors, r"(?m)^belfry-cli: .*Rank 2 \(host .*\) is lost")
        self.assert_ended(other)
        self.assert_ended(lost)

    def test_rank_that_does_not_start_is_not_waited_for(self):
        process = self.home.popen("train", "--devices", "cpu", "--hosts", "a,broken", *ENDLESS)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 1, errors)
        self.assertEqual(errors, "broken: Illegal instruction\n"
                                 "belfry-cli: The rank on host 'broken' ended with status 132.\n")
        self.assert_ended(self.rank_on("a"))
        self.assertEqual(self.home.run_folders(), [])

    def refused(self, *arguments, mentions, environment=None):
        done = self.home.run("train", *arguments, "--steps", 1, environment=environment)
        self.assertRefused(done, *mentions)
        return done.stderr

    def test_every_host_that_cannot_take_part_is_named(self):
        error = self.refused("--hosts", "nowhere,a,locked,stranger,down,older", mentions=[
            "'nowhere' is unknown", "'locked' refuses this user's keys (locked: Permission denied (publickey))",
            "'stranger' shows a key", "'down' cannot be reached by ssh: ssh: connect to host down port 22: Connection refused. ",
            "'older' has version '0.0.1'"])
        self.assertNotIn("'a'", error)
        self.refused("--hosts", "a", "--remote-program", "/no/belfry-cli",
                     mentions=["'a' has no program /no/belfry-cli", "--remote-program"])

    def test_lists_that_are_none(self):
        for hosts in ("", "a,,b", "-oProxyCommand=x", "a b", "a;b", "a@-b", "::1"):
            words = [f"--hosts={hosts}"] if hosts else ["--hosts", ""]
            self.refused(*words, mentions=["is no name of a host", "user@a:2"])
        self.refused("--hosts", "a,b,a", mentions=["'a' is named twice"])
        for number in ("a:", "a:0", "a:2x", "a:99999999999"):
            self.refused("--hosts", number, mentions=[f"'{number}'", "a:2"])
        self.refused("--hosts", "a", "--towers", "auto", mentions=["--towers auto"])
        self.refused("--hosts", "a", mentions=["this process is one already", "RANK"], environment={
            "RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29500"})

    def test_the_link_is_measured(self):
        report = self.home.json("bench", "link", "--hosts", "a,b", "--megabytes", "0.25,1", "--repeats", 3)
        self.assertEqual((report["ranks"], len(report["hosts"])), (3, 3))
        self.assertEqual([row["bytes"] for row in report["sums"]], [250_000, 1_000_000])
        for row in report["sums"]:
            self.assertAlmostEqual(row["link_bytes_per_second"], row["bytes_per_second"] * 4 / 3, delta=1)
        for host in "ab":
            self.assert_ended(self.rank_on(host))
        self.assertRefused(self.home.run("bench", "link"), "this process is alone", "--hosts")

    def test_without_ssh(self):
        self.refused("--hosts", "a", mentions=["'ssh' could not be started"], environment={"PATH": "/nowhere"})

    def test_input_that_is_no_plan(self):
        done = self.home.run("train", "--held-by-input")
        self.assertRefused(done, "standard input ended")


if __name__ == "__main__":
    belfry.main()
