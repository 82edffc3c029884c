"""packaging/libraries.sh against a Python that stands in for pip: what it installs, what it keeps, what it says. No network."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"

# State is files in $MACHINE: calls, and the switches offline, mute, hang.
PYTHON = r'''#!/usr/bin/env bash
here=$(dirname "$0")
site=$here/../lib/python3.11/site-packages
case "$1 $2" in
  '-m venv')
    mkdir -p "$3/bin" "$3/lib/python3.11/site-packages"; echo '#!/bin/sh' > "$3/bin/pip"
    ln -s "$MACHINE/python" "$3/bin/python" ;;
  '-m pip')
    echo "$*" >> "$MACHINE/calls"
    if [ -e "$MACHINE/offline" ]; then echo 'WARNING: Retrying: NewConnectionError: Name or service not known'; exit 1; fi
    case "$*" in
      *' download '*)
        while [ "$1" != --dest ]; do shift; done
        echo "Progress 300000000 of 366100000"
        if [ "$(cat "$MACHINE/hang" 2> /dev/null)" = "${3%%==*}" ]; then touch "$MACHINE/hanging"; exec sleep 30; fi
        mkdir "$2"; truncate -s 2000000 "$2/${3%%==*}.whl" ;;
      *--no-index*)
        mkdir -p "$site/torch/lib" "$site/torch/include" "$site"/nvidia/cu13/{lib,include}
        touch "$site/torch/lib/libtorch_cpu.so" "$site"/nvidia/cu13/lib/{libcudart.so.13,libcudart_static.a} ;;
    esac ;;
  '-I -') printf 'nvidia-cudnn-cu13==9.19.0.56\nnvidia-cublas==13.1.0.3.*\n' ;;
  '-I -c') [ ! -e "$MACHINE/mute" ] || { echo 'ImportError: libfoo.so'; exit 1; } ;;
esac
'''


class Libraries(unittest.TestCase):
    def setUp(self):
        self.machine = pathlib.Path(tempfile.mkdtemp(prefix="belfry-libraries-"))
        self.addCleanup(shutil.rmtree, self.machine)
        python = self.machine / "python"
        python.write_text(PYTHON)
        python.chmod(0o755)
        self.environment = {**os.environ, "MACHINE": str(self.machine), "BELFRY_PYTHON": str(python),
                            "HOME": str(self.machine), "XDG_CACHE_HOME": str(self.machine / "cache")}
        self.cache = self.machine / "cache/belfry"

    def start(self, *arguments):
        return subprocess.run([PACKAGING / "libraries.sh", *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, encoding="utf-8", check=False)

    def succeeds(self, *arguments):
        done = self.start(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def whole(self):
        return self.start("--check").returncode == 0

    def test_installs_once(self):
        self.assertFalse(self.whole())
        self.assertFalse(self.cache.exists())
        self.succeeds()
        site = pathlib.Path(self.succeeds("--where").strip())
        self.assertTrue((site / "torch/lib/libtorch_cpu.so").is_file())
        self.assertEqual([path.name for path in (site / "nvidia/cu13").rglob("*")], ["lib", "libcudart.so.13"])
        self.assertFalse((site / "torch/include").exists())
        calls = (self.machine / "calls").read_text()
        fetched = re.findall(r" download .* (\S+)$", calls, re.MULTILINE)
        self.assertRegex(" ".join(fetched), r"^torch==[\d.]+ cuda-toolkit==[\d.]+ nvidia-cudnn-cu13==9.19.0.56 nvidia-cublas==13.1.0.3.\* numpy==")
        self.assertNotIn("triton", calls)
        self.assertEqual(list(self.cache.glob("*.wheels")), [])
        self.assertEqual(list(self.cache.glob("*.partial-*")), [])
        self.assertEqual(self.succeeds(), "")
        self.assertEqual((self.machine / "calls").read_text(), calls)

    def test_tells_its_progress(self):
        lines = re.findall(r"^progress (\d+) (\d+) (\S+)$", self.succeeds("--progress"), re.MULTILINE)
        self.assertEqual([(int(done), what) for done, _, what in lines[:4]],
                         [(0, "torch"), (300, "torch"), (2, "cuda-toolkit"), (302, "cuda-toolkit")])
        self.assertEqual(lines[-1][2], "unpacking")
        self.assertEqual(len({total for _, total, _ in lines}), 1)

    def test_a_tool_chain_serves_as_well(self):
        where = subprocess.run([PACKAGING / "setup.sh", "--where"], env=self.environment, capture_output=True, encoding="utf-8",
                               check=True).stdout.strip()
        library = pathlib.Path(where) / "venv/lib/python3.11/site-packages/torch/lib/libtorch_cpu.so"
        library.parent.mkdir(parents=True)
        library.touch()
        self.assertFalse(self.whole())
        (pathlib.Path(where) / "complete").touch()
        self.assertEqual(self.succeeds("--where").strip(), str(library.parents[2]))
        self.succeeds("--remove")
        self.assertTrue(library.exists())

    def test_says_that_there_is_no_network(self):
        (self.machine / "offline").touch()
        done = self.start()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Abelfry-setup: .* could not be downloaded: check the network.*\n\Z")

    def test_what_does_not_run_is_not_taken_for_whole(self):
        (self.machine / "mute").touch()
        done = self.start()
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not run", done.stderr)
        self.assertFalse(self.whole())

    def test_goes_on_after_it_was_killed(self):
        (self.machine / "hang").write_text("nvidia-cublas")
        process = subprocess.Popen([PACKAGING / "libraries.sh"], env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + 60
        while not (self.machine / "hanging").exists() and time.monotonic() < end:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertFalse(self.whole())
        (self.machine / "hang").unlink()
        (self.machine / "calls").unlink()
        self.succeeds()
        self.assertTrue(self.whole())
        calls = (self.machine / "calls").read_text()
        self.assertIn("nvidia-cublas==", calls)
        for kept in ("torch==", "cuda-toolkit==", "nvidia-cudnn-cu13=="):  # what had come whole
            self.assertNotIn(kept, calls)
        self.assertEqual(list(self.cache.glob("*.partial-*")), [])

    def test_removes_what_it_installed(self):
        self.succeeds()
        self.succeeds("--remove")
        self.assertFalse(self.cache.exists())

    def test_refuses_a_wrong_argument(self):
        self.assertEqual(self.start("--all").returncode, 2)


if __name__ == "__main__":
    unittest.main()
