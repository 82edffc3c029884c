"""A network of network_text.py in JAX: NHWC, lax's convolutions, one function."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from network_text import padding

ACTIVATE = {"linear": lambda x: x, "relu": jax.nn.relu, "relu6": jax.nn.relu6, "gelu": lambda x: jax.nn.gelu(x, approximate=False), "silu": jax.nn.silu,
            "tanh": jnp.tanh, "sigmoid": jax.nn.sigmoid}
NORM_AXES = (0, 1, 2)


def _pads(o, x, kernel, stride):
    same, dilation = "same" in o.flags, int(o.options.get("dilation", 1))
    return [padding(size, kernel, stride, same, dilation) for size in x.shape[1:3]]


class Network:
    """init() gives what is trained, forward() the logits; running averages of batch norm, which no step reads, are left out: in JAX's favour."""

    def __init__(self, operations, channels, side, work):
        self.operations, self.work, self.channels, self.side = operations, work, channels, side

    def init(self):
        random, weights = np.random.default_rng(1), []
        shapes = {-1: (self.side, self.side, self.channels)}
        for number, o in enumerate(self.operations):
            shape = shapes[o.inputs[0]]
            of, shapes[number] = self.of(o, shape)
            weights.append({name: jnp.asarray(random.normal(0, (2 / max(np.prod(size[:-1]), 1)) ** 0.5, size) if name == "w" else np.full(size, name == "scale"), jnp.float32)
                            for name, size in of.items()})
        return weights

    @staticmethod
    def of(o, shape):
        """Sizes of the weights, and the shape after it."""
        kernel, stride = o.size[0] if o.size else 1, int(o.options.get("stride", 1))
        bias = {} if "no-bias" in o.flags else {"b"}
        if o.kind == "maxpool":
            stride = int(o.options.get("stride", kernel))
        if o.kind in ("conv", "depthwise", "whiten", "maxpool"):
            sides = [(side + sum(padding(side, kernel, stride, "same" in o.flags, int(o.options.get("dilation", 1))))
                      - (kernel - 1) * int(o.options.get("dilation", 1)) - 1) // stride + 1 for side in shape[:2]]
        match o.kind:
            case "conv" | "depthwise" | "whiten":
                filters = {"conv": o.numbers[0] if o.numbers else 0, "depthwise": shape[2], "whiten": 2 * shape[2] * kernel * kernel}[o.kind]
                inputs = 1 if o.kind == "depthwise" else shape[2] // int(o.options.get("groups", 1))
                return {"w": (kernel, kernel, inputs, filters), **{name: (filters,) for name in bias}}, (*sides, filters)
            case "dense":
                return {"w": (int(np.prod(shape)), o.numbers[0]), **{name: (o.numbers[0],) for name in bias}}, (o.numbers[0],)
            case "batchnorm":
                return {**({} if "no-scale" in o.flags else {"scale": (shape[-1],)}), "b": (shape[-1],)}, shape
            case "maxpool":
                return {}, (*sides, shape[2])
            case "global-avgpool":
                return {}, (shape[-1],)
            case "pad":
                return {}, (o.numbers[0], o.numbers[0], shape[2])
            case "dropout" | "add" | "scale" | "lrn":
                return {}, shape
        raise ValueError(f"'{o.kind}' is not known here")

    def forward(self, weights, x, key, pool="window"):
        results = {-1: x.astype(self.work)}
        for number, (o, w) in enumerate(zip(self.operations, weights)):
            results[number] = ACTIVATE[o.activation](self.applied(o, w, results, jax.random.fold_in(key, number), pool)).astype(self.work)
        return results[len(self.operations) - 1].astype(jnp.float32)

    def applied(self, o, w, results, key, pool):
        x = results[o.inputs[0]]
        kernel, stride = o.size[0] if o.size else 1, int(o.options.get("stride", 1))
        match o.kind:
            case "conv" | "depthwise" | "whiten":
                filters = lax.stop_gradient(w["w"]) if o.kind == "whiten" else w["w"]
                groups = x.shape[3] if o.kind == "depthwise" else int(o.options.get("groups", 1))
                y = lax.conv_general_dilated(x, filters.astype(self.work), (stride, stride), _pads(o, x, kernel, stride), dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                             rhs_dilation=(int(o.options.get("dilation", 1)),) * 2, feature_group_count=groups)
                return y + w["b"].astype(self.work) if "b" in w else y
            case "dense":
                y = x.reshape(len(x), -1) @ w["w"].astype(self.work)
                return y + w["b"].astype(self.work) if "b" in w else y
            case "batchnorm":
                x = x.astype(jnp.float32)
                mean, variance = x.mean(NORM_AXES), x.var(NORM_AXES)
                return (x - mean) * (lax.rsqrt(variance + o.options.get("epsilon", 1e-3)) * w.get("scale", 1)) + w["b"]
            case "maxpool":
                stride = int(o.options.get("stride", kernel))
                if pool == "reshape" and stride == kernel and x.shape[1] % kernel == 0 and x.shape[2] % kernel == 0:
                    n, h, v, c = x.shape
                    return x.reshape(n, h // kernel, kernel, v // kernel, kernel, c).max((2, 4))
                return lax.reduce_window(x, np.array(-np.inf, x.dtype), lax.max, (1, kernel, kernel, 1), (1, stride, stride, 1), [(0, 0), *_pads(o, x, kernel, stride), (0, 0)])
            case "pad":
                rest = o.numbers[0] - x.shape[1]
                return jnp.pad(x, [(0, 0), *[(rest // 2, rest - rest // 2)] * 2, (0, 0)])
            case "global-avgpool":
                return x.mean((1, 2))
            case "lrn":
                squares = lax.reduce_window(x * x, np.array(0, x.dtype), lax.add, (1, 1, 1, 2 * o.numbers[0] + 1), (1, 1, 1, 1), "SAME")
                return x * (o.options["bias"] + o.options["alpha"] * squares) ** -o.options["beta"]
            case "dropout":
                return jnp.where(jax.random.bernoulli(key, 1 - o.numbers[0], x.shape), x / (1 - o.numbers[0]), 0)
            case "scale":
                return x * o.numbers[0]
        return x + results[o.inputs[1]]
