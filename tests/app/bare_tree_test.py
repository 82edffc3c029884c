"""The Debian package and the wheel in a bare tree: installed, used, removed without leftovers.

The commands are those of docs/getting-started.md. Packages come from this machine's mirror. LibTorch is the tool chain's, shown to the
tree as belfry-setup or pip leave it. The times are printed.
"""
import pathlib
import re
import subprocess
import sys
import unittest

import bare_tree
import belfry
import pictures
from bare_tree import done, timed

ROOT = pathlib.Path(__file__).resolve().parents[2]
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
            window = subprocess.Popen([*tree.entering(user, {"DISPLAY": self.screen.name}), f"{folder}belfry"], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
            self.addCleanup(window.communicate)
            self.addCleanup(window.kill)
            width, height = self.screen.window("^Belfry")
            self.assertGreater(min(width, height), 500)
            belfry.eventually(lambda: self.screen.colours() > 100, "a window that is drawn")
        window.terminate()
        said, _ = window.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(window.returncode, 0, said)
        self.assertEqual([line for line in said.splitlines() if not line.startswith(OF_NO_FONTS)], [])

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
        for user in (0, bare_tree.USER):  # as belfry-setup leaves it
            tree.run(user, f"cd .cache; mkdir -p belfry/libraries-{digest}; cd belfry/libraries-{digest}; touch complete; "
                           f"ln -s {TOOL_CHAIN} venv")
        (tree.path / "root" / package.name).write_bytes(package.read_bytes())
        with timed("from a bare tree to a digit named by the package, but for LibTorch's download"):
            self.assertSeven(tree.run(0, documented("apt-get install -y ./belfry_*.deb")))
        print(f"{len(tree.packages() - packages)} packages installed")
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
