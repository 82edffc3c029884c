"""Networks exported as int8, beside what ONNX Runtime answers with them."""
import random
import shutil

import belfry
import pictures

belfry.needs("numpy", "safetensors.numpy", "onnx.checker", "onnxruntime")
import numpy  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402
import safetensors.numpy  # noqa: E402

FILES = {"model.safetensors", "model.json", "model.onnx", "model-int8.onnx", "model.py", "samples.safetensors"}
# Norms that fold and one that does not, a shortcut, a depthwise layer and units.
GRAPH = """
conv 12 3x3 same no-bias linear
batchnorm relu as a
depthwise 3x3 same no-bias linear
batchnorm relu
conv 12 1x1 no-bias linear
batchnorm linear
add a relu
maxpool 2x2
batchnorm linear
dense 20 relu
dense classes linear
"""


def mnist_test():
    images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
    labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")
    return numpy.frombuffer(b"".join(images), numpy.uint8).reshape(len(images), 28, 28, 1), numpy.array(list(labels))


class Int8(belfry.HomeTest):
    def exported(self, run, *options):
        package = self.home.folder / f"{run}-int8"
        shutil.rmtree(package, ignore_errors=True)
        said = self.home.json("export", run, "--output", package, "--precision", "int8", *options)
        self.assertEqual({path.name for path in package.iterdir()}, FILES)
        return package, said["int8"]

    def in_onnx_runtime(self, package, images, file="model-int8.onnx"):
        onnx.checker.check_model(str(package / file), full_check=True)
        options = onnxruntime.SessionOptions()
        # Without it, sums of two products saturate at 16 bits on processors with AVX2 and without VNNI.
        options.add_session_config_entry("session.x64quantprecision", "1")
        session = onnxruntime.InferenceSession(str(package / file), options, providers=["CPUExecutionProvider"])
        return session.run(["logits"], {"images": images})[0]

    def assertSameAnswers(self, package, images):
        """The engine's int8 logits of the samples, and those of ONNX Runtime: steps apart, of the same classes."""
        samples = safetensors.numpy.load_file(package / "samples.safetensors")
        found, expected = self.in_onnx_runtime(package, samples["images"]), samples["int8_logits"]
        difference = numpy.abs(found - expected) / numpy.maximum(1, numpy.abs(expected))
        self.assertGreater(float(numpy.abs(expected - samples["logits"]).max()), 1e-4, "nothing was rounded")
        replay = self.home.json("verify", package)
        self.assertTrue(replay["agrees"])
        self.assertLess(replay["int8"]["difference"], 1e-4)
        self.assertLess(float((difference**2).mean()**0.5), replay["int8"]["tolerance"])
        rounding = numpy.abs(samples["logits"] - expected) / numpy.maximum(1, numpy.abs(samples["logits"]))
        self.assertAlmostEqual(replay["int8"]["tolerance"], max(1e-4, float(2 * (rounding**2).mean())**0.5), places=4)

    def test_lenet_loses_half_a_point_at_most_and_is_small(self):
        package, said = self.exported("ready")
        description = belfry.json.loads((package / "model.json").read_text())["int8"]
        accuracy = description["accuracy"]
        self.assertEqual((said["pictures"], description["pictures"], accuracy["split"]), (512, 512, "test"))
        self.assertEqual((said["int8_accuracy"], said["fp32_accuracy"]),
                         (accuracy["int8"]["accuracy"], accuracy["fp32"]["accuracy"]))
        self.assertGreater(said["fp32_accuracy"], 0.9)
        self.assertGreater(said["int8_accuracy"], said["fp32_accuracy"] - 0.005)
        self.assertLess((package / "model-int8.onnx").stat().st_size, 0.3 * (package / "model.onnx").stat().st_size)
        images, labels = mnist_test()
        self.assertEqual(accuracy["images"], len(images))
        right = int((self.in_onnx_runtime(package, images).argmax(1) == labels).sum())
        self.assertAlmostEqual(right, accuracy["int8"]["correct"], delta=len(images) * 0.002)
        self.assertSameAnswers(package, images)
        model = onnx.load(str(package / "model-int8.onnx"))
        weights = [tensor for tensor in model.graph.initializer if len(tensor.dims) in (2, 4)]
        self.assertEqual({tensor.data_type for tensor in weights}, {onnx.TensorProto.INT8})

    def test_norms_shortcuts_and_depthwise_layers(self):
        dice = random.Random(4)
        folder = self.home.folder / "colours"
        for label in range(3):
            (folder / f"class{label}").mkdir(parents=True)
            for number in range(60):
                pixels = bytes(min(255, dice.randrange(90 + 60 * label)) for _ in range(16 * 14 * 3))
                (folder / f"class{label}" / f"{number}.png").write_bytes(pictures.png(pixels, 16, 14, channels=3))
        network = self.home.folder / "graph.txt"
        network.write_text(GRAPH)
        self.home.train("--data", folder, "--model", network, "--steps", 30, "--global-batch", 20, "--name", "graph",
                        "--checkpoint-minutes", 0)
        package, said = self.exported("graph", "--calibration-pictures", 20)
        self.assertEqual(said["pictures"], 20)
        self.assertSameAnswers(package, None)
        norms = sum(node.op_type == "BatchNormalization"
                    for node in onnx.load(str(package / "model-int8.onnx")).graph.node)
        self.assertEqual(norms, 1)
        self.assertRefused(self.home.run("export", "graph", "--output", self.home.folder / "x", "--precision", "int8",
                                         "--calibration-pictures", 5000), "5000 calibration pictures", "training pictures")
        folder.rename(self.home.folder / "moved")
        self.assertRefused(self.home.run("export", "graph", "--output", self.home.folder / "x", "--precision", "int8"), "colours")
        self.assertFalse((self.home.folder / "x").exists())

    def test_biases_take_back_what_rounded_weights_add_to_the_mean(self):
        dice = random.Random(5)
        folder, seen = self.home.folder / "bright", []
        for split, count in (("train", 40), ("validation", 5), ("test", 5)):
            for label in range(3):
                (folder / split / f"class{label}").mkdir(parents=True)
                for number in range(count):
                    pixels = bytes(min(255, dice.randrange(100 + 75 * label)) for _ in range(16 * 14 * 3))
                    seen += [pixels] if split == "train" else []
                    (folder / split / f"class{label}" / f"{number}.png").write_bytes(pictures.png(pixels, 16, 14, channels=3))
        images = numpy.frombuffer(b"".join(seen), numpy.uint8).reshape(len(seen), 16, 14, 3)
        network = self.home.folder / "mean.txt"
        # The first convolution of each gets bytes, which 8 bits hold exactly: its weights alone are rounded.
        for layers in ("dense classes linear", "conv 9 3x3 groups 3 linear\nglobal-avgpool\ndense classes linear",
                       "depthwise 3x3 linear\nglobal-avgpool\ndense classes linear"):
            network.write_text(layers)
            name = layers.split()[0]
            self.home.train("--data", folder, "--model", network, "--steps", 30, "--global-batch", 20, "--name", name,
                            "--normalisation", "unit", "--checkpoint-minutes", 0)
            package, _ = self.exported(name)
            differences = self.in_onnx_runtime(package, images) - self.in_onnx_runtime(package, images, "model.onnx")
            self.assertLess(float(numpy.abs(differences.mean(0)).max()), 0.1 * float(numpy.abs(differences).max()), name)

    def test_what_cannot_be_is_refused(self):
        target = self.home.folder / "target"
        self.assertRefused(self.home.run("export", "ready", "--output", target, "--calibration-pictures", 5),
                           "--precision int8")
        self.assertNotEqual(self.home.run("export", "ready", "--output", target, "--precision", "int4").returncode, 0)
        target.mkdir()
        (target / "mine").write_text("mine")
        self.assertRefused(self.home.run("export", "ready", "--output", target, "--precision", "int8"), "target")

    def test_changed_packages_are_told(self):
        package, _ = self.exported("ready", "--calibration-pictures", 3)
        samples = safetensors.numpy.load_file(package / "samples.safetensors")
        for name, add in (("int8_logits", 1), ("int8_input_means", 100)):
            safetensors.numpy.save_file({**samples, name: samples[name] + numpy.float32(add)}, package / "samples.safetensors")
            self.assertChanged(package)
        safetensors.numpy.save_file({**samples, "int8_input_means": samples["int8_input_means"][1:]}, package / "samples.safetensors")
        self.assertRefused(self.home.run("verify", package), "'inputs' of int8")
        safetensors.numpy.save_file(samples, package / "samples.safetensors")
        whole = (package / "model-int8.onnx").read_bytes()
        (package / "model-int8.onnx").write_bytes(whole[:-1])
        self.assertRefused(self.home.run("verify", package), "model-int8.onnx")
        (package / "model-int8.onnx").write_bytes(whole)
        description = belfry.json.loads((package / "model.json").read_text())
        description["int8"]["inputs"][1]["scale"] /= 4  # cuts off three quarters of the range
        (package / "model.json").write_text(belfry.json.dumps(description))
        self.assertChanged(package)

    def assertChanged(self, package):
        done = self.home.run("verify", package)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("changed after it was exported", done.stdout)


if __name__ == "__main__":
    belfry.main()
