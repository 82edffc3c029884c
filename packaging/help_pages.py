"""Manual pages and shell completion, made from what the programs themselves say with --help: neither can become stale.

  help_pages.py VERSION BELFRY_CLI BELFRY FOLDER    writes below FOLDER: man1/*.1, bash/, zsh/ and fish/
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import threading

ENTRY = re.compile(r"^  (?P<name>\S.*?)(?:\s{2,}(?P<text>\S.*))?$")
SECTION = re.compile(r"^(Options|Subcommands|Positionals|Arguments):$")
# "...: a, b, c" at the end of a sentence, or before a bracket or a semicolon.
CHOICES = re.compile(r":\s((?:[\w.-]+, )+[\w.-]+)(?=$|;| \()")

# Each start loads LibTorch: a second.
CORES = threading.Semaphore(os.cpu_count() or 1)


@dataclasses.dataclass
class Command:
    words: tuple
    summary: str
    usage: str
    options: list      # (names, value, text)
    positionals: list  # (name, text)
    commands: list     # Command


def said(program, words):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "COLUMNS": "1000"}
    with CORES:
        done = subprocess.run([str(program), *words, "--help"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", env=environment, check=False)
    if done.returncode != 0 or "Usage:" not in done.stdout:
        sys.exit(f"help_pages: {program} {' '.join(words)} --help says no help: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def entries(lines):
    """(name, text) of a section; a text may go on in further lines, or begin below its name."""
    found = []
    for line in lines:
        entry = ENTRY.match(line)
        if entry:
            found.append([entry["name"], entry["text"] or ""])
        elif line.strip() and found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return found


def sections(text):
    head, parts, current = [], {}, None
    for line in text.splitlines():
        title = SECTION.match(line)
        if title:
            current = parts.setdefault(title[1], [])
        elif current is None:
            head.append(line)
        else:
            current.append(line)
    return head, {title: entries(lines) for title, lines in parts.items()}


def option(name, text):
    """The names, the value's placeholder and the text of one row of options."""
    # "--csv TEXT Excludes: --json Write a table": one space before the text, where the name is as wide as its column.
    others = re.search(r"\s(?:Excludes|Needs):(?:\s--?[\w-]+)+\s*(.*)$", name)
    if others:
        name, text = name[:others.start()], f"{others[1]} {text}".strip()
    names = re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", name)
    value = re.sub(r"(?<![\w-])--?[a-zA-Z][\w-]*,? ?", "", name).strip(" ,")
    return names, value, text


def parsed(program, words=()):
    head, parts = sections(said(program, words))
    usage = next(line for line in head if line.startswith("Usage:"))[len("Usage:"):].strip()
    summary = " ".join(line.strip() for line in head if line.strip() and not line.startswith("Usage:"))
    options = [option(*row) for row in parts.get("Options", [])]
    # "download, fetch": the second is another name of the same.
    names = [(*words, name.split(",")[0]) for name, _ in parts.get("Subcommands", [])]
    with concurrent.futures.ThreadPoolExecutor(max(len(names), 1)) as threads:
        commands = list(threads.map(lambda name: parsed(program, name), names))
    positionals = [tuple(row) for title in ("Positionals", "Arguments") for row in parts.get(title, [])]
    return Command(words, summary, usage, options, positionals, commands)


def every(command):
    yield command
    for inner in command.commands:
        yield from every(inner)


def choices(text):
    match = CHOICES.search(text)
    return match[1].split(", ") if match else []


# ---- manual pages

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def rows(items):
    return [line for name, text in items for line in (".TP", f"\\fB{roff(name)}\\fR", roff(text) or "\\&")]


def option_rows(command):
    return rows((", ".join(names) + (f" {value}" if value else ""), text) for names, value, text in command.options)


FILES = (("~/.local/share/belfry", "Runs, searches, drawings and data sets of one's own."),
         ("~/.cache/belfry", "LibTorch and NVIDIA's libraries, which belfry-setup fetches once."))


def arguments_of(command):
    return roff(re.sub(r"^\S+\s*", "", command.usage))


def manual(name, summary, command, version, others):
    page = [f'.TH {name.upper()} 1 "" "Belfry {version}" "User Commands"', ".SH NAME", f"{name} \\- {roff(summary)}",
            ".SH SYNOPSIS", f".B {name}", arguments_of(command), ".SH DESCRIPTION", roff(command.summary)]
    if command.positionals:
        page += [".SH ARGUMENTS", *rows(command.positionals)]
    page += [".SH OPTIONS", *option_rows(command)]
    if command.commands:
        page += [".SH COMMANDS"]
        for inner in list(every(command))[1:]:
            page += [f".SS {name} {roff(' '.join(inner.words))}", roff(inner.summary) + ".", ".PP",
                     f"\\fB{name}\\fR {arguments_of(inner)}",
                     *rows(inner.positionals), *option_rows(inner)]
    page += [".SH FILES", *rows(FILES), ".SH SEE ALSO", ", ".join(f"\\fB{other}\\fR(1)" for other in others),
             ".PP", "The guide is in /usr/share/doc/belfry."]
    return "\n".join(page) + "\n"


def setup_manual(version):
    return "\n".join([
        f'.TH BELFRY\\-SETUP 1 "" "Belfry {version}" "User Commands"', ".SH NAME",
        "belfry\\-setup \\- fetch the libraries by which Belfry computes", ".SH SYNOPSIS", ".B belfry\\-setup",
        "[\\-\\-progress | \\-\\-check | \\-\\-where | \\-\\-remove]", ".SH DESCRIPTION",
        "Fetches LibTorch and NVIDIA's libraries from the Python package index into the user's cache, where pip checks each file by its "
        "SHA\\-256. What has come is kept when it is interrupted. A second start does nothing.", ".SH OPTIONS",
        *rows((("--progress", "Say how far it is in lines for a program: progress DONE TOTAL WHAT, in MB."),
               ("--check", "Change nothing; exit status 1 when the libraries are missing."),
               ("--where", "Print the folder that holds them."),
               ("--remove", "Remove what it has fetched, of all versions."))),
        ".SH ENVIRONMENT", *rows((("XDG_CACHE_HOME", "The cache, instead of ~/.cache."),
                                  ("PIP_INDEX_URL, HTTPS_PROXY", "Another package index, a proxy."))),
        ".SH SEE ALSO", "\\fBbelfry\\fR(1), \\fBbelfry\\-cli\\fR(1)"]) + "\n"


# ---- completion

def option_names(command):
    return [name for names, _, _ in command.options for name in names]


def bash(name, command):
    """Words are followed through the sub-commands; after an option with a value: its choices, or files."""
    lines = [f"# Completion of {name} for bash.", f"_{name.replace('-', '_')}()", "{",
             "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path='' word i",
             "    for ((i = 1; i < COMP_CWORD; i++)); do", "        word=${COMP_WORDS[i]}", '        case "$path $word" in']
    known = [" ".join(inner.words) for inner in list(every(command))[1:]]
    if known:
        lines.append("            " + " | ".join(f"'{' '.join(('', *inner.words)) if len(inner.words) > 1 else ' ' + inner.words[0]}'"
                                               for inner in list(every(command))[1:]) + ") path=\"$path $word\" ;;")
    lines += ["        esac", "    done", '    case "$path $before" in']
    for inner in every(command):
        prefix = "".join(f" {word}" for word in inner.words)
        for names, value, text in inner.options:
            if value:
                found = choices(text)
                patterns = " | ".join(f"'{prefix} {option}'" for option in names)
                action = f"COMPREPLY=($(compgen -W '{' '.join(found)}' -- \"$current\"))" if found else "COMPREPLY=($(compgen -f -- \"$current\"))"
                lines.append(f"        {patterns}) {action}; return ;;")
    lines += ["    esac", '    case "$path" in']
    for inner in every(command):
        words = [sub.words[-1] for sub in inner.commands] + option_names(inner)
        lines.append(f"        '{''.join(f' {word}' for word in inner.words)}') COMPREPLY=($(compgen -W '{' '.join(words)}' -- \"$current\")) ;;")
    lines += ["    esac", f"}}", f"complete -o default -o filenames -F _{name.replace('-', '_')} {name}", ""]
    return "\n".join(lines)


def zsh_quoted(text):
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh(name, command):
    def function(inner):
        return "_" + "_".join((name, *inner.words)).replace("-", "_")

    lines = [f"#compdef {name}", f"# Completion of {name} for zsh."]
    for inner in every(command):
        lines += [f"{function(inner)}() {{"]
        if inner.commands:
            lines += ["    local context state state_descr line", "    typeset -A opt_args"]
        arguments = []
        for names, value, text in inner.options:
            found = choices(text)
            for option in names:
                argument = f":value:({' '.join(found)})" if found else ":value:_files" if value else ""
                arguments.append(f"'{option}[{zsh_quoted(text)}]{argument}'")
        if inner.commands:
            arguments += ["'1: :->command'", "'*:: :->rest'"]
        else:
            arguments += ["'*: :_files'"]
        lines += ["    _arguments -s \\", "        " + " \\\n        ".join(arguments)]
        if inner.commands:
            lines += ["    case $state in", "        command)", "            local -a commands=("]
            lines += [f"                '{sub.words[-1]}:{zsh_quoted(sub.summary)}'" for sub in inner.commands]
            lines += ["            )", "            _describe command commands ;;", "        rest)", "            case $line[1] in"]
            lines += [f"                {sub.words[-1]}) {function(sub)} ;;" for sub in inner.commands]
            lines += ["            esac ;;", "    esac"]
        lines += ["}"]
    lines += [f"{function(command)} \"$@\"", ""]
    return "\n".join(lines)


def fish(name, command):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = [f"# Completion of {name} for fish."]
    for inner in every(command):
        inside = " ; and ".join(f"__fish_seen_subcommand_from {word}" for word in inner.words)
        if inner.commands:
            names = " ".join(sub.words[-1] for sub in inner.commands)
            none = f"not __fish_seen_subcommand_from {names}"
            condition = f"{inside} ; and {none}" if inside else "__fish_use_subcommand"
            for sub in inner.commands:
                lines.append(f"complete -c {name} -f -n {quoted(condition)} -a {sub.words[-1]} -d {quoted(sub.summary)}")
        for names, value, text in inner.options:
            found = choices(text)
            flags = " ".join(f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}" for option in names)
            kind = f" -x -a {quoted(' '.join(found))}" if found else " -r" if value else ""
            where = f" -n {quoted(inside)}" if inside else ""
            lines.append(f"complete -c {name}{where} {flags}{kind} -d {quoted(text)}")
    return "\n".join(lines) + "\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    version, cli, window, folder = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    commands = {"belfry-cli": parsed(cli)}
    commands["belfry"] = parsed(window)
    summaries = {"belfry-cli": "train image classifiers on many devices, in the terminal",
                 "belfry": "studio for training image classifiers"}
    for name, command in commands.items():
        others = [other for other in ("belfry", "belfry-cli", "belfry-setup") if other != name]
        write(folder / "man1" / f"{name}.1", manual(name, summaries[name], command, version, others))
        write(folder / "bash" / name, bash(name, command))
        write(folder / "zsh" / f"_{name}", zsh(name, command))
        write(folder / "fish" / f"{name}.fish", fish(name, command))
    write(folder / "man1" / "belfry-setup.1", setup_manual(version))


if __name__ == "__main__":
    main()
