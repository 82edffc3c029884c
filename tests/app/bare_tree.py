"""A bare tree of this machine's distribution, in which tests install what Belfry builds.

It is made by debootstrap from the mirror that this machine's apt uses, in memory, by a process with mounts and children of its own:
whatever ends that, nothing stays mounted, on the disk or running.
"""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

INSIDE = "BELFRY_TEST_INSIDE"  # set in the process with mounts of its own
USER = 1000
# What apt, dpkg and ldconfig keep about a system, and what is not on its disk.
BOOKKEEPING = ("dev", "proc", "sys", "run", "var/lib/dpkg", "var/lib/apt", "var/cache/apt", "var/cache/debconf", "var/cache/ldconfig",
               "var/log", "etc/ld.so.cache")


def skip(sentence):
    print(f"skipped: {sentence}")
    sys.exit(77)


def enter():
    """Starts this program once more, with mounts and processes of its own; the program is skipped where that cannot be."""
    if INSIDE in os.environ:
        return
    if os.geteuid() != 0:
        skip("only root can make a bare tree and install into it")
    missing = [name for name in ("debootstrap", "unshare", "Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        skip(f"no {', '.join(missing)}; packaging/setup.sh installs them")
    apart = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"]
    mounts = "mount -t tmpfs tmpfs /mnt && mount -t sysfs sysfs /mnt"
    tried = subprocess.run([*apart, "sh", "-c", mounts], capture_output=True, text=True)
    if tried.returncode != 0:
        skip(f"no mounts of its own are allowed here: {tried.stderr.strip()}")
    available = int(re.search(r"^MemAvailable: +(\d+)", pathlib.Path("/proc/meminfo").read_text(), re.MULTILINE)[1])
    if available < 6_000_000:
        skip(f"the trees are in memory and need 6 GB of it with what is served to them; {available // 1000} MB are free")
    os.execvpe(apart[0], [*apart, sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})


def source_of_packages():
    """The release's name, the http mirror of its packages, and the file that tells apt of it."""
    release = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    for name in ("sources.list.d/debian.sources", "sources.list.d/ubuntu.sources", "sources.list"):
        file = pathlib.Path("/etc/apt") / name
        text = file.read_text() if file.exists() else ""
        mirror = re.search(r"^(?:URIs:|deb(?: +\[[^]]*\])?) +(http://\S+)", text, re.MULTILINE)
        if mirror and re.search(rf"\b{release}\b", text):
            return release, mirror[1].rstrip("/"), file
    return skip(f"no http mirror of {release} is in /etc/apt/sources.list*")


class Bare:
    """Trees by name, all copies of one that is as debootstrap makes it, with a user. `make` it, and `close` it whatever happens."""

    def __init__(self):
        self.release, self.mirror, self.source = source_of_packages()
        try:
            urllib.request.urlopen(f"{self.mirror}/dists/{self.release}/InRelease", timeout=60).close()
        except OSError as error:
            skip(f"{self.mirror} does not answer: {error}")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="belfry-bare-"))
        self.base = self.folder / "base"
        # Far from all of it is used: belfry-setup asks for 8 GB that are free.
        done("mount", "-t", "tmpfs", "-o", "size=12g,mode=755", "tmpfs", self.folder)

    def make(self):
        with timed(f"a bare tree of {self.release} by debootstrap"):
            components = "main,universe" if "ubuntu" in self.source.name else "main"
            done("debootstrap", "--variant=minbase", f"--components={components}", self.release, self.base, self.mirror)
        (self.base / "etc/apt/sources.list").unlink(missing_ok=True)
        shutil.copy(self.source, self.base / "etc/apt" / self.source.relative_to("/etc/apt"))
        # This machine's way to its mirror, such as a proxy.
        (self.base / "etc/apt/apt.conf.d/90here").write_text(done("apt-config", "dump", "Acquire"))
        for name in ("resolv.conf", "hosts"):
            shutil.copy(pathlib.Path("/etc") / name, self.base / "etc" / name)
        base = Tree(self.base)
        base.run(0, f"useradd --create-home --uid {USER} somebody")
        for user in (0, USER):  # as where somebody works
            base.run(user, "mkdir -p .cache .config .local/share")
            base.run(0, f"install -d -m 700 -o {user} -g {user} /run/user/{user}")
        with timed("apt-get update"):
            base.run(0, "apt-get update")

    def tree(self, name):
        """A new copy."""
        done("cp", "-ax", self.base, self.folder / name)
        return Tree(self.folder / name)

    def close(self):
        subprocess.run(["umount", "--recursive", "--lazy", self.folder], check=False)
        self.folder.rmdir()


class Tree:
    def __init__(self, path):
        self.path = path
        for kind, folder in (("proc", "proc"), ("sysfs", "sys")):
            done("mount", "-t", kind, kind, path / folder)

    def show(self, folder, name):
        """Makes a folder of this machine visible, and nothing writable."""
        target = self.path / name
        target.mkdir(parents=True)
        done("mount", "--bind", folder, target)
        done("mount", "-o", "remount,bind,ro", target)

    def entering(self, user, environment):
        """The words before a command of the tree's, which gets no variable of this machine's but those here."""
        kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        home, path = ("/root", "/usr/sbin:/usr/bin:/sbin:/bin") if user == 0 else ("/home/somebody", "/usr/bin:/bin")
        words = {"HOME": home, "PATH": path, "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": f"/run/user/{user}",
                 "DEBIAN_FRONTEND": "noninteractive", **kept, **environment}
        return ["chroot", f"--userspec={user}:{user}", str(self.path), "/usr/bin/env", "-i", "-C", home,
                *(f"{name}={value}" for name, value in words.items())]

    def run(self, user, script, **environment):
        return done(*self.entering(user, environment), "sh", "-ec", script)

    def packages(self):
        return set(self.run(0, "dpkg-query -W -f '${Package}\\n'").split())

    def contents(self):
        """What is on its disk: every path, and the bytes of each file."""
        found = {}
        for folder, names, files in os.walk(self.path):
            place = pathlib.Path(folder).relative_to(self.path)
            names[:] = [name for name in names if str(place / name) not in BOOKKEEPING and not os.path.ismount(self.path / place / name)]
            for name in [*names, *files]:
                path = self.path / place / name
                if str(place / name) not in BOOKKEEPING:
                    found[str(place / name)] = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        return found


class Screen:
    """An X server of this machine's, which trees show their windows on."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-ac",
                                        "-fbdir", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="ascii")
        self.name = ":" + self.server.stdout.readline().strip()

    def close(self):
        self.server.terminate()
        self.server.communicate()

    def window(self, title):
        """The size of the window with this title, once it is there."""
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", title, "getwindowgeometry", "--shell"],
                               env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True, timeout=120, check=True)
        return tuple(int(re.search(rf"^{name}=(\d+)$", found.stdout, re.MULTILINE)[1]) for name in ("WIDTH", "HEIGHT"))

    def press(self, title, key):
        """A key, in the window with this title."""
        done("xdotool", "search", "--onlyvisible", "--name", title, "windowfocus", "--sync", "key", key,
             env={**os.environ, "DISPLAY": self.name})

    def colours(self):
        """How often each is on the screen at this moment, as bytes of blue, green, red and one more."""
        content = (self.folder / "Xvfb_screen0").read_bytes()[-1600 * 1000 * 4:]
        return collections.Counter(content[i:i + 4] for i in range(0, len(content), 4))

    def filled(self):
        """How many pixels are as blue as the filled part of a progress bar."""
        return sum(count for (blue, _, red, _), count in self.colours().items() if blue > red + 80)


class timed:
    """Prints how long what is in it took."""

    def __init__(self, what):
        self.what = what

    def __enter__(self):
        self.begin = time.monotonic()

    def __exit__(self, *_):
        print(f"{time.monotonic() - self.begin:6.1f} s  {self.what}", flush=True)


def done(*command, **options):
    ended = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
                           check=False, **options)
    if ended.returncode != 0:
        raise AssertionError(f"{command} ended with {ended.returncode}:\n{ended.stdout[-3000:]}\n{ended.stderr[-3000:]}")
    return ended.stdout
