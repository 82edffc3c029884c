"""packaging/resuming_pip.py with the pip of the tool chain, against an index on this machine that ends connections."""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import package_index  # noqa: E402

TOOL_CHAIN = pathlib.Path(subprocess.run([ROOT / "packaging/setup.sh", "--where"], capture_output=True, encoding="utf-8",
                                         check=True).stdout.strip())
MIB = 1 << 20
BYTES = random.Random(1).randbytes(3 * MIB)


class ResumingPip(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="belfry-pip-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.parts = self.home / "parts"
        self.index = self.enterContext(package_index.Index())
        self.index.add("large", "1.0", {"large.bin": BYTES})
        self.wheel = self.index.wheel("large")

    def download(self):
        """pip's output, after a download that must end well or not."""
        done = subprocess.run([TOOL_CHAIN / "venv/bin/python", "-I", ROOT / "packaging/resuming_pip.py", self.parts, "download", "--no-deps",
                               "--no-cache-dir", "--disable-pip-version-check", "--progress-bar", "raw", "--dest", self.home / "come", "large"],
                              env=self.index.environment(self.home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        return done.returncode, done.stdout

    def assertComes(self):
        status, said = self.download()
        self.assertEqual(status, 0, said)
        (come,) = (self.home / "come").iterdir()
        self.assertEqual((come.name, come.read_bytes()), ("large-1.0-py3-none-any.whl", self.wheel))
        self.assertEqual(list(self.parts.iterdir()), [])
        return said

    def keep_part(self, content):
        """As a process that was killed leaves it."""
        self.parts.mkdir()
        (self.parts / package_index.hash_of(self.wheel)).write_bytes(content)

    def test_goes_on_where_a_connection_ended(self):
        self.index.breaks["large"] = [MIB]
        said = self.assertComes()
        self.assertEqual(self.index.asked("large"), [(0, MIB), (MIB, len(self.wheel) - MIB)])
        told = list(map(int, re.findall(rf"^Progress (\d+) of {len(self.wheel)}$", said, re.MULTILINE)))
        self.assertEqual(told, sorted(told))
        self.assertEqual((told[0], told[-1]), (0, len(self.wheel)))

    def test_goes_on_where_a_process_ended(self):
        self.keep_part(self.wheel[:MIB + 1])
        self.assertComes()
        self.assertEqual(self.index.asked("large"), [(MIB + 1, len(self.wheel) - MIB - 1)])

    def test_a_whole_part_is_taken(self):
        self.keep_part(self.wheel)
        self.assertComes()
        self.assertEqual(self.index.asked("large"), [(len(self.wheel), 0)])

    def test_a_damaged_part_is_fetched_anew(self):
        for damaged in (b"x" * MIB, self.wheel + b"x"):
            with self.subTest(size=len(damaged)):
                self.index.requests.clear()
                self.keep_part(damaged)
                self.assertComes()
                self.assertEqual([first for first, _ in self.index.asked("large")], [len(damaged), 0])
                shutil.rmtree(self.parts)
                shutil.rmtree(self.home / "come")

    def test_a_server_without_ranges_sends_all_again(self):
        self.index.ranges = False
        self.index.breaks["large"] = [MIB]
        self.assertComes()
        self.assertEqual(self.index.asked("large"), [(0, MIB), (0, len(self.wheel))])

    def test_what_is_not_the_file_that_the_index_states_is_refused(self):
        self.index.hashes["large"] = 64 * "0"
        status, said = self.download()
        self.assertEqual(status, 1)
        self.assertIn("DO NOT MATCH THE HASHES", said)
        self.assertEqual(list((self.home / "come").iterdir()), [])

    def test_connections_that_bring_nothing_are_said_and_the_part_kept(self):
        self.index.breaks["large"] = [MIB, *6 * [0]]
        status, said = self.download()
        self.assertEqual(status, 1)
        self.assertIn(f"Connection broken at {MIB} bytes of large-1.0-py3-none-any.whl", said)
        self.assertEqual([part.stat().st_size for part in self.parts.iterdir()], [MIB])


if __name__ == "__main__":
    if not TOOL_CHAIN.exists():
        print(f"skipped: no pip to test with is in {TOOL_CHAIN}; packaging/setup.sh installs it")
        sys.exit(77)
    unittest.main()
