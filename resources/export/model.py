"""A network that Belfry trained, in PyTorch. Needs torch alone, and the other files of this folder.

    import model
    network = model.load()          # on the CPU, in evaluation; .to("cuda") and .train() as with any module
    logits = network(images)        # images: uint8, N x height x width x channels, 0 to 255, red green blue
    network.classes                 # their names, in the order of the logits
    (logits / network.temperature).softmax(1)   # the probabilities that Belfry answers with

`python model.py` replays the samples and prints the largest difference to what Belfry answered.
"""
import json
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"F32": torch.float32, "U8": torch.uint8, "I64": torch.int64}
TOLERANCE = 1e-4  # of a logit, as a part of its size where that is more than 1


def read_tensors(path):
    """The tensors of a safetensors file by name."""
    content = bytearray(pathlib.Path(path).read_bytes())
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        values = torch.frombuffer(bytearray(content[begin:end]), dtype=TYPES[entry["dtype"]])
        tensors[name] = values.reshape(entry["shape"])
    return tensors


SCALES = {"unit": (1 / 255, 0.0), "centred": (1 / 255, -0.5), "signed": (1 / 128, -127 / 128)}


def imagenet(channels):
    """ImageNet's scale and shift of each channel; of grey pictures those of all."""
    means, deviations = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]) if channels == 3 else ([0.449], [0.226])
    return [1 / (255 * each) for each in deviations], [-mean / each for mean, each in zip(means, deviations)]


class InputStage(nn.Module):
    """From bytes to what the first layer sees: crop, normalise, channels first."""

    def __init__(self, stage):
        super().__init__()
        self.crop, self.normalisation = stage["crop"], stage["normalisation"]

    def forward(self, images):
        if self.crop:
            top, left = self.crop["top"], self.crop["left"]
            images = images[:, top:top + self.crop["height"], left:left + self.crop["width"]]
        values = images.to(torch.float32)
        if self.normalisation == "standardised":  # every picture by its own mean and deviation
            numbers = values[0].numel()
            mean = values.mean((1, 2, 3), keepdim=True)
            deviation = (values - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
            values = (values - mean) / deviation.clamp(min=1 / math.sqrt(numbers))
        else:
            scale, shift = SCALES[self.normalisation] if self.normalisation in SCALES else imagenet(values.shape[3])
            values = values * torch.tensor(scale, device=values.device) + torch.tensor(shift, device=values.device)
        return values.permute(0, 3, 1, 2)


LAYERS = {}  # by their kinds in model.json


def computes(kind):
    """The class below computes layers of this kind."""
    return lambda module: LAYERS.setdefault(kind, module)


def lines(layer):
    """The lines outside of a picture as functional.pad takes them."""
    padding = layer["padding"]
    return [padding[side] for side in ("left", "right", "top", "bottom")]


class Pictures(nn.Module):
    """For layers that work on pictures: a vector is one of 1 x 1 pixels."""

    @staticmethod
    def of(values):
        return values if values.dim() == 4 else values[:, :, None, None]


@computes("pad")
class Pad(Pictures):
    def __init__(self, layer):
        super().__init__()
        self.lines = lines(layer)

    def forward(self, values):
        return functional.pad(self.of(values), self.lines)


@computes("convolution")
@computes("depthwise_convolution")
class Convolution(Pictures):
    def __init__(self, layer):
        super().__init__()
        self.lines, self.stride, self.dilation = lines(layer), layer["stride"], layer["dilation"]
        kernel, channels, filters = layer["kernel"], layer["input"]["channels"], layer["output"]["channels"]
        self.groups = layer.get("groups", channels)  # a depthwise one has as many as channels
        self.weight = nn.Parameter(torch.empty(filters, channels // self.groups, kernel, kernel))
        biased = f"{layer['name']}.bias" in layer["tensors"]
        self.bias = nn.Parameter(torch.empty(filters)) if biased else None

    def forward(self, values):
        return functional.conv2d(functional.pad(self.of(values), self.lines), self.weight, self.bias, self.stride,
                                 dilation=self.dilation, groups=self.groups)


@computes("max_pool")
class MaxPool(Pictures):
    def __init__(self, layer):
        super().__init__()
        self.lines, self.kernel, self.stride = lines(layer), layer["kernel"], layer["stride"]

    def forward(self, values):
        outside = functional.pad(self.of(values), self.lines, value=-math.inf)  # never wins
        return functional.max_pool2d(outside, self.kernel, self.stride)


@computes("average_pool")
class AveragePool(Pictures):
    """Lines outside of the picture do not count."""

    def __init__(self, layer):
        super().__init__()
        self.lines, self.kernel, self.stride = lines(layer), layer["kernel"], layer["stride"]

    def sums(self, values):
        return functional.avg_pool2d(functional.pad(values, self.lines), self.kernel, self.stride, divisor_override=1)

    def forward(self, values):
        pictures = self.of(values)
        return self.sums(pictures) / self.sums(torch.ones_like(pictures[:1, :1]))


@computes("global_average_pool")
class GlobalAveragePool(Pictures):
    def __init__(self, layer):
        super().__init__()

    def forward(self, values):
        return self.of(values).mean((2, 3))


@computes("add")
class Add(nn.Module):
    def __init__(self, layer):
        super().__init__()

    def forward(self, values, others):
        return values + others.reshape(values.shape)  # units and pictures of 1 x 1 pixels may be added


@computes("dense")
class Dense(nn.Module):
    """Its inputs are a picture's numbers in height, width, channels order."""

    def __init__(self, layer):
        super().__init__()
        size = layer["input"]
        self.weight = nn.Parameter(torch.empty(layer["units"], size["height"] * size["width"] * size["channels"]))
        biased = f"{layer['name']}.bias" in layer["tensors"]
        self.bias = nn.Parameter(torch.empty(layer["units"])) if biased else None

    def forward(self, values):
        if values.dim() == 4:
            values = values.permute(0, 2, 3, 1)
        return functional.linear(values.flatten(1), self.weight, self.bias)


@computes("lrn")
class ResponseNormalisation(Pictures):
    """TensorFlow's: alpha is not divided by the window, as PyTorch's is."""

    def __init__(self, layer):
        super().__init__()
        self.window = 2 * layer["radius"] + 1
        self.alpha, self.beta, self.bias = layer["alpha"] * self.window, layer["beta"], layer["bias"]

    def forward(self, values):
        return functional.local_response_norm(self.of(values), self.window, self.alpha, self.beta, self.bias)


@computes("layer_norm")
class LayerNorm(nn.Module):
    """Over the channels of each pixel."""

    def __init__(self, layer):
        super().__init__()
        channels = layer["input"]["channels"]
        self.epsilon = layer["epsilon"]
        self.scale, self.offset = nn.Parameter(torch.empty(channels)), nn.Parameter(torch.empty(channels))

    def forward(self, values):
        rows = values.movedim(1, -1)
        return functional.layer_norm(rows, rows.shape[-1:], self.scale, self.offset, self.epsilon).movedim(-1, 1)


@computes("group_norm")
class GroupNorm(nn.Module):
    def __init__(self, layer):
        super().__init__()
        channels = layer["input"]["channels"]
        self.groups, self.epsilon = layer["groups"], layer["epsilon"]
        self.scale, self.offset = nn.Parameter(torch.empty(channels)), nn.Parameter(torch.empty(channels))

    def forward(self, values):
        return functional.group_norm(values, self.groups, self.scale, self.offset, self.epsilon)


@computes("scale")
class Scale(Pictures):
    """A factor for each channel, or one for all that is not trained."""

    def __init__(self, layer):
        super().__init__()
        trained = f"{layer['name']}.scale" in layer["tensors"]
        self.scale = nn.Parameter(torch.empty(layer["input"]["channels"])) if trained else None
        self.factor = layer["start"]

    def forward(self, values):
        return values * self.factor if self.scale is None else self.of(values) * self.scale[:, None, None]


@computes("drop_path")
class DropPath(nn.Module):
    """In training an image loses all of it, or none."""

    def __init__(self, layer):
        super().__init__()
        self.fraction = layer["fraction"]

    def forward(self, values):
        ones = torch.ones([len(values)] + [1] * (values.dim() - 1), dtype=values.dtype, device=values.device)
        return values * functional.dropout(ones, self.fraction, self.training)


@computes("squeeze_excite")
class SqueezeExcite(Pictures):
    def __init__(self, layer):
        super().__init__()
        channels, units = layer["input"]["channels"], layer["units"]
        self.weight, self.bias = nn.Parameter(torch.empty(units, channels)), nn.Parameter(torch.empty(units))
        self.gate_weight = nn.Parameter(torch.empty(channels, units))
        self.gate_bias = nn.Parameter(torch.empty(channels))
        self.activation = ACTIVATIONS.get(layer["squeeze_activation"], nn.Identity)()

    def forward(self, values):
        maps = self.of(values)
        units = self.activation(functional.linear(maps.mean((2, 3)), self.weight, self.bias))
        return maps * functional.linear(units, self.gate_weight, self.gate_bias).sigmoid()[:, :, None, None]


@computes("class_token")
class ClassToken(Pictures):
    """A trained token before the pixels."""

    def __init__(self, layer):
        super().__init__()
        self.token = nn.Parameter(torch.empty(1, layer["input"]["channels"]))

    def forward(self, values):
        tokens = self.of(values).flatten(2)
        own = self.token[:, :, None].expand(len(tokens), -1, -1)
        return torch.cat([own, tokens], 2)[:, :, :, None]


@computes("position_embedding")
class PositionEmbedding(Pictures):
    def __init__(self, layer):
        super().__init__()
        size = layer["input"]
        self.weight = nn.Parameter(torch.empty(size["height"] * size["width"], size["channels"]))

    def forward(self, values):
        pictures = self.of(values)
        return pictures + self.weight.t().reshape(pictures.shape[1:])


@computes("attention")
class Attention(Pictures):
    """Among the pixels of an image. It gets queries, keys and values one after the other."""

    def __init__(self, layer):
        super().__init__()
        self.heads = layer["heads"]

    def forward(self, values):
        pictures = self.of(values)
        count, channels, height, width = pictures.shape
        parts = pictures.reshape(count, 3, self.heads, channels // (3 * self.heads), height * width).transpose(3, 4)
        answers = functional.scaled_dot_product_attention(*parts.unbind(1))
        return answers.transpose(2, 3).reshape(count, channels // 3, height, width)


@computes("token_pool")
class TokenPool(Pictures):
    def __init__(self, layer):
        super().__init__()

    def forward(self, values):
        return self.of(values)[:, :, 0, 0]


@computes("whiten")
class Whitening(nn.Module):
    """A convolution whose filters are not trained."""

    def __init__(self, layer):
        super().__init__()
        kernel, channels, filters = layer["kernel"], layer["input"]["channels"], layer["output"]["channels"]
        self.weight = nn.Parameter(torch.empty(filters, channels, kernel, kernel), requires_grad=False)
        self.bias = nn.Parameter(torch.empty(filters))

    def forward(self, values):
        return functional.conv2d(values, self.weight, self.bias)


@computes("batch_norm")
class BatchNorm(Pictures):
    def __init__(self, layer):
        super().__init__()
        channels = layer["input"]["channels"]
        self.epsilon, self.share = layer["epsilon"], 1 - layer["momentum"]
        scaled = f"{layer['name']}.scale" in layer["tensors"]
        self.scale = nn.Parameter(torch.ones(channels)) if scaled else None
        self.offset = nn.Parameter(torch.empty(channels))
        self.register_buffer("mean", torch.empty(channels))
        self.register_buffer("variance", torch.empty(channels))

    def forward(self, values):
        return functional.batch_norm(self.of(values), self.mean, self.variance, self.scale, self.offset, self.training,
                                     self.share, self.epsilon)


@computes("dropout")
class Dropout(nn.Dropout):
    def __init__(self, layer):
        super().__init__(layer["fraction"])


class HardSigmoid(nn.Module):
    """Keras's slope of 0.2; PyTorch's own is 1/6."""

    def forward(self, values):
        return (0.2 * values + 0.5).clamp(0, 1)


ACTIVATIONS = {"relu": nn.ReLU, "elu": nn.ELU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "hard_sigmoid": HardSigmoid,
               "softplus": nn.Softplus, "gelu": nn.GELU, "relu6": nn.ReLU6, "silu": nn.SiLU, "hard_swish": nn.Hardswish}


class Network(nn.Module):
    """The layers by their names in model.json; state_dict() has the tensors of model.safetensors."""

    def __init__(self, description):
        super().__init__()
        self.classes = description["classes"]
        self.temperature = description.get("temperature", 1.0)  # calibrates probabilities; no answer changes by it
        self.stage = InputStage(description["input"])
        self.steps = []  # of each layer: its name, those whose outputs it gets, its modules
        for layer in description["layers"]:
            name, modules = layer["name"], [layer["name"]]
            self.add_module(name, LAYERS[layer["kind"]](layer))
            if layer.get("activation", "linear") != "linear":
                modules.append(f"{name}_{layer['activation']}")
                self.add_module(modules[-1], ACTIVATIONS[layer["activation"]]())
            self.steps.append((name, layer["inputs"], modules))

    def forward(self, images):
        outputs = {"input": self.stage(images)}
        for name, inputs, modules in self.steps:
            values = [outputs[source] for source in inputs]
            for module in modules:
                values = [getattr(self, module)(*values)]
            (outputs[name],) = values
        return outputs[self.steps[-1][0]].flatten(1)


def load(folder=HERE):
    """The network of a package, in evaluation."""
    folder = pathlib.Path(folder)
    network = Network(json.loads((folder / "model.json").read_text(encoding="utf-8")))
    network.load_state_dict(read_tensors(folder / "model.safetensors"))
    return network.eval()


def largest_difference(found, expected):
    """Of logits: as they are around 1 and below it, larger ones as a part of their size."""
    return ((found - expected).abs() / expected.abs().clamp(min=1)).max().item()


def main():
    samples = read_tensors(HERE / "samples.safetensors")
    with torch.no_grad():
        found = load()(samples["images"])
    difference = largest_difference(found, samples["logits"])
    print(f"{len(found)} samples: largest difference {difference:.3g}, at most {TOLERANCE:g} is rounding")
    return 0 if difference <= TOLERANCE else 1


if __name__ == "__main__":
    raise SystemExit(main())
