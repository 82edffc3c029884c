"""The commands that the guide names for benchmarks and scripts, above all those of docs/benchmarks.md. They run for minutes to hours, some as
root or with another build, so none is run here but by its parser. Of each is checked what a rename would break:

- A script is there, and can be started as it is written. One in Python takes the words that follow, by its own parser of arguments.
- A program in C++ is a target of the build whose folder is named, and its source has the options that follow.
- A command of belfry-cli is one that guide_test runs. The options that a bench passes on are those of `belfry-cli train`.
- ctest finds tests by the words given.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

import belfry
import guide
from guide import ROOT

SCRIPT = re.compile(r"(?:tests|packaging|resources)/[\w./]+[.](?:py|sh)|\./(?:run|test)[.]sh")
PROGRAM = re.compile(r"build/(dev|release)/bin/(\w[\w-]*)")
# What stands before a program: variables, and taskset with its options.
COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ +)*(?:taskset -c \S+ +)?((?:PY )?(?:{SCRIPT.pattern}|{PROGRAM.pattern}|ctest)(?: .*)?)")
# In place of a script: it reads its words, and ends before it does anything.
READ_WORDS = """
import argparse, pathlib, runpy, sys
sys.argv[:] = sys.argv[1:]
sys.path[0] = str(pathlib.Path(sys.argv[0]).parent)
parse = argparse.ArgumentParser.parse_args
def read(self, *words, **options):
    parse(self, *words, **options)
    sys.exit("accepted")
argparse.ArgumentParser.parse_args = read
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def named():
    """(where, words) of each script and program in the guide, in a sentence or a block; `--option` in the table goes on with the row above."""
    found = []
    for code in [*guide.inline(), *guide.commands()]:
        if match := COMMAND.fullmatch(code.text):
            found.append((code, shlex.split(match[1])))
            above = found[-1][1]
        elif code.text.startswith("--") and code.file.name == "benchmarks.md":
            found.append((code, [*above, *shlex.split(code.text)]))
    return found


def program_of(words):
    return words[words[0] == "PY"]  # PY: the Python of the tool chain


class Benches(belfry.HomeTest):
    def of_kind(self, test):
        """(where, words) of those whose program is so."""
        chosen = [(code, words) for code, words in named() if test(program_of(words))]
        self.assertNotEqual(chosen, [])
        return chosen

    def accepted(self, python, script, words):
        done = subprocess.run([*python, "-c", READ_WORDS, script, *words], cwd=ROOT, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                              capture_output=True, text=True, timeout=belfry.TIMEOUT)
        self.assertEqual(done.stderr.strip(), "accepted")

    def test_every_row_of_the_table_is_read(self):
        rows = re.findall(r"^\| [^|]+ \| (.*`.*) \|$", (ROOT / "docs/benchmarks.md").read_text("utf-8").partition("\n## ")[0], re.MULTILINE)
        self.assertGreater(len(rows), 30)
        read = {code.text for code, _ in named()}
        self.assertEqual([row for row in rows if not read & set(re.findall(r"`([^`]+)`", row))], [])

    def test_scripts_can_be_started(self):
        for code, words in self.of_kind(SCRIPT.fullmatch):
            file = ROOT / program_of(words)
            with self.subTest(code):
                self.assertTrue(file.is_file())
                self.assertTrue(words[0] == "PY" or os.access(file, os.X_OK), "it is no program: chmod +x")

    def test_scripts_in_python_take_their_words(self):
        for code, words in self.of_kind(lambda program: program.endswith(".py")):
            python = [sys.executable] if words[0] == "PY" else ["/usr/bin/env", "python3"]  # as the script's first line
            script, *rest = words[words[0] == "PY":]
            with self.subTest(code):
                if any("build/" in word for word in rest):  # the whole command
                    self.accepted(python, script, rest)
                else:
                    missing = [word for word in rest if f'"{word}"' not in (ROOT / script).read_text("utf-8")]
                    self.assertEqual(missing, [])

    def test_test_sh_passes_its_words_on(self):
        given = [words[2:] for _, words in named() if words[:2] == ["./test.sh", "--gpu"]]
        self.assertGreater(len(given), 2)
        for words in given:
            with self.subTest(words):
                self.accepted([sys.executable], "tests/bench/gpu.py", ["build/dev", "build/release", *words])

    def test_programs_are_targets(self):
        files = {file: file.read_text("utf-8") for file in (ROOT / "tests").rglob("CMakeLists.txt")}
        for code, words in self.of_kind(PROGRAM.fullmatch):
            preset, name = PROGRAM.fullmatch(words[0]).groups()
            if name == "belfry-cli":
                continue
            with self.subTest(code):
                made = [(file, text) for file, text in files.items() if re.search(rf"(?:add_executable|belfry_test)\({name}\s", text)]
                self.assertEqual(len(made), 1)
                file, text = made[0]
                if preset == "release":  # which is built without tests
                    self.assertEqual(file.parent.name, "bench")
                    self.assertNotIn(name, re.findall(r"BELFRY_TESTS\).*?^endif", text, re.MULTILINE | re.DOTALL)[0])
                for option in words[1:]:
                    if option.startswith("--"):
                        self.assertIn(f'"{option}', (file.parent / f"{name}.cpp").read_text("utf-8"))

    def test_commands_of_belfry_are_run_by_the_guides_test(self):
        run = {command.text for command in guide.commands()}
        chosen = [shlex.join(words[1:]) for _, words in named() if words[0] == "build/release/bin/belfry-cli"]
        self.assertNotEqual(chosen, [])
        self.assertEqual([text for text in chosen if f"belfry-cli {text}" not in run], [])

    def test_what_is_passed_on_are_options_of_train(self):
        passed = [words[words.index("--") + 1:] for _, words in named() if "--" in words]
        self.assertNotEqual(passed, [])
        known = self.home.run("train", "--help").stdout
        for option in (word for words in passed for word in words if word.startswith("--")):
            self.assertRegex(known, rf"(?m)^ +{option}\b")

    def test_ctest_finds_tests(self):
        if re.search(r"(?m)^BELFRY_SANITIZER:\w+=.", (belfry.BUILD / "CMakeCache.txt").read_text("utf-8")):
            self.skipTest("the preset dev has no sanitizer")
        program = shutil.which("ctest", path=os.pathsep.join([str(pathlib.Path(os.environ.get("CMAKE", "cmake")).parent), os.environ["PATH"]]))
        for code, words in self.of_kind(lambda name: name == "ctest"):
            with self.subTest(code):
                preset = words.index("--preset")
                self.assertEqual(words[preset + 1], "dev")
                given = [word for word in [*words[1:preset], *words[preset + 2:]] if word != "-V"]
                listed = subprocess.run([program, "--test-dir", belfry.BUILD, "-N", *given], capture_output=True, text=True, check=True)
                self.assertRegex(listed.stdout, r"Total Tests: [1-9]")


if __name__ == "__main__":
    belfry.main()
