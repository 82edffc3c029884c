"""What a run is said to need, and what the kernel says it took."""
import json
import os
import subprocess

import belfry

# The estimate knows the run's own numbers, not the program, its libraries and the data set: what a network of almost no
# memory takes is taken off. Within this factor, either way, the rest must be what was told.
FACTOR = 1.5
TINY = ["maxpool 4x4 stride 4", "dense classes linear"]


class Memory(belfry.HomeTest):
    def train(self, layers, *arguments):
        """Estimate and peak of a short run, in MiB."""
        network = self.home.folder / "own.txt"
        network.write_text("\n".join(layers) + "\n")
        command = [str(belfry.PROGRAM), "train", "--devices", "cpu", "--model", str(network), "--steps", "2",
                   "--batch-per-tower", "8", "--json", *arguments]
        with open(self.home.folder / "output", "w+") as output:
            child = subprocess.Popen(command, env=self.home.environment, cwd=self.home.folder, stdout=output)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0)
            output.seek(0)
            started = json.loads(output.readline())
        estimate = sum(tower["memory_bytes"] for tower in started["placement"])
        return estimate / 2**20, used.ru_maxrss / 2**10

    def check(self, layers, *arguments):
        _, program = self.train(TINY)
        estimate, peak = self.train(layers, *arguments)
        told = f"estimate {estimate:.0f} MiB, peak {peak:.0f} MiB of which {program:.0f} MiB are the program's"
        print(told)
        self.assertLess(peak - program, FACTOR * estimate, told)
        self.assertGreater(peak - program, estimate / FACTOR, told)

    def test_copies_of_many_weights_are_counted(self):
        """Two layers of 4000 units were told to need 0.3 GiB and took 1.4: the file was put together in memory."""
        self.check(["dense 4000 relu", "dense 4000 relu", "dense classes linear"])

    def test_those_of_a_moving_average_too(self):
        self.check(["dense 3000 relu", "dense 3000 relu", "dense classes linear"], "--average-decay", "0.99")

    def test_images_of_an_evaluation_are_counted(self):
        """An evaluation takes up to 512 images at a time, whatever a training batch is."""
        self.check(["pad 448", "maxpool 64x64 stride 64", "dense classes linear"])


if __name__ == "__main__":
    belfry.main()
