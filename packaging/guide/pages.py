#!/usr/bin/env python3
"""Makes the pages of the guide's site from the project's Markdown files, and the reference of commands from the program's own help.

    pages.py ROOT BELFRY_CLI OUT        OUT/pages and OUT/mkdocs.yml

Files keep the links by which they are read in the repository; here they are turned to where the pages lie on the site.
"""
import pathlib
import re
import shutil
import subprocess
import sys

# Page of the site -> file of the repository, by chapter.
CHAPTERS = {
    "Start": {"index.md": "README.md", "getting-started.md": "docs/getting-started.md", "inicio.md": "docs/inicio.md"},
    "Tasks": {name: f"docs/{name}" for name in ("train.md", "draw.md", "evaluate.md", "runs.md", "search.md", "scaling.md", "data.md",
                                                "my-pictures.md", "networks.md", "export.md", "serve.md", "python.md")},
    "Several machines": {name: f"docs/{name}" for name in ("cluster.md", "cluster-ssh.md", "cluster-torchrun.md", "cluster-slurm.md",
                                                           "cluster-kubernetes.md")},
    "Reference": {"command-line.md": "docs/command-line.md", "reference.md": None, "troubleshooting.md": "docs/troubleshooting.md",
                  "messages.md": "docs/messages.md", "concepts.md": "docs/concepts.md", "security.md": "SECURITY.md"},
    "Measured": {"benchmarks.md": "docs/benchmarks.md", "reproduction.md": "REPRODUCTION.md", "gpu.md": "docs/gpu.md", "cuda.md": "docs/cuda.md"},
    "Developers": {"architecture.md": "ARCHITECTURE.md", "contributing.md": "CONTRIBUTING.md", "spanish.md": "docs/spanish.md",
                   "changelog.md": "CHANGELOG.md"},
}
PAGES = {page: file for pages in CHAPTERS.values() for page, file in pages.items() if file}
COPIED = (".png", ".ipynb")  # beside the pages, as they are
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")
NAVIGATION = re.compile(r"^\[(?:Guide|Guía)\]\([^)]*\)(?: · .*)?\n+", re.MULTILINE)  # the site has its own

SETTINGS = """site_name: Belfry
site_description: A desktop studio for training image classifiers on several devices
docs_dir: pages
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.sections, navigation.top, content.code.copy, toc.follow]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      primary: blue
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      primary: blue
markdown_extensions:
  - toc: {permalink: true}
  - tables
  - pymdownx.superfences
  - pymdownx.highlight
validation: {nav: {omitted_files: warn}, links: {not_found: warn, anchors: warn, unrecognized_links: warn}}
plugins: [search]
"""


def site_link(file, target):
    """Where a link of `file` leads on the site. A file that is no page there keeps its name in words only: None."""
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return target
    path, _, anchor = target.partition("#")
    found = (pathlib.PurePosixPath(file).parent / path).as_posix()
    parts = []
    for part in found.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    found = "/".join(parts)
    page = next((page for page, source in PAGES.items() if source == found), None)
    if page is None and found.endswith(COPIED):
        page = found.split("/")[-1]
    return None if page is None else page + ("#" + anchor if anchor else "")


def turned(file, text):
    def link(match):
        target = site_link(file, match[2])
        if target is None:
            return f"`{match[2]}`" if match[1].startswith("!") else match[1][1:-1]
        return f"{match[1]}({target})"
    return LINK.sub(link, NAVIGATION.sub("", text))


def commands(program, *inner):
    """Names and help of a command's sub-commands, as its own help lists them."""
    said = subprocess.run([program, *inner, "--help"], capture_output=True, text=True, check=True).stdout
    _, _, listed = said.partition("Subcommands:\n")
    return said, re.findall(r"^  (\S+)", listed, re.MULTILINE)


def reference(program):
    text = "# Reference of commands\n\nEach command's own help, as `belfry-cli COMMAND --help` prints it.\n"
    said, names = commands(program)
    for name in names:
        said, inner = commands(program, name)
        text += f"\n## {name}\n\n```text\n{said.strip()}\n```\n"
        for part in inner:
            text += f"\n### {name} {part}\n\n```text\n{commands(program, name, part)[0].strip()}\n```\n"
    return text


def main(root, program, out):
    root, pages = pathlib.Path(root), pathlib.Path(out) / "pages"
    pages.mkdir(parents=True)
    missing = sorted({path.relative_to(root).as_posix() for path in (root / "docs").glob("*.md")} - set(PAGES.values()))
    if missing:
        sys.exit(f"pages.py: {', '.join(missing)} stands in no chapter")
    for page, file in PAGES.items():
        (pages / page).write_text(turned(file, (root / file).read_text(encoding="utf-8")), encoding="utf-8")
    (pages / "reference.md").write_text(reference(program), encoding="utf-8")
    for file in (root / "docs").iterdir():
        if file.suffix in COPIED:
            shutil.copy(file, pages)
    navigation = "".join(f"  - {chapter}:\n" + "".join(f"      - {page}\n" for page in names) for chapter, names in CHAPTERS.items())
    (pathlib.Path(out) / "mkdocs.yml").write_text(f"{SETTINGS}nav:\n{navigation}", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
