"""A run in bf16: its plan, its remark, and weights in fp32 that say afterwards what they said in the run."""
import json
import struct

import belfry


def floats_of(path):
    """All numbers of a weights file as 32-bit patterns, and the types of its tensors."""
    content = path.read_bytes()
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8:8 + length])
    types = {tensor["dtype"] for name, tensor in header.items() if name != "__metadata__"}
    data = content[8 + length:]
    return struct.unpack(f"<{len(data) // 4}I", data), types


class Precision(belfry.HomeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = cls.home.run("train", "--devices", "cpu", "--precision", "bf16", "--steps", 30, "--batch-per-tower", 64,
                            "--towers", 2, "--json")
        assert done.returncode == 0 and done.stderr == "", done.stderr
        cls.events = [json.loads(line) for line in done.stdout.splitlines()]
        (cls.folder,) = cls.home.run_folders()

    def test_is_part_of_the_plan(self):
        self.assertEqual(self.events[0]["plan"]["precision"], "bf16")
        self.assertEqual(json.loads((self.folder / "plan.json").read_text())["precision"], "bf16")
        self.assertIn("bf16", (self.folder / "log.txt").read_text())
        again = self.home.run("train", "--plan", self.folder / "plan.json", "--steps", 1, "--no-record", "--json")
        self.assertEqual(json.loads(again.stdout.splitlines()[0])["plan"]["precision"], "bf16")

    def test_says_where_nothing_is_gained(self):
        (cpu,) = (device for device in self.home.json("devices")["devices"] if device["id"] == "cpu")
        told = [remark for remark in self.events[0]["remarks"] if "bf16" in remark]
        self.assertEqual(len(told), 0 if cpu["bf16"] else 1, self.events[0]["remarks"])

    def test_learns_and_keeps_weights_in_fp32(self):
        self.assertGreater(self.events[-1]["test"]["accuracy"], 0.5)
        numbers, types = floats_of(self.folder / "weights" / "final.safetensors")
        self.assertEqual(types, {"F32"})
        fine = sum(number & 0xFFFF != 0 for number in numbers)  # what bf16 cannot hold
        self.assertGreater(fine, 0.9 * len(numbers))

    def test_evaluate_repeats_the_figures(self):
        result = self.home.json("evaluate", self.folder.name)
        test = self.events[-1]["test"]
        self.assertEqual(result["correct"], test["correct"])
        self.assertAlmostEqual(result["loss"], test["loss"], places=5)

    def test_fewer_threads_than_cores_change_nothing(self):
        # The tensor library's bf16 products counted on threads that OMP_THREAD_LIMIT took away, and left parts out.
        def losses(**environment):
            done = self.home.run("train", "--devices", "cpu", "--precision", "bf16", "--model", "tower-direct", "--steps", 3,
                                 "--batch-per-tower", 32, "--no-record", "--json", environment=environment)
            events = [json.loads(line) for line in done.stdout.splitlines()]
            return [event["loss"] for event in events if event["event"] == "step"]

        for free, limited in zip(losses(), losses(OMP_THREAD_LIMIT="1"), strict=True):
            self.assertAlmostEqual(free, limited, delta=0.01)

    def test_other_types_are_refused(self):
        for value, words in ((16, "a string"), ("half", "fp32, tf32, bf16"), (None, "a string")):
            plan = self.home.folder / "plan.json"
            plan.write_text(json.dumps({"precision": value}))
            done = self.home.run("train", "--plan", plan, "--steps", 1)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("precision", done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    belfry.main()
