"""Exchanges as belfry-cli's users meet them: each trains, `auto` tells what it measured, checks and benches."""
import json

import belfry

SHORT = ("--no-record", "--model", "lenet", "--devices", "cpu", "--towers", 3, "--global-batch", 61, "--steps", 4)


class Exchanges(belfry.HomeTest):
    def events(self, *options):
        done = self.home.run("train", *SHORT, *options, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return {event["event"]: event for event in map(json.loads, done.stdout.splitlines())}

    def test_every_exchange_trains_alike(self):
        losses = []
        for exchange in ("cpu", "first", "allreduce"):
            events = self.events("--exchange", exchange, "--check-exchange")
            self.assertEqual(events["started"]["plan"]["exchange"], exchange)
            self.assertEqual(events["started"]["exchange_trials"], [])
            self.assertNotIn("warning", events)
            self.assertIn(f"'{exchange}' deviated from the reference by at most", events["finished"]["remarks"][0])
            losses.append(events["finished"]["train"]["loss"])
        self.assertLess(max(losses) - min(losses), 1e-4)

    def test_auto_says_what_it_measured(self):
        started = self.events("--exchange", "auto")["started"]
        trials = started["exchange_trials"]
        self.assertEqual({trial["exchange"] for trial in trials}, {"cpu", "first", "allreduce"})
        self.assertEqual(started["plan"]["exchange"], trials[0]["exchange"])
        self.assertEqual(trials, sorted(trials, key=lambda trial: trial["milliseconds"]))
        self.assertEqual(sum("the shortest time, and is used" in remark for remark in started["remarks"]), 1)

    def test_bench_tells_bytes_per_second(self):
        bench = self.home.json("bench", "exchange", "--devices", "cpu", "--towers", 3, "--megabytes", "0.1,1")
        self.assertEqual(bench["devices"], 3 * ["cpu"])
        self.assertEqual(bench["left_out"], [])
        self.assertEqual([row["exchange"] for row in bench["exchanges"]],
                         2 * ["cpu"] + 2 * ["first"] + 2 * ["allreduce"])
        for row in bench["exchanges"]:
            self.assertLessEqual(row["exchange_milliseconds"], row["milliseconds"])
            speed = row["bytes"] / row["exchange_milliseconds"] * 1000
            self.assertAlmostEqual(row["bytes_per_second"] / speed, 1)
            self.assertAlmostEqual(row["bus_bytes_per_second"] / speed, 2 * (3 - 1) / 3)
        done = self.home.run("bench", "exchange", "--devices", "cpu", "--exchange", "allreduce", "--megabytes", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("bus GB/s", done.stdout)

    def test_what_cannot_be_benched_is_refused(self):
        for option, value, mention in (("--exchange", "alreduce", "did you mean 'allreduce'"),
                                       ("--devices", "cuda:7", "'cuda:7'"), ("--towers", 0, "towers is 0"),
                                       ("--megabytes", "9999", "0.001 to 256"), ("--megabytes", "x", "--megabytes"),
                                       ("--megabytes", "", "--megabytes is empty"), ("--devices", "cpu,", "a name empty"),
                                       ("--exchange", "async", "no tower waits for another")):
            done = self.home.run("bench", "exchange", option, value)
            self.assertRefused(done, mention)
            self.assertEqual(done.stdout, "")

    def test_more_than_fits_is_refused_before_it_is_tried(self):
        done = self.home.run("bench", "exchange", "--devices", "cpu", "--towers", 64, "--megabytes", 256)
        self.assertRefused(done, "Choose fewer towers or a smaller --megabytes")


if __name__ == "__main__":
    belfry.main()
