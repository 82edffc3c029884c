"""The window as a program: it is told to end while it trains. It needs Xvfb and xdotool."""
import json
import pathlib
import shutil
import signal
import subprocess
import sys

import belfry

WINDOW = belfry.PROGRAM.with_name("belfry")


class Window(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="ascii")
        cls.addClassCleanup(cls.end_screen)
        cls.environment = {**cls.home.environment, "DISPLAY": ":" + cls.screen.stdout.readline().strip(),
                           "QT_QPA_PLATFORM": "xcb"}
        plan = cls.home.folder / "plan.json"
        plan.write_text(json.dumps({"devices": ["cpu"], "batch_per_tower": 16, "epochs": 1000, "seed": 77}))
        cls.plan = plan

    @classmethod
    def end_screen(cls):
        cls.screen.terminate()
        cls.screen.communicate()

    def open(self, *arguments):
        """A window that is on the screen, with its X11 number."""
        process = subprocess.Popen([str(WINDOW), "--plan", str(self.plan), *map(str, arguments)], cwd=self.home.folder, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   encoding="utf-8")
        self.addCleanup(self.kill, process)
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Belfry"], env=self.environment,
                               timeout=belfry.TIMEOUT, capture_output=True, encoding="ascii", check=True)
        return process, found.stdout.split()[0]

    def kill(self, process):
        if process.poll() is None:
            process.kill()
            process.communicate()

    def train(self):
        """A window whose run has done some steps, and the run's folder."""
        before = self.home.run_folders()
        process, number = self.open()
        # A first start shows the tour, which keeps the keys until Esc.
        subprocess.run(["xdotool", "windowfocus", "--sync", number, "key", "Escape", "F5"], env=self.environment,
                       timeout=belfry.TIMEOUT, check=True)
        fresh = lambda: [path for path in self.home.run_folders() if path not in before]
        belfry.eventually(lambda: fresh() and (fresh()[0] / "log.txt").is_file() and "step " in (fresh()[0] / "log.txt").read_text(),
                   "steps of a run")
        return process, fresh()[0]

    def ends(self, process):
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, errors)

    def stopped_by(self, number):
        process, folder = self.train()
        process.send_signal(number)
        self.ends(process)
        record = self.home.run_record(folder)
        self.assertEqual(record["state"], "stopped")
        self.assertGreater(record["steps"], 0)
        metadata, _ = belfry.safetensors(folder / "weights" / "final.safetensors")
        self.assertEqual(int(metadata["step"]), record["steps"])

    def test_termination_saves_a_run(self):
        self.stopped_by(signal.SIGTERM)

    def test_ctrl_c_saves_a_run(self):
        self.stopped_by(signal.SIGINT)

    def test_termination_without_a_run(self):
        process, _ = self.open()
        process.send_signal(signal.SIGTERM)
        self.ends(process)

    # tests/ui/pages/network_file_test.cpp: what the window shows. A damaged one is told there, not in a terminal.
    def test_opens_an_exported_network(self):
        network = self.home.folder / "my-model"
        self.assertEqual(self.home.run("export", "ready", "--output", network).returncode, 0)
        for file in (network / "model.json", network, "my-model/"):
            process, _ = self.open(file)
            process.send_signal(signal.SIGTERM)
            self.ends(process)
        (network / "model.json").write_text("{")
        process, _ = self.open(network / "model.json")
        process.send_signal(signal.SIGTERM)
        self.ends(process)

    def test_says_so_when_the_display_cannot_be_opened(self):
        done = self.home.run(program=WINDOW, environment={"DISPLAY": ":4242", "QT_QPA_PLATFORM": "xcb"})
        self.assertEqual(done.returncode, 3)  # run.sh goes on without a window
        self.assertIn("no display can be opened", done.stderr)

    def test_settings_survive_a_kill(self):
        settings = pathlib.Path(self.environment["XDG_CONFIG_HOME"]) / "belfry" / "belfry.ini"
        settings.unlink(missing_ok=True)
        process, _ = self.open()
        belfry.eventually(lambda: settings.is_file() and '\\"seed\\":77' in settings.read_text(), "the plan in the settings")
        self.kill(process)
        self.assertIn('\\"seed\\":77', settings.read_text())


if __name__ == "__main__":
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing or not WINDOW.is_file():
        print("skipped: no " + ", ".join(missing or [str(WINDOW)]))
        sys.exit(77)
    belfry.main()
