"""Repeats in PyTorch what dump_step wrote, and compares: compare_step.py DUMP_STEP DATASETS

Logits, loss, correct answers, every parameter's gradient and the weights after each of the optimizer's steps. The
network is built from the layers' lines; weights come in the engine's order (convolutions OHWI, flattening height,
width, channels). Exit status 77 when PyTorch is missing.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
    import torch
    from torch.nn import functional
except ImportError as error:
    print(f"SKIP: PyTorch is not there ({error})")
    sys.exit(77)

ACTIVATIONS = {"linear": lambda x: x, "relu": torch.relu, "elu": functional.elu, "tanh": torch.tanh,
               "sigmoid": torch.sigmoid}
# Relative norms. Everything was computed in float on both sides, with other orders of summation. Weights are judged by
# what the steps changed; Adam divides by the gradient's size, which lifts the error of the smallest.
LIMITS = {"logits": 1e-5, "loss": 1e-6, "gradient": 1e-5, "update": 3e-4, "weights": 1e-5}


class Dump:
    """One folder of dump_step."""

    def __init__(self, folder):
        self.folder = folder
        self.step = json.loads((folder / "step.json").read_text())

    def floats(self, name):
        return torch.from_numpy(numpy.fromfile(self.folder / f"{name}.f32", numpy.float32))

    def bytes(self, name):
        return torch.from_numpy(numpy.fromfile(self.folder / f"{name}.u8", numpy.uint8))

    def images(self, step):
        """N x C x H x W, 0 to 1."""
        height, width, channels = self.step["image"]
        return self.bytes(f"images{step}").view(-1, height, width, channels).permute(0, 3, 1, 2).float() / 255

    def parameters(self, flat):
        """Slices of a flat vector, in PyTorch's layout (a convolution's weights OIHW)."""
        parts = []
        for piece in self.step["slices"]:
            count = int(numpy.prod(piece["shape"]))
            part = flat[piece["offset"]:piece["offset"] + count].view(piece["shape"])
            parts.append(part.permute(0, 3, 1, 2) if part.dim() == 4 else part)
        return parts


def same(x, kernel, stride):
    """TensorFlow's SAME: the odd zero goes after."""
    total = [max((-(-side // stride) - 1) * stride + kernel - side, 0) for side in x.shape[2:]]
    return functional.pad(x, (total[1] // 2, total[1] - total[1] // 2, total[0] // 2, total[0] - total[0] // 2))


def number_after(words, name, default):
    return int(words[words.index(name) + 1]) if name in words else default


def layer(line, x, parameters):
    words = line.split()
    activation = next((ACTIVATIONS[word] for word in words if word in ACTIVATIONS), None)
    if words[0] == "pad":
        missing = int(words[1]) - x.shape[2]
        return functional.pad(x, [missing // 2] * 4)
    if words[0] == "maxpool":
        kernel = int(words[1].split("x")[0])
        return functional.max_pool2d(x, kernel, number_after(words, "stride", kernel))
    weight, bias = next(parameters), next(parameters)
    if words[0] == "dense":
        flat = x.permute(0, 2, 3, 1).flatten(1) if x.dim() == 4 else x
        return activation(functional.linear(flat, weight, bias))
    stride = number_after(words, "stride", 1)
    if "same" in words:
        x = same(x, weight.shape[2], stride)
    return activation(functional.conv2d(x, weight, bias, stride))


def forward(dump, x, parameters):
    rest = iter(parameters)
    for line in dump.step["layers"]:
        x = layer(line, x, rest)
    return x


def optimizer_for(dump, parameters):
    step = dump.step
    if step["optimizer"] == "adam":
        return torch.optim.Adam(parameters, step["rate"], step["betas"], step["epsilon"])
    momentum = 0 if step["optimizer"] == "sgd" else step["momentum"]
    return torch.optim.SGD(parameters, step["rate"], momentum, nesterov=step["optimizer"] == "nesterov")


def distance(found, reference):
    return float((found - reference).norm() / reference.norm())


def compare(dump):
    """Largest relative errors over the steps, by kind."""
    start = dump.parameters(dump.floats("weights0"))
    parameters = [part.clone().requires_grad_() for part in start]
    optimizer = optimizer_for(dump, parameters)
    errors = dict.fromkeys(LIMITS, 0.0)

    def note(kind, value):
        errors[kind] = max(errors[kind], value if value == value else float("inf"))

    for number, told in enumerate(dump.step["steps"]):
        labels = dump.bytes(f"labels{number}").long()
        logits = forward(dump, dump.images(number), parameters)
        loss = functional.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        note("logits", distance(dump.floats(f"logits{number}").view_as(logits), logits.detach()))
        note("loss", abs(told["loss"] - loss.item()) / loss.item())
        if int((logits.argmax(1) == labels).sum()) != told["correct"]:
            note("logits", float("inf"))
        for found, parameter in zip(dump.parameters(dump.floats(f"gradient{number}")), parameters):
            note("gradient", distance(found, parameter.grad))
        optimizer.step()
        after = dump.parameters(dump.floats(f"weights{number + 1}"))
        for found, first, parameter in zip(after, start, parameters):
            note("update", distance(found - first, parameter.detach() - first))
            note("weights", distance(found, parameter.detach()) if found.dim() > 1 else 0.0)
    return errors


def main(dump_step, data_sets):
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([dump_step, folder, data_sets], check=True)
        folders = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
        print("largest relative error".ljust(24) + "".join(kind.rjust(10) for kind in LIMITS))
        for path in folders:
            errors = compare(Dump(path))
            print(path.name.ljust(24) + "".join(f"{value:10.1e}" for value in errors.values()))
            failed += [f"{path.name}: {kind} {errors[kind]:.1e} > {limit:.0e}"
                       for kind, limit in LIMITS.items() if not errors[kind] <= limit]
    print("\n".join(failed))
    return 1 if failed or len(folders) < 16 else 0


if __name__ == "__main__":
    torch.set_num_threads(2)
    sys.exit(main(*sys.argv[1:3]))
