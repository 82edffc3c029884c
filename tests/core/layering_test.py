"""Reads every #include of core/, ui/ and app/ and holds the one-way rule of ARCHITECTURE.md.

  layering_test.py ROOT          the sources under ROOT
  layering_test.py --self-test   small trees with a planted violation each, which must be found

Rules: app -> ui -> core; inside core and inside ui a folder includes only what stands to its left in LEFT_TO_RIGHT (and
itself); no page of the window includes another; no Qt in core; no LibTorch in ui, app or any header that they reach;
quoted includes are full paths that exist; no two headers share a name.
"""
import pathlib
import re
import sys
import tempfile

LEFT_TO_RIGHT = {
    "core": [
        ["base"], ["formats", "device"], ["kernels", "data"], ["model", "feed", "optim", "ranks"], ["backbones", "tower"], ["exchange"],
        ["train"], ["doctor", "predict", "runs"], ["explain", "study", "interop"], ["search", "report", "serve"],
    ],
    "ui": [["foundation"], ["widgets", "bridge"], ["charts"], ["dialogs"], ["pages"], ["window"]],
}
RANK = {house: {folder: rank for rank, group in enumerate(groups) for folder in group}
        for house, groups in LEFT_TO_RIGHT.items()}
HOUSE = {"core": 0, "ui": 1, "app": 2}
SOURCES = {".cpp", ".h", ".cu", ".cuh"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(<([^>\n]+)>|"([^"\n]+)")', re.MULTILINE)
QT = re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*)$")
TORCH = re.compile(r"^(ATen|torch|c10|caffe2)/")


def includes(text):
    """(name, quoted) of every include of a file's text."""
    return [(match[1] or match[2], bool(match[2])) for match in (found.groups() for found in INCLUDE.finditer(text))]


def read_tree(root):
    """Path below root -> its includes, for all sources of the three houses."""
    files = {}
    for house in HOUSE:
        for path in sorted((root / house).rglob("*")):
            if path.suffix in SOURCES:
                files[path.relative_to(root).as_posix()] = includes(path.read_text(encoding="utf-8"))
    return files


def wrong_direction(file, target):
    """Why `file` may not include `target`, or None. Both are paths below the root."""
    here, there = file.split("/"), target.split("/")
    if HOUSE[here[0]] < HOUSE[there[0]]:
        return f"{here[0]} must not include {there[0]}"
    if here[0] not in RANK or here[0] != there[0]:
        return None
    rank, mine, other = RANK[here[0]], here[1], there[1]
    for folder in (mine, other):
        if folder not in rank:
            return f"{here[0]}/{folder} has no place in LEFT_TO_RIGHT"
    if mine != other and rank[other] >= rank[mine]:
        return f"{mine} must not include {other}"
    if mine == other == "pages" and here[2] != there[2]:
        return f"the page {here[2]} must not include the page {there[2]}"
    return None


def check_include(file, name, quoted, files):
    if quoted:
        if name.endswith(".moc"):  # made by Qt's moc
            return None
        if name not in files:
            return "not a full path of a file here"
        if name == file:
            return "includes itself"
        return wrong_direction(file, name)
    if name.split("/")[0] in HOUSE:
        return "own headers are written in quotes"
    if file.startswith("core/") and QT.match(name):
        return "no Qt in core"
    return None


def torch_reached(start, files):
    """The way from a file of ui or app to a LibTorch header, as a list of names; empty when there is none."""
    seen, open_ways = {start}, [[start]]
    while open_ways:
        way = open_ways.pop()
        for name, quoted in files[way[-1]]:
            if not quoted and TORCH.match(name):
                return way + [name]
            if quoted and name in files and name not in seen:
                seen.add(name)
                open_ways.append(way + [name])
    return []


def repeated_names(files):
    """Headers that share their name with another one."""
    first = {}
    for file in files:
        name = file.split("/")[-1]
        if name.endswith((".h", ".cuh")):
            if first.setdefault(name, file) != file:
                yield f"{file}: {first[name]} has the same name"


def violations(root):
    files = read_tree(root)
    found = list(repeated_names(files))
    for file, names in files.items():
        for name, quoted in names:
            if why := check_include(file, name, quoted, files):
                found.append(f"{file}: includes {name}: {why}")
        if not file.startswith("core/") and (way := torch_reached(file, files)):
            found.append("LibTorch reaches the window: " + " -> ".join(way))
    return files, found


CLEAN = {
    "core/base/error.h": "#include <string>\n",
    "core/model/network.h": "#include <ATen/ATen.h>\n#include \"core/base/error.h\"\n",
    "core/model/blueprint.h": "#include \"core/base/error.h\"\n",
    "core/train/plan.h": "#include \"core/model/blueprint.h\"\n",
    "core/train/trainer.cpp": "#include \"core/model/network.h\"\n#include \"core/train/plan.h\"\n",
    "core/runs/store.h": "#include \"core/train/plan.h\"\n",
    "ui/foundation/theme.h": "#include <QColor>\n#include \"core/train/plan.h\"\n",
    "ui/widgets/banner.h": "#include \"ui/foundation/theme.h\"\n",
    "ui/charts/plot.h": "#include \"ui/foundation/theme.h\"\n",
    "ui/dialogs/queue.h": "#include \"ui/widgets/banner.h\"\n",
    "ui/pages/train/form.h": "#include \"ui/dialogs/queue.h\"\n",
    "ui/pages/train/page.h": "#include \"ui/pages/train/form.h\"\n",
    "ui/pages/runs/runs_page.h": "#include \"ui/charts/plot.h\"\n",
    "ui/window/window.h": "#include \"ui/pages/runs/runs_page.h\"\n#include \"ui/pages/train/page.h\"\n",
    "app/main.cpp": "#include \"ui/window/window.h\"\n#include \"core/runs/store.h\"\n",
}
PLANTED = [
    ("core/train/plan.h", "#include \"core/runs/store.h\"", "train must not include runs"),
    ("core/base/error.h", "#include \"core/model/blueprint.h\"", "base must not include model"),
    ("core/model/blueprint.h", "  #  include \"ui/foundation/theme.h\"", "core must not include ui"),
    ("ui/foundation/theme.h", "#include \"app/main.cpp\"", "ui must not include app"),
    ("core/base/error.h", "#include <QString>", "no Qt in core"),
    ("core/base/error.h", "#include <QtCore/qglobal.h>", "no Qt in core"),
    ("ui/foundation/theme.h", "#include <c10/core/Device.h>", "ui/foundation/theme.h -> c10/core/Device.h"),
    ("app/main.cpp", "#include <torch/torch.h>", "app/main.cpp -> torch/torch.h"),
    ("core/train/plan.h", "#include \"core/model/network.h\"", "core/model/network.h -> ATen/ATen.h"),
    ("core/train/plan.h", "#include \"plan_parts.h\"", "not a full path"),
    ("core/train/plan.h", "#include \"core/train/plan.h\"", "includes itself"),
    ("core/train/plan.h", "#include <core/base/error.h>", "in quotes"),
    ("ui/foundation/theme.h", "#include \"ui/widgets/banner.h\"", "foundation must not include widgets"),
    ("ui/widgets/banner.h", "#include \"ui/charts/plot.h\"", "widgets must not include charts"),
    ("ui/charts/plot.h", "#include \"ui/dialogs/queue.h\"", "charts must not include dialogs"),
    ("ui/dialogs/queue.h", "#include \"ui/pages/train/form.h\"", "dialogs must not include pages"),
    ("ui/pages/runs/runs_page.h", "#include \"ui/pages/train/form.h\"", "the page runs must not include the page train"),
    ("ui/pages/train/page.h", "#include \"ui/window/window.h\"", "pages must not include window"),
    ("ui/settings.h", "#include \"ui/foundation/theme.h\"", "ui/settings.h has no place"),
    ("app/cli/plan.h", "#include <string>", "core/train/plan.h has the same name"),
    ("core/cellar/wine.h", "#include \"core/base/error.h\"", "core/cellar has no place"),
]


def write_tree(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "clean"
        write_tree(root, CLEAN)
        _, found = violations(root)
        if found:
            return [f"the clean tree is refused: {found}"]
        missed = []
        for number, (file, line, expected) in enumerate(PLANTED):
            root = pathlib.Path(folder) / str(number)
            write_tree(root, {**CLEAN, file: CLEAN.get(file, "") + line + "\n"})
            _, found = violations(root)
            if not any(expected in text for text in found):
                missed.append(f"{line} in {file} was not found as '{expected}': {found}")
        return missed


def main(argument):
    if argument == "--self-test":
        problems = self_test()
        print(f"{len(PLANTED)} planted violations, {len(problems)} problems")
    else:
        files, problems = violations(pathlib.Path(argument))
        if len(files) < 50:
            problems.append(f"only {len(files)} sources under {argument}: is that the project's root?")
        print(f"{len(files)} sources, {sum(map(len, files.values()))} includes, {len(problems)} violations")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
