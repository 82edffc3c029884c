"""A network of network_text.py in Keras's functional API: NHWC, Keras's layers."""
import keras
from keras import layers as L

NAMES = {"linear": None, "relu": "relu", "relu6": "relu6", "gelu": "gelu", "silu": "silu", "tanh": "tanh", "sigmoid": "sigmoid"}


class Lrn(L.Layer):
    def __init__(self, radius, bias, alpha, beta):
        super().__init__()
        self.numbers = radius, bias, alpha, beta

    def call(self, x):
        import tensorflow as tf  # pylint: disable=import-outside-toplevel  # of no other backend
        return tf.cast(tf.nn.local_response_normalization(tf.cast(x, tf.float32), *self.numbers), x.dtype)


class Factor(L.Layer):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def call(self, x):
        return x * self.factor


def _layers(o, x, last):
    """Those of one operation, in turn."""
    kernel = o.size[0] if o.size else 1
    stride, dilation = int(o.options.get("stride", kernel if o.kind == "maxpool" else 1)), int(o.options.get("dilation", 1))
    same, activation, bias = "same" if "same" in o.flags else "valid", NAMES[o.activation], "no-bias" not in o.flags
    match o.kind:
        case "conv":
            return [L.Conv2D(o.numbers[0], kernel, stride, same, dilation_rate=dilation, groups=int(o.options.get("groups", 1)), activation=activation, use_bias=bias)]
        case "whiten":
            return [L.Conv2D(2 * x.shape[-1] * kernel * kernel, kernel, activation=activation)]
        case "depthwise":
            return [L.DepthwiseConv2D(kernel, stride, same, dilation_rate=dilation, activation=activation, use_bias=bias)]
        case "maxpool":
            return [L.MaxPool2D(kernel, stride, same)]
        case "batchnorm":
            norm = L.BatchNormalization(momentum=o.options.get("momentum", 0.99), epsilon=o.options.get("epsilon", 1e-3), scale="no-scale" not in o.flags)
            return [norm] + ([L.Activation(activation)] if activation else [])
        case "dense":
            flat = [L.Flatten()] if len(x.shape) > 2 else []
            return flat + [L.Dense(o.numbers[0], activation=activation, use_bias=bias, dtype="float32" if last else None)]
        case "dropout":
            return [L.Dropout(o.numbers[0])]
        case "global-avgpool":
            return [L.GlobalAveragePooling2D()]
        case "lrn":
            return [Lrn(o.numbers[0], o.options["bias"], o.options["alpha"], o.options["beta"])]
        case "scale":
            return [Factor(o.numbers[0])]
        case "pad":
            return [L.ZeroPadding2D(tuple([_padding_to(o, x)] * 2))]
    raise ValueError(f"'{o.kind}' is not known here")


def _padding_to(o, x):
    rest = o.numbers[0] - x.shape[1]
    return rest // 2, rest - rest // 2


def network(operations, channels, side):
    picture = keras.Input((side, side, channels), dtype="uint8")
    results = {-1: L.Rescaling(1 / 255)(picture)}
    dense = [number for number, o in enumerate(operations) if o.kind == "dense"]
    for number, o in enumerate(operations):
        x = results[o.inputs[0]]
        if o.kind == "add":
            x = L.Add()([x, results[o.inputs[1]]])
            x = L.Activation(o.activation)(x) if o.activation != "linear" else x
        else:
            for layer in _layers(o, x, number == dense[-1]):
                layer.trainable = o.kind != "whiten"
                x = layer(x)
        results[number] = x
    return keras.Model(picture, x)
