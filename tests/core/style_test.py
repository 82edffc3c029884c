"""Holds what CONTRIBUTING.md says of every source: formatting, names of constants, lengths.

  style_test.py ROOT PACKAGES    the tree under ROOT; PACKAGES has clang-format's wheel (packaging/test-versions.env)
  style_test.py --self-test      a small tree with a planted violation of each rule, which must be found

Rules: .clang-format; constants (constexpr variables) are kCamelCase; sources have at most 400 lines, functions 60; lines
of CMake files have at most 120 columns.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

STAND_IN = "tests/core/kernels/on_host" # has CUDA's own names
HOUSES = ("core", "ui", "app", "tests")
SOURCES = {".cpp", ".h", ".cu"}
MAX_LINES, MAX_FUNCTION, MAX_COLUMNS = 400, 60, 120
CONSTANT = re.compile(r"\bconstexpr\s+(?!\w+\()[\w:<>,&* ]*?\b(\w+)(?:\[\w*\])?\s*(?:=[^=]|\{)")
NAMED = re.compile(r"k[A-Z0-9]")


def sources(root):
    return [path for house in HOUSES for path in sorted((root / house).rglob("*"))
            if path.suffix in SOURCES and STAND_IN not in path.as_posix()]


def cmake_files(root):
    folders = (root / part for part in (*HOUSES, "cmake"))
    return [root / "CMakeLists.txt", *(path for folder in folders for path in sorted(folder.rglob("*"))
                                       if path.name == "CMakeLists.txt" or path.suffix == ".cmake")]


def long_functions(lines):
    """First line and length of every function at namespace scope over the limit."""
    start = 0
    for number, line in enumerate(lines, 1):
        if line == "}" and number - start + 1 > MAX_FUNCTION:
            yield start, number - start + 1
        if line[:1].strip() and line[0] not in "{}#/":
            start = number


def problems(root):
    found = []
    for path in sources(root):
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > MAX_LINES:
            found.append(f"{path}: {len(lines)} lines; split it by idea")
        for start, length in long_functions(lines):
            found.append(f"{path}:{start}: a function of {length} lines")
        for number, line in enumerate(lines, 1):
            name = CONSTANT.search(line.split("//")[0])
            if name and not NAMED.match(name[1]):
                found.append(f"{path}:{number}: the constant {name[1]} is not kCamelCase")
    for path in cmake_files(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
            if len(line) > MAX_COLUMNS:
                found.append(f"{path}:{number}: {len(line)} columns")
    return found


def misformatted(root, program):
    done = subprocess.run([program, "--dry-run", "--style=file", *map(str, sources(root))], stderr=subprocess.PIPE,
                          encoding="utf-8", check=True)
    return [line for line in done.stderr.splitlines() if "warning:" in line]


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "core").mkdir()
        (root / "core" / "good.h").write_text("constexpr int kLimit = 4;\nstatic constexpr std::array<int, 2> kPair{1, 2};\n"
                                              "constexpr bool isSmall(int n) { return n < kLimit; }\n")
        (root / "core" / "bad.h").write_text("inline constexpr double limit = 4;\nconstexpr std::array names{1};\n" + "\n" * 400)
        (root / "core" / "long.cpp").write_text("void f() {\n" + "    g();\n" * 59 + "}\n")
        (root / "core" / "short.cpp").write_text("void f() {\n" + "    g();\n" * 58 + "}\n")
        (root / "core" / "CMakeLists.txt").write_text("#" * 121 + "\n")
        found = problems(root)
    assert len(found) == 5, found
    assert all("good.h" not in text and "short" not in text for text in found), found


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    root, packages = map(pathlib.Path, sys.argv[1:3])
    found = problems(root)
    program = packages / "clang_format" / "data" / "bin" / "clang-format"
    if program.exists():
        found += misformatted(root, program)
    print("\n".join(found) or f"{len(sources(root))} sources, 0 violations")
    if not program.exists():
        print("SKIP: clang-format is not there; the rest was checked")
    return 1 if found else 0 if program.exists() else 77


if __name__ == "__main__":
    sys.exit(main())
