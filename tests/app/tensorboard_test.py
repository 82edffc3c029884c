"""Event files as TensorBoard itself reads them, beside what the run says of itself."""
import contextlib
import math
import random
import signal
import sqlite3
import struct

import belfry

belfry.needs("tensorboard.backend.event_processing.event_accumulator")
from tensorboard.backend.event_processing import event_accumulator  # noqa: E402

SEED = random.SystemRandom().randrange(1 << 32)
PLAN = ("--model", "mlp", "--width", 16, "--hidden-layers", 1, "--dropout", 0.25, "--global-batch", 2_000, "--towers", 2,
        "--checkpoint-every", 5, "--checkpoint-minutes", 0, "--display-every", 1, "--tensorboard")
STEPS_AN_EPOCH = 28


def opened(folder):
    """A run as TensorBoard reads it; nothing is left out to save memory."""
    everything = {event_accumulator.SCALARS: 0, event_accumulator.HISTOGRAMS: 0}
    return event_accumulator.EventAccumulator(str(folder / "tensorboard"), size_guidance=everything).Reload()


def rows(folder, query):
    with contextlib.closing(sqlite3.connect(folder / "metrics.db")) as connection:
        return connection.execute(query).fetchall()


def as_float(value):
    """The 32-bit number that an event file keeps."""
    return struct.unpack("f", struct.pack("f", value))[0]


def points(run, tag):
    return [(point.step, point.value) for point in run.Scalars(tag)]


def tensor(file, name):
    """A tensor of 32-bit floats in a weights file."""
    content = file.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = belfry.json.loads(content[8:8 + length])
    begin, end = header[name]["data_offsets"]
    return struct.unpack(f"{(end - begin) // 4}f", content[8 + length + begin:8 + length + end])


class TensorBoard(belfry.HomeTest):
    def assertSteps(self, folder, run):
        """Every step once, with the figures that SQLite has."""
        for tag, column in (("loss/train", "loss"), ("accuracy/train", "accuracy"), ("learning_rate", "learning_rate")):
            expected = [(step, as_float(value)) for step, value in rows(folder, f"SELECT step, {column} FROM steps ORDER BY step")]
            self.assertEqual(points(run, tag), expected, tag)

    def assertEpochs(self, folder, run):
        for tag, column in (("loss/train_epoch", "train_loss"), ("loss/validation", "validation_loss"),
                            ("accuracy/validation", "1.0 * validation_correct / validation_images")):
            expected = rows(folder, f"SELECT step, {column} FROM epochs ORDER BY epoch")
            self.assertEqual([step for step, _ in points(run, tag)], [step for step, _ in expected], tag)
            for (_, found), (step, value) in zip(points(run, tag), expected):
                self.assertAlmostEqual(found, value, delta=1e-6 * max(1, abs(value)), msg=f"{tag} at {step}")

    def test_a_whole_run(self):
        folder = self.home.train(*PLAN, "--epochs", 2, "--name", "whole")
        run = opened(folder)
        self.assertSteps(folder, run)
        self.assertEpochs(folder, run)
        record = self.home.run_record(folder)
        self.assertAlmostEqual(points(run, "accuracy/test")[0][1], record["test"]["accuracy"], places=6)
        speeds = points(run, "images_per_second")
        self.assertEqual(len(speeds), 2 * STEPS_AN_EPOCH)
        self.assertTrue(all(speed > 0 for _, speed in speeds))
        for tag in ("loss/train", "accuracy/train", "loss/train_epoch", "accuracy/train_epoch"):
            self.assertIn("dropout on", run.SummaryMetadata(tag).summary_description)
        for tag in ("accuracy/validation", "accuracy/test", "learning_rate"):
            self.assertNotIn(tag, run.summary_metadata)

    def test_stages_are_means_since_they_were_told_last(self):
        folder = self.home.train(*PLAN, "--epochs", 2, "--name", "stages")
        run = opened(folder)
        for tower in (0, 1):
            for stage in ("forward", "backward", "exchange", "update"):
                told = points(run, f"stage/tower{tower}/{stage}")
                times = dict(rows(folder, f'SELECT step, "{stage}" FROM towers WHERE tower = {tower}'))
                self.assertEqual(told[0][0], 1)
                before = 0
                for step, mean in told:
                    expected = sum(times[one] for one in range(before + 1, step + 1)) / (step - before)
                    self.assertAlmostEqual(mean, expected, delta=1e-5 * max(1, expected), msg=f"{stage} at {step}")
                    before = step
                told_at = [seconds for (seconds,) in rows(folder, "SELECT seconds FROM steps WHERE step IN "
                                                          f"({','.join(str(step) for step, _ in told)}) ORDER BY step")]
                self.assertTrue(all(after - at >= 0.099 for at, after in zip(told_at, told_at[1:])))
            self.assertNotIn(f"stage/tower{tower}/copy", run.Tags()["scalars"])  # the CPU copies nothing to itself

    def test_histograms_are_of_the_weights(self):
        folder = self.home.train(*PLAN, "--epochs", 2, "--name", "histograms")
        run = opened(folder)
        self.assertEqual(set(run.Tags()["histograms"]),
                         {f"{vector}{kind}" for vector in ("dense1/weight", "dense1/bias", "dense3/weight", "dense3/bias")
                          for kind in ("", "/gradients")} | {"dense1/activations", "dense3/activations"})
        for tag in run.Tags()["histograms"]:
            told = run.Histograms(tag)
            self.assertEqual([event.step for event in told], [STEPS_AN_EPOCH, 2 * STEPS_AN_EPOCH], tag)
            self.assertEqual(sum(told[-1].histogram_value.bucket), told[-1].histogram_value.num, tag)
        weights = tensor(folder / "weights" / "final.safetensors", "dense1.weight")
        histogram = run.Histograms("dense1/weight")[-1].histogram_value
        self.assertEqual(histogram.num, len(weights))
        self.assertEqual((histogram.min, histogram.max), (min(weights), max(weights)))
        self.assertTrue(math.isclose(histogram.sum_squares, math.fsum(w * w for w in weights), rel_tol=1e-9))
        before = -math.inf
        for end, count in zip(histogram.bucket_limit, histogram.bucket):
            self.assertEqual(count, sum(before <= w < end for w in weights), end)
            before = end
        sparsity = dict(points(run, "dense1/activations/sparsity"))
        self.assertTrue(0 < sparsity[STEPS_AN_EPOCH] < 1, "a ReLU's zeros")

    def test_histograms_every_so_many_steps(self):
        folder = self.home.train(*PLAN, "--steps", 9, "--histograms-every", 4, "--name", "often")
        self.assertEqual([event.step for event in opened(folder).Histograms("dense1/weight")], [4, 8])

    def test_graph_is_the_network(self):
        folder = self.home.train("--model", "lenet", "--steps", 1, "--tensorboard", "--name", "graph")
        nodes = {node.name: node for node in opened(folder).Graph().node}
        self.assertLessEqual({"images", "conv2/Conv2D", "conv2/weight", "pool3/MaxPool", "dense8/MatMul"}, set(nodes))
        self.assertEqual(nodes["conv2/Relu"].input, ["conv2/Conv2D"])
        sides = [side.size for side in nodes["conv2/Relu"].attr["_output_shapes"].list.shape[0].dim]
        self.assertEqual(sides, [-1, 28, 28, 6])
        self.assertEqual(nodes["conv2/Conv2D"].attr["layer"].s.split()[:3], [b"conv", b"6", b"5x5"])

    def test_killed_runs_are_read_and_gone_on_with(self):
        dice = random.Random(SEED)
        before = set(self.home.run_folders())
        process = self.home.start(*PLAN, "--epochs", 3, "--name", "killed", "--json")
        for _ in range(3):
            self.kill_after_checkpoints(process, dice.randrange(1, 5))
            (folder,) = set(self.home.run_folders()) - before
            steps = [step for step, _ in points(opened(folder), "loss/train")]
            self.assertGreaterEqual(len(steps), 5, f"seed {SEED}")
            self.assertEqual(steps, list(range(1, len(steps) + 1)), f"seed {SEED}")
            process = self.home.popen("resume", folder.name, "--json")
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(len(list((folder / "tensorboard").iterdir())), 4, "one for each time that it was resumed")
        run = opened(folder)
        self.assertSteps(folder, run)
        self.assertEpochs(folder, run)

    def kill_after_checkpoints(self, process, count):
        """Kills at some moment after so many; what was told before them is in the files by then."""
        while count > 0:
            event = belfry.json.loads(process.stdout.readline())
            count -= event["event"] == "checkpoint" and not event["best"]
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=belfry.TIMEOUT)

    def test_what_a_resumed_run_does_again_is_there_once(self):
        folder = self.home.train(*PLAN, "--epochs", 2, "--keep-checkpoints", 3, "--name", "again")
        for name in ("final", "step-55"):
            (folder / "weights" / f"{name}.safetensors").unlink()
        done = self.home.run("resume", folder.name, "--learning-rate", 0.01)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resumed at step 50", done.stdout)
        run = opened(folder)
        self.assertEqual(len(points(run, "loss/train")), 2 * STEPS_AN_EPOCH)
        self.assertSteps(folder, run)
        self.assertEpochs(folder, run)
        self.assertEqual([event.step for event in run.Histograms("dense1/weight")], [STEPS_AN_EPOCH, 2 * STEPS_AN_EPOCH])

    def test_half_a_record_is_passed_over(self):
        folder = self.home.train(*PLAN, "--steps", 12, "--name", "cut")
        (file,) = (folder / "tensorboard").iterdir()
        content = file.read_bytes()
        file.write_bytes(content[:len(content) // 2])
        steps = [step for step, _ in points(opened(folder), "loss/train")]
        self.assertEqual(steps, list(range(1, len(steps) + 1)))

    def test_nothing_without_the_option(self):
        folder = self.home.train("--model", "mlp", "--width", 16, "--steps", 3, "--name", "plain")
        self.assertFalse((folder / "tensorboard").exists())
        self.assertRefused(self.home.run("train", "--steps", 3, "--tensorboard", "--no-record"), "--tensorboard", "--no-record")
        self.assertRefused(self.home.run("train", "--tensorboard", "--histograms-every", -1), "histogram interval is -1")


if __name__ == "__main__":
    belfry.main()
