"""Maps of pictures: tables, drawings, and what TensorBoard's projector opens."""
import collections
import csv
import gzip
import io
import struct
import xml.etree.ElementTree

import belfry

belfry.needs("numpy", "PIL.Image", "google.protobuf.text_format", "tensorboard.plugins.projector.projector_config_pb2")
import numpy  # noqa: E402
import PIL.Image  # noqa: E402
from google.protobuf import text_format  # noqa: E402
from tensorboard.plugins.projector import projector_config_pb2  # noqa: E402

IMAGES = 600


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def nearest_of_class(table):
    """The share of pictures whose nearest other one in the plane has the same label."""
    points = numpy.array([[float(row["x"]), float(row["y"])] for row in table])
    labels = numpy.array([row["label"] for row in table])
    distances = ((points[:, None] - points[None]) ** 2).sum(2)
    numpy.fill_diagonal(distances, numpy.inf)
    return (labels[distances.argmin(1)] == labels).mean()


class MapTest(belfry.HomeTest):
    def map(self, output, *arguments):
        """What --json says of a map of the network that ships with Belfry."""
        return self.home.json("map", "ready", "--data-dir", belfry.MNIST, "--images", IMAGES, "--output", output, *arguments)

    def test_a_table_has_every_picture_where_its_class_is(self):
        path = self.home.folder / "map.csv"
        said = self.map(path)
        table = rows(path)
        self.assertEqual(list(table[0]), ["image", "file", "label", "answer", "confidence", "x", "y"])
        self.assertEqual(len(table), IMAGES)
        self.assertEqual((said["images"], said["of_images"], said["layer"], said["features"]), (IMAGES, 10000, "dense7", 84))
        self.assertEqual([int(row["image"]) for row in table], [i * 10000 // IMAGES for i in range(IMAGES)])
        self.assertEqual(sum(row["label"] == row["answer"] for row in table), said["correct"])
        self.assertGreater(said["correct"], 0.97 * IMAGES)
        for row in table:
            self.assertTrue(0.1 <= float(row["confidence"]) <= 1)
        numbers = [float(row[axis]) for row in table for axis in "xy"]
        self.assertTrue(-1 <= min(numbers) and max(numbers) <= 1)
        self.assertGreater(nearest_of_class(table), 0.95)

    def test_the_same_seed_gives_the_same_map(self):
        paths = [self.home.folder / name for name in ("one.csv", "again.csv", "other.csv", "pca.csv")]
        self.map(paths[0])
        self.map(paths[1])
        self.map(paths[2], "--seed", 2)
        self.map(paths[3], "--method", "pca")
        one, again, other, pca = (path.read_text() for path in paths)
        self.assertEqual(one, again)
        self.assertNotEqual(one, other)
        self.assertNotIn(pca, (one, other))
        self.assertLess(nearest_of_class(rows(paths[3])), nearest_of_class(rows(paths[0])))

    def test_other_layers_and_splits(self):
        path = self.home.folder / "early.csv"
        said = self.map(path, "--layer", "conv2", "--split", "train")
        self.assertEqual((said["layer"], said["features"], said["split"]), ("conv2", 6, "train"))
        by_name = path.read_text()
        self.map(path, "--layer", 2, "--split", "train")
        self.assertEqual(path.read_text(), by_name)

    def test_all_splits_on_one_map(self):
        path = self.home.folder / "all.csv"
        said = self.map(path, "--split", "all")
        table = rows(path)
        self.assertEqual(list(table[0]), ["split", "image", "file", "label", "answer", "confidence", "x", "y"])
        self.assertEqual((said["split"], said["images"], said["of_images"]), ("all", IMAGES, 70000))
        counts = collections.Counter(row["split"] for row in table)
        self.assertEqual(set(counts), {"train", "validation", "test"})
        self.assertAlmostEqual(counts["test"], IMAGES / 7, delta=1)  # evenly taken of 70,000
        self.assertEqual(sum(row["label"] == row["answer"] for row in table), said["correct"])
        last = [row for row in table if row["split"] == "test"][-1]
        with gzip.open(belfry.MNIST / "t10k-labels-idx1-ubyte.gz") as file:
            self.assertEqual(last["label"], str(file.read()[8 + int(last["image"])]))
        drawing = self.home.folder / "all.svg"
        self.map(drawing, "--split", "all", "--colour", "split")
        root = xml.etree.ElementTree.parse(drawing).getroot()
        space = "{http://www.w3.org/2000/svg}"
        self.assertEqual([len(group) for group in root.findall(space + "g")], [counts[name] for name in ("train", "validation", "test")])
        self.assertEqual([text.text for text in root.findall(space + "text")], ["training", "validation", "test"])

    def test_a_drawing_as_text_has_a_point_for_each_picture_and_a_legend(self):
        path = self.home.folder / "map.svg"
        for colour, names in (("class", [str(digit) for digit in range(10)]), ("error", ["right", "wrong"]),
                              ("confidence", None)):
            said = self.map(path, "--colour", colour)
            root = xml.etree.ElementTree.parse(path).getroot()
            space = "{http://www.w3.org/2000/svg}"
            groups = root.findall(space + "g")
            self.assertEqual(sum(len(group) for group in groups), IMAGES)
            legend = [text.text for text in root.findall(space + "text")]
            if names:
                self.assertEqual(legend, names)
            if colour == "error":
                self.assertEqual(len(groups[0]), said["correct"])
            self.assertEqual(len({group.get("fill") for group in groups}), len(legend))
            width, height = (float(number) for number in root.get("viewBox").split()[2:])
            for circle in root.iter(space + "circle"):
                self.assertTrue(0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height)

    def test_a_drawing_of_pixels_has_the_colours_of_the_classes(self):
        path, svg = self.home.folder / "map.png", self.home.folder / "same.svg"
        self.map(path)
        self.map(svg)
        image = PIL.Image.open(path)
        self.assertEqual((image.mode, image.size[0]), ("RGB", image.size[1]))
        counts = collections.Counter(map(tuple, numpy.asarray(image).reshape(-1, 3).tolist()))
        self.assertEqual(counts.most_common(1)[0][0], (255, 255, 255))
        root = xml.etree.ElementTree.parse(svg).getroot()
        for group in root.findall("{http://www.w3.org/2000/svg}g"):  # discs are opaque to four fifths
            colour = [int(group.get("fill")[i:i + 2], 16) for i in (1, 3, 5)]
            drawn = tuple(round(255 + 0.8 * (part - 255)) for part in colour)
            self.assertTrue(any(counts[tuple(part + d for part in drawn)] for d in (-1, 0, 1)), drawn)

    def test_the_projector_finds_features_names_and_pictures(self):
        folder = self.home.folder / "projector"
        said = self.map(folder)
        config = text_format.Parse((folder / "projector_config.pbtxt").read_text(), projector_config_pb2.ProjectorConfig())
        self.assertEqual([embedding.tensor_name for embedding in config.embeddings], ["dense7", "map"])
        for embedding, width in zip(config.embeddings, (84, 3)):
            tensor = numpy.loadtxt(folder / embedding.tensor_path, delimiter="\t", dtype=numpy.float32)
            self.assertEqual(tensor.shape, (IMAGES, width))
            self.assertEqual(list(embedding.tensor_shape), [IMAGES, width])
            header, *lines = (folder / embedding.metadata_path).read_text().splitlines()
            self.assertEqual(len(lines), IMAGES)
            self.assertTrue(all(line.count("\t") == header.count("\t") for line in lines))
        self.assertEqual(sum("\tright\t" in line for line in lines), said["correct"])
        width, height = config.embeddings[0].sprite.single_image_dim
        sprite = numpy.asarray(PIL.Image.open(folder / config.embeddings[0].sprite.image_path).convert("L"))
        self.assertEqual((width, height), (28, 28))
        self.assertEqual(sprite.shape, (24 * 28, 25 * 28))  # 600 in rows of 25
        labels = [int(line.split("\t")[0]) for line in lines]
        raw = self.picture(7 * 10000 // IMAGES)
        numpy.testing.assert_array_equal(sprite[:28, 7 * 28:8 * 28], raw)
        self.assertEqual(labels[0], 7)  # MNIST's first test picture
        self.assertRefused(self.home.run("map", "ready", "--data-dir", belfry.MNIST, "--images", 20, "--output", folder),
                           "projector")

    def picture(self, number):
        """A test picture of MNIST, from the file itself."""
        with gzip.open(belfry.MNIST / "t10k-images-idx3-ubyte.gz") as file:
            head = struct.unpack(">4i", file.read(16))
            self.assertEqual(head[2:], (28, 28))
            return numpy.frombuffer(file.read(), numpy.uint8).reshape(-1, 28, 28)[number]

    def test_what_cannot_be_is_refused_in_a_sentence(self):
        def refused(*arguments, mentions):
            self.assertRefused(self.home.run("map", "ready", "--data-dir", belfry.MNIST, "--images", 20, *arguments), *mentions)
        out = ("--output", self.home.folder / "refused.svg")
        refused(*out, "--layer", "dense9", mentions=("dense9", "conv2, "))
        refused(*out, "--method", "tsne", mentions=("tsne", "umap"))
        refused(*out, "--colour", "red", mentions=("red", "confidence"))
        refused(*out, "--split", "drawings", mentions=("drawings", "validation", "all"))
        refused(*out, "--colour", "split", mentions=("--split all",))
        refused("--output", self.home.folder / "map.pdf", mentions=(".pdf", ".svg"))
        refused("--output", self.home.folder / "map.csv", "--colour", "class", mentions=("--colour",))
        refused("--output", self.home.folder / "gone" / "map.csv", "--images", 0, mentions=("--images",))
        (self.home.folder / "filled" / "folder").mkdir(parents=True)
        refused("--output", self.home.folder / "filled", mentions=("filled", "not an empty folder"))
        self.assertFalse((self.home.folder / "refused.svg").exists())


if __name__ == "__main__":
    belfry.main()
