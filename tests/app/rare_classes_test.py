"""Rare classes: class weights, balanced sampling, and figures that count every class alike, wherever they are told."""
import csv
import io
import statistics

import belfry
import pictures

PLAN = ("--model", "mlp", "--hidden-layers", "1", "--width", "8", "--batch-per-tower", "16", "--picture-size", "8", "--epochs", "3")


def means_of(confusion, classes):
    """Balanced accuracy and macro F1 of counts: one list, row by row."""
    rows = [confusion[row * classes:(row + 1) * classes] for row in range(classes)]
    predicted = [sum(row[label] for row in rows) for label in range(classes)]
    recalls = [row[label] / sum(row) for label, row in enumerate(rows) if sum(row)]
    scores = [2 * row[label] / (sum(row) + predicted[label]) for label, row in enumerate(rows) if sum(row) + predicted[label]]
    return statistics.fmean(recalls), statistics.fmean(scores)


class RareClassesTest(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pets = cls.home.folder / "pets"
        for split in "train", "validation", "test":
            for label, (name, count) in enumerate((("cat", 4), ("dog", 60), ("fish", 30))):
                folder = cls.pets / split / name
                folder.mkdir(parents=True)
                for number in range(count):
                    value = 40 + 70 * label + 50 * number // count  # neighbours overlap a little
                    (folder / f"{number:02}.png").write_bytes(pictures.png(bytes([value]) * 144, 12, 12))

    def test_figures_are_the_same_wherever_they_are_told(self):
        run = self.home.train("--data", self.pets, *PLAN, "--class-weights", "balanced", "--sampling", "balanced",
                              "--best-by", "macro-f1")
        table = self.home.folder / "counts.csv"
        found = self.home.json("evaluate", run.name, "--split", "validation", "--csv", table)
        balanced, macro = means_of(found["confusion"], 3)
        self.assertAlmostEqual(found["balanced_accuracy"], balanced, places=12)
        self.assertAlmostEqual(found["macro_f1"], macro, places=12)
        last = list(csv.DictReader(io.StringIO(table.read_text())))[-1]
        self.assertEqual(last["true_class"], "macro average")
        self.assertAlmostEqual(float(last["recall"]), balanced, places=5)
        self.assertAlmostEqual(float(last["f1"]), macro, places=5)
        shown = self.home.json("runs", "show", run.name)
        self.assertAlmostEqual(shown["summary"]["best_balanced_accuracy"], balanced, places=12)
        self.assertAlmostEqual(shown["summary"]["best_macro_f1"], macro, places=12)
        best = max(shown["epochs"], key=lambda epoch: (epoch["validation_macro_f1"], -epoch["epoch"]))
        self.assertEqual(best["epoch"], shown["summary"]["best_epoch"])
        printed = self.home.run("runs", "csv", run.name, "--epochs").stdout
        for row, epoch in zip(csv.DictReader(io.StringIO(printed)), shown["epochs"], strict=True):
            self.assertAlmostEqual(float(row["validation_balanced_accuracy"]), epoch["validation_balanced_accuracy"], places=8)
            self.assertAlmostEqual(float(row["validation_macro_f1"]), epoch["validation_macro_f1"], places=8)

    def test_logit_adjustment_makes_the_network_answer_the_rare_class(self):
        def answers(*words):  # that are cat, of the validation split
            run = self.home.train("--data", self.pets, *PLAN, "--best-by", "last", "--learning-rate", "0.1", *words)
            return sum(self.home.json("evaluate", run.name, "--split", "validation")["confusion"][::3])

        self.assertGreater(answers("--logit-adjustment", "5"), answers())

    def test_bad_weights_are_refused(self):
        for words, *mentions in (("1,-2,3", "'-2'", "0 to 1000000"), ("1,nan,3", "'nan'"), ("1,inf,3", "'inf'"), ("0,0,0", "all 0"),
                                 ("1,2", "are 2", "3 classes"), ("even", "'even'", "'balanced'")):
            done = self.home.run("train", "--data", self.pets, *PLAN, "--class-weights", words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            for mention in mentions:
                self.assertIn(mention, done.stderr)


if __name__ == "__main__":
    belfry.main()
