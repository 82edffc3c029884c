"""Pictures answered from files, folders and standard input, in words, as JSON and as a table."""
import csv
import json
import subprocess

import belfry
import pictures


class Predict(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        cls.labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")
        cls.folder = cls.home.folder / "digits"
        (cls.folder / "more").mkdir(parents=True)
        for number in range(30):
            path = cls.folder / ("more" if number >= 20 else "") / f"{number:02}.png"
            path.write_bytes(pictures.png(images[number], height, width))
        (cls.folder / "notes.txt").write_text("no picture")

    def predict(self, *arguments, status=0):
        done = self.home.run("predict", "ready", *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_a_folder_is_its_pictures_by_name(self):
        said = [json.loads(line) for line in self.predict(self.folder, "--json").stdout.splitlines()]
        names = [f"{'more/' if number >= 20 else ''}{number:02}.png" for number in range(30)]
        self.assertEqual([one["image"] for one in said], [str(self.folder / name) for name in names])
        self.assertGreaterEqual(sum(int(one["answer"]) == label for one, label in zip(said, self.labels)), 29)
        single = json.loads(self.predict(self.folder / "07.png", "--json").stdout)
        self.assertEqual(single["answer"], said[7]["answer"])
        self.assertEqual(single["classes"], [str(label) for label in range(10)])
        best = max(zip(single["probabilities"], single["classes"]))
        self.assertEqual(best[1], single["answer"])
        for probability, other in zip(single["probabilities"], said[7]["probabilities"], strict=True):
            self.assertAlmostEqual(probability, other, places=6)

    def test_a_table_has_a_row_for_every_picture(self):
        damaged = self.home.folder / "half, \"cut\".png"
        damaged.write_bytes((self.folder / "00.png").read_bytes()[:50])
        file = self.home.folder / "answers.csv"
        for arguments in (["--csv", file], ["--csv", "-"]):
            done = self.predict(self.folder, damaged, "--none-below", "1", *arguments, status=2)
            text = file.read_text(encoding="utf-8") if arguments[1] == file else done.stdout
            rows = list(csv.DictReader(text.splitlines()))
            self.assertEqual(len(rows), 31)
            self.assertEqual(list(rows[0])[:6], ["image", "answer", "confidence", "none_of_these", "problem", "p(0)"])
            self.assertAlmostEqual(sum(float(rows[3][f"p({label})"]) for label in range(10)), 1, places=4)
            self.assertEqual(rows[3]["confidence"], rows[3][f"p({rows[3]['answer']})"])
            self.assertEqual((rows[30]["image"], rows[30]["answer"]), (str(damaged), ""))
            self.assertIn("cut", rows[30]["problem"])
        self.assertRefused(self.home.run("predict", "ready", self.folder, "--csv", self.folder), "--csv is the folder")
        self.assertRefused(self.home.run("predict", "ready", self.folder, "--csv", "-", "--json"), "--csv")

    def test_standard_input_is_a_picture(self):
        run = lambda content: subprocess.run([belfry.PROGRAM, "predict", "ready", "-", "--json"], input=content, capture_output=True,
                                             env=self.home.environment, timeout=belfry.TIMEOUT)
        done = run((self.folder / "00.png").read_bytes())
        self.assertEqual(json.loads(done.stdout)["answer"], str(self.labels[0]))
        for content in b"", b"no picture":
            done = run(content)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"standard input", done.stderr)

    def test_standard_input_stands_alone(self):
        self.assertRefused(self.home.run("predict", "ready", "-", self.folder), "'-'", "alone")

    def test_a_picture_of_a_folder_that_is_none_is_told(self):
        """It was left out without a word."""
        folder = self.home.folder / "two"
        folder.mkdir()
        (folder / "a.png").write_bytes((self.folder / "00.png").read_bytes())
        (folder / "b.png").write_bytes(b"no picture")
        (folder / "notes.txt").write_text("no picture")
        done = self.home.run("predict", "ready", folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a.png: ", done.stdout)
        self.assertIn("b.png", done.stderr)
        self.assertNotIn("notes.txt", done.stdout + done.stderr)

    def test_a_table_that_does_not_fit_on_the_disk_is_no_success(self):
        """The exit code was 0."""
        with open("/dev/full", "w") as full:
            done = subprocess.run([belfry.PROGRAM, "predict", "ready", self.folder / "00.png", "--csv", "-"], stdout=full,
                                  stderr=subprocess.PIPE, env=self.home.environment, timeout=belfry.TIMEOUT)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"could not be written", done.stderr)

    def test_a_folder_without_pictures_is_named(self):
        empty = self.home.folder / "empty"
        empty.mkdir()
        self.assertRefused(self.home.run("predict", "ready", empty), "no picture", str(empty))


if __name__ == "__main__":
    belfry.main()
