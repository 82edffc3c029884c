"""belfry-cli in a home of its own: what the tests of this folder share.

Every test program is started as: <name>_test.py BELFRY_CLI MNIST_FOLDER BUILD_FOLDER [unittest's arguments].
"""
import hashlib
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, MNIST, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
# The user's own settings, and those of a launcher under which the tests may run.
FOREIGN = ("BELFRY_", "RANK", "WORLD_SIZE", "LOCAL_", "MASTER_", "TORCHELASTIC_", "SLURM_", "OMPI_", "PMI_")
TIMEOUT = 240  # seconds: a loaded machine is no failure, a program that hangs is


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])


def needs(*modules):
    """Ends the program as skipped where a package of the tests (packaging/test-versions.env) is missing."""
    sys.path.append(os.environ.get("BELFRY_TEST_PACKAGES", ""))
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            print(f"skipped: {module} cannot be imported ({error}); packaging/setup.sh installs it")
            sys.exit(77)


class Home:
    """A temporary home with its own runs; nothing of the user's is read or written."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="belfry-app-test-"))
        self.runs = self.folder / "runs"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(FOREIGN)}
        self.environment.update(
            HOME=str(self.folder), BELFRY_RUNS=str(self.runs), OMP_WAIT_POLICY="PASSIVE", LC_ALL="C.UTF-8",
            BELFRY_SYSTEM_DATA=str(self.folder / "usr/share/datasets"),
            **{f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE", "STATE")})

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, program=PROGRAM, cwd=None, environment=None):
        """Runs to the end; stdout and stderr as text."""
        return subprocess.run([str(program), *map(str, arguments)], cwd=cwd or self.folder, timeout=TIMEOUT,
                              env={**self.environment, **(environment or {})}, stdin=subprocess.DEVNULL,
                              capture_output=True, encoding="utf-8", errors="replace")

    def json(self, *arguments):
        """The one JSON value that a command prints."""
        done = self.run(*arguments, "--json")
        if done.returncode != 0:
            raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)

    def train(self, *arguments):
        """A run on the CPU; returns its folder."""
        before = set(self.run_folders())
        done = self.run("train", "--devices", "cpu", *arguments)
        if done.returncode != 0:
            raise AssertionError(f"train {arguments} ended with {done.returncode}: {done.stderr}")
        (folder,) = set(self.run_folders()) - before
        return folder

    def start(self, *arguments, **options):
        """A training run on the CPU in the background, told line by line."""
        return self.popen("train", "--devices", "cpu", *arguments, **options)

    def popen(self, *arguments, program=PROGRAM, **options):
        """Any command in the background."""
        return subprocess.Popen([str(program), *map(str, arguments)], cwd=self.folder,
                                **{"env": self.environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                                   "encoding": "utf-8", **options})

    def run_folders(self):
        return sorted(path for path in self.runs.iterdir() if path.is_dir()) if self.runs.is_dir() else []

    def run_record(self, folder):
        return json.loads((folder / "run.json").read_text())

    def contents(self):
        """Every path below BELFRY_RUNS with the hash of its bytes."""
        return {str(path.relative_to(self.runs)): digest(path) for path in sorted(self.runs.rglob("*"))}


def until(process, *beginnings):
    """Reads lines until one begins so; returns it."""
    for line in process.stdout:
        if line.startswith(beginnings):
            return line
    raise AssertionError(f"no line began with {beginnings}: {process.stderr.read()}")


def eventually(condition, what):
    """Waits for what has no file descriptor to wait on."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what}")
        time.sleep(0.02)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"


def safetensors(path):
    """(metadata, bytes of all tensors) of a file that must be whole."""
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    metadata = header.pop("__metadata__")
    tensors = content[8 + length:]
    assert max(entry["data_offsets"][1] for entry in header.values()) == len(tensors), f"{path} is not whole"
    return metadata, tensors


class HomeTest(unittest.TestCase):
    """Tests that share one home."""

    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.addClassCleanup(cls.home.remove)

    def assertRefused(self, done, *mentions):
        """Exit status 2 and one sentence on stderr that mentions what was found and what is expected."""
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, re.compile(r"\Abelfry-cli: [^\n]{10,}[.]\n\Z"))
        self.assertNotRegex(done.stderr, r"terminate|what\(\)|Exception raised|frame #|\[json\.|std::|std_")
        for mention in mentions:
            self.assertIn(mention, done.stderr)
