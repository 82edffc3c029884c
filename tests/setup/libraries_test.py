"""packaging/libraries.sh against a Python that stands in for pip: what it installs, what it keeps, what it says. No network.

Once with the real Python and pip, against an index on this machine.
"""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path.append(str(ROOT / "tests/support"))
import package_index  # noqa: E402

# State is files in $MACHINE: calls, and the switches offline, mute, hang.
PYTHON = r'''#!/usr/bin/env bash
here=$(dirname "$0")
site=$here/../lib/python3.11/site-packages
case "$1 $2" in
  '-m venv')
    mkdir -p "$3/bin" "$3/lib/python3.11/site-packages"; echo '#!/bin/sh' > "$3/bin/pip"
    ln -s "$MACHINE/python" "$3/bin/python" ;;
  '-m pip' | *'/resuming_pip.py')
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

    def kill(self, process, when):
        """It and all that it started, in the moment that something is so."""
        end = time.monotonic() + 60
        while not when() and time.monotonic() < end:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def test_goes_on_after_it_was_killed(self):
        (self.machine / "hang").write_text("nvidia-cublas")
        process = subprocess.Popen([PACKAGING / "libraries.sh"], env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, start_new_session=True)
        self.kill(process, (self.machine / "hanging").exists)
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

    # A wheel of hundreds of megabytes began again, and pip kept all of them once more where the index allows that.
    def test_goes_on_in_the_middle_of_a_wheel(self):
        tool_chain = pathlib.Path(subprocess.run([PACKAGING / "setup.sh", "--where"], capture_output=True, encoding="utf-8",
                                                 check=True).stdout.strip())
        if not tool_chain.exists():
            self.skipTest(f"no pip is in {tool_chain}; packaging/setup.sh installs it")
        index = self.enterContext(package_index.Index())
        library = random.Random(1).randbytes(8_000_000)
        index.add_what_libraries_are(tool_chain, library)
        self.environment = index.environment(self.machine)
        self.environment.pop("BELFRY_PYTHON", None)
        come = 2 * package_index.BLOCK
        index.hold("torch", come)
        process = subprocess.Popen([PACKAGING / "libraries.sh"], env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, start_new_session=True)
        self.kill(process, lambda: sum(path.stat().st_size for path in self.cache.glob("*.parts/*")) == come)
        index.hold("torch", None)
        lines = re.findall(r"^progress (\d+) \d+ torch$", self.succeeds("--progress"), re.MULTILINE)
        self.assertEqual((lines[0], lines[-1]), ("0", "8"))
        self.assertEqual(index.asked("torch")[-1], (come, len(index.wheel("torch")) - come))
        site = pathlib.Path(self.succeeds("--where").strip())
        self.assertEqual((site / "torch/lib/libtorch_cpu.so").read_bytes(), library)
        self.assertTrue((site / "nvidia/cudnn/lib/empty").exists())
        self.assertNotIn("triton", {name.split("-")[0] for name, _, _ in index.requests})
        self.assertEqual(sorted(path.name for path in self.cache.iterdir()),
                         sorted([site.parents[3].name, "libraries.lock", "libraries.log"]))

    def test_removes_what_it_installed(self):
        self.succeeds()
        self.succeeds("--remove")
        self.assertFalse(self.cache.exists())

    def test_refuses_a_wrong_argument(self):
        self.assertEqual(self.start("--all").returncode, 2)


if __name__ == "__main__":
    unittest.main()
