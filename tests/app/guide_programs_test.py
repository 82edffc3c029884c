"""Every command of other programs in the README and the guide, as it stands there: curl, Python, torchrun, processes that are started by hand.
Only host names, addresses and ports are replaced. Those that train are ended by Ctrl-C after their first step. What cannot be run on one
machine without a network is listed, with what tests it instead.
"""
import contextlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys

import belfry
import guide
import guide_test
import pictures
from guide import ROOT

# The beginning of a command -> the page whose commands of this kind are run here; or why they are not, and what tests the same.
RUN_BY = {
    "belfry-cli ": "guide_test", "./run.sh ": "guide_test", "python my-model/": "guide_test",
    "curl ": "serve.md", "PYTHONPATH=python ": "python.md", "RANK=": "cluster.md", "PATH=$(packaging/setup.sh": "cluster-torchrun.md",
    "torchrun ": "cluster-torchrun.md",
    "belfry my-model/model.json": "a window: window_test", "git clone <": "the address is the reader's", "./run.sh": "run_test",
    "apt-get update && ": "bare_tree_test", "sudo apt install ./build": "a package: bare_tree_test, by the command in one line",
    "python3 -m venv belfry && ": "a wheel: bare_tree_test, by the command in one line", "pip install belfry-*.whl": "a wheel: wheel_test",
    "belfry/bin/belfry": "a wheel: bare_tree_test",
    "./test.sh --gpu": "an hour and a GPU: guide_benches_test reads the words", "git add tests/bench/results": "a commit of the reader's",
    "kubectl ": "a cluster; its command is run here", "sbatch ": "a cluster with Slurm",
    "packaging/setup.sh --parquet": "a download: tests/setup/test_setup.sh", "tensorboard --logdir": "its server: tensorboard_test reads the files",
}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def written(page, beginning):
    """The commands of a page that begin so."""
    return [command.text for command in guide.commands() if command.file.name == page and command.text.startswith(beginning)]


def block(page, kind):
    """The one block of a page of this kind."""
    (found,) = (block for block in guide.blocks(ROOT / "docs" / page) if block.kind == kind)
    return found.text


def keys(value):
    """The names of all fields, but for those of classes, which are the network's."""
    if isinstance(value, list):
        return keys(value[0])
    return {name: keys(inner) if name != "probabilities" else {} for name, inner in value.items()} if isinstance(value, dict) else {}


class GuidePrograms(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        here = cls.home.folder
        programs = here / "programs"
        programs.mkdir()
        (programs / "belfry-cli").symlink_to(belfry.PROGRAM)
        path = os.pathsep.join([str(programs), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
        cls.environment = {**cls.home.environment, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1",
                           "TMPDIR": str(here)}  # where torchrun leaves files when it is ended
        images, height, width = pictures.read_images(belfry.MNIST / "t10k-images-idx3-ubyte")
        (here / "folder/of/pictures").mkdir(parents=True)
        for name in ("cat.jpg", "dog.jpg", "seven.png", "folder/of/pictures/0.png"):
            (here / name).write_bytes(pictures.png(images[0], height, width))  # its bytes say what it is

    def shell(self, command, **options):
        """A line as bash takes it, in the background, with processes of its own group, as a terminal's."""
        process = subprocess.Popen(["bash", "-c", command], cwd=self.home.folder, stdin=subprocess.DEVNULL, start_new_session=True,
                                   **{"env": self.environment, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8", **options})
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        for sign in signal.SIGTERM, signal.SIGKILL:  # torchrun's ranks are of other groups, and end with it only if it is asked to
            with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, sign)
                process.communicate(timeout=belfry.TIMEOUT)

    def done(self, process):
        output, problems = process.communicate(timeout=belfry.TIMEOUT)
        self.assertEqual(process.returncode, 0, problems)
        return output

    def need_torch(self):
        if importlib.util.find_spec("torch") is None:
            self.skipTest(f"{sys.executable} has no torch; packaging/setup.sh installs one that has")

    # ---- which there are

    def test_every_command_is_run_or_has_a_reason(self):
        for command in guide.commands():
            if not guide_test.COMMAND.fullmatch(command.text):
                with self.subTest(command):
                    reasons = [reason for beginning, reason in RUN_BY.items() if command.text.startswith(beginning)]
                    self.assertTrue(reasons, "it is not run, and has no reason")
                    self.assertTrue(command.file.name in reasons or not reasons[0].endswith(".md"), f"only those of {reasons[0]} are run")

    def test_every_beginning_is_there(self):
        texts = [command.text for command in guide.commands()]
        self.assertEqual([beginning for beginning in RUN_BY if not any(text.startswith(beginning) for text in texts)], [])

    def test_both_languages_have_the_same_commands(self):
        english, spanish = ([re.sub("<.*?>", "<>", command.text) for command in guide.commands() if command.file.name == name]
                            for name in ("getting-started.md", "inicio.md"))
        self.assertEqual(english, spanish)

    # ---- serve

    def test_serve_answers_the_requests_of_the_guide(self):
        if shutil.which("curl") is None:
            self.skipTest("no curl on PATH: apt-get install curl")
        (serve,), port = written("serve.md", "belfry-cli serve"), free_port()
        server = self.shell(serve.replace("--port 8000", f"--port {port}"))
        self.assertIn(f"http://127.0.0.1:{port}/", server.stdout.readline())
        requests = written("serve.md", "curl ")
        self.assertEqual(len(requests), 3)
        (self.home.folder / ".curlrc").write_text('write-out = "\\n%{http_code}"\nsilent\n')
        sample = json.loads(block("serve.md", "json"))
        for request in requests:
            with self.subTest(request):
                self.assertIn("127.0.0.1:8000", request)
                said = self.done(self.shell(request.replace("127.0.0.1:8000", f"127.0.0.1:{port}")))
                answer, status = said.rsplit("\n", 1)
                self.assertEqual(status, "200", answer)
                answer = json.loads(answer)
                self.assertEqual(len(answer["answers"]), max(1, request.count("picture=")))
                self.assertEqual([one["answer"] for one in answer["answers"]], ["7"] * len(answer["answers"]))
                self.assertEqual(keys(answer), keys(sample))

    # ---- Python

    def test_the_example_in_python_runs(self):
        """Started as the page says of a source tree."""
        self.need_torch()
        here = self.home.folder
        (here / "python").symlink_to(ROOT / "python")
        (here / "build/release/bin").mkdir(parents=True)
        (here / "build/release/bin/belfry-cli").symlink_to(belfry.PROGRAM)
        (here / "my_script.py").write_text(block("python.md", "python"))
        (command,) = written("python.md", "PYTHONPATH=")
        lines = self.done(self.shell(command)).splitlines()
        (folder,) = (path for path in self.home.run_folders() if path.name == lines[-3].split()[0])
        self.assertEqual(self.home.run_record(folder)["epochs"], 1)
        self.assertRegex(lines[0], r"^\d+ \d")
        self.assertEqual([line.split()[0] for line in lines[-2:]], [str(here / name) for name in ("seven.png", "folder/of/pictures/0.png")])

    # ---- ranks

    def stopped(self, processes, output):
        """Ctrl-C for each after a step; the one run that they made, whole."""
        for line in output:
            if line.startswith("step "):
                break
        for process in processes:
            os.killpg(process.pid, signal.SIGINT)
        said = output.read()
        for process in processes:
            process.wait(timeout=belfry.TIMEOUT)
        (folder,) = set(self.home.run_folders()) - self.before
        record = self.home.run_record(folder)
        self.assertEqual(record["state"], "stopped", said)
        self.assertTrue((folder / "weights/final.safetensors").exists())
        self.assertEqual(json.loads((folder / "plan.json").read_text())["towers"] % len(processes), 0)

    def train_together(self, *commands):
        """Started at once, with one pipe for what all of them print."""
        self.before = set(self.home.run_folders())
        reading, writing = os.pipe()
        processes = [self.shell(command, stdout=writing, stderr=writing) for command in commands]
        os.close(writing)
        with open(reading, encoding="utf-8", errors="replace") as output:
            self.stopped(processes, output)
        return processes

    def test_ranks_by_hand(self):
        commands, port = written("cluster.md", "RANK="), free_port()
        self.assertEqual(len(commands), 2)
        here = [command.replace("MASTER_ADDR=a MASTER_PORT=29500", f"MASTER_ADDR=127.0.0.1 MASTER_PORT={port}") for command in commands]
        self.assertNotIn("29500", "".join(here))
        self.assertEqual([process.returncode for process in self.train_together(*here)], [130, 130])

    def test_the_command_of_the_pods(self):
        """With the variables that the operator sets."""
        page = (ROOT / "docs/cluster-kubernetes.md").read_text("utf-8")
        told = [" ".join(json.loads(words)) for words in re.findall(r"^ +command: (\[.*\])$", page, re.MULTILINE)]
        self.assertEqual(len(told), 2)
        port = free_port()
        self.train_together(*(f"RANK={rank} WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT={port} {command}" for rank, command in enumerate(told)))

    def test_ranks_by_torchrun(self):
        self.need_torch()
        (path,), agents = written("cluster-torchrun.md", "PATH="), written("cluster-torchrun.md", "torchrun ")
        self.assertEqual(len(agents), 2)
        tool_chain = pathlib.Path(sys.prefix).parent
        if not (tool_chain / "venv/bin/torchrun").exists():
            self.skipTest(f"no torchrun beside {sys.executable}; packaging/setup.sh makes it")
        where = pathlib.Path(self.done(self.shell(f"{ROOT}/packaging/setup.sh --where")).strip())
        where.parent.mkdir(parents=True)
        where.symlink_to(tool_chain)  # in the cache of this home
        for agent in agents:
            with self.subTest(agent):
                self.assertIn(" a:29400 ", agent)
                here = f"cd {ROOT} && {path} && cd {self.home.folder} && {agent.replace(' a:29400 ', f' 127.0.0.1:{free_port()} ')}"
                self.train_together(here, here)


if __name__ == "__main__":
    belfry.main()
