"""The programs take the CUDA, cuDNN and NCCL that they were built with, whatever LD_LIBRARY_PATH and the working directory hold.

A file that is no library ends a program at its start when the loader takes it.
"""
import os
import pathlib
import re
import subprocess
import unittest

import belfry


def libraries_of(program):
    """The path of each library that the loader takes for the program, by its name."""
    listing = subprocess.run([str(program)], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True,
                             text=True, check=True).stdout
    return {name: pathlib.Path(path).resolve() for name, path in re.findall(r"^\s*(\S+) => (/\S+) \(", listing, re.MULTILINE)}


class Libraries(unittest.TestCase):
    def setUp(self):
        self.home = belfry.Home()
        self.addCleanup(self.home.remove)
        self.found = libraries_of(belfry.PROGRAM)
        self.bundled = self.found["libcudnn.so.9"].parents[3]  # of all wheels

    def folder_of_others(self, names):
        folder = self.home.folder / "others"
        folder.mkdir()
        for name in names:
            (folder / name).write_text("no library")
        return folder

    # A cluster's older NCCL was taken, for the tensor library too.
    def test_bundled_libraries_come_before_the_library_path(self):
        names = [name for name, path in self.found.items() if path.is_relative_to(self.bundled)]
        for name in ("libnccl.so.2", "libcudnn.so.9", "libcublas.so.13", "libcudart.so.13", "libtorch_cuda.so"):
            self.assertIn(name, names)
        folder = self.folder_of_others(names)
        done = self.home.run("devices", environment={"LD_LIBRARY_PATH": str(folder)})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    # The parts of cuDNN are loaded later, by name, and the library path came first.
    def test_parts_of_cudnn_come_before_the_library_path(self):
        parts = [path.name for path in self.found["libcudnn.so.9"].parent.glob("libcudnn_*.so.9")]
        self.assertIn("libcudnn_graph.so.9", parts)
        folder = self.folder_of_others(parts)
        environment = {"LD_LIBRARY_PATH": f"/nowhere:{folder}", "LD_DEBUG": "files"}
        done = self.home.run("devices", environment=environment)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        started = re.findall(r"calling init: (\S+)", done.stderr)
        for part in parts:
            own = [path for path in started if path.endswith("/" + part)]
            self.assertEqual(len(own), 1, part)
            self.assertTrue(pathlib.Path(own[0]).resolve().is_relative_to(self.bundled), own[0])
        self.assertNotIn("libcudnn_graph.so.9", self.home.run("devices", environment={"LD_DEBUG": "files"}).stderr,
                         "without such a folder they are loaded when they are needed")

    # An empty element of the search path is the working directory.
    def test_nothing_is_taken_from_the_working_directory(self):
        folder = self.folder_of_others(self.found)
        for program in [belfry.PROGRAM, *belfry.PROGRAM.parent.glob("belfry")]:
            done = self.home.run("--version", program=program, cwd=folder, environment={"QT_QPA_PLATFORM": "offscreen"})
            self.assertEqual(done.returncode, 0, (program, done.stderr))

    # Those of whoever compiled the tensor library were left in it.
    def test_the_search_path_has_the_bundled_folders_alone(self):
        debug = self.home.run("--version", environment={"LD_DEBUG": "libs"}).stderr
        path = re.search(r"search path=(\S+)\s+\(RPATH from file \S*belfry-cli\)", debug).group(1)
        for element in path.split(":"):
            self.assertTrue(pathlib.Path(element).resolve().is_relative_to(self.bundled), path)


if __name__ == "__main__":
    belfry.main()
