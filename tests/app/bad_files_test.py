"""Files and folders that are missing, truncated, foreign or corrupt: one row each."""
import contextlib
import json
import os
import shutil
import sqlite3
import struct

import belfry
import pictures

IMAGES, LABELS = "train-images-idx3-ubyte", "train-labels-idx1-ubyte"
TEST_IMAGES = "t10k-images-idx3-ubyte"
MNIST_FILES = (IMAGES, LABELS, TEST_IMAGES, "t10k-labels-idx1-ubyte")
DEEP = "[" * 400_000 + "]" * 400_000  # deeper than a stack: whoever recurses dies


def replace(path, content):
    """A new file under the name: what was there may be a link to a file that others use."""
    path.unlink(missing_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def cut(path, keep):
    replace(path, path.read_bytes()[:keep])


def overwrite(path, at, content):
    """Bytes replaced in place."""
    old = path.read_bytes()
    replace(path, old[:at] + content + old[at + len(content):])


def spoil_header(path, spoil):
    """Changes a safetensors header as a JSON object; the tensors stay."""
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    spoil(header)
    text = json.dumps(header).encode()
    replace(path, struct.pack("<Q", len(text)) + text + content[8 + length:])


def spoil_json(path, **fields):
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


# What is done to a copy of MNIST's files, and what the sentence must mention.
DATA = {
    "missing file": (lambda d: (d / TEST_IMAGES).unlink(), "t10k-images", "test images"),
    "truncated images": (lambda d: cut(d / IMAGES, 1_000_000), IMAGES, "60000 x 28 x 28", "truncated"),
    "truncated header": (lambda d: cut(d / IMAGES, 9), IMAGES, "header"),
    "empty file": (lambda d: cut(d / LABELS, 0), LABELS, "0 bytes"),
    "text": (lambda d: replace(d / IMAGES, "These are not pictures.\n"), IMAGES, "not an IDX file"),
    "labels for images": (lambda d: replace(d / IMAGES, (d / LABELS).read_bytes()), IMAGES, "1 dimension", "3 dimensions"),
    "foreign element type": (lambda d: overwrite(d / IMAGES, 2, b"\x0d"), IMAGES, "type 13", "unsigned bytes"),
    "absurd count": (lambda d: overwrite(d / IMAGES, 4, b"\xff\xff\xff\xff"), IMAGES, "4294967295"),
    "absurd size": (lambda d: overwrite(d / IMAGES, 8, b"\xff" * 8), IMAGES, "4294967295"),
    "no images": (lambda d: overwrite(d / IMAGES, 4, bytes(4)), IMAGES, "0 x 28 x 28"),
    "other pictures": (lambda d: replace(d / IMAGES, pictures.idx(bytes(60_000 * 4), 60_000, 2, 2)), "2 x 2", "28 x 28"),
    "too few images": (lambda d: (replace(d / IMAGES, pictures.idx(bytes(784 * 9), 9, 28, 28)),
                                  replace(d / LABELS, pictures.idx(bytes(9), 9))), "9 images", "5000"),
    "surplus bytes": (lambda d: replace(d / LABELS, (d / LABELS).read_bytes() + b"more"), LABELS, "4 bytes after"),
    "label out of range": (lambda d: overwrite(d / LABELS, 12, b"\x0a"), LABELS, "label 10", "0 to 9"),
    "fewer labels": (lambda d: replace(d / LABELS, pictures.idx(bytes(59_999), 59_999)), LABELS, "59999", "60000"),
    "broken gzip": (lambda d: (replace(d / (LABELS + ".gz"), b"\x1f\x8b\x08" + bytes(40)), (d / LABELS).unlink()),
                    LABELS + ".gz"),
}

# What is written as the plan file.
PLANS = {
    "foreign": ("P6 640 480 255", "is not JSON", "lenet"),
    "empty": ("", "is not JSON"),
    "cut off": ('{"model": "lenet", "tow', "is not JSON"),
    "huge": ('{"name": "' + "x" * 2_000_000 + '"}', "1048576"),
    "list": ("[1, 2]", "JSON object"),
    "deep list": (DEEP, "JSON object"),
    "deep field": ('{"towers": ' + DEEP + "}", "'towers'", "whole number"),
    "number": ("42", "JSON object", "42"),
    "unknown field": ('{"towrs": 2}', "'towrs'", "did you mean 'towers'"),
    "wrong type": ('{"towers": "two"}', "'towers'", "two", "whole number"),
    "half a tower": ('{"towers": 1.5}', "'towers'", "1.5"),
    "huge number": ('{"towers": 1e400}', "is not JSON"),
    "devices as text": ('{"devices": "cpu"}', "'devices'", "list"),
    "no devices": ('{"devices": []}', "device"),
    "unknown model": ('{"model": "lenett"}', "did you mean 'lenet'"),
    "zero towers": ('{"towers": 0}', "towers is 0"),
    "no UTF-8": (b'{"name": "\xff\xfe"}', "is not JSON"),
}

RECORDS = {
    "foreign": "P6 640 480 255", "empty": "", "list": "[]", "deep": DEEP, "object": "{}", "cut off": '{"state": "fin',
    "binary": bytes(range(256)) * 4,
}


def huge_network(header):
    metadata = header["__metadata__"]
    metadata["architecture"] = metadata["architecture"].replace("dense 120", "dense 2000000000")


def nested_network(header):
    header["__metadata__"]["architecture"] = '{"name": "deep", "layers": ' + DEEP + "}"


def without(key):
    return lambda header: header["__metadata__"].pop(key)


def first_tensor(header):
    return next(value for name, value in header.items() if name != "__metadata__")


WEIGHTS = {
    "empty": lambda f: cut(f, 0),
    "seven bytes": lambda f: cut(f, 7),
    "half a header": lambda f: cut(f, 100),
    "half the weights": lambda f: cut(f, f.stat().st_size // 2),
    "one byte less": lambda f: cut(f, f.stat().st_size - 1),
    "one byte more": lambda f: replace(f, f.read_bytes() + b"x"),
    "text": lambda f: replace(f, "not weights\n" * 1000),
    "absurd header length": lambda f: overwrite(f, 0, b"\xff" * 8),
    "header is no JSON": lambda f: overwrite(f, 8, b"\0\0\0\0"),
    "no metadata": lambda f: spoil_header(f, lambda h: h.pop("__metadata__")),
    "no architecture": lambda f: spoil_header(f, without("architecture")),
    "no classes": lambda f: spoil_header(f, without("classes")),
    "foreign architecture": lambda f: spoil_header(f, lambda h: h["__metadata__"].update(architecture="[]")),
    "deep architecture": lambda f: spoil_header(f, nested_network),
    "huge architecture": lambda f: spoil_header(f, huge_network),
    "huge image": lambda f: spoil_header(
        f, lambda h: h["__metadata__"].update(image='{"channels": 1, "height": 1000000000, "width": 28}')),
    "other classes": lambda f: spoil_header(f, lambda h: h["__metadata__"].update(classes='["a", "b"]')),
    "unknown data set": lambda f: spoil_header(f, lambda h: h["__metadata__"].update(data="mnits")),
    "missing tensor": lambda f: spoil_header(f, lambda h: h.pop(next(name for name in h if name != "__metadata__"))),
    "other shape": lambda f: spoil_header(f, lambda h: first_tensor(h).update(shape=[1, 2, 3])),
    "other type": lambda f: spoil_header(f, lambda h: first_tensor(h).update(dtype="I64")),
    "offsets beyond the file": lambda f: spoil_header(f, lambda h: first_tensor(h).update(data_offsets=[0, 1 << 62])),
    "weights that are no numbers": lambda f: overwrite(f, f.stat().st_size - 4, struct.pack("<f", float("nan"))),
    "negative offsets": lambda f: spoil_header(f, lambda h: first_tensor(h).update(data_offsets=[-8, 8])),
}
PREDICTED = {"empty", "half the weights", "deep architecture", "other shape"}  # predict reads weights as evaluate does


def foreign_database(path):
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE recipes(name TEXT)")
        database.commit()


METRICS = {
    "missing": lambda f: f.unlink(),
    "text": lambda f: replace(f, "not a database\n" * 100),
    "cut off": lambda f: cut(f, 5000),
    "noise inside": lambda f: overwrite(f, 4096, bytes(range(256)) * ((f.stat().st_size - 4096) // 256)),
    "foreign tables": foreign_database,
    "folder": lambda f: (f.unlink(), f.mkdir()),
}


class BadFiles(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.good = cls.home.train("--steps", 2, "--batch-per-tower", 16, "--name", "good")
        cls.mnist = cls.home.folder / "mnist"
        cls.mnist.mkdir()
        for file in MNIST_FILES:
            (cls.mnist / file).write_bytes(pictures.unpacked(belfry.MNIST / file))
        images, height, width = pictures.read_images(belfry.MNIST / TEST_IMAGES)
        cls.png = pictures.png(images[0], height, width)

    def check(self, *arguments, mentions=(), **options):
        """The command is refused and nothing in BELFRY_RUNS changes."""
        before = self.home.contents()
        done = self.home.run(*arguments, **options)
        self.assertRefused(done, *mentions)
        self.assertEqual(self.home.contents(), before)
        return done

    @contextlib.contextmanager
    def scratch(self, name):
        folder = self.home.folder / name
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    @contextlib.contextmanager
    def broken_run(self):
        """A copy of the good run, beside it."""
        folder = self.home.runs / "20200101-000000-broken"
        shutil.copytree(self.good, folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    def test_data(self):
        for what, (spoil, *mentions) in DATA.items():
            with self.subTest(what), self.scratch("data") as folder:
                for file in MNIST_FILES:
                    os.link(self.mnist / file, folder / file)
                spoil(folder)
                self.check("train", "--devices", "cpu", "--steps", 1, "--data-dir", folder, mentions=mentions)

    def test_data_by_other_commands(self):
        with self.scratch("data") as folder:
            for file in set(MNIST_FILES) - {TEST_IMAGES}:
                os.link(self.mnist / file, folder / file)
            self.check("data", "check", "mnist", "--data-dir", folder, mentions=["t10k-images"])
            self.check("data", "check", folder, mentions=["t10k-images"])
            self.check("evaluate", self.good.name, "--data-dir", folder, mentions=["t10k-images"])

    def test_data_folders(self):
        self.check("train", "--data-dir", self.home.folder / "none", mentions=["none", "existing folder"])
        self.check("train", "--data-dir", self.good / "run.json", mentions=["run.json", "existing folder"])
        self.check("data", "check", "mnits", mentions=["did you mean 'mnist'"])
        self.check("data", "check", self.good, mentions=["class folders"])
        self.check("data", "check", "/none", mentions=["/none", "folder"])

    def test_plans(self):
        for what, (content, *mentions) in PLANS.items():
            with self.subTest(what), self.scratch("plans") as folder:
                replace(folder / "plan.json", content)
                self.check("train", "--plan", folder / "plan.json", mentions=mentions)

    def test_plan_paths(self):
        self.check("train", "--plan", self.home.folder / "none.json", mentions=["none.json"])
        self.check("train", "--plan", self.home.folder, mentions=[str(self.home.folder)])
        self.check("train", "--plan", "/dev/zero", mentions=["/dev/zero"])

    def test_run_folders(self):
        for root in ("run.json", "run.json/deeper"):  # below a regular file: not even root can write there
            runs = self.good / root
            self.check("train", "--devices", "cpu", "--steps", 1, environment={"BELFRY_RUNS": str(runs)},
                       mentions=["run.json", "folder"])
        self.check("train", "--devices", "cpu", "--steps", 1, environment={"BELFRY_RUNS": "/proc/none"},
                   mentions=["/proc/none", "folder"])
        self.check("runs", "list", environment={"BELFRY_RUNS": str(self.good / "run.json")}, mentions=["folder"])

    def test_unknown_runs(self):
        for command in (("runs", "show"), ("evaluate",), ("runs", "delete")):
            self.check(*command, "nope", mentions=["'nope'", self.good.name])
            self.check(*command, self.good.name[:-1], mentions=[f"did you mean '{self.good.name}'"])
        self.check("predict", "nope", self.home.folder / "x.png", mentions=["'nope'"])
        self.check("runs", "rename", "nope", "other", mentions=["'nope'"])
        self.check("runs", "rename", self.good.name, "two\nlines", mentions=["one line"])
        self.check("evaluate", "nope", environment={"BELFRY_RUNS": str(self.home.folder / "none")},
                   mentions=["Train one first"])

    def test_records_and_plans_of_runs(self):
        for file in ("run.json", "plan.json"):
            for what, content in RECORDS.items():
                if file == "plan.json" and what == "object":
                    continue  # a plan of defaults
                with self.subTest(file + ", " + what), self.broken_run() as broken:
                    replace(broken / file, content)
                    self.check("runs", "show", broken.name, mentions=[file])
        with self.broken_run() as broken:
            spoil_json(broken / "run.json", state="dancing")
            self.check("runs", "show", broken.name, mentions=["dancing"])
        with self.broken_run() as broken:
            spoil_json(broken / "run.json", steps="many")
            self.check("runs", "show", broken.name, mentions=["run.json"])

    def test_lists_damaged_runs_beside_good_ones(self):
        with self.broken_run() as broken:
            replace(broken / "run.json", DEEP)
            (broken / "plan.json").unlink()
            before = self.home.contents()
            states = {run["id"]: run["state"] for run in self.home.json("runs", "list")}
            self.assertEqual(states, {self.good.name: "finished", broken.name: "damaged"})
            self.assertEqual(self.home.run("runs", "list").returncode, 0)
            self.assertEqual(self.home.contents(), before)

    def test_metrics(self):
        for what, spoil in METRICS.items():
            with self.subTest(what), self.broken_run() as broken:
                spoil(broken / "metrics.db")
                self.check("runs", "show", broken.name, mentions=["metrics.db"])

    def test_weights(self):
        picture = self.home.folder / "picture.png"
        replace(picture, self.png)
        for what, spoil in WEIGHTS.items():
            with self.subTest(what), self.broken_run() as broken:
                weights = broken / "weights" / "best.safetensors"
                spoil(weights)
                mentions = ["mnits"] if what == "unknown data set" else ["best.safetensors"]
                self.check("evaluate", broken.name, mentions=mentions)
                if what in PREDICTED:
                    self.check("predict", broken.name, picture, mentions=["best.safetensors"])

    def test_no_weights(self):
        with self.broken_run() as broken:
            shutil.rmtree(broken / "weights")
            self.check("evaluate", broken.name, mentions=["No weights"])

    def test_weights_paths(self):
        self.check("evaluate", self.good / "log.txt", mentions=["log.txt"])
        self.check("evaluate", self.home.folder, mentions=["Unknown run"])
        self.check("evaluate", "/dev/null", mentions=["/dev/null"])

    def test_pictures(self):
        blank = pictures.png(b"\xff" * 784, 28, 28)
        damaged = bytearray(self.png)
        damaged[60] ^= 0x55
        bomb = pictures.png(self.png, 1, 1, claimed=(60000, 60000))
        rows = {
            "text.png": ("not a picture\n", "a PNG, JPEG, WebP, TIFF, HEIF or BMP file is expected"), "empty.png": ("", "PNG"), "blank.png": (blank, "blank", "digit"),
            "truncated.png": (self.png[:len(self.png) // 2], "truncated"), "damaged.png": (bytes(damaged), "damaged"),
            "bomb.png": (bomb, "60000 x 60000"), "photo.jpg": (b"\xff\xd8\xff\xe0" + bytes(99), "damaged JPEG"),
        }
        for name, (content, *mentions) in rows.items():
            with self.subTest(name), self.scratch("pictures") as folder:
                replace(folder / name, content)
                self.check("predict", self.good.name, folder / name, mentions=[name, *mentions])

    def test_picture_paths(self):
        self.check("predict", "ready", self.home.folder / "none.png", mentions=["none.png"])
        self.check("predict", "ready", self.home.folder, mentions=[str(self.home.folder)])
        self.check("predict", "ready", "/dev/zero", mentions=["/dev/zero"])

    def test_resources(self):
        self.check("train", "--preset", "quick", environment={"BELFRY_RESOURCES": "/none"}, mentions=["BELFRY_RESOURCES"])


if __name__ == "__main__":
    belfry.main()
