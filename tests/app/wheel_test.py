"""A wheel of the build folder, in an environment of its own: installed, used, removed without leftovers.

Nothing is downloaded: the tool chain's PyTorch is made visible to the environment by a .pth file.
"""
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import unittest
import zipfile

import belfry
import pictures

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = sysconfig.get_paths()["purelib"]  # of the tool chain
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
SHORT = ("train", "--preset", "quick", "--devices", "cpu", "--batch-per-tower", "16", "--steps", "3")
LIBRARIES_OF_C = {"libc", "libm", "libdl", "librt", "libpthread", "libutil", "libresolv", "libgcc_s", "libstdc++"}
NVIDIA = re.compile(r"lib(cu|nv|nccl|torch|c10)[^/]*\.so")


def done(*command, **options):
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=belfry.TIMEOUT, **options)
    assert ended.returncode == 0, (command, ended.stdout, ended.stderr)
    return ended.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = belfry.Home()
        cls.addClassCleanup(cls.home.remove)
        dist = cls.home.folder / "dist"
        done(sys.executable, ROOT / "packaging" / "wheel.py", belfry.BUILD, dist,
             env={**os.environ, "TMPDIR": str(cls.home.folder)})
        (cls.wheel,) = dist.iterdir()
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        cls.picture = cls.home.folder / "seven.png"
        cls.picture.write_bytes(pictures.png(images[0], height, width))

    def environment(self, name, *visible):
        """A new environment that sees these folders of packages."""
        folder = self.home.folder / name
        done(sys.executable, "-m", "venv", "--without-pip", folder)
        (site,) = (folder / "lib").glob("python3.*/site-packages")
        (site / "visible.pth").write_text("".join(f"{path}\n" for path in visible))
        return folder, site

    def pip(self, folder, *arguments):
        return done(*PIP[:3], "--python", folder / "bin" / "python", *PIP[3:], *arguments, env=self.home.environment)

    def installed(self, name, *visible):
        folder, site = self.environment(name, *visible)
        begin = time.monotonic()
        self.pip(folder, "install", "--no-deps", "--no-index", "--no-compile", self.wheel)
        took = time.monotonic() - begin
        print(f"{self.wheel.name}: {self.wheel.stat().st_size / 1e6:.1f} MB, installed in {took:.1f} s")
        return folder, site

    def run_in(self, folder, program, *arguments, **environment):
        return self.home.run(*arguments, program=folder / "bin" / program, cwd="/", environment=environment)

    def test_is_installed_used_and_removed(self):
        folder, site = self.environment("whole", PACKAGES)
        before = sorted(folder.rglob("*"))
        self.pip(folder, "install", "--no-deps", "--no-index", self.wheel)  # which also compiles the package
        begin = time.monotonic()
        answered = self.run_in(folder, "belfry-cli", "predict", "ready", self.picture)
        print(f"a digit named in {time.monotonic() - begin:.2f} s")
        self.assertEqual((answered.returncode, answered.stderr), (0, ""))
        self.assertIn("seven.png: 7 (", answered.stdout)
        trained = self.run_in(folder, "belfry-cli", *SHORT)
        self.assertEqual((trained.returncode, trained.stderr), (0, ""))
        script = ("import belfry, json; answer, = belfry.predict('ready', %r); "
                  "print(json.dumps([answer.answer, belfry.__version__, belfry.runs()[0]['steps'], belfry.__file__]))")
        said = json.loads(done(folder / "bin" / "python", "-c", script % str(self.picture), cwd="/",
                               env=self.home.environment))
        self.assertEqual(said[:3], ["7", self.home.run("--version").stdout.strip(), 3])
        self.assertTrue(pathlib.Path(said[3]).is_relative_to(site))
        self.pip(folder, "uninstall", "--yes", "belfry")
        self.assertEqual(sorted(folder.rglob("*")), before)

    @unittest.skipUnless(belfry.PROGRAM.with_name("belfry").exists(), "built without the window")
    def test_opens_its_window_with_its_own_qt(self):
        folder, site = self.installed("window", PACKAGES)
        picture = self.home.folder / "window.png"
        shown = self.run_in(folder, "belfry", "--preset", "quick", "--after-steps", "2", "--screenshot", picture,
                            QT_QPA_PLATFORM="offscreen", QT_DEBUG_PLUGINS="1")
        self.assertEqual(shown.returncode, 0, shown.stderr[-2000:])
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
        loaded = re.findall(r"(/\S+/libqoffscreen\.so)", shown.stderr)
        self.assertTrue(loaded and all(pathlib.Path(path).is_relative_to(site) for path in loaded), loaded)

    def test_takes_no_library_of_the_system_but_those_of_c(self):
        folder, site = self.installed("libraries", PACKAGES)
        for program in (site / "belfry" / "bin").iterdir():
            if program.suffix == ".conf":
                continue
            paths = ":".join(f"{PACKAGES}/{part}" for part in ("torch/lib", "nvidia/cu13/lib", "nvidia/nccl/lib"))
            found = done(program, env={"LD_TRACE_LOADED_OBJECTS": "1", "LD_LIBRARY_PATH": paths})
            others = {name for name, path in re.findall(r"(\S+) => (\S+)", found)
                      if not path.startswith((str(site), PACKAGES, str(pathlib.Path(PACKAGES).resolve())))}
            self.assertLessEqual({name.split(".so")[0] for name in others}, LIBRARIES_OF_C)

    def test_finds_pytorch_beside_itself(self):  # without the search path of libraries, which its scripts may set
        folder, site = self.installed("beside")
        for package in ("torch", "nvidia"):
            (site / package).symlink_to(pathlib.Path(PACKAGES) / package)
        answered = self.home.run("predict", "ready", self.picture, cwd="/", environment={"LD_LIBRARY_PATH": ""},
                                 program=site / "belfry" / "bin" / "belfry-cli")
        self.assertIn("seven.png: 7 (", answered.stdout, answered.stderr)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "needs root, to mount folders and change its own")
    def test_runs_where_there_is_nothing_but_the_c_libraries(self):
        _, site = self.installed("bare root")
        root = self.home.folder / "root"
        (root / "tmp").mkdir(parents=True)
        trace = done("/bin/true", env={"LD_TRACE_LOADED_OBJECTS": "1"})
        loader = pathlib.Path(re.search(r"(/\S+/ld-linux-x86-64\.so\.2)", trace)[1])
        libc = pathlib.Path(re.search(r"libc\.so\.6 => (\S+)", trace)[1]).parent
        for file in (loader, *(path for name in LIBRARIES_OF_C for path in libc.glob(f"{name}.so.[0-9]*"))):
            target = root / str(file).lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o755)
        shutil.copy(self.picture, root / "tmp")
        mounts = {f"{PACKAGES}/torch": "torch", f"{PACKAGES}/nvidia": "nvidia",
                  f"{site}/belfry": "belfry", f"{site}/belfry.libs": "belfry.libs"}
        commands = ["set -e", f"mount -t proc proc '{root}/proc'"]
        for folder in ("proc", *(f"site/{name}" for name in mounts.values())):
            (root / folder).mkdir(parents=True)
        commands += [f"mount --bind -o ro '{source}' '{root}/site/{name}'" for source, name in mounts.items()]
        enter = f"env -i HOME=/tmp QT_QPA_PLATFORM=offscreen {shutil.which('chroot')} '{root}' /site/belfry/bin/"
        commands += [f"{enter}belfry-cli predict ready /tmp/seven.png", f"{enter}belfry-cli {' '.join(SHORT)}"]
        if belfry.PROGRAM.with_name("belfry").exists():
            commands += [f"{enter}belfry --preset quick --after-steps 2 --screenshot /tmp/window.png"]
        ended = subprocess.run(["unshare", "--mount", "sh", "-c", "\n".join(commands)], capture_output=True, text=True,
                               timeout=belfry.TIMEOUT)
        if "Operation not permitted" in ended.stderr or "permission denied" in ended.stderr:
            self.skipTest(ended.stderr.strip())
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("/tmp/seven.png: 7 (", ended.stdout)
        self.assertRegex(ended.stdout, r"(?m)^finished after ")
        self.assertEqual((root / "tmp" / "window.png").exists(), belfry.PROGRAM.with_name("belfry").exists())

    def test_without_pytorch_it_says_what_to_install(self):
        folder, site = self.installed("bare")
        for program in ("belfry-cli", "belfry"):
            refused = self.run_in(folder, program, "models")
            self.assertEqual(refused.returncode, 2)
            self.assertRegex(refused.stderr,
                             rf"\A{program}: Belfry's programs need torch==[\d.]+\*, .*pip install '[^\n]*\n\Z")
        # Another build of PyTorch: a package of the right release without the library, then of another release.
        (site / "torch").mkdir()
        (site / "torch" / "__init__.py").write_text("")
        for version, sentence in (("2.11.0", "has no libtorch_cuda.so"), ("2.9.1", "torch 2.9.1 is in")):
            for old in site.glob("torch-*"):
                (old / "METADATA").unlink()
                old.rmdir()
            info = site / f"torch-{version}.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n")
            refused = self.run_in(folder, "belfry-cli", "models")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(sentence, refused.stderr)

    def test_names_what_it_is_and_what_it_brings(self):
        version = self.home.run("--version").stdout.strip()
        major, minor = os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")[:2]
        self.assertEqual(self.wheel.name, f"belfry-{version}-py3-none-manylinux_{major}_{minor}_x86_64.whl")
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            self.assertEqual([name for name in names if NVIDIA.search(name) and "curl" not in name], [])
            info = f"belfry-{version}.dist-info"
            metadata = archive.read(f"{info}/METADATA").decode()
            release = ".".join(importlib.metadata.version("torch").split(".")[:2])
            self.assertIn(f"\nRequires-Dist: torch=={release}.*\n", metadata)
            listed = archive.read(f"{info}/licenses/BUNDLED.txt").decode()
            for name in names:
                if name.startswith("belfry.libs/"):
                    library = re.escape(name.split("/")[1].split(".so")[0])
                    package = re.search(rf"^\S*{library}\S*\t(\S+)\t", listed, re.MULTILINE)
                    self.assertIsNotNone(package, name)
                    self.assertIn(f"{info}/licenses/{package[1]}.txt", names)
            for text in ("LICENSE", "common-GPL-3.txt", "libcli11-dev.txt"):
                self.assertIn(f"{info}/licenses/{text}", names)
            self.assertIn(f"\nLicense-File: {package[1]}.txt\n", metadata)
            self.assertTrue([name for name in names if name.startswith(f"{info}/licenses/headers-umappp-")])

    def test_a_folder_that_is_no_build_is_refused(self):
        command = [sys.executable, ROOT / "packaging" / "wheel.py", self.home.folder, self.home.folder / "none"]
        ended = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r"\Awheel: '.*' is no build folder of Belfry: [^\n]*\.\n\Z")
        self.assertFalse((self.home.folder / "none").exists())


if __name__ == "__main__":
    belfry.main()
