"""The package for Python: training, runs, PyTorch modules and answers are those of the command line."""
import importlib.util
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import textwrap
import unittest

import belfry
import pictures

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = os.environ.get("BELFRY_TEST_PACKAGES", "")
SHORT = {"model": "lenet", "batch_per_tower": 16, "steps": 4, "display_every": 1, "devices": ["cpu"]}


def door():
    """The package, which has the name of this folder's helper."""
    folder = ROOT / "python" / "belfry"
    found = importlib.util.spec_from_file_location("belfry_door", folder / "__init__.py",
                                                   submodule_search_locations=[str(folder)])
    package = importlib.util.module_from_spec(found)
    sys.modules["belfry_door"] = package
    found.loader.exec_module(package)
    return package


class Door(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        before = dict(os.environ)
        cls.addClassCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.clear()
        os.environ.update(cls.home.environment, BELFRY_CLI=str(belfry.PROGRAM))
        cls.door = door()
        images, cls.height, cls.width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        cls.images = [images[number] for number in range(6)]
        cls.labels = [str(label) for label in pictures.read_labels(belfry.MNIST / "t10k-labels-idx1-ubyte")[:6]]
        cls.folder = cls.home.folder / "digits"
        cls.folder.mkdir()
        cls.files = [cls.folder / f"{number}.png" for number in range(6)]
        for image, file in zip(cls.images, cls.files):
            file.write_bytes(pictures.png(image, cls.height, cls.width))

    def script(self, text, **options):
        """Another Python with the package, as its users start it."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        return subprocess.Popen([sys.executable, "-c", textwrap.dedent(text)], cwd=self.home.folder, env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", **options)

    # ---- training

    def test_trains_a_plan_and_tells_its_steps(self):
        steps = []
        run = self.door.train({**SHORT, "name": "from python"}, on_step=steps.append)
        self.assertEqual([step["step"] for step in steps], [1, 2, 3, 4])
        self.assertEqual({"loss", "accuracy", "epoch", "images", "towers"} - set(steps[0]), set())
        self.assertEqual((run.row["state"], run.row["steps"], run.row["name"]), ("finished", 4, "from python"))
        self.assertEqual(run.folder, self.home.runs / run.id)
        self.assertEqual(self.home.run_record(run.folder)["steps"], 4)
        again = self.door.train(run.folder / "plan.json")
        self.assertNotEqual(again.id, run.id)
        tensors = [belfry.safetensors(one.folder / "weights" / "final.safetensors")[1] for one in (run, again)]
        self.assertEqual(*tensors)

    def test_says_the_sentence_of_the_program(self):
        with self.assertRaises(self.door.Error) as caught:
            self.door.train({"modle": "lenet"})
        self.assertRegex(str(caught.exception), r"\AUnknown plan field 'modle'; did you mean 'model'\?")
        self.assertIsNone(caught.exception.run)
        with self.assertRaisesRegex(self.door.Error, "no-such-run"):
            self.door.load("no-such-run")
        with self.assertRaisesRegex(self.door.Error, "no-such-run"):
            self.door.predict("no-such-run", self.files[0])

    # A dictionary with the field "preset" trained the default network under the preset's name.
    def test_a_dictionary_starts_from_its_preset(self):
        run = self.door.train({"preset": "quick", "steps": 2, "batch_per_tower": 16, "devices": ["cpu"]})
        plan = json.loads((run.folder / "plan.json").read_text())
        self.assertEqual((plan["schedule"], plan["learning_rate"], plan["batch_per_tower"]), ("one-cycle", 0.004, 16))
        with self.assertRaisesRegex(self.door.Error, "did you mean 'quick'"):
            self.door.train({"preset": "quik"})

    def test_fields_of_other_types(self):
        import numpy
        nowhere = self.home.folder / "no such folder"
        with self.assertRaisesRegex(self.door.Error, "no such folder"):
            self.door.train({**SHORT, "steps": numpy.int64(2), "learning_rate": numpy.float32(0.01), "data": nowhere})
        for plan, fault, sentence in (
                ({"steps": 2, "model": {1, 2}}, TypeError, r"the plan's field 'model' is \{1, 2\}; expected a finite number"),
                ({"learning_rate": float("nan")}, ValueError, "the plan's field 'learning_rate' is nan; expected a finite"),
                (3, TypeError, "a plan is a dictionary of plan fields or the path of a plan file, not int")):
            with self.assertRaisesRegex(fault, sentence):
                self.door.train(plan)
        with self.assertRaisesRegex(TypeError, "a run is what train.. returned, .* not dict"):
            self.door.load({})

    def test_what_a_run_warns_of_is_a_warning(self):
        program = self.home.folder / "warning-cli"
        program.write_text(f"""#!/bin/sh
[ "$1" = train ] && echo '{{"event": "warning", "text": "The disk is nearly full."}}'
exec '{belfry.PROGRAM}' "$@"
""")
        program.chmod(0o755)
        os.environ["BELFRY_CLI"] = str(program)
        self.addCleanup(os.environ.update, BELFRY_CLI=str(belfry.PROGRAM))
        with self.assertWarnsRegex(UserWarning, "The disk is nearly full[.]") as caught:
            self.door.train(SHORT)
        self.assertEqual(caught.filename, __file__)

    def test_a_run_that_fails_says_why(self):
        with self.assertRaises(self.door.Error) as caught:
            self.door.train({**SHORT, "model": "mlp", "optimizer": "sgd", "learning_rate": 1000, "steps": 50})
        self.assertEqual(caught.exception.run.row["state"], "failed")
        self.assertEqual(str(caught.exception), caught.exception.run.row["reason"])

    def test_an_exception_of_on_step_stops_and_saves(self):
        def third(step):
            if step["step"] >= 3:
                raise LookupError("enough")
        with self.assertRaisesRegex(LookupError, "enough") as caught:
            self.door.train({**SHORT, "steps": 1_000_000_000, "name": "enough"}, on_step=third)
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith("-enough"))
        self.assertEqual(caught.exception.__notes__, [f"The run {folder.name} was stopped and saved."])
        self.assert_saved(folder)

    # It said of every run that it was stopped.
    def test_a_run_that_had_ended_is_not_said_to_be_stopped(self):
        def first(step):
            belfry.eventually(lambda: self.home.run_record(folder())["state"] == "finished", "the end of the run")
            raise LookupError("late")

        def folder():
            return next(path for path in self.home.run_folders() if path.name.endswith("-late"))
        with self.assertRaisesRegex(LookupError, "late") as caught:
            self.door.train({**SHORT, "name": "late"}, on_step=first)
        self.assertEqual(caught.exception.__notes__, [f"The run {folder().name} had ended meanwhile: finished."])

    # load() asked for the best weights, and such a run has none.
    def test_a_run_without_validation_is_loaded_and_resumed(self):
        def stop(step):
            raise LookupError
        with self.assertRaises(LookupError):
            self.door.train({**SHORT, "steps": 1_000_000_000, "name": "short"}, on_step=stop)
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith("-short"))
        self.assertFalse((folder / "weights" / "best.safetensors").exists())
        self.assertEqual(len(self.door.load(folder).classes), 10)
        self.assertEqual(len(self.door.predict(folder, self.files[0])), 1)
        steps, last = [], self.home.run_record(folder)["steps"]
        run = self.door.resume(folder.name, steps.append, steps=last + 2)
        self.assertEqual([step["step"] for step in steps], [last + 1, last + 2])
        self.assertEqual((run.folder, run.row["state"], run.row["steps"]), (folder, "finished", last + 2))
        with self.assertRaisesRegex(self.door.Error, "has completed all of its"):
            self.door.resume(run)
        with self.assertRaisesRegex(self.door.Error, "no weights '12345'"):
            self.door.load(run, weights=12345)

    def assert_saved(self, folder):
        record = self.home.run_record(folder)
        self.assertEqual(record["state"], "stopped")
        metadata, _ = belfry.safetensors(folder / "weights" / "final.safetensors")
        self.assertEqual(int(metadata["step"]), record["steps"])
        self.assertGreaterEqual(record["steps"], 3)

    def interrupt(self, name, stop):
        process = self.script(f"""
            import belfry
            belfry.train({dict(SHORT, steps=1_000_000_000, name=name)!r},
                         on_step=lambda step: print("step", step["step"], flush=True))
            """, start_new_session=True)
        self.addCleanup(process.kill)
        belfry.until(process, "step 3")
        stop(process)
        _, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, -signal.SIGINT, errors)
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith(f"-{name}"))
        self.assertIn(f"The run {folder.name} was stopped and saved.", errors)
        self.assert_saved(folder)

    def test_ctrl_c_of_a_notebook_stops_and_saves(self):  # which tells Python alone
        self.interrupt("notebook", lambda process: process.send_signal(signal.SIGINT))

    def test_ctrl_c_of_a_terminal_stops_and_saves(self):  # which tells the program too
        self.interrupt("terminal", lambda process: os.killpg(process.pid, signal.SIGINT))

    # ---- runs

    def test_runs_are_flat_rows_newest_first(self):
        run = self.door.train(SHORT)
        rows = self.door.runs()
        self.assertEqual(rows[0], run.row)
        self.assertEqual(len(rows), len(self.home.run_folders()))
        self.assertFalse([value for row in rows for value in row.values() if isinstance(value, dict)])

    def test_other_commands_are_called(self):
        run = self.door.train(SHORT)
        self.assertEqual(json.loads(self.door.call("evaluate", run.folder, "--json"))["accuracy"], run.row["test"])
        with self.assertRaisesRegex(self.door.Error, "did you mean 'evaluate'"):
            self.door.call("evalute")

    # ---- networks and answers

    def test_loads_a_run_as_a_module(self):
        import torch
        images = torch.tensor([list(image) for image in self.images], dtype=torch.uint8)
        images = images.reshape(-1, self.height, self.width, 1)
        network = self.door.load("ready")
        self.assertIsInstance(network, torch.nn.Module)
        self.assertEqual([network.classes[label] for label in network(images).argmax(1)], self.labels)
        run = self.door.train({**SHORT, "model": "mlp", "width": 8, "hidden_layers": 1})
        of_run = [self.door.load(given)(images) for given in (run, run.row, run.id, run.folder)]
        for logits in of_run:
            self.assertTrue(torch.equal(logits, of_run[0]))
            self.assertEqual(logits.shape, (6, 10))
        newest = self.door.load(run, weights="final").state_dict()
        self.assertEqual(sum(values.numel() for values in newest.values()), 28 * 28 * 8 + 8 + 8 * 10 + 10)
        with self.assertRaisesRegex(self.door.Error, "--none-below: Value 3"):  # not the "--" before the pictures
            self.door.predict(run, self.files[0], none_below=3)
        unsure = self.door.predict(run, self.files[0], none_below=1.0)[0]
        self.assertTrue(unsure.none_of_these)
        self.assertLess(unsure.confidence, 1)
        self.assertEqual(unsure.step, 4)

    def test_answers_paths_folders_bytes_and_images(self):
        answers = self.door.predict("ready", self.files)
        self.assertEqual([answer.answer for answer in answers], self.labels)
        self.assertEqual([answer.picture for answer in answers], [str(file) for file in self.files])
        self.assertEqual(answers[0].confidence, max(answers[0].probabilities.values()))
        self.assertFalse(answers[0].none_of_these)
        self.assertEqual(self.door.predict("ready", self.folder), answers)
        self.assertEqual([one.answer for one in self.door.predict("ready", str(self.files[0]))], self.labels[:1])
        content = [file.read_bytes() for file in self.files]
        mixed = self.door.predict("ready", [content[0], self.files[1], memoryview(content[2])])
        self.assertEqual([one.answer for one in mixed], self.labels[:3])
        self.assertEqual([one.picture for one in mixed], ["picture 0", str(self.files[1]), "picture 2"])
        self.assertEqual([one.answer for one in self.door.predict("ready", content[3])], self.labels[3:4])
        self.assertEqual(self.door.predict("ready", []), [])
        for none in [3], 3:
            with self.assertRaisesRegex(TypeError, "a picture is a path, .* not int"):
                self.door.predict("ready", none)

    def test_answers_with_an_exported_network(self):
        network = self.home.folder / "my-model"
        self.door.call("export", "ready", "--output", network)
        expected = self.door.predict("ready", self.folder)
        for name in (network, str(network / "model.json")):
            self.assertEqual(self.door.predict(name, self.folder), expected)

    def test_answers_images_of_pil(self):
        sys.path.append(PACKAGES)
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("without PIL")
        grey = Image.open(io.BytesIO(self.files[0].read_bytes()))
        for image in (grey, grey.convert("RGB"), grey.convert("P"), grey.convert("F")):
            self.assertEqual([one.answer for one in self.door.predict("ready", image)], self.labels[:1], image.mode)

    def test_unreadable_pictures_are_named_and_the_others_answered(self):
        with self.assertRaises(self.door.Error) as caught:
            self.door.predict("ready", [self.files[0], b"no picture", self.files[1]])
        self.assertIn("picture 1", str(caught.exception))
        self.assertNotIn("/tmp", str(caught.exception))
        self.assertEqual([one.answer for one in caught.exception.answers], self.labels[:2])

    def test_more_paths_than_a_program_takes(self):
        long = self.home.folder / ("a" * 200) / ("b" * 200)
        long.mkdir(parents=True)
        file = long / "digit.png"
        file.write_bytes(self.files[0].read_bytes())
        links = [long / f"{number:04}.png" for number in range(1300)]
        for link in links:
            link.hardlink_to(file)
        answers = self.door.predict("ready", links)
        self.assertEqual([one.picture for one in answers], [str(link) for link in links])

    # ---- the package

    def test_without_a_program_it_says_so(self):
        nowhere = "/nowhere/belfry-cli"
        for named, sentence in ("", "was not installed from Belfry's wheel"), (nowhere, "cannot be started"):
            os.environ["BELFRY_CLI"] = named
            self.addCleanup(os.environ.update, BELFRY_CLI=str(belfry.PROGRAM))
            with self.assertRaisesRegex(self.door.Error, sentence):
                self.door.runs()
            with self.assertRaisesRegex(self.door.Error, sentence):
                self.door.train(SHORT)

    def test_version_is_the_programs(self):
        self.assertEqual(self.door.__version__, self.home.run("--version").stdout.strip())

    def test_is_typed(self):
        environment = {**os.environ, "PYTHONPATH": PACKAGES}
        checker = [sys.executable, "-m", "mypy"]
        if subprocess.run([*checker, "--version"], env=environment, capture_output=True).returncode != 0:
            self.skipTest("mypy cannot be started; packaging/setup.sh installs it")
        checker += ["--strict", "--follow-imports=silent", "--cache-dir", self.home.folder / "mypy"]
        done = subprocess.run([*checker, ROOT / "python" / "belfry"], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        script = self.home.folder / "typed.py"  # a user's, with faults in its last three lines
        script.write_text(textwrap.dedent("""
            import belfry
            try:
                run = belfry.train({"model": "lenet"}, on_step=lambda step: print(step["step"]))
                names: list[str] = [answer.answer for answer in belfry.predict(run, ["seven.png"])]
                network = belfry.load(belfry.runs()[0], weights=100).eval()
            except belfry.Error as error:
                if error.run is not None:
                    print(error.run.folder / "log.txt", [answer.confidence for answer in error.answers], belfry.__version__)
            belfry.train(["lenet"])
            belfry.runs().colums
            belfry.trian
            """))
        done = subprocess.run([*checker, script], env={**environment, "MYPYPATH": ROOT / "python"}, capture_output=True, text=True)
        found = re.findall(r"typed[.]py:(\d+): error", done.stdout)
        self.assertEqual(found, ["10", "11", "12"], done.stdout + done.stderr)

    def test_imports_in_a_moment_and_needs_no_other_package(self):
        process = self.script("""
            import sys
            sys.path = [path for path in sys.path if "site-packages" not in path]
            import belfry
            print([name for name in sys.modules if name.split(".")[0] in ("torch", "numpy", "pandas", "PIL")])
            """)
        output, errors = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual((output, errors), ("[]\n", ""))


if __name__ == "__main__":
    belfry.main()
