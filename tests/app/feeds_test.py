"""Feeds, augmentation and CIFAR-10 from outside: small files of the published form, trained on and evaluated again."""
import json
import random

import belfry

SHORT = ("--steps", 12, "--batch-per-tower", 16, "--towers", 2, "--data", "cifar-10")
TUTORIAL = ("--augmentation", "cifar-tutorial", "--normalisation", "standardised")


def batch(count, seed):
    """CIFAR-10 records whose brightness tells their label, over noise."""
    dice = random.Random(seed)
    records = bytearray()
    for _ in range(count):
        label = dice.randrange(10)
        records.append(label)
        records += bytes(min(255, 20 * label + noise % 50) for noise in dice.randbytes(3072))
    return bytes(records)


class Feeds(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = cls.home.folder / "sets" / "cifar-10-batches-bin"
        cls.folder.mkdir(parents=True)
        for name, count in (("data_batch_1.bin", 300), ("data_batch_2.bin", 200), ("test_batch.bin", 100)):
            (cls.folder / name).write_bytes(batch(count, name))
        cls.home.environment["BELFRY_DATA"] = str(cls.folder.parent)

    def test_data_is_listed_and_checked(self):
        listed = {entry["name"]: entry["folder"] for entry in self.home.json("data", "list")}
        self.assertEqual(listed["cifar-10"], str(self.folder))
        checked = self.home.json("data", "check", "cifar-10")
        self.assertEqual((checked["train"], checked["validation"], checked["test"]), (450, 50, 100))
        self.assertFalse(checked["official"])
        self.assertIn("500 of 50000 training", checked["note"])
        missing = self.home.run("data", "check", "cifar-10", environment={"BELFRY_DATA": ""})
        self.assertRefused(missing, "No files of CIFAR-10", "data_batch_1.bin", "/usr/share/datasets", "--data-dir")

    def test_all_feeds_give_the_same_weights(self):
        weights, fills = set(), {}
        for feed in ("direct", "queue", "resident"):
            done = self.home.run("train", "--devices", "cpu", *SHORT, *TUTORIAL, "--feed", feed, "--name", feed, "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            steps = [event for event in map(json.loads, done.stdout.splitlines()) if event["event"] == "step"]
            fills[feed] = {step["queue_fill"] is not None and 0 <= step["queue_fill"] <= 1 for step in steps}
            (folder,) = (path for path in self.home.run_folders() if path.name.endswith("-" + feed))
            weights.add(belfry.safetensors(folder / "weights" / "final.safetensors")[1])
        self.assertEqual(len(weights), 1)
        self.assertEqual(fills, {"direct": {False}, "queue": {True}, "resident": {False}})

    def test_a_sample_is_told_at_the_start(self):
        done = self.home.run("train", "--devices", "cpu", *SHORT, "--no-record", "--json")
        started = json.loads(done.stdout.splitlines()[0])
        self.assertTrue(any("500 of 50000 training" in remark for remark in started["remarks"]), started["remarks"])
        self.assertEqual(started["train_images"], 450)

    def test_evaluation_sees_what_training_saw(self):
        """The weights file carries the input stage: the same test figure as at the run's end."""
        for name, options in (("tutorial", TUTORIAL), ("centred", ("--normalisation", "centred")),
                              ("moved", ("--augmentation", "alternate-flip, shift 2, erase 8", "--normalisation", "standardised")),
                              ("mixed", ("--augmentation", "flip, cutmix, mixup 0.4", "--normalisation", "centred"))):
            folder = self.home.train(*SHORT, *options, "--name", name)
            record = self.home.run_record(folder)
            again = self.home.json("evaluate", str(folder / "weights" / "best.safetensors"))
            self.assertEqual(again["images"], 100)
            self.assertEqual(again["accuracy"], record["test"]["accuracy"], name)
            metadata, _ = belfry.safetensors(folder / "weights" / "best.safetensors")
            self.assertIn('"normalisation":"' + options[-1] + '"', metadata["input"])
            if name == "moved":
                self.assertIn('"augmentation":"shift 2, alternate-flip, erase 8"', metadata["input"])

    def test_views_of_the_test_are_those_of_an_evaluation(self):
        folder = self.home.train(*SHORT, "--test-views", "6", "--name", "views")
        record = self.home.run_record(folder)
        best = str(folder / "weights" / "best.safetensors")
        six, one = self.home.json("evaluate", best, "--test-views", "6"), self.home.json("evaluate", best)
        self.assertEqual((six["test_views"], one["test_views"]), ("6", "1"))
        self.assertEqual(six["accuracy"], record["test"]["accuracy"])
        self.assertAlmostEqual(six["loss"], record["test"]["loss"], places=5)
        self.assertNotEqual(six["loss"], one["loss"])
        self.assertRefused(self.home.run("evaluate", best, "--test-views", "3"), "number of test views '3'", "1, 2, 6")


if __name__ == "__main__":
    belfry.main()
