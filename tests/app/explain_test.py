"""What a network looks at in a picture: heat maps as PNG and JSON, the maps of every layer, and sentences for all else."""
import json
import struct
import zlib

import belfry
import pictures


def pixels(path):
    """(width, height, channels, bytes) of an 8-bit PNG that libspng wrote: any filter of rows, one or three channels."""
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    place, data = 8, b""
    while place < len(content):
        length, kind = struct.unpack(">I4s", content[place:place + 8])
        body = content[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
        data += body if kind == b"IDAT" else b""
        place += 12 + length
    channels = {0: 1, 2: 3}[colour]
    raw, stride, above, rows = zlib.decompress(data), width * channels, bytes(width * channels), []
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left, up = row[x - channels] if x >= channels else 0, above[x]
            corner = above[x - channels] if x >= channels else 0
            paeth = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[x] = (row[x] + (0, left, up, (left + up) // 2, paeth)[kind]) % 256
        above = bytes(row)
        rows.append(above)
    return width, height, channels, b"".join(rows)


class Explain(belfry.HomeTest):
    def digit(self, number=0):
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        path = self.home.folder / f"{number}.png"
        path.write_bytes(pictures.png(images[number], height, width))
        return path

    def explain(self, *arguments):
        done = self.home.run("explain", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, *arguments, mentions):
        self.assertRefused(self.home.run("explain", *arguments), *mentions)

    def test_values_are_those_of_the_class_asked_for(self):
        answer = self.home.json("explain", "ready", self.digit())
        label = pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")[0]
        self.assertEqual((answer["label"], answer["class"], answer["kind"]), (label, str(label), "hires-cam"))
        self.assertEqual((answer["height"], answer["width"], len(answer["values"])), (28, 28, 784))
        self.assertEqual((max(answer["values"]), min(answer["values"]) >= 0), (1, True))
        self.assertEqual((answer["coarse_height"], answer["coarse_width"], len(answer["coarse"])), (5, 5, 25))
        self.assertIn("maxpool", answer["layer"])
        self.assertEqual(bytes(answer["picture"]), pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")[0][0])
        predicted = self.home.json("predict", "ready", self.digit())
        self.assertAlmostEqual(answer["probability"], predicted["probabilities"][label], places=5)
        self.assertEqual(self.home.json("explain", "ready", self.digit(), "--class", label)["values"], answer["values"])
        other = self.home.json("explain", "ready", self.digit(), "--class", (label + 3) % 10)
        self.assertEqual(other["label"], (label + 3) % 10)
        self.assertNotEqual(other["values"], answer["values"])
        gradient = self.home.json("explain", "ready", self.digit(), "--kind", "gradient")
        self.assertEqual((gradient["kind"], gradient["coarse_height"]), ("gradient", 28))
        self.assertNotIn("layer", gradient)

    def test_several_pictures_give_a_line_each(self):
        lines = self.explain("ready", self.digit(0), self.digit(1), "--json").splitlines()
        self.assertEqual([json.loads(line)["image"] for line in lines], [str(self.digit(0)), str(self.digit(1))])
        self.refused("ready", self.digit(0), self.digit(1), "--output", "x.png", mentions=["Found 2 pictures"])

    def test_the_picture_has_the_heat_map_beside_it(self):
        told = self.explain("ready", self.digit(), "--output", "map.png")
        self.assertIn("0.png: 7 (", told)
        width, height, channels, content = pixels(self.home.folder / "map.png")
        self.assertEqual((height, channels), (224, 3))
        self.assertGreater(width, 2 * 224)
        images, _, _ = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        values = self.home.json("explain", "ready", self.digit())["values"]
        hottest = values.index(1)
        for y, x in (10, 10), (23, 5), (hottest // 28, hottest % 28):
            place = (y * 8 * width + x * 8) * 3
            self.assertEqual(content[place:place + 3], bytes([images[0][y * 28 + x]]) * 3)
        place = (hottest // 28 * 8 * width + 224 + 8 + hottest % 28 * 8) * 3
        red, green, blue = content[place:place + 3]
        self.assertGreater(red, blue + 50)  # yellow over grey

    # It was replaced by the sheet with its map.
    def test_the_picture_itself_is_never_replaced(self):
        digit = self.digit()
        before = digit.read_bytes()
        self.refused("ready", digit, "--output", digit, mentions=["the picture itself", digit.name])
        link = self.home.folder / "link.png"
        link.symlink_to(digit)
        self.refused("ready", link, "--output", digit.name, mentions=["the picture itself"])
        self.assertEqual(digit.read_bytes(), before)

    def test_layers_have_a_picture_each(self):
        self.explain("ready", self.digit(), "--layers", "maps")
        names = sorted(path.name for path in (self.home.folder / "maps").iterdir())
        self.assertEqual(names, ["01-pad1.png", "02-conv2.png", "03-pool3.png", "04-conv4.png", "05-pool5.png", "06-dense6.png",
                                 "07-dense7.png", "08-dense8.png", "filters.png"])
        self.assertEqual(pixels(self.home.folder / "maps" / "filters.png")[:3], (3 * 26 + 1, 2 * 26 + 1, 1))
        self.assertEqual(len(set(path.read_bytes() for path in (self.home.folder / "maps").iterdir())), 9)

    def test_runs_of_any_data(self):
        folder = self.home.folder / "colours"
        for place, label in enumerate(("cat", "dog", "9")):
            (folder / label).mkdir(parents=True)
            for number in range(20):
                value = bytes([40 + 60 * place + number, 100, 200 - 60 * place])
                (folder / label / f"{number}.png").write_bytes(pictures.png(value * 64, 8, 8, channels=3))
        network = self.home.folder / "small.txt"
        network.write_text("conv 4 3x3 relu\ndropout 0.3\nglobal-avgpool\ndense classes linear\n")
        run = self.home.train("--data", folder, "--model", network, "--batch-per-tower", "8", "--epochs", "2").name
        picture = folder / "dog" / "3.png"
        named = self.home.json("explain", run, picture, "--class", "dog")
        self.assertEqual((named["height"], named["coarse_height"], named["layer"]), (8, 6, "conv 4 3x3 relu"))
        classes = self.home.json("evaluate", run)["classes"]
        by_label = self.home.json("explain", run, picture, "--class", classes.index("dog"))
        self.assertEqual(by_label["values"], named["values"])
        self.assertEqual(self.home.json("explain", run, picture, "--class", "9")["class"], "9")  # its name, not label 9
        final = self.home.json("explain", run, picture, "--weights", "final")
        self.assertEqual(len(final["values"]), 64)
        self.explain(run, picture, "--output", "colours.png")
        width, _, _, content = pixels(self.home.folder / "colours.png")
        self.assertEqual(content[:3], bytes([103, 100, 140]))
        self.refused(run, picture, "--class", "dgo", "--json", mentions=["class 'dgo'", "did you mean 'dog'"])
        self.refused(run, picture, "--class", "3", "--json", mentions=["class '3'", "cat, dog"])

    def test_all_else_is_refused_by_a_sentence(self):
        digit = self.digit()
        self.refused("ready", digit, mentions=["--output", "--json"])
        self.refused("ready", digit, "--json", "--kind", "gradcam", mentions=["'gradcam'", "did you mean 'grad-cam'"])
        self.refused("ready", digit, "--json", "--class", "10", mentions=["class '10'", "0, 1, 2"])
        self.refused("ready", digit, "--json", "--class", "", mentions=["class ''"])
        self.refused("ready", digit, "--output", "no/folder/x.png", mentions=["no/folder/x.png", "does not exist"])
        self.refused("ready", digit, "--output", "x.jpg", mentions=["--output", "'x.jpg'", ".png"])
        (self.home.folder / "folder.png").mkdir()
        self.refused("ready", digit, "--output", "folder.png", mentions=["--output", "the folder 'folder.png'"])
        self.refused("ready", digit, "--layers", digit, mentions=[str(digit), "Not a directory"])
        self.refused("ready", "absent.png", "--json", mentions=["absent.png"])
        (self.home.folder / "notes.png").write_text("no picture")
        self.refused("ready", "notes.png", "--json", mentions=["notes.png", "PNG"])
        self.refused("nothing", digit, "--json", mentions=["'nothing'"])
        mlp = self.home.train("--preset", "quick", "--model", "mlp", "--hidden-layers", "1", "--width", "8", "--steps", "5").name
        self.refused(mlp, digit, "--json", "--kind", "grad-cam", mentions=["'mlp' has none", "gradient"])
        self.assertEqual(self.home.json("explain", mlp, digit)["kind"], "gradient")
        self.assertFalse((self.home.folder / "x.png").exists())


if __name__ == "__main__":
    belfry.main()
