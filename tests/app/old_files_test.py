"""Runs, plans and searches that earlier versions left open, go on and end as those versions would have ended them."""
import json
import pathlib
import shutil
import sys

import belfry

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
sys.path.append(str(FIXTURES))
import make  # noqa: E402

STATES = {"finished": "finished", "branch": "finished", "async": "finished", "killed": "interrupted", "rules": "interrupted"}


def meant(plan, field):
    """What the plan's field did: weight decay had no effect on gradient descent when these plans were kept."""
    return 0 if field == "weight_decay" and plan["optimizer"] in ("sgd", "momentum", "nesterov") else plan[field]


class OldFiles(belfry.HomeTest):
    """Of one version; every test has a copy of its own."""

    version = "0.1.0"

    def setUp(self):
        self.fixtures = FIXTURES / self.version
        self.expected = json.loads((self.fixtures / "expected.json").read_text())
        self.same_machine = self.expected["machine"] == make.machine()
        self.copy = self.home.folder / self.version
        make.copy(self.fixtures, self.copy)
        self.addCleanup(shutil.rmtree, self.copy)
        self.home.runs = self.copy / "runs"
        self.home.environment.update(BELFRY_RUNS=str(self.home.runs), BELFRY_SEARCHES=str(self.copy / "searches"))

    def folder(self, name):
        return make.folder_named(self.home.runs, name)

    def test_runs_are_listed_and_shown(self):
        runs = {run["name"]: run for run in self.home.json("runs", "list")}
        self.assertEqual({name: run["state"] for name, run in runs.items()}, STATES)
        self.assertEqual(runs["finished"]["tags"], ["old", "small"])
        self.assertEqual(runs["finished"]["note"], "Kept from a version of before.")
        self.assertEqual((runs["branch"]["parent"], runs["branch"]["parent_step"]), (self.folder("finished").name, 24))
        for name in STATES:
            shown = self.home.json("runs", "show", name)
            plan = json.loads((self.folder(name) / "plan.json").read_text())
            for field in plan:
                self.assertEqual(shown["plan"][field], meant(plan, field), f"{name}: {field}")
            table = self.home.run("runs", "csv", name)
            self.assertEqual(table.returncode, 0, table.stderr)
            before = runs[name]["parent_step"] if name == "branch" else 0  # of its parent
            self.assertEqual(len(table.stdout.splitlines()) - 1, runs[name]["steps"] - before, name)
            self.assertEqual(shown["epochs"][-1]["epoch"], int(runs[name]["epochs"]), name)

    def test_weights_are_evaluated_and_used(self):
        for name in ("finished", "branch", "async"):
            record = self.home.run_record(self.folder(name))
            found = self.home.json("evaluate", name, "--weights", "best")
            self.assertEqual(found["images"], record["test"]["images"])
            self.assertAlmostEqual(found["accuracy"], record["test"]["accuracy"], delta=0.001, msg=name)
            self.assertAlmostEqual(found["loss"], record["test"]["loss"], delta=1e-3, msg=name)
        for name in ("killed", "rules"):
            self.assertEqual(self.home.json("evaluate", name, "--weights", "newest")["images"], 10_000)

    def test_killed_runs_end_where_they_would_have_ended(self):
        """On the same machine but for rounding: a later version may sum in another order, which moves losses by 1e-7. That a
        resumed run has the bits of one that was not stopped is said of one version (resume_test)."""
        loss, accuracy = (1e-5, 1e-3) if self.same_machine else (0.01, 0.02)
        for name, expected in self.expected["runs"].items():
            done = self.home.run("resume", name)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            found = make.end_of_run(self.folder(name))
            for key in ("state", "steps", "images"):
                self.assertEqual(found[key], expected[key], name)
            for key, tolerance in (("validation_loss", loss), ("test_loss", loss), ("test_accuracy", accuracy)):
                self.assertAlmostEqual(found[key], expected[key], delta=tolerance, msg=f"{name}: {key}")

    def test_what_ended_goes_on_and_branches(self):
        for name, steps in (("finished", 48), ("async", 48)):
            done = self.home.run("resume", name, "--epochs", 4)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            record = self.home.run_record(self.folder(name))
            self.assertEqual((record["state"], record["steps"]), ("finished", steps), name)
        self.assertEqual(self.home.run("branch", "killed", "--at", 20, "--steps", 30, "--name", "twig").returncode, 0)
        self.assertEqual(self.home.run_record(self.folder("twig"))["steps"], 30)

    def test_plans_are_read(self):
        for path in sorted((self.copy / "plans").glob("*.json")):
            plan = json.loads(path.read_text())
            done = self.home.run("train", "--plan", path, "--devices", "cpu", "--towers", 1, "--shares", "", "--steps", 1,
                                 "--train-images", 20, "--batch-per-tower", 2, "--name", f"of-{path.stem}")
            self.assertEqual((done.returncode, done.stderr), (0, ""), path)
            ran = json.loads((self.folder(f"of-{path.stem}") / "plan.json").read_text())
            for field in set(plan) - {"name", "devices", "towers", "shares", "steps", "epochs", "train_images",
                                      "batch_per_tower", "global_batch", "feed", "exchange", "tensorboard"}:
                self.assertEqual(ran[field], meant(plan, field), f"{path.name}: {field}")

    def test_searches_are_listed_and_go_on(self):
        finished = make.folder_named(self.copy / "searches", "finished")
        self.assertRefused(self.home.run("search", "--resume", finished), "has ended")
        table = self.home.folder / "trials.csv"
        self.assertEqual(self.home.run("search", "--resume", finished, "--csv", table).returncode, 0)
        self.assertEqual(len(table.read_text().splitlines()), 1 + 7)
        folder = make.folder_named(self.copy / "searches", "unfinished")
        done = self.home.run("search", "--resume", folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found, expected = make.end_of_search(folder), self.expected["search"]
        if self.same_machine:
            self.assertEqual(found, expected)
        self.assertEqual(found["state"], "finished")
        self.assertEqual({trial: found["accuracies"][trial] for trial in ("1", "2", "3", "4")},
                         {trial: expected["accuracies"][trial] for trial in ("1", "2", "3", "4")})


if __name__ == "__main__":
    belfry.main()
