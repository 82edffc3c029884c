"""`belfry-cli find rate` and `find batch`: text and JSON, what they leave behind, and words that cannot be."""
import signal
import subprocess

import belfry

TOWERS = ("--devices", "cpu", "--towers", "2")
SMALL = (*TOWERS, "--batch-per-tower", "32")


class Find(belfry.HomeTest):
    def test_rate(self):
        found = self.home.json("find", "rate", *SMALL, "--batches", "60")
        self.assertLess(found["suggestion"], found["diverged"])
        self.assertLessEqual(len(found["trials"]), 60)
        self.assertAlmostEqual(found["trials"][0]["rate"], 1e-6)
        self.assertFalse(found["stopped"])
        again = self.home.json("find", "rate", *SMALL, "--batches", "60")
        self.assertEqual(again, found)
        self.assertEqual(self.home.run_folders(), [])  # no run

    def test_rate_as_text(self):
        done = self.home.run("find", "rate", *SMALL, "--batches", "60")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^\d\.\d\de[+-]\d\d +\d+\.\d{4}  diverged$")
        self.assertRegex(done.stdout, r"Suggestion: --learning-rate \S+\n\Z")

    def test_batch(self):
        found = self.home.json("find", "batch", *TOWERS, "--memory-limit", "0.03")
        self.assertEqual(found["towers"], 2)
        self.assertTrue(found["largest_tried"])
        self.assertGreater(found["largest"], 8)
        self.assertLessEqual(found["fastest"], found["largest"])
        self.assertGreaterEqual(found["steps_per_epoch"], 50)
        self.assertGreater(found["learning_rate"], 0)
        for trial in found["trials"]:
            self.assertLessEqual(trial["memory_bytes"], 0.03 * 2**30)
        self.assertEqual(self.home.run_folders(), [])

    def test_batch_as_text(self):
        done = self.home.run("find", "batch", *TOWERS, "--to", "32")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[1:4]], ["8", "16", "32"])
        self.assertIn("Largest that fits: --batch-per-tower 32\n", done.stdout)

    def test_ctrl_c_ends_it(self):
        process = subprocess.Popen([str(belfry.PROGRAM), "find", "rate", *SMALL, "--batches", "1000"],
                                   env=self.home.environment, cwd=self.home.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        process.stdout.readline()  # the head: the first batch is done
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 130, errors)

    def test_bad_usage_is_refused(self):
        for arguments, *mentions in [
            ((), "needs a command", "rate"),
            (("rte",), "did you mean 'rate'"),
            (("rate", "--from", "1", "--to", "0.1"), "1 to 0.1", "lower one first"),
            (("rate", "--from", "0"), "more than 0"),
            (("rate", "--from", "-1"), "lower one first"),
            (("rate", "--to", "nan"), "lower one first"),
            (("rate", "--to", "1e6"), "0 and 1000"),
            (("rate", "--batches", "3"), "20 to 1000"),
            (("rate", "--batches", "many"), "'many'"),
            (("rate", "--tensorboard"), "--tensorboard"),
            (("rate", "--model", "lenett"), "did you mean 'lenet'"),
            (("rate", "--optimizer", "adma"), "did you mean 'adam'"),
            (("batch", "--memory-limit", "0"), "memory limit"),
            (("batch", "--memory-limit", "-2"), "memory limit"),
            (("batch", "--memory-limit", "nan"), "memory limit"),
            (("batch", "--memory-limit", "1e-6"), "need about"),
            (("batch", "--from", "0"), "at least 1"),
            (("batch", "--from", "9", "--to", "3"), "9 to 3"),
            (("batch", "--to", "0"), "less than 1"),
            (("batch", "--longest-step", "0"), "longest step"),
            (("batch", "--devices", "cuda:9"), "cuda:9"),
        ]:
            with self.subTest(" ".join(arguments)):
                done = self.home.run("find", *arguments)
                self.assertRefused(done, *mentions)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    belfry.main()
