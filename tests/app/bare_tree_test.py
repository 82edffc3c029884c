"""The Debian package and the wheel in a bare tree: installed, used, removed without leftovers.

The commands are those of docs/getting-started.md. Packages come from this machine's mirror. LibTorch is the tool chain's, shown to the
tree as belfry-setup or pip leave it. At the first start of the package's window, an index on this machine serves a torch with one of its
libraries, of 450 MB; the others are found in the tool chain. The times are printed.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest

import bare_tree
import belfry
import pictures
from bare_tree import done, timed

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import package_index  # noqa: E402

TRAIN = "train --preset quick --devices cpu --batch-per-tower 16 --steps 3"
TOOL_CHAIN = "/opt/toolchain"
MADE_BY_USER = (".config/belfry/belfry.ini", ".local/share/belfry/runs")
# What dependencies make when they are configured, and leave when they are purged: systemd.
OF_DEPENDENCIES = ("etc/machine-id", "etc/mtab", "root/.ssh", "var/cache/private", "var/lib/private", "var/lib/systemd")
# Said where no program with a window has been installed.
OF_NO_FONTS = "Fontconfig error: Cannot load default config file"


def documented(beginning):
    """The command of docs/getting-started.md that begins so after its `apt-get update`."""
    guide = (ROOT / "docs/getting-started.md").read_text("utf-8")
    return re.search(rf"^    apt-get update && ({re.escape(beginning)}.*)$", guide, re.MULTILINE)[1]


class BareTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bare = bare_tree.Bare()
        cls.addClassCleanup(cls.bare.close)
        cls.bare.make()
        cls.screen = bare_tree.Screen(cls.bare.folder / "screen")
        cls.addClassCleanup(cls.screen.close)
        cls.tool_chain = pathlib.Path(done(ROOT / "packaging/setup.sh", "--where").strip())

    def tree(self, name):
        """A copy of the bare tree that sees the tool chain and the screen, and has a drawing in each home."""
        tree = self.bare.tree(name)
        tree.show(self.tool_chain / "venv", TOOL_CHAIN.lstrip("/"))
        tree.show(pathlib.Path("/tmp/.X11-unix"), "tmp/.X11-unix")
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        for home in ("root", "home/somebody"):
            (tree.path / home / "seven.png").write_bytes(pictures.png(*pictures.enlarged(images[0], height, width, 10)))
        return tree

    def assertSeven(self, said):
        self.assertRegex(said, r"(?m)^seven\.png: 7 \(")

    def use(self, tree, user, folder=""):
        """A training, a drawing and the window, by the programs of a folder or of the search path."""
        with timed("a training of 3 steps"):
            self.assertRegex(tree.run(user, f"{folder}belfry-cli {TRAIN}"), r"(?m)^finished after ")
        with timed("a drawing read"):
            self.assertSeven(tree.run(user, f"{folder}belfry-cli predict ready seven.png"))
        with timed("a window on the screen"):
            self.assertOpens(self.start_window(tree, user, f"{folder}belfry"))

    def start_window(self, tree, user, program, **environment):
        window = subprocess.Popen([*tree.entering(user, {"DISPLAY": self.screen.name, **environment}), program], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", start_new_session=True)
        self.addCleanup(window.communicate)
        self.addCleanup(lambda: window.poll() is None and os.killpg(window.pid, signal.SIGKILL))  # with what the launcher has started
        return window

    def assertOpens(self, window):
        """Belfry's own window is drawn, and ends well when asked to."""
        width, height = self.screen.window("^Belfry( –|$)")
        self.assertGreater(min(width, height), 500)
        belfry.eventually(lambda: len(self.screen.colours()) > 100, "a window that is drawn")
        window.terminate()
        said, _ = window.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(window.returncode, 0, said)
        self.assertEqual([line for line in said.splitlines() if not line.startswith(OF_NO_FONTS)], [])

    def first_start(self, tree, user, home):
        """The window that fetches LibTorch: its network breaks, one presses Try again, and it ends in Belfry's window."""
        (site,) = (self.tool_chain / "venv/lib").glob("python3.*/site-packages")
        folders = [path.relative_to(self.tool_chain / "venv") for path in (site / "torch/lib", *site.glob("nvidia/*/lib"))]
        first, second, third = (package_index.BLOCK * blocks for blocks in (200, 400, 1600))
        title = "^Belfry: first start$"
        with package_index.Index() as index:
            index.add_what_libraries_are(self.tool_chain, (site / "torch/lib/libtorch_cpu.so").read_bytes())
            index.breaks["torch"] = [first, *6 * [0]]
            window = self.start_window(tree, user, "belfry", PIP_INDEX_URL=index.url, no_proxy="127.0.0.1",
                                       LD_LIBRARY_PATH=":".join(f"{TOOL_CHAIN}/{path}" for path in folders))
            self.screen.window(title)
            log = home / ".cache/belfry/libraries.log"
            belfry.eventually(lambda: log.exists() and f"Connection broken at {first} bytes" in log.read_text() and
                              self.screen.filled() == 0, "an empty bar above the sentence that says so")
            index.hold("torch", second)
            self.screen.press(title, "space")
            filled = self.bar_grows(home, second, 0)
            index.hold("torch", third)
            self.bar_grows(home, third, filled)
            index.hold("torch", None)
            self.assertOpens(window)
            self.assertEqual(index.asked("torch")[-1], (first, len(index.wheel("torch")) - first))

    def bar_grows(self, home, come, filled):
        """Waits until so many bytes of torch have come, and more of the bar is filled; a busy bar is filled whole."""
        belfry.eventually(lambda: [path.stat().st_size for path in home.glob(".cache/belfry/*.parts/*")] == [come], "more of torch")
        belfry.eventually(lambda: filled < self.screen.filled() < 5000, "a bar that has grown")
        return self.screen.filled()

    def assertNothingLeft(self, before, after, home):
        """Nothing but what the user made and what dependencies leave, and no word of Belfry in a file that has changed."""
        made_by_user = tuple(f"{home}/{name}" for name in MADE_BY_USER)
        parents = {str(parent) for name in made_by_user for parent in pathlib.PurePath(name).parents}
        others = {name: content for name, content in after.items() if not name.startswith(made_by_user) and name not in parents}
        fresh = sorted(name for name in others.keys() - before.keys()
                       if not name.startswith(OF_DEPENDENCIES) or "belfry" in name.lower())
        self.assertEqual(fresh, [])
        changed = [name for name, content in others.items() if content != before.get(name)]
        self.assertEqual([name for name in changed if b"belfry" in (others[name] or b"").lower()], [])

    @unittest.skipUnless(belfry.PROGRAM.with_name("belfry").exists(), "built without the window")
    def test_package(self):
        with timed("packaging/package.sh"):
            built = done(ROOT / "packaging/package.sh", belfry.BUILD)
        print(built, end="")
        package = pathlib.Path(re.search(r"^package: (/.*[.]deb)$", built, re.MULTILINE)[1])
        tree = self.tree("package")
        before, packages = tree.contents(), tree.packages()
        digest = done("sha256sum", ROOT / "packaging/versions.env")[:12]
        as_setup_leaves_it = f"mkdir -p .cache/belfry/libraries-{digest}; cd .cache/belfry/libraries-{digest}; touch complete; ln -s {TOOL_CHAIN} venv"
        tree.run(0, as_setup_leaves_it)
        (tree.path / "root" / package.name).write_bytes(package.read_bytes())
        with timed("from a bare tree to a digit named by the package, but for LibTorch's download"):
            self.assertSeven(tree.run(0, documented("apt-get install -y ./belfry_*.deb")))
        print(f"{len(tree.packages() - packages)} packages installed")
        with timed("the window of the first start"):
            self.first_start(tree, bare_tree.USER, tree.path / "home/somebody")
        tree.run(bare_tree.USER, f"belfry-setup --remove; {as_setup_leaves_it}")
        self.use(tree, bare_tree.USER)
        for user in (0, bare_tree.USER):
            tree.run(user, "belfry-setup --remove")
        with timed("removed"):
            # apt keeps what any package recommends: apt itself recommends ca-certificates.
            tree.run(0, f"rm {package.name}; apt-get autoremove -y --purge -o APT::AutoRemove::RecommendsImportant=false belfry")
        self.assertEqual(tree.packages(), packages)
        self.assertNothingLeft(before, tree.contents(), "home/somebody")

    def test_wheel(self):
        with timed("packaging/wheel.py"):
            print(done(sys.executable, ROOT / "packaging/wheel.py", belfry.BUILD, self.bare.folder / "dist"), end="")
        (wheel,) = (self.bare.folder / "dist").iterdir()
        tree = self.tree("wheel")
        (packages,) = (self.tool_chain / "venv/lib").glob("python3.*/site-packages")
        site = tree.path / "root/belfry" / packages.relative_to(self.tool_chain / "venv")
        with timed("apt-get install python3-venv"):
            tree.run(0, "apt-get install -y python3-venv && python3 -m venv belfry")
        for path in packages.iterdir():  # as pip leaves them
            if not (site / path.name).exists() and not path.name.startswith("pip"):
                (site / path.name).symlink_to(f"{TOOL_CHAIN}/{path.relative_to(self.tool_chain / 'venv')}")
        before = tree.contents()
        (tree.path / "root" / wheel.name).write_bytes(wheel.read_bytes())
        with timed("from there to a digit named by the wheel, but for PyTorch's download"):
            self.assertSeven(tree.run(0, documented("apt-get install -y python3-venv"), PIP_NO_INDEX="1", PIP_NO_DEPS="1"))
        self.use(tree, 0, "belfry/bin/")
        with timed("removed"):
            tree.run(0, f"rm {wheel.name}; belfry/bin/pip uninstall --yes belfry")
        self.assertNothingLeft(before, tree.contents(), "root")


if __name__ == "__main__":
    bare_tree.enter()
    belfry.main()
