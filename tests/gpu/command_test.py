"""The report of ./test.sh --gpu, on a machine of fakes: command_test.py FOLDER_OF_GPU_PY. No GPU is asked anything."""
import contextlib
import fnmatch
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

BENCH = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(BENCH))
import gpu  # noqa: E402
import gpu_report  # noqa: E402
import gpu_speed  # noqa: E402
import speed  # noqa: E402

# Answers like a program of GoogleTest's, as long as it is told of all GPUs. FAKE_WORLD names what is broken.
TEST_PROGRAM = """
import os, sys, time
world = os.environ.get("FAKE_WORLD", "")
if sys.argv[1:] == ["--gtest_list_tests"]:
    print("Running main() from gtest_main.cc\\nTowers.\\n  Learn\\n  NeedMore\\n  Hang")
    print("Table/Sums.\\n  Hold/0  # GetParam() = 3")
    sys.exit()
if os.environ.get("BELFRY_REQUIRE_GPUS") != os.environ["FAKE_GPUS"]:
    sys.exit(3)
chosen = sys.argv[1].split("=")[1] if len(sys.argv) > 1 else "all"
if chosen == "Towers.NeedMore":
    print("/t/gpu_test.h:20: Skipped\\n4 CUDA device(s) needed, 2 found\\n[  SKIPPED ] Towers.NeedMore (0 ms)\\n[  PASSED  ] 0 tests.")
    sys.exit()
if chosen == "Towers.Hang" and "hangs" in world:
    time.sleep(60)
if chosen in ("Towers.Learn", "all") and "fails" in world:
    print("/t/towers.cpp:7: Failure\\nExpected: (found) <= (limit), actual: 3 | 2\\n\\n[  FAILED  ] Towers.Learn (1 ms)")
    sys.exit(1)
print("[       OK ] " + chosen + " (1 ms)\\n[  PASSED  ] 1 test.")
"""
NVIDIA_SMI = """
import os, sys
count = int(os.environ["FAKE_GPUS"])
if count == 0:
    print("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.")
    sys.exit(9)
if sys.argv[1] == "topo":
    print("GPU0 GPU1 NV18")
else:
    print("name, driver_version, memory.total [MiB], power.limit [W]")
    print("\\n".join(["NVIDIA T1000 8GB, 580.95.05, 8192 MiB, 50.00 W"] * count))
"""
# Writes down how it was called.
SANITIZER = """
import os, subprocess, sys
at = sys.argv.index("--error-exitcode")
with open(os.environ["FAKE_CALLS"], "a") as calls:
    print(" ".join(sys.argv[1:at]), "cache off" if "PYTORCH_NO_CUDA_MEMORY_CACHING" in os.environ else "cache on", file=calls)
done = subprocess.run(sys.argv[at + 2:])
bad = "racecheck" in sys.argv and "races" in os.environ.get("FAKE_WORLD", "")
print("========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)" if bad else "========= ERROR SUMMARY: 0 errors")
sys.exit(9 if bad else done.returncode)
"""
CLI = """
import json, sys
words = sys.argv[1:]
if words[0] == "devices":
    print(json.dumps({"devices": [{"id": "cpu", "name": "EPYC"}, {"id": "cuda:0", "name": "NVIDIA T1000 8GB"}]}))
elif words[0] == "train" and "--epochs" in words:
    epochs, seed = int(words[words.index("--epochs") + 1]), int(words[words.index("--seed") + 1])
    print(json.dumps({"event": "finished", "seconds": 0.2 * epochs, "startup_seconds": 0.1,
                      "test": {"accuracy": 0.985 + 0.002 * epochs + 0.0001 * seed}}))
elif words[0] == "train":
    for step in range(12):
        print(json.dumps({"event": "step", "milliseconds": 1, "towers": [{"wait": 0.25}], "queue_fill": None}))
    print(json.dumps({"event": "finished", "images_per_second": 2e6}))
else:
    print("figures of", " ".join(words))
"""
BENCH_PROGRAM = "import sys; print('timing', sys.argv[1:]); sys.exit(7)"


class Machine:
    """Fakes on PATH and in two build folders."""

    def __init__(self, test, gpus, world=""):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="belfry-gpu-test-"))
        test.addCleanup(shutil.rmtree, self.folder)
        for path, script in {"bin/nvidia-smi": NVIDIA_SMI, "bin/compute-sanitizer": SANITIZER, "dev/bin/test_gpu": TEST_PROGRAM,
                             "dev/bin/test_multigpu": TEST_PROGRAM, "release/bin/belfry-cli": CLI,
                             "release/bin/stage_cost_bench": BENCH_PROGRAM}.items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"#!{sys.executable}\n{script}")
            file.chmod(0o755)
        (self.folder / "torch.py").write_text("raise ImportError('a fake')")  # whatever Python this is
        self.environment = {key: value for key, value in os.environ.items() if key not in ("CUDA_VISIBLE_DEVICES", "BELFRY_REQUIRE_GPUS")}
        self.environment.update(PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", PYTHONPATH=str(self.folder), FAKE_GPUS=str(gpus),
                                FAKE_WORLD=world, FAKE_CALLS=str(self.folder / "calls"))
        if gpus == 0:
            self.environment["CUDA_VISIBLE_DEVICES"] = ""  # the driver of the machine that this runs on shows none, either

    def report(self, *arguments):
        return subprocess.run([sys.executable, BENCH / "gpu.py", self.folder / "dev", self.folder / "release", "--results",
                               self.folder / "results", *arguments], env=self.environment, capture_output=True, encoding="utf-8",
                              timeout=120, check=False)

    def written(self):
        """(Markdown, JSON) of the only report."""
        (page,), (data,) = self.folder.glob("results/*.md"), self.folder.glob("results/*.json")
        return page.read_text(), json.loads(data.read_text())

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()


class Arguments(unittest.TestCase):
    def test_no_gpu_is_one_sentence(self):
        for more in ([], ["--check"]):
            machine = Machine(self, 0)
            done = machine.report(*more)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"\Agpu: no NVIDIA GPU was found: [^\n]+\.\n\Z")
            self.assertFalse((machine.folder / "results").exists())

    def test_a_gpu_is_found(self):
        self.assertEqual(Machine(self, 1).report("--check").returncode, 0)

    def test_unknown_parts_and_missing_programs_are_refused(self):
        machine = Machine(self, 1)
        self.assertIn("--only has 'speed'; expected some of tests, sanitizer, bench", machine.report("--only", "tests,speed").stderr)
        (machine.folder / "dev/bin/test_gpu").unlink()
        done = machine.report()
        self.assertEqual(done.returncode, 2)
        self.assertIn("test_gpu is not there: ./test.sh --gpu builds it.", done.stderr)


class Tests(unittest.TestCase):
    def test_names(self):
        self.assertEqual(gpu.names_of("Running main() from x.cc\nA.\n  One\n  Two\nB/0.  # TypeParam = int\n  Three/1  # GetParam() = 4\n"),
                         ["A.One", "A.Two", "B/0.Three/1"])

    def test_one_gpu(self):
        machine = Machine(self, 1)
        done = machine.report("--only", "tests")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        page, data = machine.written()
        self.assertEqual([(row["program"], row["name"], row["state"]) for row in data["tests"]],
                         [("test_gpu", "Towers.Learn", "passed"), ("test_gpu", "Towers.NeedMore", "skipped"),
                          ("test_gpu", "Towers.Hang", "passed"), ("test_gpu", "Table/Sums.Hold/0", "passed"),
                          ("test_gpu", "all 4 in one process", "passed")])
        self.assertIn("4 passed, 0 failed, 1 skipped.", page)
        self.assertIn("| test_gpu Towers.NeedMore | skipped |", page)
        self.assertIn("- test_multigpu: not run: 1 GPU", page)
        self.assertIn("1 x NVIDIA T1000 8GB", page)
        self.assertIn("driver_version 580.95.05", page)
        self.assertIn("GPU0 GPU1 NV18", page)
        self.assertIn("tests: 4 passed, 0 failed, 1 skipped", done.stdout)
        self.assertTrue((machine.folder / "dev/gpu-logs/test_gpu.Table-Sums.Hold-0.log").exists())

    def test_two_gpus_and_what_fails(self):
        machine = Machine(self, 2, "fails hangs")
        done = machine.report("--only", "tests", "--limit", "2")
        self.assertEqual(done.returncode, 1)
        page, data = machine.written()
        self.assertEqual(data["facts"]["gpu_count"], 2)
        states = {(row["program"], row["name"]): (row["state"], row["why"]) for row in data["tests"]}
        for program in ("test_gpu", "test_multigpu"):
            why = "Expected: (found) <= (limit), actual: 3 | 2"
            self.assertEqual(states[program, "Towers.Learn"], ("failed", why))
            self.assertEqual(states[program, "Towers.Hang"], ("failed", "ended after 2 s"))
            self.assertEqual(states[program, "all 4 in one process"], ("failed", why))
        self.assertIn("actual: 3 \\| 2", page)
        self.assertIn("FAILED: test_multigpu Towers.Hang: ended after 2 s", done.stdout)

    def test_a_program_without_tests_is_no_success(self):
        self.assertEqual(gpu.verdict(gpu.Done(0, "[  PASSED  ] 0 tests.\n", 1)), ("failed", "nothing was run"))
        self.assertEqual(gpu.verdict(gpu.Done(-11, "[ RUN      ] A.B\n", 1)), ("failed", "exit status -11"))


class Sanitizer(unittest.TestCase):
    def test_tools_and_their_options(self):
        machine = Machine(self, 1)
        done = machine.report("--only", "sanitizer")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(machine.calls(), [
            "--tool memcheck --report-api-errors no cache off", "--tool racecheck cache off", "--tool synccheck cache off",
            "--tool initcheck cache off", "--tool memcheck --report-api-errors no cache on"])
        page, data = machine.written()
        self.assertEqual([row["why"] for row in data["sanitizer"]], ["ERROR SUMMARY: 0 errors"] * 5)
        self.assertIn("| initcheck, kernels | passed |", page)

    # Suites named by an alias of the fixture were looked at by no tool: the filter had the name of the fixture.
    def test_every_suite_of_kernels_is_looked_at(self):
        suites = set()
        for source in pathlib.Path(__file__).resolve().parent.glob("*.cpp"):
            text = source.read_text(encoding="utf-8")
            if "kernels_context.h" in text or "kernelsContext" in text:
                suites |= set(re.findall(r"^TEST(?:_F|_P)?\((\w+),", text, re.MULTILINE))
        self.assertGreater(len(suites), 5)
        patterns = gpu.KERNELS.split(":")
        self.assertEqual([suite for suite in sorted(suites) if not any(fnmatch.fnmatch(f"{suite}.Name", one) for one in patterns)], [])

    def test_what_it_finds_fails(self):
        machine = Machine(self, 1, "races")
        done = machine.report("--only", "sanitizer")
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED: racecheck, kernels: RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)", done.stdout)

    def test_not_found(self):
        result = {"not_run": [], "sanitizer": []}
        with mock.patch("shutil.which", return_value=None), mock.patch("os.access", return_value=False):
            gpu.part_sanitizer(None, result)
        self.assertEqual(result, {"not_run": ["compute-sanitizer: not run: not found"], "sanitizer": []})


def measured(ours, ratio):
    return {"ours": [ours, 1.1 * ours], "ratios": [ratio, ratio], "fp32": [], "left_out": {}, "faster": "best, NCHW",
            "peers": {"eager, NCHW": [1e5, 1e5], "best, NCHW": [2e5, 2e5], "best, channels-last": [1e5, 1e5]}}


class Speed(unittest.TestCase):
    def test_the_whole_way(self):
        machine = Machine(self, 1)
        done = machine.report("--only", "bench", "--repeats", "2")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        page, data = machine.written()
        accuracy, whole = data["figures"][-2:]
        self.assertEqual(accuracy["unit"], "s with start-up")
        self.assertEqual((whole["unit"], len(whole["values"]), whole["target"]), ("s", 2, None))
        self.assertEqual([round(value, 6) for value in accuracy["values"]], [0.7, 0.7])  # three epochs
        self.assertRegex(page, r"\| MNIST to 99 % [^|]+\(3 to 3\) \| 0\.70 s with start-up \| 0\.70 to 0\.70 \| 0\.76 \| met \|")
        self.assertIn("stage_cost_bench 512 cuda:0: exit status 7: timing ['512', 'cuda:0']", "\n".join(data["not_run"]))
        self.assertIn("lenet, 512, fp32 beside PyTorch: pytorch_reference.py ended with 1", data["not_run"])
        self.assertEqual(data["figures"][0]["values"], [2e6, 2e6])
        self.assertIn("feeds.py belfry-cli --device cuda:0", data["printed"][0]["command"])
        self.assertIn("waiting 25.00 % of a step", "\n".join(data["printed"][0]["lines"]))
        self.assertIn("bench exchange, scaling, scaling_advice.py: not run: 1 GPU", page)

    def test_several_gpus(self):
        machine = Machine(self, 2)
        commands = [" ".join(map(str, command)) for command in gpu_speed.benches(
            mock.Mock(count=2, cli=machine.folder / "release/bin/belfry-cli", release=machine.folder / "release", repeats=5))]
        self.assertEqual(len(commands), 6)
        self.assertIn("bench exchange --devices cuda:0,cuda:1 --towers 2", commands[2])
        self.assertIn("--towers-up-to 2", commands[4])

    def test_targets(self):
        result = {"figures": [], "not_run": []}
        speeds = [measured(2e6, 4.0), measured(9e5, 2.9), OSError("no torch"), measured(5e5, 2.5), measured(3e5, 1.2)]
        with (mock.patch("speed.measure", side_effect=speeds) as measure, mock.patch("speed.belfry", return_value=3e5),
              contextlib.redirect_stdout(io.StringIO())):
            gpu_speed.beside_pytorch(mock.Mock(cli="cli", repeats=2), result)
        self.assertEqual([call.args[1:4] for call in measure.call_args_list],
                         [("lenet:512:6000", "cuda:0", "fp32"), ("lenet:512:6000", "cuda:0", "tf32"),
                          ("tower:512:3000", "cuda:0", "fp32"), ("tower:512:3000", "cuda:0", "tf32"),
                          ("wide:1024:1000", "cuda:0", "bf16")])
        self.assertEqual(result["not_run"], ["tower, 512, fp32 beside PyTorch: no torch"])
        self.assertEqual([gpu_report.met(figure) for figure in result["figures"] if figure["target"]],
                         [True, True, False, False, False, True, True, True, True])
        self.assertEqual(gpu_report.figure_row(result["figures"][6]),
                         ("lenet, 512, tf32, beside PyTorch's fastest mode: best, NCHW", "2.90 x", "2.90 to 2.90", "3.00",
                          "missed"))
        self.assertEqual([figure["what"] for figure in result["figures"][2:5]],
                         ["lenet, 512, fp32, PyTorch eager, NCHW", "lenet, 512, fp32, PyTorch best, NCHW",
                          "lenet, 512, fp32, PyTorch best, channels-last"])

    def test_every_target_has_its_row(self):
        result = {"figures": [], "not_run": []}
        with (mock.patch("speed.measure", return_value=measured(1e6, 1.0)), contextlib.redirect_stdout(io.StringIO()),
              mock.patch("speed.last_json", return_value={"seconds": 0.5, "startup_seconds": 0.2, "test": {"accuracy": 0.991}})):
            arguments = mock.Mock(cli="cli", repeats=1)
            gpu_speed.beside_pytorch(arguments, result)
            gpu_speed.to_accuracy(arguments, result)
        rows = {figure["what"].split(":")[0]: figure["target"] for figure in result["figures"] if figure["target"]}
        beside = "beside PyTorch's fastest mode"
        self.assertEqual({what: target for what, target in rows.items() if not what.startswith("MNIST")}, {
            "lenet, 512, fp32": 1e6, f"lenet, 512, fp32, {beside}": 3, "lenet, 512, tf32": 1e6, f"lenet, 512, tf32, {beside}": 3,
            "tower, 512, fp32": 4e5, f"tower, 512, fp32, {beside}": 2, "tower, 512, tf32": 4e5, f"tower, 512, tf32, {beside}": 2,
            "wide, 1024, bf16": 3e5, f"wide, 1024, bf16, {beside}": 1.2})
        accuracy = result["figures"][-2]
        self.assertIn("MNIST to 99 % of the test images, preset quick (batch 128)", accuracy["what"])
        self.assertEqual((accuracy["values"], accuracy["target"], accuracy["unit"]), ([0.7], 0.76, "s with start-up"))

    def test_pytorch_is_timed_in_both_layouts_and_its_fastest_mode_counts(self):
        rates = {("eager", "nchw"): 1e5, ("best", "nchw"): 2e5, ("best", "channels_last"): 4e5, ("graph", "nchw"): 3e5,
                 ("graph", "channels_last"): 1e5}

        def peer(net, batch, steps, device, precision, mode, layout):
            return {"images_per_second": rates[mode, layout]}

        with mock.patch("speed.belfry", return_value=8e5), mock.patch("speed.pytorch", side_effect=peer):
            found = speed.measure("cli", "lenet:512:10", "cuda:0", "fp32", 2)
            self.assertEqual(found["ratios"], [2, 2])
            self.assertEqual(found["faster"], "best, channels-last")
            self.assertEqual(list(found["peers"]), ["eager, NCHW", "best, NCHW", "best, channels-last", "graph, NCHW", "graph, channels-last"])
            rates["graph", "nchw"] = 8e5
            self.assertEqual(speed.measure("cli", "lenet:512:10", "cuda:0", "fp32", 1)["ratios"], [1])
            self.assertEqual(list(speed.measure("cli", "lenet:512:10", "cpu", "fp32", 1)["peers"]), ["eager", "best", "best, channels-last"])

    # The step as one graph was timed only where nothing could be compiled, though it may be the fastest.
    def test_a_mode_that_fails_is_left_out(self):
        asked = []

        def peer(net, batch, steps, device, precision, mode, layout):
            asked.append((mode, layout))
            if mode in broken:
                raise subprocess.CalledProcessError(1, [sys.executable], stderr="W0 a warning\nnot compiled: no Python.h\n")
            return {"images_per_second": 1e5}

        broken = ["best"]
        result = {"figures": [], "not_run": []}
        with (mock.patch("speed.belfry", return_value=3e5), mock.patch("speed.pytorch", side_effect=peer),
              mock.patch("gpu_speed.CASES", gpu_speed.CASES[:1]), contextlib.redirect_stdout(io.StringIO())):
            gpu_speed.beside_pytorch(mock.Mock(cli="cli", repeats=2), result)
            self.assertEqual(len(asked), 5 + 3)  # a mode that failed is not tried again
            self.assertEqual(result["not_run"], [f"lenet, 512, fp32, PyTorch best, {layout}: left out: not compiled: no Python.h"
                                                 for layout in ("NCHW", "channels-last")])
            self.assertEqual(result["figures"][1]["values"], [3, 3])
            broken += ["eager", "graph"]
            with self.assertRaises(subprocess.CalledProcessError):
                speed.measure("cli", "lenet:512:10", "cuda:0", "fp32", 2)


class Report(unittest.TestCase):
    def test_a_second_report_of_the_day_leaves_the_first(self):
        with tempfile.TemporaryDirectory() as folder:
            facts = {"date": "2026-01-02", "gpu": "NVIDIA H100 80GB HBM3", "gpu_count": 8}
            page, data = gpu_report.files_for(pathlib.Path(folder), facts)
            self.assertEqual((page.name, data.name), ("2026-01-02-H100-80GB-HBM3-x8.md", "2026-01-02-H100-80GB-HBM3-x8.json"))
            data.write_text("{}")
            self.assertEqual(gpu_report.files_for(pathlib.Path(folder), facts)[0].name, "2026-01-02-H100-80GB-HBM3-x8-2.md")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
