"""Looking at a run from another process: every checkpoint evaluated as it comes, any of them by name, figures as a table."""
import csv
import io
import json
import signal

import belfry

PLAN = ("--model", "mlp", "--width", 16, "--hidden-layers", 1, "--global-batch", 5_000, "--checkpoint-minutes", 0)


class Watch(belfry.HomeTest):
    def watch(self, run):
        return self.home.popen("evaluate", run, "--split", "validation", "--watch", "--json")

    def test_follows_a_run_to_its_end(self):
        run = self.home.start(*PLAN, "--epochs", 8, "--checkpoint-every", 11, "--display-every", 1, "--name", "followed")
        run.stdout.readline()
        watch = self.watch("followed")
        run.communicate(timeout=belfry.TIMEOUT)
        out, error = watch.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(watch.returncode, 0, error)
        seen = [json.loads(line) for line in out.splitlines()]
        self.assertEqual({line["weights"] for line in seen} & {"best.safetensors", "final.safetensors"},
                         {"best.safetensors", "final.safetensors"})
        self.assertIn(88, [line["step"] for line in seen])
        self.assertEqual(len(seen), len({(line["weights"], line["step"]) for line in seen}))
        recorded = {epoch["step"]: epoch["validation_accuracy"]
                    for epoch in self.home.json("runs", "show", "followed")["epochs"]}
        for line in seen:
            self.assertEqual(line["images"], 5_000)
            if line["weights"] == "best.safetensors" and line["step"] in recorded:
                self.assertAlmostEqual(line["accuracy"], recorded[line["step"]], delta=2e-4)

    def test_ends_with_a_run_that_is_killed(self):
        run = self.home.start(*PLAN, "--epochs", 100_000, "--checkpoint-every", 50, "--display-every", 1, "--name", "killed")
        run.stdout.readline()
        watch = self.watch("killed")
        self.assertTrue(watch.stdout.readline())
        run.send_signal(signal.SIGKILL)
        run.communicate(timeout=belfry.TIMEOUT)
        watch.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(watch.returncode, 0)

    def test_any_weights_of_a_run_by_name(self):
        self.home.train(*PLAN, "--epochs", 2, "--checkpoint-every", 9, "--name", "named")
        for name, step in {"9": 9, "18": 18, "newest": 18, "final": 22}.items():
            self.assertEqual(self.home.json("evaluate", "named", "--weights", name)["step"], step, name)
        result = self.home.json("evaluate", "named", "--weights", "final")
        self.assertEqual(sum(entry["correct"] for entry in result["per_class"]), result["correct"])
        self.assertEqual([entry["class"] for entry in result["per_class"]], result["classes"])
        file = self.home.folder / "counts.csv"
        self.assertEqual(self.home.json("evaluate", "named", "--weights", "final", "--csv", file)["correct"], result["correct"])
        rows = list(csv.reader(file.read_text().splitlines()))
        self.assertEqual([[int(count) for count in row[1:11]] for row in rows[1:11]],
                         [result["confusion"][10 * label:10 * label + 10] for label in range(10)])
        self.assertEqual(rows[11][11:13], [str(result["images"]), str(result["correct"])])
        self.assertRefused(self.home.run("evaluate", "named", "--weights", "10"), "'10'", "best, final, 9, 18")

    def test_figures_as_a_table(self):
        self.home.train(*PLAN, "--epochs", 2, "--name", "table")
        steps = list(csv.DictReader(io.StringIO(self.home.run("runs", "csv", "table").stdout)))
        self.assertEqual([int(row["step"]) for row in steps], list(range(1, 23)))
        self.assertLess(float(steps[-1]["loss_with_dropout"]), float(steps[0]["loss_with_dropout"]))
        epochs = list(csv.DictReader(io.StringIO(self.home.run("runs", "csv", "table", "--epochs").stdout)))
        shown = self.home.json("runs", "show", "table")["epochs"]
        self.assertEqual([float(row["validation_accuracy"]) for row in epochs],
                         [float(f"{epoch['validation_accuracy']:.9g}") for epoch in shown])


if __name__ == "__main__":
    belfry.main()
