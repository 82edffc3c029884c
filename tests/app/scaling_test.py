"""`belfry-cli scaling`: table, sentence, JSON, CSV, Ctrl-C."""
import csv
import signal
import subprocess

import belfry

SMALL = ("--devices", "cpu", "--model", "mlp", "--width", "16", "--hidden-layers", "1", "--batch-per-tower", "32",
         "--towers-up-to", "2")
QUICK = (*SMALL, "--repeats", "2", "--steps", "4")


class Scaling(belfry.HomeTest):
    def test_json(self):
        found = self.home.json("scaling", *QUICK)
        self.assertEqual([(point["mode"], point["towers"], point["global_batch"]) for point in found["points"]],
                         [("per-tower", 1, 32), ("per-tower", 2, 64), ("global", 1, 32), ("global", 2, 32)])
        for point in found["points"]:
            self.assertEqual(point["repeats"], 2)
            self.assertGreater(point["images_per_second"]["mean"], 0)
            self.assertAlmostEqual(point["efficiency"]["mean"], point["speed_up"]["mean"] / point["towers"])
            self.assertEqual(len(point["stage_milliseconds"]), point["towers"])
            for times in point["stage_milliseconds"]:
                self.assertLessEqual(sum(times.values()), 1.001 * point["step_milliseconds"])
                self.assertEqual(set(times), {"wait", "copy", "forward", "backward", "exchange", "update", "straggler"})
            self.assertGreater(point["predicted"]["speed_up"], 0)
        self.assertEqual(found["points"][0]["speed_up"], {"mean": 1, "deviation": 0})
        self.assertEqual(found["published"], {"what": "LeNet notebook", "towers": 4, "speed_up": 2.45})
        self.assertGreater(found["model"]["bus_bytes_per_second"], 0)
        self.assertGreater(found["model"]["bytes"], 0)
        self.assertIn("2 towers share cpu.", found["remarks"])
        self.assertIn(found["advice"]["kind"], {"none", "larger-batch", "other-exchange", "resident-feed", "fewer-towers"})
        self.assertRegex(found["sentence"], r"^(Every tower|Tower [01]) (waits|spends) \d+ % of each step .*\.$")
        self.assertFalse(found["stopped"])
        self.assertEqual(self.home.run_folders(), [])  # no run

    def test_table_and_csv(self):
        done = self.home.run("scaling", *QUICK, "--mode", "per-tower", "--csv", "towers.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^ +2 +32 +64 +[\d,]+ ±[\d,]+ +\d+\.\d\d ±\d+\.\d\d +\d+ ±\d+ % +\d+\.\d\d$")
        self.assertIn("Fixed batch per tower", done.stdout)
        self.assertNotIn("Fixed global batch", done.stdout)
        self.assertIn("LeNet notebook reached 2.45x with 4 GPUs", done.stdout)
        self.assertIn("Exchange: 1 tower cpu, 2 towers cpu.", done.stdout)
        self.assertRegex(done.stdout, r"of each step .*\.\n\Z")
        with open(self.home.folder / "towers.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["towers"], row["tower"]) for row in rows], [("1", "0"), ("2", "0"), ("2", "1")])
        self.assertEqual(float(rows[0]["speed_up"]), 1)

    def test_model_of_hosts(self):
        small = SMALL[:-2]
        found = self.home.json("scaling", *small, "--hosts", "6", "--bandwidth", "100mbit", "--delay", "1ms")
        self.assertEqual([point["hosts"] for point in found["points"]], [1, 2, 4, 6])
        self.assertEqual((found["bits_per_second"], found["delay_milliseconds"], found["towers_per_host"]), (1e8, 1, 1))
        for name, work in found["measured"].items():
            self.assertGreater(len(work["work"]["compute_milliseconds"]), 5, name)
        for point in found["points"]:
            self.assertEqual(point["ring"], point["hierarchical"])
            self.assertAlmostEqual(2 * point["16-bit"]["sent_bytes"], point["ring"]["sent_bytes"])
            for way in ("ring", "16-bit"):
                self.assertAlmostEqual(point[way]["images_per_second"], 32000 * point["hosts"] / point[way]["step_milliseconds"])
        self.assertEqual(len(found["sentences"]), 3)
        self.assertEqual(self.home.run_folders(), [])

    def test_table_of_hosts(self):
        done = self.home.run("scaling", *SMALL[:-2], "--hosts")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^ +1024 +1024( +\| +[\d.]+ +[\d.]+ +[\d,]+ +\d+ %){3}$")
        self.assertRegex(done.stdout, r"\n\nWith a ring of all towers .*\.\n")

    def test_ctrl_c_ends_it(self):
        process = subprocess.Popen([str(belfry.PROGRAM), "scaling", *SMALL, "--repeats", "100"],
                                   env=self.home.environment, cwd=self.home.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        process.stdout.readline()  # the head: the first measurement is done
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("Fixed batch per tower", output)  # what is known by then


if __name__ == "__main__":
    belfry.main()
