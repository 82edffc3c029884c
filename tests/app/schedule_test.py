"""`belfry-cli schedule`: the rates that a run would have, as text and JSON."""
import json

import belfry

PLAN = ("--schedule", "cosine", "--learning-rate", "0.5", "--warmup-steps", "4", "--global-batch", "1000", "--epochs", "2")


class Schedule(belfry.HomeTest):
    def test_json(self):
        found = self.home.json("schedule", *PLAN, "--train-images", "10000")
        self.assertEqual((found["steps"], found["steps_per_epoch"]), (20, 10))
        rates = [point["rate"] for point in found["points"]]
        self.assertEqual([point["step"] for point in found["points"]], list(range(1, 21)))
        self.assertEqual(rates.index(max(rates)), 3)
        self.assertEqual(rates[4:], sorted(rates[4:], reverse=True))
        self.assertEqual(found["points"][-1]["epoch"], 2)

    def test_text(self):
        done = self.home.run("schedule", *PLAN)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "110 steps, 55 per epoch")
        self.assertEqual(len(lines), 22)
        self.assertRegex(lines[2], r"^ +1 +0\.02  1\.250e-01$")
        self.assertEqual(self.home.run_folders(), [])

    def test_the_rates_are_those_of_a_run(self):
        steps = ("--steps", "6", "--batch-per-tower", "16", "--schedule", "one-cycle", "--devices", "cpu")
        shown = [point["rate"] for point in self.home.json("schedule", *steps)["points"]]
        done = self.home.run("train", *steps, "--display-every", "1", "--no-record", "--json")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        run = [event["learning_rate"] for event in events if event["event"] == "step"]
        self.assertEqual(len(run), 6)
        for expected, found in zip(run, shown):
            self.assertAlmostEqual(expected, found, places=6)

    def test_bad_input(self):
        self.assertRefused(self.home.run("schedule", "--schedule", "cosin"), "did you mean 'cosine'")
        self.assertRefused(self.home.run("schedule", "--data", "/nowhere"), "/nowhere")

    def test_refuses_the_images_that_a_run_refuses(self):
        """It took as many as there are."""
        many = ("--train-images", "60000")
        refusal = self.home.run("train", *many, "--devices", "cpu")
        self.assertRefused(refusal, "60000")
        self.assertEqual(self.home.run("schedule", *many).stderr, refusal.stderr)


if __name__ == "__main__":
    belfry.main()
