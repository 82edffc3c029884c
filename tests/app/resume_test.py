"""A run that is killed at random moments and resumed ends with the bits of one that never was."""
import contextlib
import random
import signal
import sqlite3

import belfry

KILLS = 20
SEED = random.SystemRandom().randrange(1 << 32)
PLAN = ("--model", "mlp", "--width", 48, "--hidden-layers", 1, "--dropout", 0.25, "--global-batch", 2_000, "--towers", 2,
        "--checkpoint-every", 5, "--checkpoint-minutes", 0, "--display-every", 1, "--feed", "queue")


def rows(folder, query):
    with contextlib.closing(sqlite3.connect(folder / "metrics.db")) as connection:
        return connection.execute(query).fetchall()


def metrics(folder):
    """What the run says of every step and epoch, without the times."""
    return (rows(folder, "SELECT step, epoch, images, loss, accuracy, learning_rate FROM steps ORDER BY step"),
            rows(folder, "SELECT epoch, step, train_loss, validation_loss, validation_correct, best FROM epochs ORDER BY epoch"))


def weights(folder, name):
    return belfry.safetensors(folder / "weights" / f"{name}.safetensors")[1]


class Resume(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = cls.home.train(*PLAN, "--epochs", 3, "--name", "whole")

    def kill_after(self, process, lines):
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=belfry.TIMEOUT)

    def resume(self, run, *options):
        return self.home.popen("resume", run, *options)

    def assertAsTheWhole(self, folder):
        self.assertEqual(metrics(folder), metrics(self.whole))
        self.assertEqual(weights(folder, "final"), weights(self.whole, "final"))
        self.assertEqual(weights(folder, "best"), weights(self.whole, "best"))
        record, whole = self.home.run_record(folder), self.home.run_record(self.whole)
        for key in ("state", "steps", "images", "train", "validation", "best", "test"):
            self.assertEqual(record[key], whole[key], key)

    def test_twenty_kills_change_no_bit(self):
        dice = random.Random(SEED)
        kills = 0
        while kills < KILLS:
            before = set(self.home.run_folders())
            process = self.home.start(*PLAN, "--epochs", 3, "--name", "killed")
            self.kill_after(process, dice.randrange(1, 50))
            (folder,) = set(self.home.run_folders()) - before
            kills += 1
            for _ in range(dice.randrange(0, 4)): # the same run may be killed more than once
                self.kill_after(self.resume(folder.name), dice.randrange(1, 60))
                kills += 1
            with self.subTest(seed=SEED, kills=kills):
                done = self.home.run("resume", folder.name)
                if done.returncode == 2: # the last kill came after the end
                    self.assertIn("has completed all", done.stderr)
                else:
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertAsTheWhole(folder)

    def test_stopped_run_goes_on(self):
        before = set(self.home.run_folders())
        process = self.home.start(*PLAN, "--epochs", 3, "--name", "stopped")
        for _ in range(20):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 130)
        (folder,) = set(self.home.run_folders()) - before
        done = self.home.run("resume", "stopped")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resumed at step", done.stdout)
        self.assertAsTheWhole(folder)
        self.assertEqual([text for (text,) in rows(folder, "SELECT text FROM marks")], ["resumed"])

    def test_other_towers_see_the_same_images(self):
        folder = self.home.train(*PLAN, "--epochs", 1, "--name", "moved")
        done = self.home.run("resume", "moved", "--towers", 3, "--epochs", 3, "--feed", "resident", "--exchange", "allreduce")
        self.assertEqual(done.returncode, 0, done.stderr)
        for (step, *moved), (_, *whole) in zip(metrics(folder)[0], metrics(self.whole)[0], strict=True):
            self.assertEqual(moved[1], whole[1], step)
            self.assertAlmostEqual(moved[2], whole[2], delta=0.01 * whole[2], msg=str(step))

    def test_refuses_what_cannot_go_on(self):
        self.assertRefused(self.home.run("resume", "whole"), "has completed all of its 84 steps", "more epochs")
        self.assertRefused(self.home.run("resume", "nowhere"), "nowhere")
        self.assertRefused(self.home.run("resume", "whole", "--epochs", 4, "--exchange", "nccl"), "Unknown exchange 'nccl'")
        self.assertRefused(self.home.run("resume", "whole", "--epochs", 4, "--towers", 8193), "8193")
        process = self.home.start(*PLAN, "--epochs", 1000, "--name", "busy")
        process.stdout.readline()
        self.assertRefused(self.home.run("resume", "busy"), "is in progress")
        process.kill()
        process.communicate(timeout=belfry.TIMEOUT)

    def test_damaged_checkpoint_is_passed_over(self):
        folder = self.home.train(*PLAN, "--epochs", 1, "--name", "damaged")
        final = folder / "weights" / "final.safetensors"
        content = bytearray(final.read_bytes())
        content[-5] ^= 1 # one bit of a weight
        final.write_bytes(content)
        refused = self.home.run("evaluate", final)
        self.assertRefused(refused, "check sum", "damaged after it was written")
        done = self.home.run("resume", "damaged", "--epochs", 3)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("check sum", done.stdout)
        self.assertAsTheWhole(folder)

    def test_keeps_the_newest_checkpoints(self):
        folder = self.home.train(*PLAN, "--epochs", 3, "--keep-checkpoints", 3, "--name", "three")
        self.assertEqual({path.stem for path in (folder / "weights").iterdir()},
                         {"best", "final", "step-70", "step-75", "step-80"})


if __name__ == "__main__":
    belfry.main()
