"""The guide's notebook, run to its end by a kernel of Jupyter; runs as a table of pandas; the kernel's interrupt and end."""
import contextlib
import json
import os
import pathlib
import queue
import re
import signal
import textwrap

import belfry

belfry.needs("nbclient", "ipykernel", "pandas", "PIL", "torch")
import jupyter_client  # noqa: E402
import nbclient  # noqa: E402
import nbformat  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "first-network.ipynb"
PACKAGES = os.environ.get("BELFRY_TEST_PACKAGES", "")
SHORT = {"model": "lenet", "batch_per_tower": 16, "steps": 4, "display_every": 1, "devices": ["cpu"]}
ENDLESS = {**SHORT, "steps": 1_000_000_000}


class NotebookTest(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        before = dict(os.environ)  # the kernel's client reads these, too
        cls.addClassCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.clear()
        os.environ.update(cls.home.environment, BELFRY_CLI=str(belfry.PROGRAM), PYTHONDONTWRITEBYTECODE="1",
                          PYTHONPATH=os.pathsep.join((str(ROOT / "python"), PACKAGES)))

    def kernel(self):
        """A kernel, and a client that gives it cells."""
        manager, client = jupyter_client.manager.start_new_kernel(kernel_name="python3", cwd=self.home.folder)
        self.addCleanup(manager.shutdown_kernel, now=True)
        self.addCleanup(client.stop_channels)
        return manager, client

    def until(self, client, beginning):
        """Reads what the kernel prints until a line begins so."""
        while True:
            message = client.get_iopub_msg(timeout=belfry.TIMEOUT)
            if message["msg_type"] == "error":
                self.fail("\n".join(message["content"]["traceback"]))
            if re.search(rf"(?m)^{beginning}", message["content"].get("text", "")):
                return

    def printed(self, client, cell):
        """What a cell prints, which must run to its end."""
        text = []
        reply = client.execute_interactive(textwrap.dedent(cell), timeout=belfry.TIMEOUT, output_hook=lambda message: text.append(
            message["content"].get("text", "")))
        self.assertEqual(reply["content"]["status"], "ok", reply["content"].get("evalue"))
        return "".join(text)


class Guide(NotebookTest):
    PROBE = """
        json.dumps({"run": run.id, "test": runs["test"][0], "accuracy": accuracy, "answer": answer.answer, "label": int(labels[0]),
                    "predict": answer.probabilities, "module": of_module, "steps": [step["step"] for step in steps],
                    "filters": list(filters.shape), "started": str(runs["started"].dtype)})
        """

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.notebook = nbformat.read(NOTEBOOK, as_version=nbformat.NO_CONVERT)
        probe = nbformat.v4.new_code_cell(textwrap.dedent(cls.PROBE).strip())
        cls.notebook.cells.append(probe)
        nbclient.NotebookClient(cls.notebook, timeout=belfry.TIMEOUT, resources={"metadata": {"path": cls.home.folder}}).execute()
        # A string's representation.
        cls.found = json.loads(probe.outputs[0]["data"]["text/plain"].strip("'"))

    def outputs(self, word, kind):
        """The outputs of this kind of the one cell that has the word."""
        (cell,) = (cell for cell in self.notebook.cells if cell.cell_type == "code" and word in cell.source)
        return [output["data"][kind] for output in cell.outputs if kind in output.get("data", {})]

    def test_is_committed_as_a_document(self):
        notebook = nbformat.read(NOTEBOOK, as_version=nbformat.NO_CONVERT)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                self.assertEqual((cell.outputs, cell.execution_count), ([], None))
        pages = re.findall(r"\]\(([\w-]+\.md)", NOTEBOOK.read_text(encoding="utf-8"))
        self.assertGreater(len(pages), 3)
        self.assertEqual([page for page in pages if not (NOTEBOOK.parent / page).exists()], [])

    def test_the_run_is_one_of_the_table(self):
        (folder,) = self.home.run_folders()
        record = self.home.run_record(folder)
        self.assertEqual((self.found["run"], record["state"], record["steps"]), (folder.name, "finished", 400))
        self.assertEqual(self.found["test"], record["test"]["accuracy"])
        self.assertGreater(self.found["test"], 0.9)
        self.assertTrue(self.found["started"].startswith("datetime64"), self.found["started"])

    def test_steps_are_followed_in_one_table(self):
        self.assertEqual(self.found["steps"][-1], 400)
        self.assertGreaterEqual(len(self.found["steps"]), 20)
        (table,) = self.outputs("on_step=follow", "text/html")
        self.assertIn("<td>400</td>", table)
        self.assertEqual(table.count("<tr>"), 5)

    def test_the_module_answers_as_predict(self):
        self.assertEqual((self.found["answer"], self.found["label"]), ("7", 7))
        self.assertEqual(list(self.found["module"]), list(self.found["predict"]))
        for name, probability in self.found["predict"].items():
            self.assertAlmostEqual(self.found["module"][name], probability, delta=1e-5)
        self.assertAlmostEqual(self.found["accuracy"], self.found["test"], delta=1.5e-4)  # a picture on the edge may fall

    def test_pictures_are_shown(self):
        self.assertEqual(len(self.outputs("picture.resize", "image/png")), 1)
        self.assertEqual(len(self.outputs("shown.resize", "image/png")), 1)
        self.assertEqual(self.found["filters"][1:], [5, 5])


class Tables(NotebookTest):
    def frame(self, client, of):
        """A value of the frame of all runs."""
        return json.loads(self.printed(client, f"""
            import json, belfry, pandas
            runs = pandas.DataFrame(belfry.runs())
            print(json.dumps({of}))
            """))

    def test_before_any_run_it_is_empty(self):
        os.environ["BELFRY_RUNS"] = str(self.home.folder / "none")
        self.addCleanup(os.environ.update, BELFRY_RUNS=str(self.home.runs))
        _, client = self.kernel()
        self.assertEqual(self.frame(client, "[len(runs), list(runs), runs.empty]"), [0, [], True])

    def test_columns_are_those_of_the_guide(self):
        self.home.train("--model", "lenet", "--steps", 2, "--batch-per-tower", 16)
        _, client = self.kernel()
        page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        section = page.partition("## Columns of runs")[2].partition("\n## ")[0]
        told = [name for row in re.findall(r"(?m)^\| (`.*?) \|", section) for name in re.findall(r"`(\w+)`", row)]
        self.assertEqual(self.frame(client, "sorted(runs)"), sorted(told))

    def test_runs_that_did_not_finish_have_rows(self):
        process = self.home.start("--batch-per-tower", 16, "--steps", 1_000_000_000, "--display-every", 1, "--name", "killed",
                                  "--checkpoint-every", 2)
        self.addCleanup(process.kill)
        belfry.until(process, "step 9/")
        process.kill()
        process.communicate(timeout=belfry.TIMEOUT)
        failed = self.home.run("train", "--devices", "cpu", "--model", "mlp", "--optimizer", "sgd", "--learning-rate", 1000, "--steps", 50,
                               "--name", "failed")
        self.assertEqual(failed.returncode, 1)
        _, client = self.kernel()
        states, steps, unknown, kind, reason = self.frame(client, """[
            dict(zip(runs["name"], runs["state"])), int(runs.set_index("name")["steps"]["killed"]),
            bool(runs.set_index("name")["test"].isna()["killed"]), str(runs["test"].dtype),
            runs.set_index("name")["reason"]["failed"]]""")
        self.assertEqual((states["killed"], states["failed"]), ("interrupted", "failed"))
        self.assertGreaterEqual(steps, 2)
        self.assertEqual((unknown, kind), (True, "float64"))
        self.assertTrue(reason)


class Interrupt(NotebookTest):
    def start(self, plan):
        manager, client = self.kernel()
        message = client.execute(textwrap.dedent(f"""
            import belfry
            belfry.train({plan!r}, on_step=lambda step: print("step", step["step"], flush=True))
            """), stop_on_error=False)
        self.until(client, "step 3")
        (folder,) = (path for path in self.home.run_folders() if path.name.endswith(f"-{plan['name']}"))
        return manager, client, message, folder

    def take_reply(self, client, replies, timeout):
        reply = client.get_shell_msg(timeout=timeout)
        replies[reply["parent_header"]["msg_id"]] = reply

    # The kernel's interrupt goes to its process group, and so did each of them to the program, which heard the package's
    # own, too: the third signal ended it before it had saved.
    def test_interrupts_stop_and_save_and_resume_goes_on(self):
        manager, client, message, folder = self.start({**ENDLESS, "name": "interrupted", "batch_per_tower": 2000})
        replies = {}
        for _ in range(5):  # at most, as a step and the saving after it take longer; then it is only waited for
            manager.interrupt_kernel()
            with contextlib.suppress(queue.Empty):
                self.take_reply(client, replies, timeout=0.02)
        while message not in replies:
            self.take_reply(client, replies, timeout=belfry.TIMEOUT)
        reply = replies[message]
        self.assertEqual((reply["content"]["status"], reply["content"]["ename"]), ("error", "KeyboardInterrupt"))
        stopped = self.home.run_record(folder)
        self.assertEqual(stopped["state"], "stopped")
        self.assertGreaterEqual(stopped["steps"], 3)
        said = self.printed(client, f"""
            steps = []
            run = belfry.resume({folder.name!r}, on_step=steps.append, steps={stopped["steps"] + 2})
            network = belfry.load(run)
            print(run.id, run.row["state"], run.row["steps"], *[step["step"] for step in steps])
            """)
        last = stopped["steps"]
        self.assertEqual(said.split(), [folder.name, "finished", str(last + 2), str(last + 1), str(last + 2)])

    def kill_left(self, folder):
        record = self.home.run_record(folder)
        if record["state"] == "running":
            os.kill(record["process"]["pid"], signal.SIGKILL)

    # A kernel that is killed, to be restarted, left its run behind: nobody saw it, and nothing but its number stopped it.
    def test_the_end_of_the_kernel_stops_and_saves(self):
        manager, client, _, folder = self.start({**ENDLESS, "name": "left"})
        self.addCleanup(self.kill_left, folder)
        client.stop_channels()
        manager.signal_kernel(signal.SIGKILL)
        belfry.eventually(lambda: self.home.run_record(folder)["state"] != "running", "the end of the run")
        self.assertEqual(self.home.run_record(folder)["state"], "stopped")
        self.assertTrue((folder / "weights" / "final.safetensors").exists())


if __name__ == "__main__":
    belfry.main()
