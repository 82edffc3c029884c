"""Ctrl-C, SIGTERM and readers that go away: a run ends whole, or goes on."""
import json
import pathlib
import re
import signal
import subprocess

import belfry

ENDLESS = ("--steps", 1_000_000_000, "--batch-per-tower", 16, "--display-every", 1)


def pending(process):
    """The signals that no thread of it has taken yet."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    mask = int(re.search(r"(?m)^ShdPnd:\s*(\w+)", status)[1], 16)
    return {number for number in signal.valid_signals() if mask >> (number - 1) & 1}


class Interrupt(belfry.HomeTest):
    def stop(self, process, *signals):
        for number in signals:
            process.send_signal(number)
        rest, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(errors, "")
        return rest

    def assert_stopped_whole(self, folder, least_steps):
        record = self.home.run_record(folder)
        self.assertEqual(record["state"], "stopped")
        self.assertGreaterEqual(record["steps"], least_steps)
        metadata, _ = belfry.safetensors(folder / "weights" / "final.safetensors")
        self.assertEqual(int(metadata["step"]), record["steps"])
        self.assertEqual([path for path in folder.rglob("*") if ".tmp" in path.name or path.name.endswith("-wal")], [])
        evaluated = self.home.json("evaluate", folder.name)
        self.assertEqual((evaluated["step"], evaluated["images"]), (record["steps"], 10_000))
        self.assertEqual(self.home.json("runs", "show", folder.name)["summary"]["state"], "stopped")

    def stopped_by(self, *signals):
        before = self.home.run_folders()
        process = self.home.start(*ENDLESS)
        belfry.until(process, "step 3/")
        rest = self.stop(process, *signals)
        self.assertRegex(rest, r"(?m)^stopped after ")
        (folder,) = (path for path in self.home.run_folders() if path not in before)
        self.assert_stopped_whole(folder, least_steps=3)

    def test_ctrl_c_saves(self):
        self.stopped_by(signal.SIGINT)

    def test_termination_saves(self):
        self.stopped_by(signal.SIGTERM)

    def test_two_ctrl_c_save_too(self):
        self.stopped_by(signal.SIGINT, signal.SIGINT)

    def test_many_terminations_save_too(self):  # a system's, of which the third one ended the program
        self.stopped_by(*[signal.SIGTERM] * 6)

    # A SIGUSR2 from outside, as batch systems send it before their time limit, ended the thread that hears signals: no
    # later signal stopped the run.
    def test_ctrl_c_saves_after_a_signal_that_means_nothing(self):
        process = self.home.start(*ENDLESS, "--name", "signalled")
        self.addCleanup(process.kill)
        belfry.until(process, "step 3/")
        process.send_signal(signal.SIGUSR2)
        while signal.SIGUSR2 in pending(process):
            belfry.until(process, "step ")
        rest = self.stop(process, signal.SIGINT)
        self.assertRegex(rest, r"(?m)^stopped after ")
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith("-signalled"))
        self.assert_stopped_whole(folder, least_steps=3)

    def test_ctrl_c_after_the_first_line(self):
        process = self.home.start(*ENDLESS, "--json", "--name", "early")
        started = json.loads(belfry.until(process, "{"))
        self.assertEqual(started["event"], "started")
        rest = self.stop(process, signal.SIGINT)
        finished = json.loads(rest.splitlines()[-1])
        self.assertEqual((finished["event"], finished["state"]), ("finished", "stopped"))
        folder = self.home.runs / started["run"]
        self.assertEqual(self.home.run_record(folder)["steps"], finished["steps"])
        self.assert_stopped_whole(folder, least_steps=0)

    def finishes_without_reader(self, *style):
        before = self.home.run_folders()
        process = self.home.start("--steps", 40, "--batch-per-tower", 16, "--display-every", 1, *style)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.wait(timeout=belfry.TIMEOUT), 0)
        self.assertEqual(process.stderr.read(), "")
        process.stderr.close()
        (folder,) = (path for path in self.home.run_folders() if path not in before)
        record = self.home.run_record(folder)
        self.assertEqual((record["state"], record["steps"]), ("finished", 40))

    def test_goes_on_without_reader_of_lines(self):
        self.finishes_without_reader()

    def test_goes_on_without_reader_of_json(self):
        self.finishes_without_reader("--json")

    def test_goes_on_when_the_disk_of_its_output_is_full(self):
        with open("/dev/full", "w") as full:
            process = self.home.start("--steps", 5, "--batch-per-tower", 16, "--no-record", stdout=full)
            _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual((process.returncode, errors), (0, ""))

    def test_goes_on_without_any_output(self):
        process = subprocess.run(
            ["sh", "-c", 'exec "$@" >&- 2>&- <&-', "sh", str(belfry.PROGRAM), "train", "--devices", "cpu", "--steps", "5",
             "--batch-per-tower", "16", "--name", "mute"], env=self.home.environment, timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0)
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith("-mute"))
        self.assertEqual(self.home.run_record(folder)["state"], "finished")
        belfry.safetensors(folder / "weights" / "final.safetensors")
        self.assertEqual(self.home.json("runs", "show", folder.name)["summary"]["steps"], 5)


if __name__ == "__main__":
    belfry.main()
