"""SIGKILL at random moments of a run: nothing that was whole is lost, nothing half is left under a good name."""
import contextlib
import json
import pathlib
import random
import signal
import sqlite3

import belfry

KILLS = 10
SEED = random.SystemRandom().randrange(1 << 32)


def damage(database):
    """What SQLite's own check finds, "" for a sound file."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
    return "" if answer == "ok" else answer


def recorded_steps(database):
    """The last step that the database holds; 0 for one that was killed before its tables were made."""
    if not database.exists():
        return 0
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return connection.execute("SELECT coalesce(max(step), 0) FROM steps").fetchone()[0] if tables else 0


class Kill(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.good = cls.home.train("--steps", 5, "--batch-per-tower", 16, "--name", "good")

    def kill_after(self, lines):
        """Starts a run that saves weights all the time and kills it after that many lines; returns its folder."""
        before = self.home.run_folders()
        process = self.home.start("--epochs", 3, "--global-batch", 2_000, "--checkpoint-every", 1, "--display-every", 1)
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        return next((path for path in self.home.run_folders() if path not in before), None)

    def good_files(self):
        return {path: hash for path, hash in self.home.contents().items() if path.startswith(self.good.name)}

    def test_leaves_nothing_half(self):
        dice = random.Random(SEED)
        untouched = self.good_files()
        for _ in range(KILLS):
            lines = dice.randrange(1, 60)
            with self.subTest(seed=SEED, lines=lines):
                folder = self.kill_after(lines)
                self.assertEqual(self.good_files(), untouched)
                self.check(folder)

    def events(self, process):
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return map(json.loads, process.stdout)

    def test_a_young_run_has_something_to_go_on_from(self):
        # Long before the time that the plan gives between two.
        process = self.home.start("--epochs", 1000, "--checkpoint-minutes", 1000, "--json")
        for event in self.events(process):
            if event["event"] == "checkpoint" and not event["best"]:
                break
            self.assertFalse(event["event"] == "step" and event["seconds"] > 60, "a minute of training without a checkpoint")
        process.send_signal(signal.SIGKILL)
        resumed = self.home.popen("resume", pathlib.Path(event["path"]).parents[1].name, "--json")
        started = next(one for one in self.events(resumed) if one["event"] == "started")
        self.assertGreaterEqual(started["step"], event["step"])  # another one may have been made meanwhile

    def check(self, folder):
        summary = next(run for run in self.home.json("runs", "list") if run["id"] == folder.name)
        self.assertEqual(summary["state"], "interrupted", summary)
        self.assertIn("quit unexpectedly", summary["reason"])
        for weights in (folder / "weights").glob("*.safetensors"):
            belfry.safetensors(weights)
        self.assertGreaterEqual(summary["steps"], recorded_steps(folder / "metrics.db"))
        if (folder / "metrics.db").exists():
            shown = self.home.json("runs", "show", folder.name)
            self.assertEqual(shown["summary"], summary)
            self.assertEqual(damage(folder / "metrics.db"), "")
        newest = sorted((folder / "weights").glob("*.safetensors"))
        if newest:
            self.assertEqual(self.home.json("evaluate", newest[-1])["images"], 10_000)


if __name__ == "__main__":
    belfry.main()
