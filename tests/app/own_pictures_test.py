"""Pictures as people have them: lists, groups, odd folders, files that vanish; which to label next, and "none of these"."""
import json
import os
import pathlib
import random

import belfry
import pictures
from belfry import HomeTest

SMALL = ["--model", "mlp", "--hidden-layers", "1", "--width", "8", "--batch-per-tower", "8"]


class OwnPictures(HomeTest):
    def folder(self, name, classes=("cat", "dog"), each=30, side=6):
        """Pictures of one grey value each, which differ by class."""
        folder = self.home.folder / name
        for place, label in enumerate(classes):
            (folder / label).mkdir(parents=True, exist_ok=True)
            for number in range(each):
                value = (40 + 120 * (place % 2) + number) % 256
                (folder / label / f"{number:03}.png").write_bytes(pictures.png(bytes([value]) * side * side, side, side))
        return folder

    def done(self, *arguments):
        done = self.home.run(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_list_says_classes_splits_and_groups(self):
        folder = self.home.folder / "listed"
        rows = ["file,label,group"]
        for number in range(40):
            path = folder / "all" / f"{number:02}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pictures.png(bytes([number * 6]) * 36, 6, 6))
            rows.append(f"all/{number:02}.png,{'cat' if number < 20 else 'dog'},film {number // 4}")
        (folder / "labels.csv").write_text("\n".join(rows))
        for place in folder, folder / "labels.csv":
            shown = self.home.json("data", "show", place)
            self.assertEqual(shown["classes"], ["cat", "dog"])
            self.assertEqual(shown["issues"], [])
        run = self.home.train("--data", folder / "labels.csv", *SMALL, "--epochs", "1")
        plan = json.loads((run / "plan.json").read_text())
        self.assertEqual(plan["data"], str(folder / "labels.csv"))
        self.assertEqual(plan["groups"], "listed")
        counts = [self.home.json("evaluate", run.name, "--split", split)["images"] for split in ("train", "validation", "test")]
        self.assertEqual(sum(counts), 40)
        for count in counts:  # films of four, at least one of each class
            self.assertGreaterEqual(count, 8)
            self.assertEqual(count % 4, 0)
        (folder / "labels.csv").write_text("name,kind\nall/00.png,cat")
        self.assertRefused(self.home.run("data", "show", folder / "labels.csv"), "'name, kind'", "'label'")

    def test_groups_of_a_folder_stay_together(self):
        folder = self.home.folder / "films"
        for label in "cat", "dog":
            for film in range(10):
                for frame in range(3):
                    path = folder / label / f"film {film}" / f"{frame}.png"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(pictures.png(bytes([film * 20 + frame]) * 36, 6, 6))
        run = self.home.train("--data", folder, *SMALL, "--epochs", "1", "--groups", "folders")
        counts = [self.home.json("evaluate", run.name, "--split", split)["images"] for split in ("train", "validation", "test")]
        self.assertEqual(sum(counts), 60)
        for count in counts:
            self.assertGreaterEqual(count, 6)
            self.assertEqual(count % 3, 0)
        self.assertRefused(self.home.run("train", "--data", folder, "--groups", "film"), "'film'", "folders")

    def test_a_folder_that_grows_tests_no_picture_that_was_learnt(self):
        """One more picture of each class, and half of the test pictures were those that the network had learnt from."""
        folder = self.folder("growing", each=100)
        run = self.home.train("--data", folder, *SMALL, "--epochs", "1")
        self.assertEqual(self.home.run("evaluate", run.name).stderr, "")
        record = json.loads((run / "pictures.json").read_text())
        counts = {split: self.home.json("evaluate", run.name, "--split", split)["images"] for split in record}
        self.assertEqual({split: len(hashes) for split, hashes in record.items()}, counts)
        for label in "cat", "dog":
            (folder / label / "000a.png").write_bytes(pictures.png(bytes([9]) * 36, 6, 6))
        (folder / "cat" / "099.png").rename(self.home.folder / "099.png")
        told = self.home.run("evaluate", run.name)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("(added: 2, gone: 1). It was trained on none", told.stderr)
        self.done("resume", run.name, "--epochs", "2")
        self.assertIn("(added: 2, gone: 1)", (run / "log.txt").read_text())
        # Splits of another seed.
        told = self.home.run("evaluate", run.name, "--split-seed", "7")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("are left out, as the network was trained on them", told.stderr)

    def test_classes_that_were_renamed_removed_or_added_are_refused(self):
        """The labels of all classes behind a renamed one were others: evaluation and training went on without a word."""
        folder = self.folder("named", ["cat", "dog", "ship"], each=10)
        run = self.home.train("--data", folder, *SMALL, "--epochs", "1")
        commands = [["evaluate", run.name], ["resume", run.name, "--epochs", "2"], ["branch", run.name, "--epochs", "2"],
                    ["familiar", run.name, folder / "dog" / "001.png"],
                    ["export", run.name, "--output", self.home.folder / "package"]]
        runs = self.home.run_folders()

        def refused(*mentions):
            for command in commands:
                self.assertRefused(self.home.run(*command), *mentions)

        (folder / "cat").rename(folder / "zebra")
        refused("'cat'", "'zebra'", "names back")
        (folder / "zebra").rename(self.home.folder / "cat")
        refused("lacks classes", "'cat'", "train again")
        (self.home.folder / "cat").rename(folder / "cat")
        self.folder("named", ["apple"], each=10)
        refused("was not trained on", "'apple'", "train again")
        self.assertEqual(self.home.run_folders(), runs)
        (folder / "apple").rename(self.home.folder / "apple")
        self.done(*commands[1])

    def test_near_copies_are_kept_in_one_split(self):
        folder = self.home.folder / "copies"
        dice = random.Random(5)
        for label in "cat", "dog":
            for number in range(15):
                picture = pictures.enlarged(dice.randbytes(36), 6, 6, 6)
                for copy in "a", "b":
                    path = folder / label / f"{number:02}{copy}.png"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(pictures.png(*picture))
        told = self.done("data", "fix", folder, "--copies-together")
        self.assertIn("30 sets that stay in one split", told)
        version = told.splitlines()[0]
        self.assertGreater(self.across(folder), 0)
        self.assertEqual(self.across(folder, "--data-version", version), 0)
        some = next(path for path in sorted(folder.glob("*/*a.png"))).relative_to(folder)
        self.assertIn("29 sets that stay in one split", self.done("data", "fix", folder, "--from", version, "--apart", some))
        self.assertRefused(self.home.run("data", "fix", folder, "--apart", some), "in no set of pictures")
        self.assertRefused(self.home.run("data", "fix", self.folder("plain", each=3), "--copies-together"), "no near copies")

    def across(self, folder, *more):
        report = self.home.json("data", "doctor", folder, *more)
        return sum(group["across_splits"] for group in report["near_copies"])

    def test_folders_that_are_no_data_set_are_refused(self):
        plain = self.home.folder / "plain files"
        plain.mkdir()
        (plain / "a.png").write_bytes(pictures.png(bytes(16), 4, 4))
        self.assertRefused(self.home.run("train", "--data", plain, *SMALL), "sub-folders", "labels.csv")
        self.assertRefused(self.home.run("train", "--data", self.folder("single", each=1), *SMALL), "at least one", "three")
        many = self.folder("many", [f"class {number}" for number in range(1000)], each=3, side=4)
        self.assertRefused(self.home.run("train", "--data", many, *SMALL), "256 class folders")

    def test_one_class_is_refused(self):
        """One level too high every answer was right: all pictures were of one class."""
        photos = self.folder("wrap/photos")
        for command in ["train", *SMALL, "--devices", "cpu", "--data"], ["data", "doctor"]:
            self.assertRefused(self.home.run(*command, photos.parent), "one class only, 'photos'", "nothing to tell apart",
                               f"Is it '{photos}' that you mean?")
        shown = self.home.json("data", "show", photos.parent)
        self.assertEqual(shown["classes"], ["photos"])
        self.assertEqual([issue["kind"] for issue in shown["issues"]], ["one class only"])
        (photos.parent / "one.csv").write_text("file,label\n" + "".join(f"photos/cat/{i:03}.png,cat\n" for i in range(9)))
        self.assertRefused(self.home.run("train", *SMALL, "--data", photos.parent / "one.csv"), "one class only, 'cat'")
        self.home.train("--data", photos, *SMALL, "--epochs", "1")

    def test_splits_in_capitals_are_splits(self):
        self.folder("capitals/Train")
        folder = self.folder("capitals/Test", each=4).parent
        self.folder("capitals/dev", each=4)
        shown = self.home.json("data", "show", folder)
        self.assertEqual((shown["classes"], shown["test"]), (["cat", "dog"], 8))
        self.assertEqual([(issue["kind"], issue["files"]) for issue in shown["issues"]], [("outside of the classes", ["dev"])])

    def test_every_damaged_file_is_named(self):
        """Only the first one was."""
        folder = self.folder("damaged")
        broken = [folder / "cat" / "half.png", folder / "cat" / "line\u00e9.png", folder / "dog" / "half.png"]
        for path in broken:
            path.write_bytes(pictures.png(bytes(36), 6, 6)[:40])
        (folder / "dog" / "none.jpg").write_text("hello")
        self.assertEqual(sorted(self.done("data", "show", folder, "--damaged").splitlines()),
                         sorted(map(str, [*broken, folder / "dog" / "none.jpg"])))
        issues = self.home.json("data", "show", folder)["issues"]
        self.assertEqual([issue["files"] for issue in issues if issue["count"] == 3],
                         [[str(path.relative_to(folder)) for path in broken]])
        self.assertIn("'data show --damaged' names all", self.done("data", "show", folder))

    def test_copies_whose_names_are_not_utf8_refuse_nothing(self):
        """One of them refused all near copies."""
        folder = self.home.folder / "names"
        dice = random.Random(6)
        for label in "cat", "dog":
            (folder / label).mkdir(parents=True)
            for number in range(5):
                picture = pictures.png(*pictures.enlarged(dice.randbytes(36), 6, 6, 6))
                for copy in b"a", b"b", *([b"\xe9"] if number == 0 else []):
                    name = os.path.join(os.fsencode(folder / label), b"%d%s.png" % (number, copy))
                    with open(name, "wb") as file:
                        file.write(picture)
        done = self.home.run("data", "fix", folder, "--copies-together")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("10 sets that stay in one split", done.stdout)
        self.assertIn("2 near copies have names that are not UTF-8", done.stderr)

    def test_odd_files_do_not_end_a_run(self):
        """Dots in names, a pipe, a picture that claims 200 million pixels, half a picture."""
        folder = self.folder("odd", ["a..b", "..c", "d"])
        (folder / "..c").rename(folder / "e..")
        (folder / "d" / "x..png").write_bytes(pictures.png(bytes([3]) * 36, 6, 6))
        (folder / "d" / "..png").write_bytes(pictures.png(bytes([3]) * 36, 6, 6))  # hidden
        os.mkfifo(folder / "d" / "pipe.png")
        (folder / "d" / "bomb.png").write_bytes(pictures.png(bytes(36), 6, 6, claimed=(10_000, 20_000)))
        (folder / "d" / "half.png").write_bytes(pictures.png(bytes(36), 6, 6)[:50])
        run = self.home.train("--data", folder, *SMALL, "--epochs", "1")
        log = (run / "log.txt").read_text()
        self.assertIn("2 pictures of", log)
        self.assertIn("bomb.png", log)
        self.assertIn("d/pipe.png", log)
        shown = self.home.json("evaluate", run.name)
        self.assertEqual(shown["classes"], ["a..b", "d", "e.."])

    def test_pictures_that_vanish_while_they_are_read(self):
        """A set that is streamed: for those that are gone others of their class are shown, they are in no figure, and the run
        says how many. A plain grey picture was shown and counted."""
        folder = self.folder("vanishing", each=220, side=4)  # 440 pictures of 3 MB are more than what is kept
        before = set(self.home.run_folders())
        process = self.home.start("--data", folder, "--model", self.network(), "--picture-size", "1024x1024x3", "--epochs", "4",
                                  "--batch-per-tower", "8", "--display-every", "1", "--json")
        self.assertTrue(any('"event":"step"' in line for line in process.stdout))  # stops reading at the first
        gone = sorted(folder.glob("*/*.png"))[::2]
        for path in gone:
            path.unlink()
        _, problems = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, problems)
        (run,) = set(self.home.run_folders()) - before
        self.assertEqual(json.loads((run / "run.json").read_text())["state"], "finished")
        self.assertRegex((run / "log.txt").read_text(), "pictures of .* could not be read: left out; .*the first: ")
        tested = json.loads((run / "run.json").read_text())["test"]["images"]
        self.assertTrue(0 < tested < 44, tested)

    def network(self):
        path = pathlib.Path(self.home.folder) / "pooled.txt"
        path.write_text("avgpool 128\ndense 2\n")
        return path

    def test_label_next_names_pictures_without_a_label(self):
        folder = self.folder("labelled")
        run = self.home.train("--data", folder, *SMALL, "--epochs", "2")
        pool = self.folder("pool", ["x", "y"], each=20)
        for number in range(15):
            (pool / "x" / f"broken{number}.png").write_bytes(pictures.png(bytes(36), 6, 6)[:50])
        (pool / "notes.txt").write_text("none")
        done = self.home.run("label-next", run.name, pool, "--count", "5", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        named = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertTrue(1 <= len(named) <= 5)
        self.assertEqual(len({one["image"] for one in named}), len(named))
        for one in named:
            self.assertTrue(pathlib.Path(one["image"]).exists())
            self.assertIn(one["answer"], ["cat", "dog"])
        self.assertIn("15 pictures could not be read: left out; the first: ", done.stderr)
        self.assertIn("broken0.png", done.stderr)
        self.assertNotIn("broken", done.stdout)
        self.assertRefused(self.home.run("label-next", run.name, pool / "gone"), "does not exist")
        self.assertRefused(self.home.run("label-next", run.name, pool / "notes.txt"), "no picture")
        self.assertRefused(self.home.run("label-next", run.name, pool, "--count", "0"), "1 to 10000")

    def test_good_pictures_are_answered_beside_damaged_ones(self):
        """`predict` ended at the first that it could not read, and `familiar` answered none."""
        run = self.home.train("--data", self.folder("few", each=20), *SMALL, "--epochs", "1")
        good, half, other = (self.home.folder / f"{name}.png" for name in ("good", "half", "other"))
        picture = pictures.png(bytes(range(36)), 6, 6)
        good.write_bytes(picture)
        other.write_bytes(picture)
        half.write_bytes(picture[:50])
        for command in "predict", "familiar":
            done = self.home.run(command, run.name, good, half, other, self.home.folder / "gone.png", "--json")
            self.assertEqual(done.returncode, 2)
            self.assertEqual([json.loads(line)["image"] for line in done.stdout.splitlines()], [str(good), str(other)])
            self.assertIn("half.png", done.stderr)
            self.assertIn("gone.png", done.stderr)
            self.assertRefused(self.home.run(command, run.name, half), "half.png")

    def test_unsure_answers_are_none_of_these(self):
        shown = self.home.json("evaluate", "ready", "--none-below", "0.9")
        refused = shown["none_below"]
        self.assertLess(refused["answered"], shown["images"])
        self.assertGreater(refused["right"] / refused["answered"], shown["accuracy"])
        self.assertEqual(refused["right"] + refused["right_refused"], shown["correct"])
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        path = self.home.folder / "digit.png"
        path.write_bytes(pictures.png(images[0], height, width))
        self.assertNotIn("none of these", self.done("predict", "ready", path, "--none-below", "0.9"))
        path.write_bytes(pictures.png(bytes((one + other) // 2 for one, other in zip(images[0], images[1])), height, width))
        self.assertIn("none of these; most likely", self.done("predict", "ready", path, "--none-below", "1"))
        self.assertEqual(self.home.run("predict", "ready", path, "--none-below", "2").returncode, 2)
        for text in "nan", "NAN", "-nan":  # it was taken, and nothing was refused
            done = self.home.run("predict", "ready", path, f"--none-below={text}")
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(text, done.stderr)
            self.assertEqual(self.home.run("evaluate", "ready", f"--none-below={text}").returncode, 2, text)

    def test_a_run_keeps_its_temperature(self):
        run = self.home.train("--train-images", "2000", "--validation-images", "500", *SMALL, "--epochs", "1")
        shown = self.home.json("evaluate", run.name, "--split", "validation")
        self.assertNotEqual(shown["temperature"], 1)
        package = self.home.folder / "package"
        self.done("export", run.name, "--output", package)
        self.assertEqual(json.loads((package / "model.json").read_text())["temperature"], shown["temperature"])


if __name__ == "__main__":
    belfry.main()
