"""Exported networks answer as the weights that they were exported from, wherever a run's weights do."""
import http.client
import json
import re
import shutil

import belfry
import pictures


class Exported(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.network = cls.home.folder / "my-model"
        done = cls.home.run("export", "ready", "--output", cls.network)
        assert done.returncode == 0, done.stderr
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        cls.digits = [cls.home.folder / f"{number}.png" for number in range(3)]
        for image, file in zip(images, cls.digits):
            file.write_bytes(pictures.png(image, height, width))

    def answers(self, network, **options):
        done = self.home.run("predict", network, *self.digits, "--json", **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def copied(self, name):
        return shutil.copytree(self.network, self.home.folder / name)

    def test_the_folder_and_its_files_answer(self):
        expected = self.answers("ready")
        for name in ("my-model", "my-model/", "./my-model", self.network, "my-model/model.json", "my-model/model.safetensors"):
            self.assertEqual(self.answers(name), expected, name)
        for name in (".", "model.json"):
            self.assertEqual(self.answers(name, cwd=self.network), expected, name)

    def test_is_verified_by_the_same_names(self):
        for name in ("my-model", "my-model/", "my-model/model.json"):
            self.assertTrue(self.home.json("verify", name)["agrees"], name)

    # What a colleague sends is often only what is asked for.
    def test_two_files_are_enough(self):
        network = self.home.folder / "sent"
        network.mkdir()
        for name in ("model.json", "model.safetensors"):
            shutil.copy(self.network / name, network)
        self.assertEqual(self.answers(network), self.answers("ready"))
        self.assertRefused(self.home.run("verify", network), "model.onnx")

    def test_is_served(self):
        process = self.home.popen("serve", "my-model/model.json", "--port", "0")
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        port = int(re.search(r":(\d+)/", belfry.until(process, ""))[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=belfry.TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("POST", "/predict", self.digits[0].read_bytes())
        said = json.loads(connection.getresponse().read())
        self.assertEqual(said["answers"][0]["answer"], self.answers("ready")[0]["answer"])

    def test_is_evaluated_where_the_data_are(self):
        of_network, of_weights = (self.home.json("evaluate", name) for name in ("my-model/", "ready"))
        for key in ("accuracy", "loss", "confusion", "step"):
            self.assertEqual(of_network[key], of_weights[key], key)
        self.assertEqual(of_network["weights"], "my-model")
        self.assertRefused(self.home.run("evaluate", "my-model", "--data-dir", "/nowhere"), "/nowhere")
        folder = self.home.folder / "drawn"
        (folder / "7").mkdir(parents=True)
        shutil.copy(self.digits[0], folder / "7")
        drawn = self.home.json("evaluate", "my-model", "--split", "drawings", "--drawings", folder, "--data-dir", "/nowhere")
        self.assertEqual((drawn["images"], drawn["correct"]), (1, 1))

    def test_is_explained(self):
        target = self.home.folder / "map.png"
        done = self.home.run("explain", "my-model", self.digits[0], "--output", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(target.read_bytes().startswith(b"\x89PNG"))

    def test_a_damaged_one_costs_a_sentence(self):
        network = self.copied("damaged")
        weights = network / "model.safetensors"
        content = weights.read_bytes()
        weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        self.assertRefused(self.home.run("predict", "damaged", self.digits[0]), "model.safetensors' is not what Belfry exported",
                           "SHA-256", "Export the model again")
        weights.unlink()
        self.assertRefused(self.home.run("serve", "damaged"), "model.safetensors")
        (network / "model.json").write_text("{")
        self.assertRefused(self.home.run("evaluate", "damaged/model.json"), "model.json' is not what Belfry exported")
        (network / "model.json").unlink()
        self.assertRefused(self.home.run("predict", "damaged/model.json", self.digits[0]), "damaged/model.json")

    def test_what_needs_a_run_says_so(self):
        for arguments in (("report", "my-model", "--output", "report.html"), ("evaluate", "my-model/model.json", "--watch"),
                          ("resume", "my-model"), ("branch", "my-model/")):
            self.assertRefused(self.home.run(*arguments), "my-model", "is an exported network", "expected a run")
        self.assertFalse((self.home.folder / "report.html").exists())

    def test_a_run_of_that_name_comes_first(self):
        self.home.train("--model", "mlp", "--steps", 2, "--name", "twin")
        self.copied("twin")
        self.assertEqual(self.home.json("evaluate", "twin", "--weights", "final")["step"], 2)
        self.assertEqual(self.answers("twin")[0]["step"], 2)
        for name in ("./twin", "twin/", "twin/model.json"):
            self.assertEqual(self.answers(name), self.answers("ready"), name)


if __name__ == "__main__":
    belfry.main()
