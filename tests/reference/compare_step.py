"""Repeats in PyTorch what dump_step wrote, and compares: compare_step.py DUMP_STEP

Logits, loss, correct answers and every parameter's gradient from the same weights at every step, and what the optimizer
makes of the same gradient. The network is built from the layers' lines; weights come in the engine's order
(convolutions OHWI, flattening height, width, channels). Exit status 77 when PyTorch is missing.
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
               "sigmoid": torch.sigmoid, "hard_sigmoid": lambda x: (0.2 * x + 0.5).clamp(0, 1),
               "softplus": functional.softplus, "gelu": functional.gelu}
# Relative norms. Everything was computed in float on both sides, with other orders of summation. The gradient is judged
# by its median over the steps: where two numbers of a pool's window, or a ReLU's input and zero, differ by less than
# rounding, which of the two gets the gradient depends on the processor; one such place moves it by up to `flip`.
LIMITS = {"logits": 1e-5, "loss": 3e-6, "gradient": 1e-5, "flip": 0.2, "update": 3e-4}


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


def same(x, kernel, stride, value=0.0):
    """TensorFlow's SAME: the odd line goes after."""
    total = [max((-(-side // stride) - 1) * stride + kernel - side, 0) for side in x.shape[2:]]
    return functional.pad(x, (total[1] // 2, total[1] - total[1] // 2, total[0] // 2, total[0] - total[0] // 2),
                          value=value)


def number_after(words, name, default):
    return type(default)(words[words.index(name) + 1]) if name in words else default


def tensorflow_lrn(x, words):
    """PyTorch divides alpha by the window, TensorFlow does not."""
    window = 2 * int(words[1]) + 1
    return functional.local_response_norm(x, window, number_after(words, "alpha", 1.0) * window,
                                          number_after(words, "beta", 0.5), number_after(words, "bias", 1.0))


def layer(line, x, parameters):
    words = line.split()
    activation = next((ACTIVATIONS[word] for word in words if word in ACTIVATIONS), None)
    if words[0] == "pad":
        missing = int(words[1]) - x.shape[2]
        return functional.pad(x, [missing // 2] * 4)
    if words[0] == "maxpool":
        kernel = int(words[1].split("x")[0])
        stride = number_after(words, "stride", kernel)
        return functional.max_pool2d(same(x, kernel, stride, -torch.inf) if "same" in words else x, kernel, stride)
    if words[0] == "avgpool":
        kernel = int(words[1].split("x")[0])
        stride = number_after(words, "stride", kernel)
        sums, pixels = (functional.avg_pool2d(same(values, kernel, stride) if "same" in words else values, kernel, stride,
                                              divisor_override=1) for values in (x, torch.ones_like(x)))
        return sums / pixels
    if words[0] == "lrn":
        return tensorflow_lrn(x, words)
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


def penalty(dump, parameters):
    """L2 of the layers that ask for it; parameters come as weights and biases in turn."""
    weights = iter(parameters[::2])
    with_weights = [line.split() for line in dump.step["layers"] if line.split()[0] in ("conv", "dense")]
    return sum(number_after(words, "decay", 0.0) / 2 * next(weights).square().sum() for words in with_weights)


def newton_schulz(matrix):
    """zeropower_via_newtonschulz5() of https://kellerjordan.github.io/posts/muon/, in double instead of bfloat16."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrix.double()
    if matrix.size(0) > matrix.size(1):
        x = x.T
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.T if matrix.size(0) > matrix.size(1) else x


class Muon:
    """Its author's muon_update(), with AdamW for all but the filters after the first and the dense layers before the
    last."""

    def __init__(self, step, parameters):
        self.momentum, self.rate, self.decay = step["momentum"], step["rate"], step["weight_decay"]
        filters = [part for part in parameters if part.dim() == 4]
        dense = [part for part in parameters if part.dim() == 2]
        self.hidden = filters[1:] + dense[:-1]
        self.buffers = [torch.zeros_like(part) for part in self.hidden]
        others = [part for part in parameters if all(part is not one for one in self.hidden)]
        self.others = torch.optim.AdamW(others, self.rate * step["muon_other_rate"], step["betas"], step["epsilon"],
                                        weight_decay=self.decay)

    def zero_grad(self):
        self.others.zero_grad()
        for part in self.hidden:
            part.grad = None

    @torch.no_grad()
    def step(self):
        self.others.step()
        for part, buffer in zip(self.hidden, self.buffers):
            buffer.lerp_(part.grad, 1 - self.momentum)
            update = part.grad.lerp(buffer, self.momentum).flatten(1)
            update = newton_schulz(update) * max(1, update.size(0) / update.size(1)) ** 0.5
            part.mul_(1 - self.rate * self.decay).sub_(self.rate * update.view_as(part).float())


def optimizer_for(dump, parameters):
    step = dump.step
    if step["optimizer"] == "muon":
        return Muon(step, parameters)
    if step["optimizer"] == "adam":
        return torch.optim.Adam(parameters, step["rate"], step["betas"], step["epsilon"])
    momentum = 0 if step["optimizer"] == "sgd" else step["momentum"]
    return torch.optim.SGD(parameters, step["rate"], momentum, nesterov=step["optimizer"] == "nesterov")


def distance(found, reference):
    norm = float(reference.norm())
    return float((found - reference).norm()) / norm if norm > 0 else float(found.norm())


def compare(dump):
    """Relative errors by kind: the largest over the steps, and for the gradient the median too."""
    parameters = [part.clone().requires_grad_() for part in dump.parameters(dump.floats("weights0"))]
    optimizer = optimizer_for(dump, parameters)
    errors = {kind: [] for kind in LIMITS}
    for number, told in enumerate(dump.step["steps"]):
        before = dump.parameters(dump.floats(f"weights{number}"))
        with torch.no_grad():
            for parameter, value in zip(parameters, before):
                parameter.copy_(value)
        labels = dump.bytes(f"labels{number}").long()
        logits = forward(dump, dump.images(number), parameters)
        loss = functional.cross_entropy(logits, labels)
        optimizer.zero_grad()
        (loss + penalty(dump, parameters)).backward()
        right = int((logits.argmax(1) == labels).sum()) == told["correct"]
        errors["logits"].append(distance(dump.floats(f"logits{number}").view_as(logits), logits.detach()) if right
                                else float("inf"))
        errors["loss"].append(abs(told["loss"] - loss.item()) / loss.item())
        gradients = dump.parameters(dump.floats(f"gradient{number}"))
        errors["gradient"].append(max(distance(found, parameter.grad) for found, parameter in zip(gradients, parameters)))
        for found, parameter in zip(gradients, parameters):
            parameter.grad.copy_(found)
        optimizer.step()
        after = dump.parameters(dump.floats(f"weights{number + 1}"))
        errors["update"].append(max(distance(found - first, parameter.detach() - first)
                                    for found, first, parameter in zip(after, before, parameters)))
    errors["flip"] = errors["gradient"]
    return {kind: float(numpy.median(values) if kind == "gradient" else max(values, key=lambda v: (v != v, v)))
            for kind, values in errors.items()}


def compare_lrn(folder):
    """The fused kernel alone, forward and backward; prints the largest errors and returns what is too large."""
    def load(name):
        return torch.from_numpy(numpy.fromfile(folder / f"{name}.f32", numpy.float32)).view(-1, 1, 1, 64)

    x = load("lrn_in").permute(0, 3, 1, 2).requires_grad_()
    y = tensorflow_lrn(x, "lrn 4 bias 1 alpha 0.25 beta 0.75".split())
    y.backward(load("lrn_out_gradient").permute(0, 3, 1, 2))
    forward = float((load("lrn_out").permute(0, 3, 1, 2) - y.detach()).abs().max())
    backward = float((load("lrn_in_gradient").permute(0, 3, 1, 2) - x.grad).abs().max())
    print(f"lrn against PyTorch's composite: largest error {forward:.1e} forward, {backward:.1e} backward")
    return [] if max(forward, backward) < 5e-6 else ["lrn: the largest error is above 5e-6"]


def main(dump_step):
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([dump_step, folder], check=True)
        folders = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
        failed += compare_lrn(pathlib.Path(folder))
        print("largest relative error".ljust(24) + "".join(kind.rjust(10) for kind in LIMITS))
        for path in folders:
            errors = compare(Dump(path))
            print(path.name.ljust(24) + "".join(f"{value:10.1e}" for value in errors.values()))
            failed += [f"{path.name}: {kind} {errors[kind]:.1e} > {limit:.0e}"
                       for kind, limit in LIMITS.items() if not errors[kind] <= limit]
    print("\n".join(failed))
    return 1 if failed or len(folders) < 30 else 0


if __name__ == "__main__":
    torch.set_num_threads(2)
    sys.exit(main(sys.argv[1]))
