"""Every command of Belfry's in the README and the guide, as it stands there: in a folder that has what the commands name. Those that train
are ended by Ctrl-C after their first line. Other programs' are run by guide_programs_test, and the benchmarks' are read by
guide_benches_test. And every sentence that the guide explains, as the programs have it."""
import importlib.util
import json
import re
import shlex
import signal
import subprocess
import sys
import unittest
import xml.etree.ElementTree

import belfry
import guide
import pictures
from guide import FILES, ROOT

MESSAGES = ROOT / "docs/messages.md"
SCRIPTS = [ROOT / "packaging" / name for name in ("launch.sh", "libraries.sh", "setup.sh", "wheels.sh")]
COMMAND = re.compile(r"(?:\./run\.sh|belfry-cli) +(\S.*)|(python my-model/model\.py)")
ENDLESS = {"train", "resume", "branch", "find", "reproduce", "scaling", "search", "bench"}
# A word of the command -> why it is not run here, and what tests it instead.
ELSEWHERE = {
    "--hosts": "other machines (hosts_test)", "join": "another process (join_test)", "--listen": "an address of this machine (join_test)",
    "download": "the network (download tests of test_data)", "fetch": "the network (backbone_test takes the same file)",
    "import": "Parquet files (parquet_test)", "efficientnet-lite0": "published weights (backbone_test)",
    "resnet18.safetensors": "published weights (backbone_test)", "my-pictures": "published weights (backbone_test)",
    "drawings": "drawings that were kept (drawings_test)", "--resume": "a search that was stopped (search_test)",
    "my-mnist": "70,000 files (data_test)", "doctor": "published weights (doctor_test)", "cifar-10": "a data set that is downloaded", "my-cifar10": "a data set that is imported",
    "cuda:0": "a GPU", "cuda:0,cuda:1": "GPUs", "label-next": "features of photographs (own_pictures_test)",
    "serve": "a port that may be taken (guide_programs_test)",
}


def commands():
    """(where it stands, words) of each; the first word is the program."""
    found = []
    for command in guide.commands():
        if match := COMMAND.fullmatch(command.text):
            words = shlex.split(match[1] or match[2])
            found.append((command, words if match[2] else ["belfry-cli", *words]))
    return found


def programs():
    """What a command's first word starts; export's example for PyTorch only where that is."""
    python = {"python": sys.executable} if importlib.util.find_spec("torch") else {}
    return {"belfry-cli": belfry.PROGRAM, **python}


def shown(text):
    """A sentence as the guide quotes it: … for whatever is filled in."""
    return re.sub(r"%[1-9n]|\$\{[^}]*\}|\$\([^)]*\)|\$\w+", "…", " ".join(text.split()))


def printed_sentences():
    """Of engine and window, as the translation has them, and of the scripts that install."""
    root = xml.etree.ElementTree.parse(ROOT / "resources/translations/belfry_es.ts").getroot()
    translated = {message.findtext("source") for message in root.iter("message")
                  if message.find("translation").get("type") not in ("vanished", "obsolete")}
    quoted = {first or second for script in SCRIPTS
              for first, second in re.findall(r"\"((?:[^\"\n\\]|\\.)*)\"|'([^'\n]*)'", script.read_text(encoding="utf-8"))}
    return {shown(text) for text in translated | quoted if text}


def explained_sentences():
    return re.findall(r"^### `(.*)`$", MESSAGES.read_text(encoding="utf-8"), re.MULTILINE)


class Messages(unittest.TestCase):
    def test_there_are_sentences(self):
        self.assertGreater(len(explained_sentences()), 60)
        self.assertEqual(len(explained_sentences()), len(set(explained_sentences())))

    def test_every_heading_is_an_area_or_a_sentence(self):
        for line in MESSAGES.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                self.assertRegex(line, r"^# Messages$|^## [^`]+$|^### `[^`]+`$")

    def test_every_sentence_is_what_a_program_prints(self):
        """The whole, or a beginning that ends where a clause does."""
        sentences = printed_sentences()
        for quoted in explained_sentences():
            with self.subTest(quoted):
                rest = [text[len(quoted):] for text in sentences if text.startswith(quoted)]
                self.assertTrue(any(after == "" or re.match(r"[ (]", after) for after in rest), f"no program prints: {quoted}")


def anchors_of(file):
    """Those of a page's titles: letters, digits and hyphens."""
    titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


class Guide(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        here = cls.home.folder
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        for name in ("my-digit.png", "photo.jpg", "photo.png", "picture.jpg", "other.bmp", "cat.jpg", "dog.jpg"):
            (here / name).write_bytes(pictures.png(images[0], height, width))
        for folder in ("FOLDER", "NAME"):
            for place, label in enumerate(("cat", "dog")):
                (here / folder / label).mkdir(parents=True)
                for number in range(350):  # enough for a step of the default batch
                    picture = pictures.png(images[350 * place + number], height, width)
                    (here / folder / label / f"{number}.jpg").write_bytes(picture)  # its bytes say what it is
        run = cls.home.start("--data", here / "FOLDER", "--epochs", "1000", "--batch-per-tower", "1", "--towers", "1", "--checkpoint-every",
                             "600", "--keep-checkpoints", "9", "--display-every", "50", "--name", "RUN", "--json")
        next(line for line in run.stdout if json.loads(line).get("step", 0) > 1300)  # it is stopped, so that it can be resumed
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=belfry.TIMEOUT)
        (here / "plan.json").write_text(json.dumps({"devices": ["cpu"], "epochs": 1}))

    def run_as_written(self, program, *words):
        """(exit status, standard error) of a command, with its redirections."""
        words, streams = list(words), {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
        for sign, stream, mode in ((">", "stdout", "w"), ("<", "stdin", "r")):
            if sign in words:
                place = words.index(sign)
                streams[stream] = open(self.home.folder / words[place + 1], mode)  # noqa: SIM115
                self.addCleanup(streams[stream].close)
                del words[place:place + 2]
        process = self.home.popen(*words, program=program, **streams)
        if process.stdout and (words[0] in ENDLESS or "--watch" in words) and process.stdout.readline():
            process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=belfry.TIMEOUT)
        return process.returncode, problems

    def test_every_link_leads_somewhere(self):  # as MkDocs checks it when the site is built, which needs the network
        lost = []
        for file in FILES:
            text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                path, _, anchor = link.partition("#")
                target = (file.parent / path).resolve() if path else file
                if not re.match(r"[a-z]+:", link) and not (target.exists() and (not anchor or anchor in anchors_of(target))):
                    lost.append(f"{file.name}: {link}")
        self.assertEqual(lost, [])

    def test_every_picture_is_made_by_the_command(self):
        made = {"train"} | set(re.findall(r"save\(\*?\w+, \"([a-z]+)\"\)", (ROOT / "tests/ui/pages/guide_pictures.cpp").read_text()))
        shown = {name for file in FILES for name in re.findall(r"!\[[^\]]+\]\((?:docs/)?([a-z]+)\.png\)", file.read_text(encoding="utf-8"))}
        self.assertEqual(made, {file.stem for file in (ROOT / "docs").glob("*.png")})
        self.assertEqual(made, shown)

    def test_there_are_commands(self):
        self.assertGreater(len(commands()), 60)

    def test_every_command_that_is_run_elsewhere_is_there(self):
        words = {word for _, command in commands() for word in command}
        self.assertEqual(ELSEWHERE.keys() - words, set())

    def test_every_command_runs(self):
        known = programs()
        for command, (program, *words) in commands():
            if program not in known or any(word in ELSEWHERE for word in words):
                continue
            with self.subTest(command):
                status, problems = self.run_as_written(known[program], *words)
                self.assertIn(status, (0, 130, -signal.SIGINT), problems)
                if words[:2] == ["runs", "delete"]:
                    self.home.run("runs", "restore", "RUN")

    def test_every_network_and_space_is_read(self):
        read = {"networks.md": ("models",), "search.md": ("search", "--print-space", "--space")}
        found = [block for file in FILES if file.name in read for block in guide.blocks(file)
                 if guide.OTHERS.match(block.text) and "..." not in block.text]
        self.assertGreater(len(found), 3)
        for block in found:
            with self.subTest(f"{block.file.name}:{block.line}"):
                (self.home.folder / "written.txt").write_text(block.text)
                done = self.home.run(*read[block.file.name], "written.txt")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_option_in_a_sentence_is_the_commands(self):
        told = [(code, re.match(r"belfry-cli ((?:[a-z-]+ )*)", code.text + " ")[1].split(), re.findall(r"(?<!\S)--[a-z-]+", code.text))
                for code in guide.inline() if code.text.startswith("belfry-cli ")]
        self.assertGreater(len([options for _, _, options in told if options]), 5)
        for code, words, options in told:
            with self.subTest(code):
                words = [word for word in words if not word.startswith("--")]
                done = self.home.run(*words, "--help")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([option for option in options if not re.search(rf"{option}\b", done.stdout)], [])


if __name__ == "__main__":
    belfry.main()
