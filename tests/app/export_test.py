"""Exported networks in PyTorch and in ONNX Runtime, beside what Belfry answers."""
import importlib.util
import random
import shutil
import subprocess
import sys

import belfry
import pictures

belfry.needs("torch", "numpy", "safetensors.numpy", "onnx.checker", "onnxruntime")
import numpy  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402
import safetensors.numpy  # noqa: E402
import torch  # noqa: E402

TOLERANCE = 1e-4
SHORT = ("--steps", 3, "--global-batch", 20, "--optimizer", "sgd", "--checkpoint-minutes", 0)
FILES = {"model.safetensors", "model.json", "model.onnx", "model.py", "samples.safetensors"}
# Every kind of layer in the places where exports go wrong: uneven padding, strides, vectors that become pictures again.
ODD = """
pad 31
conv 5 4x4 stride 3 same elu
batchnorm no-scale epsilon 0.01 softplus
lrn 2 bias 1.5 alpha 0.7 beta 0.6
maxpool 3x3 stride 1 symmetric
maxpool 3x3 stride 2 same
avgpool 3x3 stride 1 same
depthwise 3x3 same dilation 2 no-bias linear
depthwise 3x3 symmetric tanh
conv 6 3x3 symmetric linear
conv 6 2x2 same stride 2 hard_sigmoid
avgpool 2x2 same
dropout 0.4
dense 12 tanh
batchnorm tanh
depthwise 1x1 relu6
conv 8 1x1 groups 2 silu
depthwise 1x1 no-bias dilation 2 hard_swish
conv 7 1x1 sigmoid as a
lrn 1
maxpool 1x1
add a relu
block branch 7 x2 {
  conv width 1x1 no-bias linear
  batchnorm relu
  global-avgpool
  add input linear
}
avgpool 1x1
dense 64 relu
dense 20 gelu
conv 4 1x1 linear
"""
# The kinds of newer networks, on pictures and on vectors.
NEW = """
whiten 2x2 gelu
conv 6 4x4 stride 3 same linear identity
layernorm epsilon 0.01 tanh
groupnorm 3 silu
scale 0.7
block excited 6 x2 {
  depthwise 3x3 same tanh
  squeeze-excite 4 relu
  scale 0.5
  drop-path 0.2
  add input linear
}
class-token
positions
layernorm gelu
conv 36 1x1 linear
attention 3
scale 1.5 fixed
token-pool
layernorm relu6
groupnorm 2 epsilon 0.1 tanh
squeeze-excite 3 silu
scale 2
class-token
token-pool
dense 9 no-bias tanh
positions
attention 3
dense 8 relu
drop-path 0.1
dense classes linear no-bias
scale 3 fixed
"""


def difference(found, expected):
    return float((numpy.abs(found - expected) / numpy.maximum(1, numpy.abs(expected))).max())


def write_classes(folder, shape, count):
    """A folder with four classes of random pictures that differ in their mean."""
    dice = random.Random(9)
    height, width, channels = shape
    for label in range(4):
        (folder / f"class{label}").mkdir(parents=True)
        for number in range(count):
            pixels = bytes(min(255, dice.randrange(90 + 50 * label)) for _ in range(height * width * channels))
            (folder / f"class{label}" / f"{number}.png").write_bytes(pictures.png(pixels, height, width, channels=channels))


class Export(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.grey, cls.colour = cls.home.folder / "grey", cls.home.folder / "colour"
        write_classes(cls.grey, (28, 28, 1), 90)
        write_classes(cls.colour, (32, 30, 3), 30)
        (cls.home.folder / "odd.txt").write_text(ODD)
        (cls.home.folder / "new.txt").write_text(NEW)

    def exported(self, name, *options):
        """A package of a short run."""
        self.home.train(*SHORT, "--name", name, *options)
        package = self.home.folder / f"{name}-package"
        done = self.home.run("export", name, "--weights", "final", "--output", package)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({path.name for path in package.iterdir()}, FILES)
        return package

    def loader(self, package):
        """The package's model.py."""
        spec = importlib.util.spec_from_file_location("model", package / "model.py")
        model = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(model)
        return model

    def in_pytorch(self, package, images):
        with torch.no_grad():
            return self.loader(package).load()(torch.from_numpy(images)).numpy()

    def in_onnx_runtime(self, package, images):
        onnx.checker.check_model(str(package / "model.onnx"), full_check=True)
        session = onnxruntime.InferenceSession(str(package / "model.onnx"), providers=["CPUExecutionProvider"])
        return session.run(["logits", "probabilities"], {"images": images})

    def assertSameAnswers(self, name, *options):
        package = self.exported(name, *options)
        samples = safetensors.numpy.load_file(package / "samples.safetensors")
        images, expected = samples["images"], samples["logits"]
        self.assertGreater(float(numpy.ptp(expected)), 0.01, "answers that do not differ prove nothing")
        found = self.in_pytorch(package, images)
        self.assertLess(difference(found, expected), TOLERANCE, f"{name} in PyTorch")
        logits, probabilities = self.in_onnx_runtime(package, images)
        self.assertLess(difference(logits, expected), TOLERANCE, f"{name} in ONNX Runtime")
        self.assertLess(difference(probabilities, samples["probabilities"]), TOLERANCE, name)
        replay = self.home.json("verify", package)
        self.assertEqual(replay["images"], len(images))
        self.assertLess(replay["largest_difference"], TOLERANCE)
        shutil.rmtree(package)
        return samples

    def test_every_network_of_the_zoo(self):
        names = [network["name"] for network in self.home.json("models")]
        self.assertGreaterEqual(len(names), 10)
        for name in names:
            with self.subTest(network=name):
                self.assertSameAnswers(f"zoo-{name}", "--data", self.grey, "--model", name)

    def test_colour_pictures_and_every_input_stage(self):
        for stage in (("none", "unit"), ("digits", "centred"), ("none", "standardised"), ("cifar-tutorial", "standardised"),
                      ("cifar-tutorial", "centred")):
            with self.subTest(stage=stage):
                augmentation, normalisation = stage
                samples = self.assertSameAnswers(
                    f"{augmentation}-{normalisation}", "--data", self.colour, "--model", "cifar-tutorial",
                    "--augmentation", augmentation, "--normalisation", normalisation)
                self.assertEqual(samples["images"].shape[1:], (32, 30, 3))

    def test_every_kind_of_layer(self):
        self.assertSameAnswers("odd", "--data", self.grey, "--model", self.home.folder / "odd.txt")

    def test_answers_alike_with_the_kinds_of_newer_networks(self):
        self.assertSameAnswers("new", "--data", self.colour, "--model", self.home.folder / "new.txt")

    # tests/core/model/layer_kinds_test.cpp: model.py has all that Belfry has.
    def test_of_every_kind_is_of_every_kind(self):
        layers = []
        for name, data in (("odd", self.grey), ("new", self.colour)):
            package = self.exported(f"{name}-kinds", "--data", data, "--model", self.home.folder / f"{name}.txt")
            layers += belfry.json.loads((package / "model.json").read_text())["layers"]
        model = self.loader(package)
        self.assertEqual({layer["kind"] for layer in layers}, set(model.LAYERS))
        self.assertEqual({layer.get("activation", "linear") for layer in layers}, {"linear", *model.ACTIVATIONS})

    def test_samples_are_test_images_with_labels(self):
        package = self.home.folder / "ready-package"
        done = self.home.run("export", "ready", "--output", package)
        self.assertEqual(done.returncode, 0, done.stderr)
        samples = safetensors.numpy.load_file(package / "samples.safetensors")
        images, _, _ = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")
        every = len(images) / 32
        for number, (image, label) in enumerate(zip(samples["images"], samples["labels"], strict=True)):
            self.assertEqual(image.tobytes(), images[int(number * every)])
            self.assertEqual(label, labels[int(number * every)])
        self.assertGreaterEqual((samples["logits"].argmax(1) == samples["labels"]).sum(), 30)
        alone = subprocess.run([sys.executable, str(package / "model.py")], capture_output=True, text=True, cwd="/",
                               timeout=belfry.TIMEOUT)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertIn("32 samples: largest difference", alone.stdout)

    def test_description_is_for_programs_that_know_nothing_of_belfry(self):
        package = self.exported("described", "--data", self.colour, "--model", "cifar-tutorial", "--augmentation",
                                "cifar-tutorial")
        description = belfry.json.loads((package / "model.json").read_text())
        self.assertEqual(description["classes"], [f"class{label}" for label in range(4)])
        self.assertEqual(description["input"]["crop"], {"top": 4, "left": 3, "height": 24, "width": 24})
        pool = description["layers"][1]
        self.assertEqual((pool["kind"], pool["kernel"], pool["stride"]), ("max_pool", 3, 2))
        self.assertEqual(pool["padding"], {"top": 0, "left": 0, "bottom": 1, "right": 1})
        tensors = {name for layer in description["layers"] for name in layer["tensors"]}
        self.assertEqual(tensors, set(safetensors.numpy.load_file(package / "model.safetensors")))

    def test_changed_packages_are_told(self):
        package = self.exported("changed", "--data", self.grey, "--model", "mlp", "--width", 8, "--hidden-layers", 1)
        self.assertEqual(self.home.run("verify", package).returncode, 0)
        weights = package / "model.safetensors"
        whole = weights.read_bytes()
        tensors = safetensors.numpy.load_file(weights)
        tensors["dense1.weight"] = tensors["dense1.weight"] + 0.01
        safetensors.numpy.save_file(tensors, weights)
        done = self.home.run("verify", package)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("changed after it was exported", done.stdout)
        weights.write_bytes(whole[:-9])
        self.assertRefused(self.home.run("verify", package), "model.safetensors")
        weights.write_bytes(whole)
        for file in FILES - {"model.py"}:
            content = (package / file).read_bytes()
            (package / file).unlink()
            self.assertRefused(self.home.run("verify", package), file)
            (package / file).write_bytes(content[:len(content) // 2])
            self.assertRefused(self.home.run("verify", package), file)
            (package / file).write_bytes(content)
        self.assertEqual(self.home.run("verify", package).returncode, 0)
        description = (package / "model.json").read_text()
        for key, value in ("inputs", ["dense2"]), ("units", 9), ("name", "dense7"):
            changed = belfry.json.loads(description)
            self.assertIn(key, changed["layers"][0])
            changed["layers"][0][key] = value
            (package / "model.json").write_text(belfry.json.dumps(changed))
            self.assertRefused(self.home.run("verify", package), "its 'layers' are not those of its 'architecture'")
        for no_layer in "dense", None:
            changed["layers"] = [no_layer] * len(changed["layers"])
            (package / "model.json").write_text(belfry.json.dumps(changed))
            self.assertRefused(self.home.run("verify", package), "its 'layers' are not those of its 'architecture'")
        (package / "model.json").write_text(description)
        self.assertRefused(self.home.run("verify", self.home.folder / "nowhere"), "model.json")

    def test_folder_is_whole_or_absent(self):
        target = self.home.folder / "taken"
        target.mkdir()
        (target / "mine.txt").write_text("mine")
        self.assertRefused(self.home.run("export", "ready", "--output", target), "taken", "Choose another")
        self.assertEqual([path.name for path in target.iterdir()], ["mine.txt"])
        empty = self.home.folder / "empty"
        empty.mkdir()
        self.assertEqual(self.home.run("export", "ready", "--output", f"{empty}/").returncode, 0)
        self.assertEqual({path.name for path in empty.iterdir()}, FILES)
        self.assertRefused(self.home.run("export", "ready", "--output", self.home.folder / "odd.txt" / "below"), "odd.txt")
        self.assertRefused(self.home.run("export", "ready", "--output", self.home.folder / "x", "--data-dir", "/nowhere"),
                           "/nowhere")
        self.assertEqual([path.name for path in self.home.folder.glob("*.tmp*")], [])
        self.assertFalse((self.home.folder / "x").exists())


if __name__ == "__main__":
    belfry.main()
