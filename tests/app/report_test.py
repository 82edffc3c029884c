"""What `evaluate` says of errors, and the report of a run: its figures, its markup, and how a browser shows it."""
import csv
import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import unittest

import belfry
import pictures
from belfry import HomeTest

VOID = {"br", "img", "meta", "hr", "col"}
SECTIONS = ["plan", "curves", "result", "confusion", "pairs", "map", "mistakes", "slices", "calibration", "trend", "hardware", "repeat"]
HOSTILE = ["=cmd()", "<script>alert(1)<", "a & \"b\""]  # names of classes
MAPPED = 3000  # pictures of a map at most
SMALL = ["--model", "mlp", "--hidden-layers", "1", "--width", "8", "--batch-per-tower", "8"]


class Page(html.parser.HTMLParser):
    """A page whose elements must all be closed, in their order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.attributes, self.figures, self.texts, self.tags = [], [], {}, {}, []
        self.tables, self.cells = {}, None
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes.items()]
        if tag == "data":
            self.figures[attributes["id"]] = float(attributes["value"])
        if tag == "tr":
            place = next(identity for name, identity in reversed(self.open) if identity)
            self.tables.setdefault(place, []).append([])
        if tag in ("td", "th"):
            self.cells = ""
        if tag not in VOID:
            self.open.append((tag, attributes.get("id")))

    def handle_endtag(self, tag):
        last, _ = self.open.pop()
        assert last == tag, f"<{last}> is closed by </{tag}>"
        if tag in ("td", "th"):
            place = next(identity for name, identity in reversed(self.open) if identity)
            self.tables[place][-1].append(self.cells)
            self.cells = None

    def handle_data(self, data):
        if self.cells is not None:
            self.cells += data
        for _, identity in self.open:
            if identity:
                self.texts[identity] = self.texts.get(identity, "") + data


def browser(*names):
    return next((found for name in names if (found := shutil.which(name))), None)


def share(fraction):
    return f"{100 * fraction:.2f} %"


class Report(HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.digits = cls.home.train("--data-dir", belfry.MNIST.parent, "--train-images", "3000", "--epochs", "2", "--batch-per-tower",
                                    "50", "--checkpoint-every", "30", "--keep-checkpoints", "3", "--name", "<b>digits</b> & more")
        cls.home.run("runs", "note", cls.digits.name, "first <script>alert(1)</script>\nsecond & last")
        cls.home.run("runs", "tag", cls.digits.name, "<i>")

    def report(self, run, *more):
        file = self.home.folder / f"{run.name}.html"
        done = self.home.json("report", run.name, "--output", file, *more)
        self.assertEqual(done["bytes"], file.stat().st_size)
        self.assertLess(done["bytes"], 2_000_000)
        return file, Page(file.read_text(encoding="utf-8"))

    def rows(self, file):
        with open(file, newline="", encoding="utf-8") as lines:
            return list(csv.DictReader(lines))

    def assertContained(self, page):
        """Nothing of the page is elsewhere, and nothing in it runs."""
        self.assertNotIn("script", page.tags)
        for tag, name, value in page.attributes:
            self.assertFalse(name.startswith("on"), (tag, name))
            if name in ("href", "src"):
                self.assertRegex(value, r"\A(#[a-z]+\Z|data:image/png;base64,)")
        self.assertNotIn("link", page.tags)
        policy = next(value for tag, name, value in page.attributes if tag == "meta" and "default-src" in value)
        self.assertTrue(policy.startswith("default-src 'none'"))
        self.assertIn(("html", "lang", "en"), page.attributes)

    def test_lists_of_errors(self):
        names = {name: self.home.folder / f"{name}.csv" for name in ("mistakes", "pairs", "slices", "trend")}
        options = [part for name, file in names.items() for part in (f"--{name}", file)]
        shown = self.home.json("evaluate", self.digits.name, *options)
        wrong = shown["images"] - shown["correct"]
        mistakes = self.rows(names["mistakes"])
        self.assertEqual(len(mistakes), wrong)
        self.assertEqual([row["image"] for row in mistakes[:100]], [str(one["image"]) for one in shown["mistakes"]])
        confidences = [float(row["confidence"]) for row in mistakes]
        self.assertEqual(confidences, sorted(confidences, reverse=True))
        self.assertTrue(all(row["true_class"] != row["answer"] for row in mistakes))
        pairs = self.rows(names["pairs"])
        self.assertEqual(sum(int(row["images"]) for row in pairs), wrong)
        self.assertEqual(len(pairs), len(shown["confused_pairs"]))
        n = len(shown["classes"])
        for pair in shown["confused_pairs"]:
            truth, answer = (shown["classes"].index(pair[key]) for key in ("true_class", "answer"))
            self.assertEqual(pair["images"], shown["confusion"][truth * n + answer])
        slices = self.rows(names["slices"])
        self.assertEqual(len(slices), len(shown["slices"]))
        for kind in "brightness", "contrast", "sharpness":
            fifths = [one for one in slices if one["by"] == kind]
            self.assertEqual(len(fifths), 5)
            self.assertEqual(sum(int(one["images"]) for one in fifths), shown["images"])
            self.assertEqual(sum(int(one["correct"]) for one in fifths), shown["correct"])
        self.assertFalse(any(one["by"] in ("file size", "source") for one in slices))  # MNIST has no files
        trend = self.rows(names["trend"])
        self.assertEqual(len(trend), n)
        self.assertGreaterEqual(len(shown["trend"]["steps"]), 3)
        changes = [float(row["change"]) for row in trend]
        self.assertEqual(changes, sorted(changes))
        last = f"step {shown['trend']['steps'][-1]}"
        newest = self.home.json("evaluate", self.digits.name, "--weights", "final")
        recall = {row["class"]: row["recall"] for row in newest["per_class"]}
        for row in trend:
            self.assertAlmostEqual(float(row[last]), recall[row["class"]], places=5)

    def test_says_the_worst_in_sentences(self):
        done = self.home.run("evaluate", self.digits.name)
        self.assertEqual(len(re.findall(r"are taken for '\d', with a mean confidence of", done.stdout)), 2)
        self.assertRefused(self.home.run("evaluate", "ready", "--trend", self.home.folder / "x.csv"), "--trend", "Name a run")
        self.assertRefused(self.home.run("evaluate", self.digits.name, "--pairs", self.home.folder), "--pairs is the folder")
        self.assertRefused(self.home.run("evaluate", self.digits.name, "--slices", self.home.folder / "no" / "x.csv"), "--slices")

    def test_has_the_figures_of_the_run(self):
        file, page = self.report(self.digits)
        record = self.home.run_record(self.digits)
        shown = self.home.json("evaluate", self.digits.name)
        self.assertContained(page)
        for section in SECTIONS:
            self.assertIn(("section", "id", section), page.attributes)
        for name, value in {"recorded-validation-accuracy": record["validation"]["accuracy"],
                            "recorded-validation-loss": record["validation"]["loss"],
                            "recorded-test-accuracy": record["test"]["accuracy"], "recorded-test-loss": record["test"]["loss"],
                            "best-validation": record["best"]["accuracy"], "test-accuracy": record["test"]["accuracy"],
                            "steps": record["steps"], "images-per-second": record["images_per_second"],
                            "evaluated-accuracy": shown["accuracy"], "evaluated-loss": shown["loss"],
                            "calibration-error": shown["calibration_error"], "temperature": shown["temperature"]}.items():
            self.assertEqual(page.figures[name], value, name)
        n = len(shown["classes"])
        matrix = page.tables["confusion-matrix"]
        self.assertEqual(matrix[0][1:n + 1], shown["classes"])
        self.assertEqual([int(cell) for row in matrix[1:] for cell in row[1:n + 1]], shown["confusion"])
        self.assertEqual([row[n + 1] for row in matrix[1:]], [share(row["recall"]) for row in shown["per_class"]])
        pairs = shown["confused_pairs"][:20]
        self.assertEqual(page.tables["pair-table"][1:], [[pair["true_class"], pair["answer"], str(pair["images"]), share(pair["share"]),
                                                         share(pair["confidence"])] for pair in pairs])
        self.assertEqual([row[3] for row in page.tables["slice-table"][1:]], [share(one["accuracy"]) for one in shown["slices"]])
        self.assertEqual([row[6] == "worse" for row in page.tables["slice-table"][1:]], [one["worse"] for one in shown["slices"]])
        self.assertEqual(page.tags.count("img"), 24)
        for one in shown["mistakes"][:24]:
            self.assertIn(f"image {one['image']}", page.texts["mistakes"])
        self.assertEqual(json.loads(page.texts["plan-json"].removeprefix("plan.json")), json.loads((self.digits / "plan.json").read_text()))
        self.assertIn("--plan plan.json", page.texts["repeat"])
        self.assertIn(record["hardware"]["towers"][0]["name"], page.texts["hardware"])
        self.assertRegex(page.texts["data-hash"], r"\A[0-9a-f]{64}\Z")
        self.assertEqual(page.texts["note"], "first <script>alert(1)</script>\nsecond & last")
        self.assertEqual(page.tags.count("polyline"), 7)
        self.assertMapped(page, file, shown)

    def assertMapped(self, page, file, shown):
        """So many pictures, each once, with a ring where it is wrong."""
        markup = re.search(r'<svg id="picture-map".*?</svg>', file.read_text(encoding="utf-8"), re.DOTALL)[0]
        places, rings = re.findall(r"M(\d+) (\d+)h0", markup), re.findall(r'<circle cx="(\d+)" cy="(\d+)"', markup)
        self.assertEqual(len(places), MAPPED)
        for place in places:
            self.assertTrue(all(0 < int(part) < 2000 for part in place), place)
        self.assertGreater(len(set(places)), 0.9 * MAPPED)
        wrong = len(rings)
        self.assertEqual(set(rings) - set(places), set())
        self.assertAlmostEqual(wrong / MAPPED, 1 - shown["accuracy"], delta=0.02)
        self.assertEqual(len(re.findall(r"<title>image \d+: \d → \d, \d+\.\d\d %</title>", markup)), wrong)
        legend = page.texts["map-legend"]
        self.assertTrue(legend.endswith(f"wrong · {wrong}"), legend)
        self.assertEqual(sum(int(count.replace(",", "")) for count in re.findall(r"· ([\d,]+?)(?=\d ·|wrong|\Z)", legend)), MAPPED + wrong)
        self.assertIn("3,000 of 10,000 test images, evenly taken", page.texts["map"])
        self.assertIn("<title id=\"picture-map-title\">", markup)
        self.assertIn("<desc id=\"picture-map-desc\">", markup)
        self.assertEqual(markup.count("--light:#"), markup.count("--dark:#"))

    def test_too_few_images_have_no_map(self):
        folder = self.home.folder / "few"
        for label in "ab":
            (folder / label).mkdir(parents=True)
            for number in range(8):
                (folder / label / f"{number}.png").write_bytes(pictures.png(bytes([number]) * 36, 6, 6))
        run = self.home.train("--data", folder, *SMALL, "--steps", "2", "--picture-size", "6x6x1")
        _, page = self.report(run)
        self.assertRegex(page.texts["map"], r"There is no map\. A map needs 10 images; there (is|are) \d\.")
        self.assertNotIn("picture-map", page.texts)
        self.assertIn("mistakes", page.texts)

    def test_the_plan_in_it_repeats_the_run(self):
        _, page = self.report(self.digits)
        plan = self.home.folder / "plan of the report.json"
        plan.write_text(page.texts["plan-json"].removeprefix("plan.json"))
        again = self.home.train("--plan", plan, "--data-dir", belfry.MNIST.parent)
        self.assertEqual(belfry.safetensors(again / "weights/final.safetensors")[1],
                         belfry.safetensors(self.digits / "weights/final.safetensors")[1])

    def pictures_of(self, classes):
        """Pictures of two sizes in two folders, of which those in "dim" cannot be told apart."""
        folder = self.home.folder / f"hostile {len(classes[0])}"
        for place, label in enumerate(classes):
            for source, side in ("bright", 6), ("dim", 9):
                path = folder / label / source
                path.mkdir(parents=True, exist_ok=True)
                for number in range(60):
                    pixels = bytearray(bytes([number % 20]) * side * side)
                    if source == "bright":  # two of its six rows
                        pixels[12 * place:12 * place + 12] = bytes([200 + number % 20]) * 12
                    (path / f"<img src=x>{number:03}&.png").write_bytes(pictures.png(bytes(pixels), side, side))
        return folder

    def test_names_from_elsewhere_are_text(self):
        run = self.home.train("--data", self.pictures_of(HOSTILE), *SMALL, "--epochs", "8", "--learning-rate", "0.01", "--picture-size", "6x6x1")
        shown = self.home.json("evaluate", run.name, "--mistakes", self.home.folder / "m.csv")
        self.assertEqual(sorted(shown["classes"]), sorted(HOSTILE))
        self.assertTrue(all("/dim/" in one["file"] or "/bright/" in one["file"] for one in shown["mistakes"]))
        self.assertEqual([row["file"] for row in self.rows(self.home.folder / "m.csv")][:100], [one["file"] for one in shown["mistakes"]])
        by_source = {one["slice"]: one for one in shown["slices"] if one["by"] == "source"}
        self.assertEqual(sorted(by_source), ["bright", "dim"])
        self.assertEqual(sorted(one["slice"] for one in shown["slices"] if one["by"] == "file size"), ["6x6", "9x9"])
        self.assertTrue(by_source["dim"]["worse"], by_source)
        self.assertFalse(by_source["bright"]["worse"])
        _, page = self.report(run, "--mistakes", "5")
        self.assertContained(page)
        self.assertEqual(page.tags.count("img"), 5)
        self.assertEqual(page.tables["confusion-matrix"][0][1:4], shown["classes"])
        self.assertIn("<img src=x>", page.texts["mistakes"])

    # Control characters in the names of folders reached the terminal, and letters of several bytes were cut in two.
    def test_names_from_elsewhere_are_plain_in_the_terminal(self):
        run = self.home.train("--data", self.pictures_of(["\x1b[31m\nred", "ñandúes", "b"]), *SMALL, "--epochs", "1", "--picture-size", "6x6x1")
        done = self.home.run("evaluate", run.name, "--weights", "final", "--trend", self.home.folder / "t.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotRegex(done.stdout, "[\x00-\x09\x0b-\x1f\x7f\ufffd]")
        lines = done.stdout.splitlines()
        self.assertEqual([line[:8] for line in lines[2:6]], [" " * 8, " ?[31m?r", "       b", " ñandúes"])
        self.assertIn("?[31m? ", lines[2])
        self.assertIn(" ñandúe ", lines[2])

    def test_says_what_is_missing(self):
        run = self.home.train("--data-dir", belfry.MNIST.parent, *SMALL, "--steps", "2", "--train-images", "100")
        shutil.rmtree(run / "weights")
        file, page = self.report(run)
        self.assertIn("Nothing could be evaluated for this report. No weights", page.texts["no-evaluation"])
        self.assertNotIn("mistakes", page.texts)
        self.assertNotIn("map", page.texts)
        file.write_text("old")
        self.report(run)
        self.assertNotEqual(file.read_text(), "old")  # replaced, as --csv does
        self.assertRefused(self.home.run("report", "nope", "--output", file), "Unknown run")
        self.assertRefused(self.home.run("report", run.name, "--output", self.home.folder), "--output is the folder")
        self.assertRefused(self.home.run("report", run.name, "--output", file, "--weights", "best"), "no weights 'best'")

    def show(self, program, *options):
        """A page in a browser without a window, with a home of its own."""
        done = subprocess.run([program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
                               f"--user-data-dir={self.home.folder / 'browser'}", "--window-size=1280,2000", *options],
                              env=self.home.environment, capture_output=True, encoding="utf-8", errors="replace", timeout=belfry.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("CONSOLE", done.stderr)
        return done.stdout

    def test_a_browser_shows_every_section(self):
        """The report itself cannot run a script, so a page around it measures what it holds."""
        program = browser("chromium", "chromium-browser", "google-chrome")
        if program is None:
            self.skipTest("no Chromium and no Chrome on PATH: apt-get install chromium")
        file, _ = self.report(self.digits)
        around = self.home.folder / "around.html"
        around.write_text(f"""<!DOCTYPE html><iframe width=1280 height=2000 srcdoc="{html.escape(file.read_text())}"></iframe><pre></pre>
            <script>onload = () => {{
              const page = document.querySelector('iframe').contentDocument, sizes = {{}};
              for (const part of page.querySelectorAll('section, svg, img'))
                sizes[part.id || part.alt] = [part.getBoundingClientRect().width, part.getBoundingClientRect().height];
              sizes.overflow = page.documentElement.scrollWidth - page.documentElement.clientWidth;
              document.querySelector('pre').textContent = JSON.stringify(sizes);
            }}</script>""", encoding="utf-8")
        shown = self.show(program, "--dump-dom", around.as_uri())
        sizes = json.loads(html.unescape(re.search(r"<pre>(.*?)</pre>", shown, re.DOTALL)[1]))
        self.assertEqual(sizes.pop("overflow"), 0)
        for part in [*SECTIONS, "loss-curve", "accuracy-curve", "speed-curve", "reliability", "picture-map"]:
            self.assertGreater(sizes[part][0], 100, part)
            self.assertGreater(sizes[part][1], 50, part)
        for part, size in sizes.items():
            self.assertGreater(min(size), 0, part)
        self.show(program, f"--screenshot={self.home.folder / 'report.png'}", file.as_uri())
        self.assertPicture(self.home.folder / "report.png")

    def test_firefox_shows_it(self):
        program = browser("firefox", "firefox-esr")
        if program is None:
            self.skipTest("no Firefox on PATH: apt-get install firefox-esr")
        file, _ = self.report(self.digits)
        done = subprocess.run([program, "--headless", "--window-size=1280,2000", "--screenshot", str(self.home.folder / "fox.png"),
                               file.as_uri()], env=self.home.environment, capture_output=True, timeout=belfry.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertPicture(self.home.folder / "fox.png")

    def assertPicture(self, file):
        content = file.read_bytes()
        self.assertEqual(struct.unpack(">I", content[16:20])[0], 1280)
        self.assertGreater(len(content), 50_000)  # an empty page has some thousand bytes


if __name__ == "__main__":
    belfry.main()
