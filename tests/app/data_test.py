"""belfry-cli data: folders of pictures, TFRecord files, conversion both ways, what is odd, and downloads that fail."""
import http.server
import math
import pathlib
import random
import threading

import belfry
import pictures
from belfry import HomeTest

belfry.needs("PIL")
from PIL import Image, ImageOps  # noqa: E402


class DataTest(HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pets = cls.home.folder / "pets"
        for number in range(40):
            folder = cls.pets / ("cat" if number % 2 else "dog")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number:02}.png").write_bytes(pictures.png(bytes([number * 6]) * 144, 12, 12))

    def done(self, *arguments):
        done = self.home.run(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_training_on_a_folder(self):
        run = self.home.train("--data", self.pets, "--model", "mlp", "--hidden-layers", "1", "--width", "8", "--epochs", "2",
                              "--batch-per-tower", "8", "--picture-size", "8")
        plan = belfry.json.loads((run / "plan.json").read_text())
        self.assertEqual(plan["data"], str(self.pets))
        self.assertEqual(plan["picture_size"], "8")
        shown = self.home.json("evaluate", run.name)
        self.assertGreaterEqual(shown["images"], 2)
        self.assertEqual(shown["classes"], ["cat", "dog"])

    def test_an_evaluation_uses_the_splits_of_its_run(self):
        """It drew splits of its own: images that were trained on counted as test images."""
        run = self.home.train("--data", self.pets, "--model", "mlp", "--hidden-layers", "1", "--width", "8", "--epochs", "2",
                              "--batch-per-tower", "8", "--split-seed", "7", "--validation-images", "2", "--train-images", "20")
        told = belfry.json.loads((run / "run.json").read_text())
        shown = {split: self.home.json("evaluate", run.name, "--split", split) for split in ("train", "validation", "test")}
        self.assertEqual([shown[split]["images"] for split in ("train", "validation")], [20, 2])
        self.assertEqual(shown["test"]["correct"], told["test"]["correct"])
        self.assertAlmostEqual(shown["test"]["loss"], told["test"]["loss"], places=5)

    def test_large_sets_are_read_by_every_feed(self):
        weights = set()
        for feed in "direct", "queue", "resident":
            run = self.home.train("--data", self.pets, "--model", "mlp", "--hidden-layers", "1", "--width", "8",
                                  "--steps", "4", "--batch-per-tower", "8", "--feed", feed)
            weights.add(belfry.safetensors(run / "weights" / "final.safetensors")[1])
        self.assertEqual(len(weights), 1)

    def test_odd_things_are_told_and_counted(self):
        odd = self.home.folder / "odd"
        for name in "a", "A", "empty":
            (odd / name).mkdir(parents=True)
        for number in range(10):
            (odd / "a" / f"{number}.png").write_bytes(pictures.png(bytes([number]) * 16, 4, 4))
        (odd / "A" / "x.png").write_bytes(pictures.png(bytes([99]) * 16, 4, 4))
        (odd / "a" / "broken.png").write_bytes(pictures.png(bytes(16), 4, 4)[:40])
        (odd / "a" / "list.txt").write_text("hello")
        shown = self.home.json("data", "show", odd)
        counts = {found["kind"]: found["count"] for found in shown["issues"]}
        self.assertEqual(counts, {"empty classes": 1, "unreadable pictures": 1, "ignored files": 1, "one class only": 1,
                                  "folder names that differ only in case": 1})
        text = self.done("data", "check", odd)
        self.assertIn("'A' and 'a' of", text)
        (odd / "b").mkdir()
        for number in range(10):
            (odd / "b" / f"{number}.png").write_bytes(pictures.png(bytes([number + 100]) * 16, 4, 4))
        log = self.home.train("--data", odd, "--model", "mlp", "--hidden-layers", "1", "--width", "4", "--steps", "1",
                              "--batch-per-tower", "4") / "log.txt"
        for word in "broken.png", "empty", "list.txt", "differ in case":
            self.assertIn(word, log.read_text())

    def test_conversion_both_ways(self):
        records, idx = self.home.folder / "records", self.home.folder / "idx"
        self.done("data", "convert", "mnist", records)
        self.assertEqual(sorted(path.name for path in records.iterdir()),
                         ["labels.txt", "test.tfrecords", "train.tfrecords", "validation.tfrecords"])
        self.done("data", "convert", records, idx, "--format", "idx")
        self.assertTrue(self.home.json("data", "check", idx)["official"])
        self.assertEqual(self.home.json("data", "show", records)["train_in_test"], 0)
        damaged = records / "test.tfrecords"
        content = bytearray(damaged.read_bytes())
        content[1000] ^= 1
        damaged.write_bytes(content)
        self.assertRefused(self.home.run("data", "check", records), "test.tfrecords", "checksum")
        self.assertRefused(self.home.run("data", "convert", "mnist", records), "not an empty folder")
        self.assertRefused(self.home.run("data", "convert", "mnist", self.home.folder / "x", "--format", "idy"), "'idx'")

    def test_pictures_are_resized(self):
        self.assertEqual(self.home.json("data", "show", "mnist", "--picture-size", "14")["picture_size"], "14x14x1")
        self.assertRefused(self.home.run("data", "show", self.pets, "--picture-size", "big"), "'big'", "64x48")

    def test_resizing_is_that_of_pillow(self):
        """Within one level: Pillow rounds between its two passes."""
        folder = self.home.folder / "sizes"
        dice = random.Random(3)
        made = {}
        for number, (width, height) in enumerate([(7, 5), (31, 17), (17, 31), (64, 64), (200, 90), (300, 301)] * 2):
            channels = 3 if number % 3 else 1
            pixels = dice.randbytes(width * height * channels)
            for name in "cat", "dog":
                path = folder / name / f"{number:02}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(pictures.png(pixels, height, width, channels=channels))
            made[path.name] = Image.open(path).convert("RGB")
        for side in "24x15x3", "64x64x3":
            width, height = (int(number) for number in side.split("x")[:2])
            self.done("data", "convert", folder, self.home.folder / side, "--format", "folder", "--picture-size", side)
            expected = sorted(picture.resize((width, height), Image.Resampling.BILINEAR).tobytes() for picture in made.values())
            found = sorted(Image.open(path).convert("RGB").tobytes() for path in (self.home.folder / side).glob("*/cat/*.png"))
            self.assertEqual(len(found), len(expected))
            unmatched = list(expected)
            for picture in found:
                nearest = min(unmatched, key=lambda other: sum(abs(a - b) for a, b in zip(picture, other)))
                self.assertLessEqual(max(abs(a - b) for a, b in zip(picture, nearest)), 1)
                unmatched.remove(nearest)

    def test_large_photographs_are_decoded_smaller(self):
        """At a half, a quarter or an eighth, and still as Pillow resizes the whole: less than a level off on average."""
        folder = self.home.folder / "large"
        waves = [bytes(int(128 + 60 * math.sin(x / 9) + 60 * math.cos(y / (7 + phase))) for y in range(240) for x in range(320))
                 for phase in range(3)]
        photograph = Image.merge("RGB", [Image.frombytes("L", (320, 240), plane) for plane in waves])
        orientations = {"upright": 1, "turned": 6}
        for label in orientations:
            (folder / label).mkdir(parents=True)
        for label, orientation in orientations.items():
            exif = Image.Exif()
            exif[0x0112] = orientation
            for number in range(3):
                photograph.save(folder / label / f"{number}.jpg", quality=95, exif=exif)
        self.done("data", "convert", folder, self.home.folder / "small", "--format", "folder", "--picture-size", "40x30x3")
        for label in orientations:
            whole = ImageOps.exif_transpose(Image.open(folder / label / "0.jpg"))
            expected = whole.resize((40, 30), Image.Resampling.BILINEAR).tobytes()
            found = Image.open(next((self.home.folder / "small" / "train" / label).glob("*.png"))).convert("RGB").tobytes()
            self.assertLess(sum(abs(a - b) for a, b in zip(found, expected)) / len(expected), 1)

    def test_pictures_are_upright_in_every_format(self):
        """PNG and WebP were taken as they are stored, and TIFF with four of the eight orientations."""
        folder = self.home.folder / "held"
        stored = Image.frombytes("RGB", (16, 16), random.Random(5).randbytes(16 * 16 * 3))
        expected = {}
        for ending in "jpg", "png", "tif", "webp":
            (folder / ending).mkdir(parents=True)
            for orientation in range(1, 9):
                exif = Image.Exif()
                exif[0x0112] = orientation
                path = folder / ending / f"{orientation}.{ending}"
                stored.save(path, exif=exif, quality=100, lossless=True, **({"subsampling": 0} if ending == "jpg" else {}))
                expected.setdefault(ending, []).append(ImageOps.exif_transpose(Image.open(path)).convert("RGB").tobytes())
        self.assertEqual(len(set(expected["png"])), 8)
        self.done("data", "convert", folder, self.home.folder / "upright", "--format", "folder", "--picture-size", "16x16x3")
        for ending, pixels in expected.items():
            found = [Image.open(path).tobytes() for path in (self.home.folder / "upright").glob(f"*/{ending}/*.png")]
            if ending != "jpg":
                self.assertEqual(sorted(found), sorted(pixels), ending)
            else:  # decoders differ by some levels
                for one in pixels:
                    self.assertLess(min(max(abs(a - b) for a, b in zip(one, other)) for other in found), 8)

    def test_downloads_that_fail_say_why(self):
        class Nothing(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_error(404)

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Nothing)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_address[1]}"
        # The published servers are told apart by name; a proxy that is nowhere keeps them out of reach.
        nowhere = {"https_proxy": "http://127.0.0.1:1", "http_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"}
        done = self.home.run("data", "download", "fashion-mnist", "--mirror", address, environment=nowhere)
        self.assertRefused(done, "train-images-idx3-ubyte.gz", "404", "could not be downloaded")
        done = self.home.run("data", "fetch", "fashion-mnist", environment=nowhere)
        self.assertRefused(done, "could be reached", "network connection")
        self.assertRefused(self.home.run("data", "download", "mnist"), "comes with Belfry")
        self.assertEqual([path for path in pathlib.Path(self.home.folder).rglob("*.gz")], [])


if __name__ == "__main__":
    belfry.main()
