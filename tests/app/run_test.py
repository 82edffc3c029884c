"""run.sh: what it starts, with which arguments. Set-up, build and programs are replaced by scripts that say what was
asked of them."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import belfry

RUN = pathlib.Path(__file__).resolve().parents[2] / "run.sh"


class Run(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="belfry-run-test-"))
        self.addCleanup(shutil.rmtree, self.root)
        shutil.copy(RUN, self.root)
        self.script("packaging/build.sh", 'echo "build $*"')
        self.script("build/release/bin/belfry-cli", 'echo "cli $*"; exit 7')

    def script(self, name, line):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{line}\n")
        path.chmod(0o755)

    def run_sh(self, *arguments, window="echo window; exit 5", display=None):
        self.script("build/release/bin/belfry", window)
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        if display:
            environment["DISPLAY"] = display
        done = subprocess.run([self.root / "run.sh", *arguments], env=environment, cwd="/", capture_output=True,
                              text=True, timeout=belfry.TIMEOUT)
        self.assertIn("build release bin/belfry bin/belfry-cli", done.stderr)  # not among what belfry-cli prints
        return done

    def test_opens_the_window_where_there_is_a_display(self):
        done = self.run_sh(display=":5")
        self.assertEqual((done.stdout, done.returncode), ("window\n", 5))

    def test_trains_where_there_is_none(self):
        done = self.run_sh()
        self.assertEqual((done.stdout, done.returncode), ("cli train --preset quick\n", 7))
        self.assertIn("no display", done.stderr)

    def test_trains_where_the_display_cannot_be_opened(self):
        done = self.run_sh(display=":5", window="exit 3")
        self.assertEqual((done.stdout, done.returncode), ("cli train --preset quick\n", 7))
        self.assertIn("no display", done.stderr)

    def test_passes_arguments_to_belfry_cli(self):
        done = self.run_sh("train", "--name", "two words", display=":5")
        self.assertEqual((done.stdout, done.returncode), ("cli train --name two words\n", 7))


if __name__ == "__main__":
    belfry.main()
