"""The README and the guide as tests read them: their blocks of code, and the commands in these as they stand there."""
import pathlib
import re
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


class Block(typing.NamedTuple):
    file: pathlib.Path
    line: int  # of its first
    kind: str  # the word behind ```, empty for a block that is indented
    text: str


class Command(typing.NamedTuple):
    file: pathlib.Path
    line: int
    text: str  # as it stands there, in one line, without its remark

    def __str__(self):
        return f"{self.file.name}:{self.line}: {self.text}"


def blocks(file):
    """Fenced ones and indented ones, in order."""
    found, begun = [], None  # begun: line, kind, lines
    for number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], 1):
        fence, indented = re.match(r"```(\w*)$", line), re.match(r" {4,}\S", line)
        fenced = begun is not None and begun[1] is not None
        if begun and (fence if fenced else not indented):
            found.append(Block(file, begun[0], begun[1] or "", "\n".join(begun[2]) + "\n"))
            begun = None
        elif begun:
            begun[2].append(line if fenced else line[4:])
        elif fence or indented:
            begun = (number + 1, fence[1], []) if fence else (number, None, [line[4:]])
    return found


# What a block of code begins with that is no command: a manifest, a script, a list of pictures, a network, a file, a sentence.
OTHERS = re.compile(r"apiVersion:|#!|file,label|# mine[.]txt|conv |\{|belfry-cli: ")


def commands():
    """Lines as a shell takes them: joined where a backslash says so."""
    found = []
    for block in (block for file in FILES for block in blocks(file) if block.kind in ("", "sh") and not OTHERS.match(block.text)):
        begun = None  # line and text of a command that goes on
        for number, line in enumerate(block.text.splitlines(), block.line):
            number, text = (begun[0], f"{begun[1]} {line.strip()}") if begun else (number, line.strip())
            begun = (number, text[:-1].rstrip()) if text.endswith("\\") else None
            if not begun:
                found.append(Command(block.file, number, re.split(r"\s{2,}#|\s+# ", text)[0].strip()))
    return found


def inline():
    """What stands as code within sentences and tables; the line is where it begins."""
    found = []
    for file in FILES:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found += [Command(file, number, code) for code in re.findall(r"`([^`]+)`", line)]
    return found
