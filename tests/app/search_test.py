"""`belfry-cli search`: lines, JSON and CSV, stop and resume at any moment, and words that cannot be."""
import collections
import csv
import json
import pathlib
import random
import re
import resource
import signal
import time

import belfry

KILLS = 12
MOMENTS = ("before the first trial ended", "among trials", "among winners", "after the end")
SEED = random.SystemRandom().randrange(1 << 32)
SMALL = ("--devices", "cpu", "--train-images", 300, "--epochs", 2)
TINY = {"genes": [{"name": "width", "values": [8, 16, 32]}, {"name": "layers", "values": [1, 2]},
                  {"name": "optimizer", "values": ["adam", "sgd"]}]}
TIMES = ("seconds", "images_per_second", "device")


def trials(folder):
    """What a search found, without times and interruptions."""
    text = (folder / "trials.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
    lines = [line for line in lines if not {"begun", "left"} & line.keys()]
    for line in lines:
        for field in (*TIMES, "run", "kills"):
            line.pop(field, None)
    return sorted(lines, key=lambda line: (line.get("trial", 10**9), line.get("winner", 0), line.get("seed", 0)))


class Search(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.space = cls.home.folder / "space.json"
        cls.space.write_text(json.dumps(TINY))
        cls.bred = ("search", *SMALL, "--space", cls.space, "--population", 3, "--generations", 3,
                    "--winner-images", 300)
        cls.genetic = (*cls.bred, "--winner-seeds", 1, "--parallel", 2)

    def folders(self):
        root = self.home.folder / "data" / "belfry" / "searches"
        return set(root.iterdir()) if root.is_dir() else set()

    def search(self, *arguments):
        """Runs a search to its end; its folder and output."""
        before = self.folders()
        done = self.home.run(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        (folder,) = self.folders() - before
        return folder, done.stdout

    def test_lines(self):
        table = self.home.folder / "trials.csv"
        before = set(self.home.run_folders())
        folder, text = self.search(*self.genetic, "--csv", table)
        self.assertIn("***Evolving 3 generations with population 3***\n", text)
        self.assertRegex(text, r"(?m)^\*\*\*Doing generation 2 of 3\*\*\*$")
        self.assertRegex(text, r"(?m)^Generation average: \d+\.\d\d%$")
        self.assertRegex(text, r"(?m)^trial \d+/\d+ \(of 12\)  \d+\.\d\d %  width \d+, layers \d, \w+  2 epochs, ")
        self.assertRegex(text, r"(?m)^Winner 1 \(trial \d+\), seed 1 of 1 \.\.\.$")
        self.assertRegex(text, r"(?m)^Network accuracy: \d+\.\d\d%$")
        self.assertRegex(text, r"(?m)^Test accuracy of the best network: \d+\.\d\d% \+- 0\.00 over 1 seed$")
        log = (folder / "log.txt").read_text()
        self.assertIn("Generation average: ", log)
        self.assertEqual(len(re.findall(r"(?m)Network accuracy: \d+\.\d\d%$", log)), 5)  # the five best, at the end
        rows = list(csv.DictReader(table.read_text().splitlines()))
        found = [line for line in trials(folder) if "trial" in line]
        self.assertEqual(len(rows), len(found))
        self.assertEqual(rows[0]["state"], "done")
        self.assertAlmostEqual(float(rows[0]["accuracy"]), found[0]["accuracy"], places=6)
        (run,) = set(self.home.run_folders()) - before  # the winner's: trials leave no runs
        self.assertEqual(self.home.run_record(run)["state"], "finished")

    def test_a_table_of_a_search_that_has_ended(self):
        folder, _ = self.search(*self.genetic)
        lines = (folder / "trials.jsonl").read_text()
        table = self.home.folder / "later.csv"
        done = self.home.run("search", "--resume", folder.name, "--csv", table)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(len(table.read_text().splitlines()),
                         1 + len([line for line in trials(folder) if "trial" in line]))
        self.assertEqual((folder / "trials.jsonl").read_text(), lines)
        self.assertRefused(self.home.run("search", "--resume", folder.name), "has ended")

    def test_json(self):
        _, text = self.search(*self.genetic, "--json")
        events = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(events[0]["event"], "started")
        self.assertEqual(events[0]["layout"], {"trials": 2, "towers": 1, "threads": 1, "devices": ["cpu", "cpu"]})
        self.assertEqual(events[0]["progress"]["exhaustive"], 12)
        done = [event for event in events if event["event"] == "trial" and event["state"] == "done"]
        self.assertEqual(done[-1]["progress"]["ended"], len(done))
        self.assertLessEqual({"genes", "accuracy", "parents", "generation"}, done[-1].keys())
        self.assertEqual(len([event for event in events if event["event"] == "generation"]), 3)
        end = events[-1]
        self.assertEqual((end["event"], end["state"]), ("finished", "finished"))
        self.assertEqual(end["test"]["runs"], 1)
        self.assertEqual(end["top"][0]["accuracy"], max(event["accuracy"] for event in done))

    def test_layouts_change_nothing(self):
        first, _ = self.search(*self.genetic)
        second, _ = self.search(*self.genetic[:-1], 1)
        self.assertEqual(trials(first), trials(second))

    # Lines came in blocks of 4096 bytes once: then all kills fell on two moments.
    def test_killed_at_any_moment_and_resumed(self):
        arguments = (*self.bred, "--winner-seeds", 2, "--parallel", 2)
        whole, events, seconds = self.watched(arguments)
        expected = trials(whole)
        first = next(at for at, event in enumerate(events) if event["event"] == "trial" and event["state"] == "done")
        last = next(at for at, event in enumerate(events) if event["event"] == "winner started")
        dice = random.Random(SEED)
        moments = collections.Counter()
        while moments.total() < KILLS or not set(MOMENTS[:3]) <= moments.keys():
            self.assertLess(moments.total(), 5 * KILLS, f"seed {SEED}: {moments}")
            lines = dice.choice([range(1, first), range(first, last), range(last, len(events)), range(1, len(events))])
            before = self.folders()
            told = self.kill_after(self.home.popen(*arguments, "--json"), dice.choice(lines), dice.random() * seconds)
            (folder,) = self.folders() - before
            with self.subTest(seed=SEED, kills=moments.total()):
                self.assertGreaterEqual(told, self.ended(folder) - 1)  # one may have been written and not yet told
                moments[self.moment(folder, expected)] += 1
                if dice.random() < 0.5:
                    self.kill_after(self.home.popen("search", "--resume", folder.name, "--json"),
                                    dice.randrange(1, len(events)), dice.random() * seconds)
                    moments[self.moment(folder, expected)] += 1
                done = self.home.run("search", "--resume", folder.name)
                if done.returncode == 2:  # the last kill came after the end
                    self.assertIn("has ended", done.stderr)
                else:
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(trials(folder), expected)
        print(f"killed: {dict(moments)}")

    def test_a_full_disk_costs_no_finding(self):
        arguments = (*self.bred, "--winner-seeds", 1, "--parallel", 1)
        whole, _ = self.search(*arguments)
        # Its signal is ignored, as Python does, and the pipe is short: the program is never far ahead of its reader.
        process = self.home.popen(*arguments, "--json", restore_signals=False, pipesize=4096)
        events = (json.loads(line) for line in process.stdout)
        folder = pathlib.Path(next(events)["folder"])

        def next_trial():
            next(event for event in events if event["event"] == "trial" and event["state"] == "done")

        next_trial()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (16, resource.RLIM_INFINITY))  # bytes of a file
        text = next(event for event in events if event["event"] == "warning")["text"]
        self.assertRegex(text, r"^Cannot write '.+' .*File too large.*[.] The search continues[.]$")
        next_trial()
        next_trial()
        process.kill()  # what could not be written is lost with it
        process.communicate(timeout=belfry.TIMEOUT)
        self.assertLess(self.ended(folder), self.ended(whole))
        self.assertEqual([path.name for path in folder.rglob("*.tmp*")], [])
        done = self.home.run("search", "--resume", folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(trials(folder), trials(whole))

    def watched(self, arguments):
        """A search to its end: folder, events, and seconds from one to the next."""
        before = self.folders()
        process = self.home.popen(*arguments, "--json")
        events, times = [], []
        for line in process.stdout:
            events.append(json.loads(line))
            times.append(time.monotonic())
        process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0)
        (folder,) = self.folders() - before
        return folder, events, (times[-1] - times[0]) / len(times)

    def kill_after(self, process, lines, seconds):
        """Kills some time after a line; how many trials it had told by then as ended."""
        told = [process.stdout.readline() for _ in range(lines)]
        time.sleep(seconds)  # between two lines, too
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=belfry.TIMEOUT)
        events = [json.loads(line) for line in [*told, *rest.splitlines(keepends=True)] if line.endswith("\n")]
        return sum(event["event"] == "trial" and event["state"] in ("done", "failed") for event in events)

    def ended(self, folder):
        return sum("trial" in line for line in trials(folder))

    def moment(self, folder, expected):
        ended = self.ended(folder)
        if ended == 0:
            return MOMENTS[0]
        if ended < sum("trial" in line for line in expected):
            return MOMENTS[1]
        return MOMENTS[2] if json.loads((folder / "state.json").read_text())["state"] != "finished" else MOMENTS[3]

    def test_ctrl_c_saves(self):
        whole, _ = self.search(*self.genetic)
        before = self.folders()
        process = self.home.popen(*self.genetic, "--json")
        for line in process.stdout:
            if json.loads(line).get("state") == "done":
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 130)
        (folder,) = self.folders() - before
        self.assertEqual(json.loads((folder / "state.json").read_text())["state"], "stopped")
        self.assertEqual(self.home.run("search", "--resume", folder).returncode, 0)
        self.assertEqual(trials(folder), trials(whole))

    def test_a_budget_that_is_used_up_can_be_made_larger(self):
        whole, _ = self.search(*self.genetic)
        before = self.folders()
        short = self.home.run(*self.genetic, "--budget", 1e-6)
        (folder,) = self.folders() - before
        for done in (short, self.home.run("search", "--resume", folder.name)):
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("The budget was used up before any trial had ended", done.stderr)
        self.assertRefused(self.home.run("search", "--resume", folder.name, "--budget", 0), "budget")
        done = self.home.run("search", "--resume", folder.name, "--budget", 60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(trials(folder), trials(whole))

    def test_other_strategies(self):
        every, text = self.search("search", *SMALL, "--space", self.space, "--strategy", "exhaustive", "--trials", 5,
                                  "--winners", 0)
        genes = [line["genes"] for line in trials(every)]
        self.assertEqual(genes[0], {"width": 8, "layers": 1, "optimizer": "adam"})
        self.assertEqual(genes[1], {"width": 8, "layers": 1, "optimizer": "sgd"})
        self.assertEqual(len(genes), 5)
        self.assertNotIn("Test accuracy", text)
        halved, _ = self.search("search", *SMALL, "--space", self.space, "--strategy", "random", "--trials", 4,
                                "--halving", 2, "--winners", 0)
        self.assertEqual([line["epochs"] for line in trials(halved)], [1, 1, 1, 1, 2, 2])

    def test_space_is_printed_and_read(self):
        printed = self.home.run("search", "--preset", "genetic-large", "--print-space")
        self.assertEqual(printed.returncode, 0, printed.stderr)
        path = self.home.folder / "printed.json"
        path.write_text(printed.stdout)
        again = self.home.run("search", "--space", path, "--print-space")
        self.assertEqual(json.loads(again.stdout), json.loads(printed.stdout))

    def test_bad_usage_is_refused(self):
        def space(text):
            path = self.home.folder / "bad.json"
            path.write_text(text if isinstance(text, str) else json.dumps(text))
            return "--space", path

        def genes(*values):
            return {"genes": list(values)}

        huge = genes(*({"name": f"width_{k}", "from": 1, "to": 1000, "points": 1000} for k in range(1, 5)))
        blocks = genes({"name": "blocks", "values": [6]}, {"name": "layers", "values": [1, 2]})
        before = self.folders()
        for arguments, *mentions in [
            (lambda: ("--preset", "genetic-mnst"), "did you mean 'genetic-mnist'"),
            (lambda: ("--strategy", "genetik"), "did you mean 'genetic'"),
            (lambda: space("{"), "is not JSON"),
            (lambda: space(genes()), "has no genes"),
            (lambda: space(genes({"name": "width", "values": []})), "'width' has no values"),
            (lambda: space(genes({"name": "widht", "values": [1]})), "did you mean 'width'"),
            (lambda: (*space(huge), "--strategy", "exhaustive"), "1e+12 networks", "years", "budget"),
            (lambda: (*space(blocks), "--strategy", "exhaustive"), "maxpool"),
            (lambda: (*space(TINY), "--population", 13), "population is 13", "only 12 networks"),
            (lambda: (*space(TINY), "--strategy", "random", "--trials", 13), "only 12 networks"),
            (lambda: space({"plan": {"model": "lenet"}, "genes": TINY["genes"]}), "'width'", "network 'lenet'"),
            (lambda: ("--population", 1), "population is 1", "2 to"),
            (lambda: ("--generations", 0), "generations is 0"),
            (lambda: ("--retain", 1), "less than 1"),
            (lambda: ("--mutate", 1.5), "1.5", "0 to 1"),
            (lambda: ("--random-select", "nan"), "not a number"),
            (lambda: ("--strategy", "random", "--population", 5), "--population has no effect"),
            (lambda: ("--halving", 1), "--halving is 1"),
            (lambda: ("--budget", 0), "budget"),
            (lambda: ("--parallel", "many"), "--parallel", "'many'"),
            (lambda: ("--parallel", 0), "--parallel is 0"),
            (lambda: ("--train-images", 60000), "60000 images", "55000"),
            (lambda: ("--train-images", 100), "128 images", "100"),
            (lambda: ("--winner-images", 60000), "60000 images", "55000"),
            (lambda: ("--winners", 0, "--winner-seeds", 2), "--winner-seeds has no effect"),
            (lambda: ("--global-batch", 0), "--global-batch is 0"),
            (lambda: ("--epochs", 0), "epochs is 0"),
            (lambda: (*SMALL, "--global-batch", 2, "--towers", 4, "--parallel", 1), "towers"),
            (lambda: ("--data", "mnits"), "did you mean 'mnist'"),
            (lambda: ("--devices", "cuda:9"), "cuda:9"),
            (lambda: ("--resume", "nowhere"), "Unknown search 'nowhere'"),
            (lambda: ("--resume", "nowhere", "--seed", 3), "--resume", "--seed"),
            (lambda: ("--space", "nowhere.json"), "nowhere.json"),
            (lambda: (*SMALL, "--csv", "nowhere/trials.csv"), "nowhere' does not exist"),
            (lambda: (*SMALL, "--csv", self.home.folder), "is the folder", "name of a file"),
            (lambda: ("--resume", "nowhere", "--csv", "nowhere/trials.csv"), "nowhere' does not exist"),
        ]:
            given = arguments()
            with self.subTest(" ".join(map(str, given))):
                done = self.home.run("search", *given)
                self.assertRefused(done, *mentions)
                self.assertEqual(done.stdout, "")
        self.assertEqual(self.folders(), before)


if __name__ == "__main__":
    belfry.main()
