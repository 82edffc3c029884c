"""The summary of ./test.sh, from tests that a real ctest ran: summary_test.py TEST_SUMMARY CTEST."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUMMARY, CTEST = sys.argv[1:3]
SCRIPTS = {
    "passes": "pass",
    "fails": "raise SystemExit(1)",
    "app_terminal": "print('skipped: no pseudo terminal here (too many)'); raise SystemExit(77)",
    "reference_step": "print('SKIP: PyTorch is not there (No module)'); raise SystemExit(77)",
    "Gpu.Learns": "print('/tests/gpu_test.cpp:20: Skipped\\nno GPU here\\n'); raise SystemExit(77)",
    "mute": "raise SystemExit(77)",
}


def summary_of(names):
    """Exit status and lines."""
    with tempfile.TemporaryDirectory() as folder:
        tests = "".join(f'add_test([=[{name}]=] "{sys.executable}" "-c" [=[{SCRIPTS[name]}]=])\n'
                        f'set_tests_properties([=[{name}]=] PROPERTIES SKIP_RETURN_CODE 77)\n' for name in names)
        (pathlib.Path(folder) / "CTestTestfile.cmake").write_text(tests)
        results = pathlib.Path(folder) / "tests.xml"
        subprocess.run([CTEST, "--output-junit", str(results)], cwd=folder, capture_output=True, check=False)
        done = subprocess.run([sys.executable, SUMMARY, str(results)], capture_output=True, encoding="utf-8", check=False)
        return done.returncode, done.stdout.splitlines()


class Summary(unittest.TestCase):
    def test_says_why_each_test_was_skipped(self):
        status, lines = summary_of(SCRIPTS)
        self.assertEqual(status, 1)
        self.assertEqual([line for line in lines if line], [
            "skipped, PyTorch is not there (No module): reference_step",
            "skipped, no GPU here: Gpu.Learns",
            "skipped, no pseudo terminal here (too many): app_terminal",
            "skipped, no reason printed: mute",
            "FAILED: fails",
            "tests: 1 passed, 1 failed, 4 skipped",
        ])

    def test_fails_only_when_a_test_failed_or_none_ran(self):
        self.assertEqual(summary_of(["passes", "mute"])[0], 0)
        self.assertEqual(summary_of([])[0], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
