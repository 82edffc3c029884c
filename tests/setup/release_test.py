"""packaging/release.sh in a small repository of its own, whose tests and builders are stand-ins: what it refuses, and what it makes."""
import datetime
import pathlib
import shutil
import subprocess
import tempfile
import unittest

METAINFO = "packaging/io.github.belfry.Belfry.metainfo.xml"
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "release.sh"


class Release(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="belfry-release-"))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "packaging").mkdir()
        shutil.copy(SCRIPT, self.root / "packaging")
        self.write("CMakeLists.txt", "project(Belfry VERSION 1.2.3 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3 (2026-01-01)\n\n- all of it\n\n## 1.2.2 (2025-12-31)\n")
        self.write(METAINFO, '<release version="1.2.3" date="2026-01-01"/>\n')
        self.write(".gitignore", "/made\n")
        self.program("test.sh", 'echo "tests $*" >> made')
        self.program("packaging/package.sh", "echo package >> made")
        self.git("init", "-q")
        self.commit()

    def write(self, name, text):
        (self.root / name).write_text(text)

    def program(self, name, text):
        self.write(name, f"#!/bin/sh\n{text}\n")
        (self.root / name).chmod(0o755)

    def git(self, *arguments):
        return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *arguments], cwd=self.root, check=True,
                              capture_output=True, encoding="utf-8").stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")

    def release(self, *arguments):
        identity = {f"GIT_{who}_{what}": "a" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        return subprocess.run([self.root / "packaging" / "release.sh", *arguments], capture_output=True, encoding="utf-8",
                              env={"PATH": "/usr/bin:/bin", "HOME": str(self.root), "TZ": "UTC", **identity}, check=False)

    def refused(self, mention, *arguments, status=1):
        done = self.release(*(arguments or ("1.2.3",)))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(mention, done.stderr)
        self.assertEqual(self.git("tag"), "")

    def made(self):
        file = self.root / "made"
        return file.read_text().splitlines() if file.exists() else []

    def test_makes_and_tags(self):
        done = self.release("1.2.3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.made(), ["tests --all", "package"])
        self.assertEqual(self.git("tag").split(), ["v1.2.3"])
        self.assertEqual(self.git("rev-parse", "v1.2.3^{commit}"), self.git("rev-parse", "HEAD"))
        self.assertIn("already", self.release("1.2.3").stderr)

    def test_refuses_before_anything_is_made(self):
        self.refused("usage", "1.2", status=2)
        self.refused("CMakeLists.txt says version 1.2.3", "1.2.4")
        self.write("new.txt", "")
        self.refused("not committed: 1 files, the first is new.txt")
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.30\n")
        self.commit()
        self.refused("CHANGELOG.md has no section '## 1.2.3'")
        self.write("CHANGELOG.md", "## 1.2.3 (2026-01-01)\n")
        self.write(METAINFO, '<release version="1.2.2"/>\n')
        self.commit()
        self.refused("has no release 1.2.3")
        self.assertEqual(self.made(), [])

    def test_refuses_another_date_than_the_changelogs(self):
        for given, said in ('date="2026-01-02"', "2026-01-02"), ('date="2025-12-31"', "2025-12-31"), ("", "nowhere"):
            self.write(METAINFO, f'<release version="1.2.3" {given} type="stable"/>\n')
            self.commit()
            self.refused(f"dates 1.2.3 {said} and CHANGELOG.md 2026-01-01")
        self.assertEqual(self.made(), [])

    def test_a_section_without_a_date_is_todays(self):
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3\n\n- mends what 2026-01-01 broke\n")
        self.commit()
        self.refused("dates 1.2.3 2026-01-01 and today is ")
        self.assertEqual(self.made(), [])
        today = lambda: datetime.datetime.now(datetime.timezone.utc).date()
        done = None
        while done is None or (done.returncode != 0 and day != today()):  # once more where midnight has passed meanwhile
            day = today()
            self.write(METAINFO, f'<release version="1.2.3" date="{day}"/>\n')
            self.commit()
            done = self.release("1.2.3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.git("tag").split(), ["v1.2.3"])

    def test_refuses_failing_tests(self):
        self.program("test.sh", "exit 8")
        self.commit()
        self.refused("tests failed")
        self.assertEqual(self.made(), [])

    def test_a_package_that_cannot_be_built_is_not_tagged(self):
        self.program("packaging/package.sh", "exit 1")
        self.commit()
        self.refused("package could not be built")

    def test_a_tree_that_changes_meanwhile_is_not_tagged(self):
        self.program("packaging/package.sh", "touch new.txt")
        self.commit()
        self.refused("changed meanwhile")


if __name__ == "__main__":
    unittest.main()
