"""Puts a built tree into a wheel; packaging/wheel.sh starts it.

  wheel.py BUILD_FOLDER OUTPUT_FOLDER

    belfry/             the package for Python (python/belfry), bin/ with the programs, share/ with their resources,
                        qt/ with Qt's plugins
    belfry.libs/        the shared libraries of the system that the programs are linked with
    belfry-*.dist-info  with the licence of each of those libraries, and their list

Not in it: glibc, libgcc and libstdc++, which every system of manylinux has, and what PyTorch's wheels bring. Why so is
said in ARCHITECTURE.md, "The wheel".
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The C and C++ libraries of manylinux's list; the rest of that list is bundled all the same, as bare systems lack it.
PROMISED = re.compile(r"(ld-linux-x86-64|linux-vdso|lib(c|m|mvec|dl|rt|pthread|util|resolv|nsl|anl|gcc_s|stdc\+\+))"
                      r"\.so(\.\d+)*")
OF_TORCH = re.compile(r"/site-packages/(torch|nvidia)/")
# Seen from the programs in belfry/bin; as in cmake/Dependencies.cmake a DT_RPATH, which comes before LD_LIBRARY_PATH.
FOLDERS = ("torch/lib", "nvidia/cu13/lib", "nvidia/nccl/lib", "belfry.libs")
RUN_PATH = ":".join(f"$ORIGIN/../../{folder}" for folder in FOLDERS)
# Of Qt's plugins those without which a window is not shown, drawn or typed into. Not GStreamer's, by which Qt finds
# cameras: GStreamer is the system's, with plugins of its own.
QT_PLUGINS = ("platforms/libqxcb.so", "platforms/libqwayland-generic.so", "platforms/libqwayland-egl.so",
              "platforms/libqoffscreen.so", "xcbglintegrations/*.so", "wayland-shell-integration/libxdg-shell.so",
              "wayland-decoration-client/*.so", "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
              "platforminputcontexts/*.so", "iconengines/libqsvgicon.so", "imageformats/libqjpeg.so",
              "imageformats/libqsvg.so")
TRANSLATIONS = ("qtbase_es.qm",)
LICENCE = "Apache-2.0 AND GPL-3.0-only"
# Compiled into the programs; headers-*.txt are the licences of those of packaging/header-versions.env.
COMPILED_IN = ("nlohmann-json3-dev", "libcli11-dev", "libprotozero-dev", "libsqlitecpp-dev")
NOTICE = """Other projects in this wheel, from Debian's or Ubuntu's packages. The licence of each is in PACKAGE.txt. Its
sources are in the archive of the distribution, under the name and version in the last column. The window uses Qt Charts
(GPL-3.0), and libheif brings x265 (GPL-2.0 or later): this wheel is distributed under GPL-3.0. Belfry's own sources
are Apache-2.0. Nothing of NVIDIA's is in it.

MNIST (belfry/share/belfry/datasets/mnist): Y. LeCun, C. Cortes, C. Burges, CC BY-SA 3.0. Roboto, in the window:
Apache-2.0. Headers compiled into the programs: headers-*.txt.

file\tpackage\tversion\tsource
"""
TIME = (1980, 1, 1, 0, 0, 0)  # of all files: equal trees give equal wheels


def stop(sentence):
    sys.exit(f"wheel: {sentence}")


def output_of(*command):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    if done.returncode != 0:
        stop(f"'{' '.join(words)}' ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


def version_of(build):
    cache = build / "CMakeCache.txt"
    found = cache.exists() and re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.+)$", cache.read_text(), re.MULTILINE)
    if not found:
        stop(f"'{build}' is no build folder of Belfry: build one with packaging/build.sh release.")
    return found[1]


def torch_requirement():
    """The release of torch whose libraries the programs are linked with: patches of a release keep its interface."""
    versions = (ROOT / "packaging" / "versions.env").read_text()
    major, minor = re.search(r"^TORCH=(\d+)\.(\d+)", versions, re.MULTILINE).groups()
    return f"torch=={major}.{minor}.*"


def tag():
    """Of the C library here: an older one may lack symbols that the bundled libraries want."""
    major, minor = os.confstr("CS_GNU_LIBC_VERSION").removeprefix("glibc ").split(".")[:2]
    return f"py3-none-manylinux_{major}_{minor}_x86_64"


# ---- libraries

def libraries_of(files):
    """Path by name of what the loader takes for the files here, without PyTorch's and the promised libraries."""
    found = {}
    for file in files:
        for name, path in re.findall(r"^\s*(\S+) => (\S+)", output_of("ldd", file), re.MULTILINE):
            if path == "not":
                stop(f"{file} needs {name}, which is not installed here: run packaging/setup.sh.")
            if not PROMISED.fullmatch(name) and not OF_TORCH.search(path):
                found[name] = pathlib.Path(path).resolve()
    return dict(sorted(found.items()))


def run_path_of(file):
    """None without one."""
    found = re.search(r"\((RPATH|RUNPATH)\)\s+Library r\w*path: \[(.*)\]", output_of("readelf", "-d", file))
    return found and found[2]


def set_run_path(file, path):
    """In place of its own, by what CMake does when it installs: the new one is no longer than the old."""
    with tempfile.NamedTemporaryFile("w", suffix=".cmake") as script:
        script.write(f'file(RPATH_CHANGE FILE "{file}" OLD_RPATH "{run_path_of(file)}" NEW_RPATH "{path}")\n'
                     .replace("$ORIGIN", "\\$ORIGIN"))
        script.flush()
        output_of(os.environ.get("CMAKE", "cmake"), "-P", script.name)


def bundle(found, folder):
    """A library that has a run path of its own looks nowhere else, and gets one to the others."""
    folder.mkdir()
    for name, path in found.items():
        shutil.copyfile(path, folder / name)
        if run_path_of(folder / name):
            set_run_path(folder / name, "$ORIGIN")


def package_of(path):
    """Debian's package of a file, whichever of its two names dpkg knows."""
    for name in (path, path.relative_to("/usr") if path.is_relative_to("/usr") else path):
        done = subprocess.run(["dpkg-query", "-S", f"/{str(name).lstrip('/')}"], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(": ")[0].split(",")[0]
    stop(f"no package of this system has '{path}': its licence cannot be told.")


def header_licences():
    """Of the libraries that packaging/setup.sh puts beside this Python."""
    digest = hashlib.sha256((ROOT / "packaging" / "header-versions.env").read_bytes()).hexdigest()[:12]
    texts = sorted(pathlib.Path(sys.prefix).parent.glob(f"headers-{digest}/licenses/*/*"))
    return texts or stop("the licences of the headers are not beside this Python: start packaging/wheel.sh.")


def write_licences(files, folder):
    """The copyright file of each package with a file in the wheel, the texts that these name, and a list of all."""
    rows = []
    packages = [*((path.name, package_of(path)) for path in files), *(("compiled in", each) for each in COMPILED_IN)]
    for name, package in packages:
        form = "${Version} ${source:Package}=${source:Version}"
        version, source = output_of("dpkg-query", "-W", "-f", form, package).split()
        rows.append(f"{name}\t{package.split(':')[0]}\t{version}\t{source}")
        target = folder / f"{package.split(':')[0]}.txt"
        if not target.exists():
            shutil.copyfile(pathlib.Path("/usr/share/doc") / package.split(":")[0] / "copyright", target)
    for text in header_licences():
        shutil.copyfile(text, folder / f"headers-{text.parent.name}-{text.name}.txt")
    named = "".join(file.read_text("utf-8", "replace") for file in folder.iterdir())
    for name in sorted({*re.findall(r"/common-licenses/([\w.-]*\w)", named), "GPL-3", "LGPL-3"}):
        text = pathlib.Path("/usr/share/common-licenses") / name
        if text.exists():
            shutil.copyfile(text, folder / f"common-{name}.txt")
    (folder / "BUNDLED.txt").write_text(NOTICE + "\n".join(sorted(rows)) + "\n", encoding="utf-8")


# ---- the tree

def install(build, tree):
    """Programs and resources in the package's folder."""
    with tempfile.TemporaryDirectory() as name:
        prefix = pathlib.Path(name)
        output_of(os.environ.get("CMAKE", "cmake"), "--install", build, "--strip", "--prefix", prefix)
        package = tree / "belfry"
        shutil.copytree(ROOT / "python" / "belfry", package, ignore=shutil.ignore_patterns("__pycache__"))
        # The Debian package's way to LibTorch is pip's here.
        shutil.copytree(prefix / "bin", package / "bin", ignore=shutil.ignore_patterns("belfry-fetch"))
        shutil.copytree(prefix / "share" / "belfry", package / "share" / "belfry")
    return [package / "bin" / program for program in ("belfry-cli", "belfry") if (package / "bin" / program).exists()]


def add_qt(package):
    """Plugins and translations, and where the window finds them; returns the files that they are copies of."""
    plugins, translations = (pathlib.Path(output_of("qtpaths6", "--query", key).strip())
                             for key in ("QT_INSTALL_PLUGINS", "QT_INSTALL_TRANSLATIONS"))
    sources = [file for pattern in QT_PLUGINS for file in sorted(plugins.glob(pattern))]
    for source in sources:
        target = package / "qt" / "plugins" / source.relative_to(plugins)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        if run_path_of(target):
            set_run_path(target, "")
    (package / "qt" / "translations").mkdir()
    for name in TRANSLATIONS:
        shutil.copyfile(translations / name, package / "qt" / "translations" / name)
    (package / "bin" / "qt.conf").write_text("[Paths]\nPrefix=../qt\nPlugins=plugins\nTranslations=translations\n")
    return sources


def write_metadata(info, version):
    licences = sorted(file.name for file in (info / "licenses").iterdir())
    (info / "METADATA").write_text("\n".join([
        "Metadata-Version: 2.4", "Name: belfry", f"Version: {version}",
        "Summary: Train image classifiers on many devices and watch them learn",
        f"License-Expression: {LICENCE}", *(f"License-File: {name}" for name in licences), "Requires-Python: >=3.11",
        f"Requires-Dist: {torch_requirement()}",
        # The programs are linked with these themselves; torch says which versions.
        "Requires-Dist: cuda-toolkit[cudart,nvjitlink]", "Requires-Dist: nvidia-nccl-cu13", ""]), encoding="utf-8")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: belfry\nRoot-Is-Purelib: false\nTag: {tag()}\n")
    (info / "entry_points.txt").write_text(
        "[console_scripts]\nbelfry-cli = belfry._programs:run_command_line\nbelfry = belfry._programs:run_window\n")
    (info / "top_level.txt").write_text("belfry\n")


def pack(tree, info, file):
    rows = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(path, content):
            entry = zipfile.ZipInfo(path.relative_to(tree).as_posix(), TIME)
            runs = path.parent.name == "bin" and content.startswith(b"\x7fELF")
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
            hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append(f"{entry.filename},sha256={hashed},{len(content)}")

        # What describes it comes last.
        for path in sorted(tree.rglob("*"), key=lambda each: (each.is_relative_to(info), each)):
            if path.is_file():
                add(path, path.read_bytes())
        record = info / "RECORD"
        rows.append(f"{record.relative_to(tree).as_posix()},,")
        add(record, ("\n".join(rows) + "\n").encode())


def main(build, output):
    version = version_of(build)
    with tempfile.TemporaryDirectory(prefix="belfry-wheel-") as name:
        tree = pathlib.Path(name)
        info = tree / f"belfry-{version}.dist-info"
        programs = install(build, tree)
        qt = add_qt(tree / "belfry") if len(programs) > 1 else []
        found = libraries_of([*programs, *qt])  # as the programs find them here, before their run paths change
        bundle(found, tree / "belfry.libs")
        for program in programs:
            set_run_path(program, RUN_PATH)
        (info / "licenses").mkdir(parents=True)
        shutil.copyfile(ROOT / "LICENSE", info / "licenses" / "LICENSE")
        write_licences([*found.values(), *qt], info / "licenses")
        write_metadata(info, version)
        output.mkdir(parents=True, exist_ok=True)
        file = output / f"belfry-{version}-{tag()}.whl"
        partial = file.with_suffix(f".partial-{os.getpid()}")
        pack(tree, info, partial)
        partial.rename(file)
    print(f"wheel: {file} ({file.stat().st_size / 1e6:.0f} MB, {len(found)} shared libraries)")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        stop("usage: packaging/wheel.py BUILD_FOLDER OUTPUT_FOLDER")
    main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:]))
