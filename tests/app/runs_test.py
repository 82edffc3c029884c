"""What people do with runs: names, notes, tags, the trash, and branches."""
import contextlib
import csv
import json
import sqlite3

import belfry


class Edits(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = cls.home.train("--steps", 2, "--batch-per-tower", 16, "--name", "first")

    def done(self, *arguments):
        done = self.home.run(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_names_notes_and_tags(self):
        self.done("runs", "rename", self.folder.name, "renamed")
        self.done("runs", "note", "renamed", "rate too high")
        self.done("runs", "tag", "renamed", "seed, paper")
        (run,) = self.home.json("runs")
        self.assertEqual((run["name"], run["note"], run["tags"]), ("renamed", "rate too high", ["seed", "paper"]))
        self.assertEqual(run["id"], self.folder.name)
        shown = self.done("runs", "show", "renamed")
        self.assertIn("rate too high", shown)
        self.assertIn("seed, paper", shown)
        self.done("runs", "note", "renamed", "")
        self.assertEqual(self.home.json("runs")[0]["note"], "")

    def test_the_trash(self):
        before = self.home.contents()
        self.assertIn("runs restore", self.done("runs", "delete", self.folder.name))
        self.assertEqual(self.home.json("runs"), [])
        (binned,) = self.home.json("runs", "list", "--trash")
        self.assertEqual(self.home.json("runs", "list", "--bin"), [binned])  # its former name, which no help shows
        self.assertNotIn("--bin", self.home.run("runs", "list", "--help").stdout)
        self.assertEqual(binned["id"], self.folder.name)
        self.done("runs", "restore", self.folder.name)
        after = self.home.contents()
        self.assertEqual({path: after[path] for path in before}, before)
        self.assertEqual(len(self.home.json("runs")), 1)


class Lists(belfry.HomeTest):
    def test_counts_have_their_plural(self):
        """A run of one tower was listed with '1 towers'."""
        self.home.train("--model", "mlp", "--steps", 1, "--batch-per-tower", 16, "--name", "short")
        self.assertRegex(self.home.run("runs", "list").stdout, r" 1 tower +1 step +best .* short\n")
        shown = self.home.run("runs", "show", "short").stdout
        self.assertIn(", 1 tower, 16 images per step,", shown)
        self.assertIn("  1 step, ", shown)


class Stages(belfry.HomeTest):
    """Where each tower's time went, as a table."""

    def test_every_step_and_tower(self):
        folder = self.home.train("--model", "mlp", "--towers", 2, "--steps", 3, "--batch-per-tower", 16, "--name", "two")
        plain = self.home.run("runs", "csv", "two").stdout.splitlines()
        rows = list(csv.DictReader(self.home.run("runs", "csv", "two", "--stages").stdout.splitlines()))
        self.assertEqual(len(rows), 3)
        self.assertEqual(list(rows[0])[:len(plain[0].split(","))], plain[0].split(","))
        stages = ("wait", "copy", "forward", "backward", "exchange", "update", "straggler")
        self.assertEqual(list(rows[0])[len(plain[0].split(",")):],
                         [f"tower{tower}_{stage}_ms" for tower in (0, 1) for stage in stages])
        with contextlib.closing(sqlite3.connect(folder / "metrics.db")) as connection:
            for step, tower, _, *times in connection.execute("SELECT * FROM towers"):
                for stage, time in zip(stages, times):
                    self.assertAlmostEqual(float(rows[step - 1][f"tower{tower}_{stage}_ms"]), time,
                                           delta=1e-5 * max(1, time))

    def test_not_of_epochs(self):
        self.home.train("--steps", 2, "--batch-per-tower", 16, "--name", "one")
        done = self.home.run("runs", "csv", "one", "--stages", "--epochs")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--epochs", done.stderr)


class Histograms(belfry.HomeTest):
    """What is inside a network, as a table and as JSON."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = cls.home.train("--model", "mlp", "--steps", 2, "--batch-per-tower", 16, "--name", "one")

    def test_every_vector(self):
        rows = list(csv.DictReader(self.home.run("runs", "csv", "one", "--histograms").stdout.splitlines()))
        self.assertEqual({row["step"] for row in rows}, {"2"}, "the end of the run")
        names = [row["vector"] for row in rows]
        for name in ("dense1/weight", "dense1/weight/gradients", "dense1/activations"):
            self.assertIn(name, names)
        weights = rows[names.index("dense1/weight")]
        figures = [float(weights[name]) for name in ("min", "lower_quartile", "median", "upper_quartile", "max")]
        self.assertEqual(figures, sorted(figures))
        self.assertLess(figures[0], 0)
        self.assertGreater(float(weights["deviation"]), 0)
        told = self.home.json("runs", "show", "one", "--histograms")["histograms"]
        self.assertEqual([one["step"] for one in told], [2])
        self.assertEqual([vector["name"] for vector in told[0]["vectors"]], names)
        for vector in told[0]["vectors"]:
            self.assertEqual(sum(vector["buckets"]), vector["count"])
            self.assertEqual(len(vector["buckets"]), len(vector["ends"]))
        self.assertNotIn("histograms", self.home.json("runs", "show", "one"))

    def test_of_runs_of_earlier_versions(self):
        with contextlib.closing(sqlite3.connect(self.folder / "metrics.db")) as connection:
            connection.execute("ALTER TABLE distributions RENAME TO others")
        try:
            self.assertEqual(len(self.home.run("runs", "csv", "one", "--histograms").stdout.splitlines()), 1)
            self.assertEqual(self.home.json("runs", "show", "one", "--histograms")["histograms"], [])
        finally:
            with contextlib.closing(sqlite3.connect(self.folder / "metrics.db")) as connection:
                connection.execute("ALTER TABLE others RENAME TO distributions")

    def test_not_with_others(self):
        for command in (("csv", "one", "--histograms", "--epochs"), ("csv", "one", "--histograms", "--stages"),
                        ("show", "one", "--histograms")):
            self.assertEqual(self.home.run("runs", *command).returncode, 2, command)


class Branches(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.parent = cls.home.train("--steps", 12, "--batch-per-tower", 16, "--checkpoint-every", 4, "--checkpoint-minutes", 0,
                                    "--keep-checkpoints", 9, "--name", "parent")

    def branch(self, *arguments):
        before = set(self.home.run_folders())
        done = self.home.run("branch", "parent", *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        (folder,) = set(self.home.run_folders()) - before
        return folder, [json.loads(line) for line in done.stdout.splitlines()]

    def test_another_rate_from_a_checkpoint(self):
        before = {path: digest for path, digest in self.home.contents().items() if path.startswith(self.parent.name)}
        folder, events = self.branch("--at", 8, "--learning-rate", 0.0002, "--name", "slower")
        after = self.home.contents()
        self.assertEqual({path: after[path] for path in before}, before)
        run = self.home.json("runs", "show", "slower")["summary"]
        self.assertEqual((run["parent"], run["parent_step"], run["state"]), (self.parent.name, 8, "finished"))
        self.assertEqual(events[-1]["steps"], 12)
        self.assertAlmostEqual(json.loads((folder / "plan.json").read_text())["learning_rate"], 0.0002)
        rows = self.home.run("runs", "csv", "slower").stdout.splitlines()
        self.assertEqual([row.split(",")[0] for row in rows[1:]], ["9", "10", "11", "12"])

    # With nothing changed it is what the parent did: the same bits.
    def test_the_same_rules_give_the_same_weights(self):
        folder, _ = self.branch("--at", 4)
        final = "weights/final.safetensors"
        self.assertEqual(belfry.safetensors(folder / final)[1], belfry.safetensors(self.parent / final)[1])

    def test_what_cannot_be(self):
        rows = [
            (("branch",), "run is required"),
            (("branch", "nope"), "'nope'"),
            (("branch", "parent", "--at", "5"), "no checkpoint of step 5", "4, 8"),
            (("branch", "parent", "--at", "many"), "--at", "number"),
            (("branch", "parent", "--learning-rate", "-1"), "learning rate"),
            (("branch", "parent"), "Step 12 is already reached", "more than 12 steps"),
            (("branch", "parent", "--steps", "12", "--learning-rate", "0.1"), "Step 12 is already reached"),
            (("branch", "parent", "--epochs", "1", "--steps", "5"), "one of the two"),
        ]
        for arguments, *mentions in rows:
            with self.subTest(" ".join(arguments)):
                before = self.home.contents()
                self.assertRefused(self.home.run(*arguments), *mentions)
                self.assertEqual(self.home.contents(), before)


if __name__ == "__main__":
    belfry.main()
