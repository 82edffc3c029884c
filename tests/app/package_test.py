"""The Debian package: what it holds, what it needs, and that its programs run with the LibTorch of the user's cache and leave nothing.

Unpacked into a folder, not installed: that needs root. No network.
"""
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree

import belfry

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINDOW = belfry.PROGRAM.with_name("belfry")


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
                          check=False, **options)


def version_of_cmake():
    return re.search(r"project\(Belfry VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def commands_of(program, words=()):
    """All sub-commands, as tuples of words; two programs at a time."""
    section = re.search(r"^Subcommands:\n((?:  .*\n?)*)", run(program, *words, "--help").stdout, re.MULTILINE)
    names = [(*words, name) for name in re.findall(r"^  ([a-z][\w-]*)", section[1], re.MULTILINE)] if section else []
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        inner = list(threads.map(lambda name: commands_of(program, name), names))
    return [command for name, below in zip(names, inner) for command in (name, *below)]


def files_below(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@unittest.skipUnless(WINDOW.exists(), "built without the window")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("dpkg-shlibdeps"):
            print("skipped: dpkg-dev is not installed")
            sys.exit(77)
        cls.home = belfry.Home()
        cls.addClassCleanup(cls.home.remove)
        begin = time.monotonic()
        built = run(ROOT / "packaging/package.sh", belfry.BUILD)
        if built.returncode != 0:
            raise AssertionError(built.stdout + built.stderr)
        print(built.stdout, f"in all {time.monotonic() - begin:.0f} s", sep="")
        cls.package = pathlib.Path(re.search(r"^package: (/.*[.]deb)$", built.stdout, re.MULTILINE)[1])
        cls.tree = cls.home.folder / "installed"
        unpacked = run("dpkg-deb", "-x", cls.package, cls.tree)
        assert unpacked.returncode == 0, unpacked.stderr
        cls.share = cls.tree / "usr/share"
        cls.commands = commands_of(belfry.PROGRAM)
        # The tool chain of who builds, as a user's cache.
        cls.cache = cls.home.folder / "cache"
        where = run(ROOT / "packaging/setup.sh", "--where").stdout.strip()
        (cls.cache / "belfry").mkdir(parents=True)
        (cls.cache / "belfry" / pathlib.Path(where).name).symlink_to(where)

    def start(self, name, *arguments, environment=None):
        return self.home.run(*arguments, program=self.tree / "usr/bin" / name, cwd="/",
                             environment={"XDG_CACHE_HOME": str(self.cache), **(environment or {})})

    def field(self, name):
        return run("dpkg-deb", "-f", self.package, name).stdout.strip()

    # ---- what it holds

    def test_name_and_version_are_cmakes(self):
        self.assertEqual(self.package.name, f"belfry_{version_of_cmake()}-1_amd64.deb")
        self.assertEqual(self.field("Package"), "belfry")
        self.assertEqual(self.field("Version"), version_of_cmake() + "-1")

    def test_needs_the_distributions_libraries_and_not_torch(self):
        needed = self.field("Depends")
        for name in ("libc6", "libqt6core6", "libqt6charts6", "libspdlog", "libcurl4", "python3-venv"):
            self.assertIn(name, needed)
        for name in ("torch", "nvidia", "cuda", "libgtest"):
            self.assertNotIn(name, needed)

    def test_files_are_roots_and_only_where_a_package_puts_them(self):
        listing = run("dpkg-deb", "-c", self.package).stdout.splitlines()
        self.assertGreater(len(listing), 50)
        for line in listing:
            mode, owner, path = line.split()[0], line.split()[1], line.split(None, 5)[5]
            self.assertEqual(owner, "root/root", line)
            self.assertRegex(path, r"^\./(usr/((bin|lib|share)/.*)?)?$")
            if mode[0] != "l":
                self.assertRegex(mode, r"^[d-]r[w-][x-]r-[x-]r-[x-]$", line)

    def test_no_path_of_who_built_it_is_searched(self):
        for program in (self.tree / "usr/lib/belfry/bin").iterdir():
            dynamic = run("readelf", "-d", program).stdout
            self.assertIn("libtorch_cpu.so" if program.name != "belfry-fetch" else "libQt6Core", dynamic)
            self.assertNotRegex(dynamic, "RPATH|RUNPATH")
            self.assertNotIn(".symtab", run("readelf", "-S", program).stdout, "stripped")

    def test_links_lead_into_the_package(self):
        for path in self.tree.rglob("*"):
            if path.is_symlink():
                self.assertFalse(os.readlink(path).startswith("/"), path)
                self.assertTrue(path.resolve().is_relative_to(self.tree.resolve()) and path.exists(), path)

    def test_copyright_and_changelog(self):
        folder = self.share / "doc/belfry"
        self.assertIn("Apache-2.0", (folder / "copyright").read_text())
        self.assertTrue((folder / "licenses/umappp/LICENSE").is_file())
        self.assertEqual(gzip.decompress((folder / "changelog.gz").read_bytes()), (ROOT / "CHANGELOG.md").read_bytes())
        self.assertIn(f"belfry ({self.field('Version')}) ", gzip.decompress((folder / "changelog.Debian.gz").read_bytes()).decode())

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_has_no_objection(self):
        # The tag asks which wish in Debian's bug tracker a first upload fulfils.
        checked = run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", "initial-upload-closes-no-bugs", self.package)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

    # ---- what is made from the programs' help

    def test_manual_pages_render_and_know_every_command(self):
        folder = self.share / "man/man1"
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         ["belfry-cli.1.gz", "belfry-setup.1.gz", "belfry.1.gz"])
        for path in folder.iterdir():
            if not shutil.which("man"):
                continue
            shown = run("man", "--warnings", "-l", path, env={**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": ""})
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        text = gzip.decompress((folder / "belfry-cli.1.gz").read_bytes()).decode().replace("\\-", "-")
        for words in self.commands:
            self.assertIn(f".SS belfry-cli {' '.join(words)}\n", text)
        self.assertIn("Write a table to this file", text)  # whose option is as wide as its column

    def completed(self, *words):
        script = self.share / "bash-completion/completions/belfry-cli"
        code = f"source '{script}'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _belfry_cli; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        done = run("bash", "--norc", "-c", code, "bash", "belfry-cli", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash_completes_every_command_and_values(self):
        for script in (self.share / "bash-completion/completions").iterdir():
            self.assertEqual(run("bash", "-n", script).returncode, 0)
        for words in self.commands:
            self.assertIn(words[-1], self.completed(*words[:-1], words[-1][:2]), words)
        self.assertEqual(self.completed("train", "--feed", "d"), ["direct"])
        self.assertEqual(self.completed("train", "--feed", "direct", "--exch"), ["--exchange"])
        self.assertNotIn("train", self.completed("data", ""))

    def test_zsh_and_fish_know_every_command(self):
        zsh = (self.share / "zsh/vendor-completions/_belfry-cli").read_text()
        fish = (self.share / "fish/vendor_completions.d/belfry-cli.fish").read_text()
        for words in self.commands:
            self.assertIn(f"                '{words[-1]}:", zsh)
            self.assertRegex(zsh, rf"(?m)^_belfry_cli_{'_'.join(words).replace('-', '_')}\(\)")
            self.assertIn(f"-a {words[-1]} -d", fish)
        for shell, path in (("zsh", "zsh/vendor-completions/_belfry-cli"), ("fish", "fish/vendor_completions.d/belfry-cli.fish")):
            if shutil.which(shell):
                checked = run(shell, "-n", self.share / path)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        def completed(line):
            done = run("fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]', "--",
                       self.share / "fish/vendor_completions.d/belfry-cli.fish", line, cwd=self.home.folder, env=self.home.environment)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return [row.split("\t")[0] for row in done.stdout.splitlines()]

        self.assertEqual(completed("belfry-cli tr"), ["train"])
        self.assertEqual(completed("belfry-cli train --fee"), ["--feed"])
        self.assertEqual(completed("belfry-cli train --feed d"), ["direct"])
        self.assertEqual(completed("belfry-cli data ch"), ["check"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        for line, completed in (("belfry-cli tra\t", "belfry-cli train"), ("belfry-cli train --feed di\t", "--feed direct"),
                                ("belfry-cli data che\t", "data check")):
            # Completion needs a terminal, which zsh's own module makes.
            script = f"""zmodload zsh/zpty
                zpty shell "ZDOTDIR={self.home.folder} TERM=dumb zsh -f -i"
                zpty -w shell "fpath=({self.share}/zsh/vendor-completions \\$fpath); autoload -Uz compinit; compinit -u -D; PS1=re''ady"
                zpty -r -m shell seen '*ready*' || exit 1
                zpty -w -n shell '{line}'
                zpty -r -m shell seen '*{completed}*' || exit 1"""
            done = run("timeout", "60", "zsh", "-f", "-c", script, cwd=self.home.folder, env=self.home.environment)
            self.assertEqual((done.returncode, done.stderr), (0, ""), line)

    # ---- what a desktop asks for

    def test_desktop_entry_and_metainfo(self):
        entry = self.share / "applications/io.github.belfry.Belfry.desktop"
        metainfo = self.share / "metainfo/io.github.belfry.Belfry.metainfo.xml"
        self.assertIn("MimeType=application/vnd.belfry.plan+json;application/vnd.belfry.network+json;\n", entry.read_text())
        if shutil.which("desktop-file-validate"):
            checked = run("desktop-file-validate", entry)
            self.assertEqual((checked.returncode, checked.stdout), (0, ""))
        if shutil.which("appstreamcli"):
            checked = run("appstreamcli", "validate", "--no-net", metainfo)
            self.assertEqual(checked.returncode, 0, checked.stdout)
        releases = [release.get("version") for release in ElementTree.parse(metainfo).iter("release")]
        self.assertEqual(releases[0], version_of_cmake())
        self.assertTrue((self.share / "icons/hicolor/scalable/apps/io.github.belfry.Belfry.svg").is_file())

    def test_types_of_plans_and_networks(self):
        packages = self.share / "mime/packages/belfry.xml"
        types = {kind.get("type") for kind in ElementTree.parse(packages).getroot()}
        self.assertEqual(types, {"application/vnd.belfry.plan+json", "application/vnd.belfry.network+json"})
        if shutil.which("update-mime-database"):
            folder = self.home.folder / "mime"
            (folder / "packages").mkdir(parents=True)
            shutil.copy(packages, folder / "packages")
            made = run("update-mime-database", folder, env={**os.environ, "XDG_DATA_HOME": str(folder.parent)})  # else it warns
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            globs = (folder / "globs2").read_text()
            self.assertIn(":application/vnd.belfry.plan+json:plan.json", globs)
            self.assertIn(":application/vnd.belfry.network+json:model.json", globs)

    # ---- with the LibTorch of the user's cache

    def test_says_what_is_missing(self):
        for name in ("belfry-cli", "belfry"):
            done = self.start(name, "devices", environment={"XDG_CACHE_HOME": str(self.home.folder / "empty"), "DISPLAY": "",
                                                            "WAYLAND_DISPLAY": ""})
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, rf"\A{name}: LibTorch[^\n]*belfry-setup[^\n]*[.]\n\Z")
        self.assertFalse((self.home.folder / "empty").exists())

    def test_setup_is_content_with_a_tool_chain(self):
        for arguments in ((), ("--check",)):
            done = self.start("belfry-setup", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_trains_reads_a_drawing_and_leaves_nothing(self):
        before = files_below(self.tree)
        listed = json.loads(self.start("belfry-cli", "data", "check", "mnist", "--json").stdout)
        self.assertEqual(pathlib.Path(listed["folder"]).resolve(), (self.share / "belfry/datasets/mnist").resolve())
        trained = self.start("belfry-cli", "train", "--preset", "quick", "--devices", "cpu", "--steps", "2")
        self.assertEqual((trained.returncode, trained.stderr), (0, ""))
        import pictures
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        picture = self.home.folder / "seven.png"
        picture.write_bytes(pictures.png(*pictures.enlarged(images[0], height, width, 10)))
        read = self.start("belfry-cli", "predict", "ready", picture)
        self.assertIn("seven.png: 7 (", read.stdout)
        self.assertEqual(files_below(self.tree), before)

    def test_opens_its_window(self):
        picture = self.home.folder / "window.png"
        done = self.start("belfry", "--preset", "quick", "--after-steps", "2", "--screenshot", picture,
                          environment={"QT_QPA_PLATFORM": "offscreen"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    # Programs that a run starts, such as ssh, were given LibTorch's and NVIDIA's libraries.
    def test_programs_that_it_starts_get_the_users_library_path(self):
        tools = self.home.folder / "tools"
        tools.mkdir()
        told = self.home.folder / "told"
        (tools / "ssh").write_text(f'#!/bin/sh\nprintf "%s|%s|%s\\n" "${{LD_LIBRARY_PATH-unset}}" "${{BELFRY_LAUNCHED-unset}}" "$*" >> "{told}"\nexit 255\n')
        (tools / "ssh").chmod(0o755)
        path = {"PATH": f"{tools}:{os.environ['PATH']}"}
        for given, seen in (({}, "unset"), ({"LD_LIBRARY_PATH": "/nowhere"}, "/nowhere")):
            told.unlink(missing_ok=True)
            self.start("belfry-cli", "train", "--preset", "quick", "--hosts", "10.255.255.1", "--steps", "1",
                       environment={**path, **given})
            for line in told.read_text().splitlines():
                library_path, launched, _ = line.split("|", 2)
                self.assertEqual((library_path, launched), (seen, "unset"))
            # What finds LibTorch there, and not the program that needs to be told.
            self.assertIn(str(self.tree.resolve() / "usr/lib/belfry/belfry-cli"), told.read_text())


if __name__ == "__main__":
    belfry.main()
