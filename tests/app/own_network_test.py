"""A network of the user's own: written, shown, trained, and refused with file, line and layer."""
import json

import belfry

# What is written, and what the sentence of both `models` and `train` must mention.
BAD_FILES = [
    ("misspelt.txt", "conv 6 5x5 relu\ndens 10 linear\n", "misspelt.txt", "line 2, layer 2", "did you mean 'dense'"),
    ("comment.txt", "# mine\n\nconv 6 5x3\n", "line 3, layer 1", "kernels are square"),
    ("empty.txt", "", "empty.txt", "no layers"),
    ("comments.txt", "# nothing\n", "no layers"),
    ("huge.txt", "#" * 2_000_000, "2000000 bytes"),
    ("many.txt", "dropout 0\n" * 1001, "'many'", "more than 1,000 layers"),
    ("picture.txt", "\x00\x01\x89PNG", "layer 1"),
    ("broken.json", "{", "not JSON"),
    ("deep.json", "[" * 300_000, "not JSON"),
    ("list.json", "[1]", "no list 'layers'"),
    ("number.json", '{"layers": ["dense 4", 5]}', "layer 2", "not a text"),
    ("none.json", '{"layers": []}', "no layers"),
    ("large-kernel.txt", "maxpool 2x2\nmaxpool 2x2\nconv 6 9x9 relu\ndense classes linear\n",
     "'large-kernel', layer 3 (conv 6 9x9 relu) gets 7x7x1", "9x9"),
    ("ends-early.txt", "dense 3 relu\n", "layer 1 (dense 3 relu) gives 1x1x3", "must give 1x1x10", "dense classes linear"),
    ("enormous.txt", "dense 1000000 relu\ndense 1000000 relu\ndense classes linear\n", "layer 2", "weights"),
    ("negative.txt", "conv -6 5x5\ndense classes linear\n", "layer 1", "-6"),
]


class OwnNetwork(belfry.HomeTest):
    def file(self, name, content):
        path = self.home.folder / name
        path.write_text(content)
        return path

    def test_bad_files(self):
        for name, content, *mentions in BAD_FILES:
            path = self.file(name, content)
            for command in (("models", path), ("train", "--model", path, "--steps", 1)):
                with self.subTest(f"{command[0]} {name}"):
                    done = self.home.run(*command)
                    self.assertRefused(done, *mentions)
                    self.assertLess(len(done.stderr), 1000)
                    self.assertEqual(self.home.run_folders(), [])

    def test_bad_words(self):
        path = self.file("lenet.txt", "dense classes linear\n")
        for command, *mentions in [
            (("models", "lenett"), "did you mean 'lenet'"),
            (("models", "none.txt"), "No file 'none.txt'"),
            (("models", "--text"), "--text without a network"),
            (("models", "lenet", "--text", "--json"), "--text", "--json", "one of the two"),
            (("models", "lenet", "--data", "mnits"), "did you mean 'mnist'"),
            (("train", "--model", self.home.folder), "Unknown network"),
            (("train", "--model", path), "named 'lenet'", "none of Belfry's"),
        ]:
            with self.subTest(" ".join(map(str, command))):
                self.assertRefused(self.home.run(*command), *mentions)

    def test_models_tell_every_layer(self):
        lenet = self.home.json("models", "lenet")
        self.assertEqual(lenet["parameters"], 61706)
        photos = self.home.json("models", "resnet-50", "--picture-size", "224x224x3", "--classes", 1000)
        self.assertEqual((photos["parameters"], photos["table"][0]["in"]), (25557032, [224, 224, 3]))
        self.assertEqual(sum(row["parameters"] for row in lenet["table"]), 61706)
        self.assertEqual(sum(row["activation_bytes"] for row in lenet["table"]), lenet["activation_bytes"])
        self.assertEqual(sum(2 * row["multiply_adds"] for row in lenet["table"]), lenet["floating_point_operations"])
        second = lenet["table"][1]
        self.assertEqual(second["name"], "conv2")
        self.assertEqual((second["in"], second["out"]), ([32, 32, 1], [28, 28, 6]))
        self.assertEqual((second["parameter_bytes"], second["activation_bytes"]), (4 * 156, 4 * 28 * 28 * 6))
        shown = self.home.run("models", "lenet").stdout
        for text in ("61,706 parameters", "28x28x6", "117,600", "18,816", "conv 6 5x5 relu", "two floating point"):
            self.assertIn(text, shown)

    def test_one_starts_from_belfrys_lines_and_trains(self):
        text = self.home.run("models", "lenet", "--text").stdout
        mine = self.file("mine.txt", "# LeNet with tanh\n" + text.replace("relu", "tanh"))
        lines = [line for line in mine.read_text().splitlines() if not line.startswith("#")]
        self.assertIn("conv 6 5x5 tanh deviation 0.1", lines)
        folder = self.home.train("--model", mine, "--steps", 2, "--batch-per-tower", 16)
        plan = json.loads((folder / "plan.json").read_text())
        self.assertEqual((plan["model"], plan["layers"]), ("mine", lines))
        self.assertEqual(self.home.run("evaluate", folder).returncode, 0)
        # The run's plan is a plan file, JSON of `models` is a network's file, and a name over the plan is Belfry's.
        again = self.home.train("--plan", folder / "plan.json", "--name", "again")
        self.assertEqual(json.loads((again / "plan.json").read_text())["layers"], lines)
        other = self.home.train("--plan", folder / "plan.json", "--model", "mlp", "--width", 8)
        self.assertEqual(json.loads((other / "plan.json").read_text())["layers"], [])
        shown = self.home.json("models", mine)
        self.assertEqual(shown["layers"], lines)
        self.assertEqual(self.home.json("models", self.file("copy.json", json.dumps(shown)))["table"], shown["table"])


if __name__ == "__main__":
    belfry.main()
