"""A network of network_text.py in PyTorch, as its users write it: NCHW, nn's layers."""
import torch
import torch.nn.functional as F
from torch import nn

from network_text import padding

ACTIVATE = {"linear": lambda x: x, "relu": F.relu, "relu6": F.relu6, "gelu": F.gelu, "silu": F.silu, "tanh": torch.tanh, "sigmoid": torch.sigmoid}


class Network(nn.Module):
    def __init__(self, operations, channels, side):
        super().__init__()
        self.operations, self.layers, self.pads = operations, nn.ModuleList(), []
        shapes = {-1: (channels, side)}  # channels and side of every result; side 0: flat
        for number, operation in enumerate(operations):
            layer, pad, shapes[number] = self.made(operation, *shapes[operation.inputs[0]])
            self.layers.append(layer)
            self.pads.append(pad)

    @staticmethod
    def made(o, channels, side):
        stride, dilation = int(o.options.get("stride", 1)), int(o.options.get("dilation", 1))
        kernel = o.size[0] if o.size else 1
        if o.kind == "maxpool":
            stride = int(o.options.get("stride", kernel))
        before, after = padding(side, kernel, stride, "same" in o.flags, dilation)
        pad = (before, after, before, after) if before + after else None
        after_kernel = (side + before + after - (kernel - 1) * dilation - 1) // stride + 1
        even = before == after
        match o.kind:
            case "conv" | "depthwise" | "whiten":
                filters = {"conv": lambda: o.numbers[0], "depthwise": lambda: channels, "whiten": lambda: 2 * channels * kernel * kernel}[o.kind]()
                groups = channels if o.kind == "depthwise" else int(o.options.get("groups", 1))
                layer = nn.Conv2d(channels, filters, kernel, stride, before if even else 0, dilation, groups, bias="no-bias" not in o.flags)
                layer.weight.requires_grad_(o.kind != "whiten")
                return layer, None if even else pad, (filters, after_kernel)
            case "maxpool":
                return nn.MaxPool2d(kernel, stride), pad, (channels, after_kernel)
            case "batchnorm":
                layer = nn.BatchNorm2d(channels, o.options.get("epsilon", 1e-3), 1 - o.options.get("momentum", 0.99))
                layer.weight.requires_grad_("no-scale" not in o.flags)
                return layer, None, (channels, side)
            case "dense":
                return nn.Linear(channels * max(side, 1) ** 2, o.numbers[0], bias="no-bias" not in o.flags), None, (o.numbers[0], 0)
            case "dropout":
                return nn.Dropout(o.numbers[0]), None, (channels, side)
            case "global-avgpool":
                return nn.Flatten() if side == 1 else nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()), None, (channels, 0)
            case "pad":
                before = (o.numbers[0] - side) // 2
                after = o.numbers[0] - side - before
                return nn.Identity(), (before, after, before, after), (channels, o.numbers[0])
            case "add" | "scale" | "lrn":
                return nn.Identity(), None, (channels, side)
        raise ValueError(f"'{o.kind}' is not known here")

    def forward(self, x):
        results = {-1: x}
        for number, (o, layer, pad) in enumerate(zip(self.operations, self.layers, self.pads)):
            x = results[o.inputs[0]]
            if o.kind == "add":
                x = x + results[o.inputs[1]]
            elif o.kind == "scale":
                x = x * o.numbers[0]
            elif o.kind == "lrn":  # PyTorch divides alpha by the window
                window = 2 * o.numbers[0] + 1
                x = F.local_response_norm(x, window, o.options["alpha"] * window, o.options["beta"], o.options["bias"])
            else:
                x = F.pad(x, pad) if pad else x
                x = layer(x.flatten(1) if o.kind == "dense" else x)
            results[number] = ACTIVATE[o.activation](x)
        return results[len(self.operations) - 1]
