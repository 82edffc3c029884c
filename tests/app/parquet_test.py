"""`data import`: Parquet files become a folder that trains, whatever they hold, and nothing else is written."""
import json
import os
import pathlib
import select
import signal
import subprocess
import venv

import belfry
import pictures
from belfry import HomeTest

belfry.needs("pyarrow.parquet")
import pyarrow  # noqa: E402
import pyarrow.parquet  # noqa: E402

READER = pathlib.Path(__file__).resolve().parents[2] / "resources" / "data" / "parquet_pictures.py"
BYTES = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])


def picture(number, side=6):
    return pictures.png(bytes([number % 256]) * side * side, side, side)


def hugging_face(path, contents, labels, names=None):
    """As that library writes it: the features are JSON in the schema's metadata."""
    rows = [None if content is None else {"bytes": content, "path": "any.png"} for content in contents]
    table = pyarrow.table({"image": pyarrow.array(rows, BYTES), "label": labels})
    if names is not None:
        features = {"image": {"_type": "Image"}, "label": {"_type": "ClassLabel", "names": names}}
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(table, path)


class Parquet(HomeTest):
    @classmethod
    def setUpClass(cls):
        """A Python that has the tests' packages also when it is isolated."""
        super().setUpClass()
        cls.python = cls.home.folder / "python with pyarrow"
        venv.create(cls.python, with_pip=False, symlinks=True)
        (site,) = cls.python.glob("lib/python3.*/site-packages")
        (site / "packages.pth").write_text(str(pathlib.Path(pyarrow.__file__).parents[1]))
        cls.home.environment["BELFRY_PARQUET_PYTHON"] = str(cls.python / "bin" / "python")

    def setUp(self):
        self.folder = self.home.folder / self.id().rpartition(".")[2]
        self.folder.mkdir()
        self.output = self.folder / "output"
        self.file = self.folder / "pictures.parquet"

    def imported(self, source, *more):
        done = self.home.run("data", "import", source, "--output", self.output, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, *mentions, source=None, more=()):
        """Says so, and leaves nothing."""
        before = sorted(self.folder.iterdir())
        self.assertRefused(self.home.run("data", "import", source or self.file, "--output", self.output, *more), *mentions)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def files(self):
        return sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*") if path.is_file())

    def images(self, *more):
        shown = self.home.json("data", "show", self.output, *more)
        self.assertEqual(shown["issues"], [])
        return shown

    def test_pictures_of_splits_and_named_classes(self):
        names = ["cat", "a dog/wolf", "..", ".hidden"]
        source = self.folder / "set"
        for part in range(2):
            hugging_face(source / "data" / f"train-{part:05}-of-00002-abc.parquet", [picture(10 * part + i) for i in range(8)],
                         [0, 1, 2, 3] * 2, names)
        hugging_face(source / "data" / "validation-00000-of-00001.parquet", [picture(40 + i) for i in range(4)], [0, 1, 2, 3], names)
        hugging_face(source / "data" / "test-00000-of-00001.parquet",
                     [picture(60 + i) for i in range(4)] + [None, b"", b"GIF89a" + bytes(20), picture(70)], [0, 1, 2, 3, 0, 0, 0, -1], names)
        hugging_face(source / "data" / "extra-00000-of-00001.parquet", [picture(1)], [0], names)
        told = self.imported(source)
        self.assertIn("16 training, 4 validation and 4 test images of 4 classes", told)
        for sentence in ("1 file whose name tells no split", "2 rows without a picture", "1 picture of no kind", "1 row without a class"):
            self.assertIn(sentence, told)
        shown = self.images()
        self.assertEqual(shown["classes"], ["_.", "_hidden", "a dog-wolf", "cat"])
        self.assertEqual(len(self.files()), 24)
        stored = {path.read_bytes() for path in (self.output / "validation").rglob("*.png")}
        self.assertEqual(stored, {picture(40 + i) for i in range(4)})
        self.assertEqual({path.parts[-3] for path in self.output.rglob("*.png")}, {"train", "validation", "test"})

    def test_a_file_alone_is_split_later(self):
        """Also one that is called test: what else should be trained on?"""
        for name in "pictures.parquet", "test-00000-of-00001.parquet":
            hugging_face(self.folder / name, [picture(i) for i in range(24)], [3, 10, 2] * 8)
            self.assertIn("24 images of 3 classes", self.imported(self.folder / name))
            self.assertEqual(self.images()["classes"], ["10", "2", "3"])
            for path in self.files():
                (self.output / path).unlink()
            for path in list(self.output.iterdir()):
                path.rmdir()

    def test_names_of_classes_in_a_readme(self):
        hugging_face(self.file, [picture(i) for i in range(16)], [0, 1] * 8)
        (self.folder / "README.md").write_text(
            "---\nlicense: mit\ndataset_info:\n  features:\n  - name: image\n    dtype: image\n  - name: label\n    dtype:\n"
            "      class_label:\n        names:\n          '0': cat\n          '1': 'hot dog'\n  splits:\n  - name: train\n---\n# Pets\n")
        self.imported(self.file)
        self.assertEqual(self.images()["classes"], ["cat", "hot dog"])

    def test_columns_that_are_named(self):
        table = pyarrow.table({"scan": [picture(i) for i in range(12)], "ill": [True, False] * 6, "doctor": ["x", "y", "z"] * 4})
        pyarrow.parquet.write_table(table, self.file)
        self.refused("'scan' (binary)", "--picture-column")
        self.refused("--label-column", more=["--picture-column", "scan"])
        self.refused("no column 'gone'", more=["--picture-column", "gone"])
        self.imported(self.file, "--picture-column", "scan", "--label-column", "ill")
        self.assertEqual(self.images()["classes"], ["false", "true"])

    def test_a_list_of_files(self):
        rows = [(f"all/{number:02}.png", "cat, tabby" if number < 20 else "dog", "test" if number // 4 in (0, 5) else "", number // 4)
                for number in range(40)]
        for name, *_ in rows:
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_bytes(picture(6 * int(name[4:6])))
        (self.folder / "note.txt").write_text("none")
        os.mkfifo(self.folder / "pipe.png")
        (self.home.folder / "secret.png").write_bytes(picture(1))
        outside = "../secret.png", str(self.home.folder / "secret.png"), "all/../../secret.png"
        for odd in *outside, "note.txt", "pipe.png", "gone.png", "all/00.png":
            rows.append((odd, "cat, tabby", "", 0))
        columns = dict(zip(("file_name", "label", "split", "group"), zip(*rows)))
        pyarrow.parquet.write_table(pyarrow.table({name: list(values) for name, values in columns.items()}), self.file)
        told = self.imported(self.file)
        for sentence in ("3 pictures that do not lie below", "2 pictures that are not there", "1 picture of no kind",
                         "1 row that names a file again"):
            self.assertIn(sentence, told)
        self.assertEqual(self.files(), sorted([row[0] for row in rows[:40]] + ["labels.csv"]))
        self.assertEqual(self.images()["classes"], ["cat, tabby", "dog"])
        run = self.home.train("--data", self.output, "--model", "mlp", "--hidden-layers", "1", "--width", "8", "--epochs", "1", "--batch-per-tower", "8")
        self.assertEqual(self.home.json("evaluate", run.name, "--split", "test")["images"], 8)

    def test_what_cannot_be_imported(self):
        whole = [picture(i) for i in range(300)]
        hugging_face(self.file, whole, [f"class {number}" for number in range(300)])
        self.refused("more than 256 classes")
        hugging_face(self.file, whole[:2], ["Cat", "cat"])
        self.refused("'Cat' and 'cat'")
        hugging_face(self.file, [None] * 3, [1, 2, 3])
        self.refused("none of its 3 rows")
        hugging_face(self.file, whole, [number % 3 for number in range(300)])
        content = self.file.read_bytes()
        self.file.write_bytes(content[:len(content) // 2])
        self.refused("no whole Parquet file")
        self.file.write_bytes(content[:40] + bytes(400) + content[440:])
        self.refused("is damaged")
        self.file.write_bytes(b"")
        self.refused("no whole Parquet file")
        pyarrow.parquet.write_table(pyarrow.table({"text": ["a"], "label": [1]}), self.file)
        self.refused("'text' (string)", "expected one of bytes")
        pyarrow.parquet.write_table(pyarrow.table({"image": [picture(1)], "label": [[1, 2]]}), self.file)
        self.refused("list<")
        self.refused("does not exist", source=self.folder / "gone.parquet")
        for split in "test", "validation":
            hugging_face(self.folder / "parts" / f"{split}.parquet", whole[:3], [0, 1, 2])
        self.refused("for training", source=self.folder / "parts")
        (self.folder / "none").mkdir()
        self.refused(".parquet", source=self.folder / "none")

    def test_a_filled_folder_is_kept(self):
        hugging_face(self.file, [picture(1)], [1])
        self.output.mkdir()
        (self.output / "mine.txt").write_text("mine")
        self.refused("not an empty folder")
        self.assertEqual(self.files(), ["mine.txt"])

    def test_others_say_what_to_do(self):
        hugging_face(self.file, [picture(1)], [1])
        hugging_face(self.folder / "set" / "data" / "train.parquet", [picture(1)], [1])
        for place in self.file, self.folder / "set", self.folder / "set" / "data":
            self.assertRefused(self.home.run("train", "--data", place), "belfry-cli data import")
        done = self.home.run("data", "import", self.file, "--output", self.output,
                             environment={"BELFRY_PARQUET_PYTHON": self.bare_python()})
        self.assertRefused(done, "pyarrow", "packaging/setup.sh --parquet", "BELFRY_PARQUET_PYTHON")
        self.assertFalse(self.output.exists())

    def bare_python(self):
        """One without packages."""
        venv.create(self.folder / "bare", with_pip=False, symlinks=True)
        return str(self.folder / "bare" / "bin" / "python")

    def test_ctrl_c_and_death_leave_nothing(self):
        """A stand-in for Python says when it has begun, and when its input has ended."""
        hugging_face(self.file, [picture(1)], [1])
        words, script = self.folder / "words", self.folder / "python"
        os.mkfifo(words)
        script.write_text(f"#!/bin/sh\nmkdir \"$6/class\"\necho begun > '{words}'\n"
                          f"cat > /dev/null\nrm -r \"$6\"\necho gone > '{words}'\n")
        script.chmod(0o755)
        heard = os.open(words, os.O_RDWR)  # which never ends
        self.addCleanup(os.close, heard)
        environment = {**self.home.environment, "BELFRY_PARQUET_PYTHON": str(script)}
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGKILL:
            with self.subTest(signal=number):
                process = self.home.popen("data", "import", self.file, "--output", self.output, env=environment)
                self.addCleanup(process.kill)
                self.hear(heard, "begun")
                process.send_signal(number)
                told, _ = process.communicate(timeout=belfry.TIMEOUT)
                if number == signal.SIGKILL:
                    self.hear(heard, "gone")
                else:
                    self.assertEqual(process.returncode, 130)
                    self.assertIn("nothing was written", told)
                self.assertEqual(list(self.folder.glob("output*")), [])

    def hear(self, pipe, word):
        ready, _, _ = select.select([pipe], [], [], belfry.TIMEOUT)
        self.assertTrue(ready, f"{word} was not said")
        self.assertEqual(os.read(pipe, 100).decode().strip(), word)

    def test_the_reader_goes_with_who_asked(self):
        hugging_face(self.file, [picture(1)] * 20_000, [1] * 20_000)
        self.output.mkdir()
        python = self.home.environment["BELFRY_PARQUET_PYTHON"]
        reader = subprocess.Popen([python, "-I", str(READER), str(self.file), str(self.output), "256", "", ""],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(reader.kill)
        self.assertTrue(reader.stdout.readline().startswith("progress "))
        reader.communicate(timeout=belfry.TIMEOUT)  # which ends its input
        self.assertTrue(reader.returncode == 0 or not self.output.exists(), reader.returncode)


if __name__ == "__main__":
    belfry.main()
