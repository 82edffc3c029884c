"""The personal test set from outside: drawings in class folders are a split of any network that knows their classes."""
import belfry
import pictures

PICTURES = 40


class Drawings(belfry.HomeTest):
    def drawings(self, folder):
        """Test images as they would lie there when each had been drawn and kept; returns their labels."""
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        labels = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")[:PICTURES]
        for number, (image, label) in enumerate(zip(images, labels)):
            (folder / str(label)).mkdir(parents=True, exist_ok=True)
            (folder / str(label) / f"{number}.png").write_bytes(pictures.png(image, height, width))
        return labels

    def test_are_evaluated_as_a_split(self):
        folder = self.home.folder / "mine"
        labels = self.drawings(folder)
        result = self.home.json("evaluate", "ready", "--split", "drawings", "--drawings", folder)
        self.assertEqual((result["split"], result["images"]), ("drawings", PICTURES))
        self.assertEqual([entry["images"] for entry in result["per_class"]],
                         [list(labels).count(digit) for digit in range(10)])
        self.assertGreater(result["accuracy"], 0.9)
        self.assertTrue(0 <= result["calibration_error"] <= 1)
        self.assertIn(f"of {PICTURES}", self.home.run("evaluate", "ready", "--split", "drawings", "--drawings", folder).stdout)
        self.assertEqual(self.home.run("data", "check", folder).returncode, 0)  # a data set like any other

    def test_lie_in_the_users_data_folder(self):
        data = self.home.folder / "data"
        self.drawings(data / "belfry" / "drawings")
        done = self.home.run("evaluate", "ready", "--split", "drawings", environment={"XDG_DATA_HOME": str(data)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"of {PICTURES}", done.stdout)

    def test_damaged_ones_are_told_and_none_is_refused(self):
        folder = self.home.folder / "damaged"
        self.assertRefused(self.home.run("evaluate", "ready", "--split", "drawings", "--drawings", folder), "no drawing")
        self.drawings(folder)
        next(folder.glob("7/*.png")).write_bytes(b"no picture")
        (folder / "cat").mkdir()
        (folder / "cat" / "1.png").write_bytes(b"")
        done = self.home.run("evaluate", "ready", "--split", "drawings", "--drawings", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"of {PICTURES - 1}", done.stdout)
        self.assertIn("could not be read: left out", done.stderr)
        self.assertIn("does not know", done.stderr)


if __name__ == "__main__":
    belfry.main()
