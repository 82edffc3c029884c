"""A short real run from its first line to its last file, and what the other commands say about it afterwards."""
import json
import re
import shutil

import belfry
import pictures

SHORT = ("--steps", 30, "--batch-per-tower", 64, "--towers", 2, "--checkpoint-minutes", 0)
FILES = {"plan.json", "run.json", "log.txt", "lock", "metrics.db", "weights", "weights/best.safetensors", "weights/final.safetensors"}
PICTURES = 100  # drawn from the first test images


class Train(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = cls.home.run("train", "--devices", "cpu", *SHORT, "--display-every", 1, "--name", "short run", "--json")
        assert done.returncode == 0 and done.stderr == "", done.stderr
        cls.events = [json.loads(line) for line in done.stdout.splitlines()]
        (cls.folder,) = cls.home.run_folders()
        cls.finished = cls.events[-1]

    def test_leaves_a_run_folder(self):
        self.assertEqual({str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}, FILES)
        self.assertRegex(self.folder.name, r"^\d{8}-\d{6}-short-run$")
        record = self.home.run_record(self.folder)
        self.assertEqual((record["state"], record["steps"], record["images"]), ("finished", 30, 30 * 128))
        self.assertEqual(record["test"]["accuracy"], self.finished["test"]["accuracy"])
        plan = json.loads((self.folder / "plan.json").read_text())
        self.assertEqual((plan["steps"], plan["batch_per_tower"], plan["towers"]), (30, 64, 2))
        self.assertEqual(plan["devices"], ["cpu"])
        self.assertIn("finished", (self.folder / "log.txt").read_text())

    def test_tells_events_in_order(self):
        kinds = [event["event"] for event in self.events if event["event"] not in ("state", "checkpoint")]
        self.assertEqual(kinds, ["started"] + ["step"] * 30 + ["epoch", "finished"])
        self.assertEqual({event["run"] for event in self.events}, {self.folder.name})
        steps = [event for event in self.events if event["event"] == "step"]
        self.assertEqual([event["step"] for event in steps], list(range(1, 31)))
        self.assertEqual([event["images"] for event in steps], [128 * step for step in range(1, 31)])
        for event in steps:
            self.assertEqual(sum(tower["images"] for tower in event["towers"]), 128)
            self.assertTrue(0 <= event["accuracy"] <= 1 and event["loss"] > 0 and event["milliseconds"] > 0, event)

    def test_tells_what_started(self):
        started = self.events[0]
        self.assertEqual(started["plan"], json.loads((self.folder / "plan.json").read_text()))
        self.assertEqual((started["parameters"], started["train_images"], started["total_steps"]), (61_706, 55_000, 30))
        self.assertEqual([tower["batch"] for tower in started["placement"]], [64, 64])

    def test_measures_how_many_towers_are_fastest(self):
        home = belfry.Home()
        self.addCleanup(home.remove)
        done = home.run("train", "--devices", "cpu", "--towers", "auto", "--global-batch", 96, "--steps", 3, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        started = json.loads(done.stdout.splitlines()[0])
        told = [re.fullmatch(r"Images per second in a trial: 1 tower (\d+)(?:, (\d+) towers (\d+))*; (\d+) towers? (?:is|are) used\.", remark)
                for remark in started["remarks"]]
        (match,) = [one for one in told if one]
        self.assertEqual(int(match[4]), started["plan"]["towers"])
        self.assertEqual(sum(tower["batch"] for tower in started["placement"]), 96)
        self.assertRefused(home.run("train", "--towers", "two"), "--towers")
        self.assertRefused(home.run("find", "rate", "--towers", "auto"), "--towers")  # its towers are the plan's
        self.assertRefused(home.run("train", "--towers", "auto", "--shares", "0.5,0.5"), "--shares measured")

    def test_says_what_was_measured_with_dropout_on(self):
        self.assertIs(self.events[0]["dropout"], False)  # LeNet has none
        arguments = ("train", "--devices", "cpu", "--model", "mlp", "--dropout", 0.5, "--steps", 2, "--batch-per-tower", 16,
                     "--display-every", 1, "--name", "dropped")
        home = belfry.Home()
        self.addCleanup(home.remove)
        text = home.run(*arguments).stdout
        self.assertRegex(text, r"(?m)^step 1/2 .* accuracy with dropout on \d")
        self.assertRegex(text, r"(?m)^epoch 1: training loss with dropout on \d")
        (folder,) = home.run_folders()
        self.assertIn("training loss with dropout on", home.run("runs", "show", folder.name).stdout)
        self.assertIs(home.json("runs", "show", folder.name)["dropout"], True)
        started = json.loads(home.run(*arguments, "--json").stdout.splitlines()[0])
        self.assertIs(started["dropout"], True)

    def test_tells_where_weights_were_saved(self):
        saved = [event for event in self.events if event["event"] == "checkpoint"]
        self.assertEqual([(event["step"], event["best"]) for event in saved], [(30, True), (30, False)])
        for event, name in zip(saved, ("best", "final")):
            self.assertEqual(event["path"], str(self.folder / "weights" / f"{name}.safetensors"))

    def test_ends_with_one_summary(self):
        done = self.finished
        self.assertEqual((done["state"], done["steps"], done["images"]), ("finished", 30, 30 * 128))
        self.assertAlmostEqual(done["epochs"], 30 * 128 / 55_000)
        self.assertGreater(done["images_per_second"], 0)
        self.assertGreater(done["seconds"], 0)
        for split, images in (("validation", 5_000), ("test", 10_000)):
            self.assertEqual(done[split]["images"], images)
            self.assertAlmostEqual(done[split]["accuracy"], done[split]["correct"] / images)
            self.assertGreater(done[split]["accuracy"], 0.5)  # it learns; a guess is right in 0.1
        self.assertGreater(done["train"]["accuracy"], 0.3)
        self.assertGreater(done["train"]["loss"], 0)

    def test_runs_list_and_show_agree(self):
        (listed,) = self.home.json("runs", "list")
        self.assertEqual(self.home.json("runs"), [listed])  # "runs" alone lists
        self.assertEqual(self.home.run("runs").stdout, self.home.run("runs", "list").stdout)
        shown = self.home.json("runs", "show", "short run")
        self.assertEqual(listed, shown["summary"])
        self.assertEqual((listed["id"], listed["name"], listed["state"]), (self.folder.name, "short run", "finished"))
        self.assertEqual(listed["test"], self.finished["test"]["accuracy"])
        self.assertEqual(listed["best_validation"], self.finished["best_validation"]["accuracy"])
        self.assertEqual(shown["plan"], self.events[0]["plan"])
        (epoch,) = (event for event in self.events if event["event"] == "epoch")
        self.assertEqual([(e["step"], e["validation_accuracy"]) for e in shown["epochs"]],
                         [(30, epoch["validation"]["accuracy"])])
        text = self.home.run("runs", "list").stdout + self.home.run("runs", "show", self.folder).stdout
        self.assertEqual(text.count("short run"), 2)

    def test_help_names_the_presets_that_there_are(self):
        resources = self.home.folder / "resources"
        (resources / "presets").mkdir(parents=True)
        (resources / "presets" / "my-own.json").write_text("{")
        shipped = ", ".join(sorted(path.stem for path in (belfry.MNIST.parents[1] / "presets").glob("*.json")))
        self.assertIn("notebook-lenet, quick", shipped)
        for environment, names in ((None, shipped), ({"BELFRY_RESOURCES": str(resources)}, "my-own")):
            done = self.home.run("train", "--help", environment=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(" ".join(done.stdout.split()), f"--preset TEXT Start from a preset: {names} --plan")

    def test_evaluate_repeats_the_figures(self):
        for split in ("test", "validation"):
            result = self.home.json("evaluate", self.folder.name, "--split", split)
            self.assertEqual(result["correct"], self.finished[split]["correct"])
            self.assertAlmostEqual(result["loss"], self.finished[split]["loss"], places=5)
            self.assertEqual(sum(result["confusion"]), result["images"])
            self.assertEqual(sum(result["confusion"][::11]), result["correct"])
        text = self.home.run("evaluate", self.folder).stdout
        self.assertIn(f"{self.finished['test']['correct']:,} of 10,000", text)

    def small_test_set(self):
        """MNIST with its first test images only, and those as PNG files."""
        folder = self.home.folder / "small"
        folder.mkdir()
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")[:PICTURES]
        for name in ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"):
            (folder / name).write_bytes(pictures.unpacked(belfry.MNIST / name))
        content = b"".join(images[:PICTURES])
        (folder / "t10k-images-idx3-ubyte").write_bytes(pictures.idx(content, PICTURES, height, width))
        (folder / "t10k-labels-idx1-ubyte").write_bytes(pictures.idx(labels, PICTURES))
        files = []
        for number, image in enumerate(images[:PICTURES]):
            files.append(folder / f"{number}.png")
            files[-1].write_bytes(pictures.png(*pictures.enlarged(image, height, width, 4)))
        return folder, labels, files

    def test_predict_answers_as_evaluate_counts(self):
        folder, labels, files = self.small_test_set()
        for run in (self.folder.name, "ready"):
            counted = self.home.json("evaluate", run, "--data-dir", folder)
            self.assertEqual(counted["images"], PICTURES)
            done = self.home.run("predict", run, *files, "--json")
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual([answer["image"] for answer in answers], [str(file) for file in files])
            confusion = [0] * 100
            for label, answer in zip(labels, answers):
                self.assertAlmostEqual(sum(answer["probabilities"]), 1, places=4)
                self.assertEqual(max(answer["probabilities"]), answer["probabilities"][int(answer["answer"])])
                confusion[10 * label + int(answer["answer"])] += 1
            # The way through a picture may shift a digit by a pixel: a few answers may differ (none did when this was written).
            moved = sum(abs(a - b) for a, b in zip(confusion, counted["confusion"])) // 2
            print(f"predict and evaluate differ in {moved} of {PICTURES} answers of {run}")
            self.assertLessEqual(moved, 3)
        text = self.home.run("predict", "ready", files[0]).stdout
        self.assertRegex(text, r"0\.png: 7 \(\d+\.\d %\)\n")

    def test_same_seed_same_bits(self):
        _, first = belfry.safetensors(self.folder / "weights" / "final.safetensors")
        again = self.home.train(*SHORT)
        _, second = belfry.safetensors(again / "weights" / "final.safetensors")
        other = self.home.train(*SHORT, "--seed", 2)
        _, third = belfry.safetensors(other / "weights" / "final.safetensors")
        shutil.rmtree(again)
        shutil.rmtree(other)
        self.assertEqual(first, second)
        self.assertNotEqual(first, third)

    def test_prints_a_line_per_display_interval(self):
        done = self.home.run("train", "--devices", "cpu", *SHORT, "--display-every", 5, "--no-record")
        lines = [line for line in done.stdout.splitlines() if line.startswith("step ")]
        self.assertEqual([re.match(r"step (\d+)/30 ", line).group(1) for line in lines], ["5", "10", "15", "20", "25", "30"])
        for line in lines:
            self.assertRegex(line, r"loss \d\.\d+  accuracy \d+\.\d+ %  [\d,]+ images/s  \d+:\d\d left$")
        self.assertNotIn("\r", done.stdout)
        self.assertRegex(done.stdout, r"test \d+\.\d+ % \([\d,]+ of 10,000\)")
        self.assertEqual(self.home.run_folders(), [self.folder])


if __name__ == "__main__":
    belfry.main()
