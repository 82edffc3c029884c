"""An installed tree that is moved away finds its libraries and its resources beside its programs."""
import json
import os
import shutil
import subprocess
import unittest

import belfry
import pictures


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = belfry.Home()
        cls.addClassCleanup(cls.home.remove)
        first = cls.home.folder / "first place"
        cls.prefix = cls.home.folder / "elsewhere" / "moved"
        cls.prefix.parent.mkdir()
        done = subprocess.run([os.environ.get("CMAKE", "cmake"), "--install", str(belfry.BUILD), "--prefix", str(first)],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        shutil.move(first, cls.prefix)
        cls.program = cls.prefix / "bin" / "belfry-cli"

    def run_installed(self, *arguments):
        done = self.home.run(*arguments, program=self.program, cwd="/")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_finds_the_data_beside_the_program(self):
        checked = json.loads(self.run_installed("data", "check", "mnist", "--json"))
        self.assertEqual(checked["folder"], str(self.prefix / "share" / "belfry" / "datasets" / "mnist"))
        self.assertTrue(checked["official"])
        self.assertEqual((checked["train"], checked["validation"], checked["test"]), (55_000, 5_000, 10_000))

    def test_lists_the_networks(self):
        self.assertIn("61,706 parameters", self.run_installed("models"))

    def test_finds_the_ready_network_and_the_presets(self):
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        picture = self.home.folder / "seven.png"
        picture.write_bytes(pictures.png(*pictures.enlarged(images[0], height, width, 10)))
        self.assertIn("seven.png: 7 (", self.run_installed("predict", "ready", picture))
        shared = self.prefix / "share" / "belfry"
        (shared / "presets").rename(shared / "hidden")  # then it must miss them, and not fall back to another tree's
        (shared / "presets").mkdir()
        done = self.home.run("train", "--preset", "quick", program=self.program, cwd="/")
        shutil.rmtree(shared / "presets")
        (shared / "hidden").rename(shared / "presets")
        self.assertEqual(done.returncode, 2)
        self.assertIn("Unknown preset 'quick'", done.stderr)

    def test_trains(self):
        before = len(self.home.run_folders())
        self.run_installed("train", "--preset", "quick", "--devices", "cpu", "--steps", "2")
        self.assertEqual(len(self.home.run_folders()), before + 1)

    @unittest.skipUnless(belfry.PROGRAM.with_name("belfry").exists(), "built without the window")
    def test_opens_its_window(self):
        picture = self.home.folder / "window.png"
        done = self.home.run("--preset", "quick", "--after-steps", 2, "--screenshot", picture, cwd="/",
                             program=self.prefix / "bin" / "belfry", environment={"QT_QPA_PLATFORM": "offscreen"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def test_has_what_a_desktop_asks_for(self):
        for file in ("applications/io.github.belfry.Belfry.desktop", "metainfo/io.github.belfry.Belfry.metainfo.xml",
                     "icons/hicolor/scalable/apps/io.github.belfry.Belfry.svg"):
            self.assertTrue((self.prefix / "share" / file).is_file(), file)


if __name__ == "__main__":
    belfry.main()
