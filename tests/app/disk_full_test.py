"""A disk that is full while checkpoints are made: the run goes on, and so does whoever resumes it.

The largest file that the program may write is set from outside while it trains: a write beyond that fails as on a full
disk, for whoever runs the tests, and on no file system but theirs.
"""
import contextlib
import json
import resource
import shutil
import sqlite3

import belfry

# Checkpoints of 13 MB; all else that a run writes stays below 5 MB.
PLAN = ("--model", "mlp", "--width", 1024, "--hidden-layers", 1, "--dropout", 0, "--global-batch", 20,
        "--checkpoint-every", 25, "--checkpoint-minutes", 0)
WHOLE = (*PLAN, "--steps", 300)
SMALL = 6 << 20
UNLIMITED = resource.RLIM_INFINITY


def events_of(process):
    for line in process.stdout:
        yield json.loads(line)


def losses(folder):
    with contextlib.closing(sqlite3.connect(folder / "metrics.db")) as connection:
        return connection.execute("SELECT step, loss FROM steps ORDER BY step").fetchall()


def weights(folder):
    return belfry.safetensors(folder / "weights" / "final.safetensors")[1]


class DiskFull(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = cls.home.train(*WHOLE, "--name", "whole")

    def next_checkpoint(self, events):
        return next(event for event in events if event["event"] == "checkpoint" and not event["best"])["step"]

    def next_warning(self, events):
        return next(event for event in events if event["event"] == "warning")["text"]

    def test_the_run_goes_on(self):
        # Its signal is ignored, as Python does, and the pipe is short: the program is never far ahead of its reader.
        process = self.home.start(*WHOLE, "--name", "full", "--json", restore_signals=False, pipesize=4096)
        events = events_of(process)
        folder = self.home.runs / next(events)["run"]
        self.next_checkpoint(events)
        newest = self.next_checkpoint(events)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (SMALL, UNLIMITED))
        warnings = [self.next_warning(events) for _ in range(2)]
        for text in warnings:
            self.assertRegex(text, r"^Cannot write '.*step-\d+[.]safetensors.*': File too large[.] Free some space")
            self.assertRegex(text, rf" The newest checkpoint is that of step ({newest}|{newest + 25})[.] The run continues[.]$")
        kept = self.home.runs / "20260101-000000-kept" # what a user has who pulls the plug now
        shutil.copytree(folder, kept)
        self.assertEqual([path.name for path in kept.rglob("*.tmp*")], [])
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        self.next_checkpoint(events)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(losses(folder), losses(self.whole))
        self.assertEqual(weights(folder), weights(self.whole))
        log = (folder / "log.txt").read_text()
        self.assertIn(warnings[0], log)

        (kept / "lock").unlink()
        record = json.loads((kept / "run.json").read_text())
        record["process"]["pid"] = 2**22 + 1 # of a process that is gone
        (kept / "run.json").write_text(json.dumps(record))
        done = self.home.run("resume", kept.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resumed at step", done.stdout)
        self.assertEqual(losses(kept), losses(self.whole))
        self.assertEqual(weights(kept), weights(self.whole))

    def test_a_run_that_never_kept_one_says_so_too(self):
        process = self.home.start(*PLAN, "--steps", 60, "--name", "never", restore_signals=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, UNLIMITED)))
        output, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(output.count("Free some space or choose another folder. The run continues.\n"), 2, output)
        self.assertIn("final.safetensors", output)  # after which nothing goes on
        self.assertIn("test ", output)


if __name__ == "__main__":
    belfry.main()
