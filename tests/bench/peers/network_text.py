"""A network's text (belfry-cli models NAME --text) as a list of operations, for the frameworks that Belfry is timed beside.

Blocks are written out. An operation knows where its input comes from: the number of an operation, or -1 for the picture.
"""
import dataclasses
import re

ACTIVATIONS = ("linear", "relu", "relu6", "gelu", "silu", "tanh", "sigmoid")
IGNORED = {"fan-in", "identity", "synchronised"}  # how weights begin, and what one device does not know
IGNORED_NUMBERS = {"deviation", "decay"}


@dataclasses.dataclass
class Operation:
    kind: str
    numbers: list
    size: tuple = ()  # of a kernel
    options: dict = dataclasses.field(default_factory=dict)  # stride, momentum, ...
    flags: set = dataclasses.field(default_factory=set)  # same, no-bias, ...
    activation: str = "linear"
    inputs: list = dataclasses.field(default_factory=list)


def _operation(words, width, classes):
    operation = Operation(words[0], [])
    words = words[1:]
    while words:
        word = words.pop(0)
        if size := re.fullmatch(r"(\d+)x(\d+)", word):
            operation.size = tuple(map(int, size.groups()))
        elif word in ("width", "classes"):
            operation.numbers.append(width if word == "width" else classes)
        elif re.fullmatch(r"[\d.e+-]+", word) and word[0].isdigit():
            operation.numbers.append(float(word) if "." in word or "e" in word else int(word))
        elif word in ACTIVATIONS:
            operation.activation = word
        elif word in ("same", "no-bias", "no-scale", "fixed") or word in IGNORED:
            operation.flags.add(word)
        elif word in ("stride", "groups", "dilation", "momentum", "epsilon", "bias", "alpha", "beta") or word in IGNORED_NUMBERS:
            operation.options[word] = float(words.pop(0))
        else:
            raise ValueError(f"'{word}' of '{operation.kind}' is not known here")
    return operation


class _Reader:
    def __init__(self, lines, classes):
        self.lines, self.classes, self.operations = lines, classes, []

    def read(self, at, names, width, last):
        """From line `at` to the end of the block; the next line, and the number of its result."""
        names = dict(names)
        while at < len(self.lines):
            words = self.lines[at].split()
            at += 1
            if words[0] == "}":
                return at, last
            if words[0] == "block":
                at, last = self.block(words, at, names, width, last)
                continue
            name = words[words.index("as") + 1] if "as" in words else None
            source = words[words.index("from") + 1] if "from" in words else None
            words = [word for i, word in enumerate(words) if word not in ("as", "from") and (i == 0 or words[i - 1] not in ("as", "from"))]
            other = names[words.pop(1)] if words[0] == "add" else None
            operation = _operation(words, width, self.classes)
            operation.inputs = [names[source] if source else last] + ([other] if other is not None else [])
            self.operations.append(operation)
            last = len(self.operations) - 1
            if name:
                names[name] = last
        return at, last

    def block(self, words, at, names, width, last):
        repeats = next((int(word[1:]) for word in words if re.fullmatch(r"x\d+", word)), 1)
        width = next((int(word) for word in words[2:] if word.isdigit()), width)
        for _ in range(repeats):
            end, last = self.read(at, {**names, "input": last}, width, last)
        closing = self.lines[end - 1].split()
        if "as" in closing:
            names[closing[closing.index("as") + 1]] = last
        return end, last


def parse(text, classes=10):
    reader = _Reader([line.strip() for line in text.splitlines() if line.strip()], classes)
    reader.read(0, {"input": -1}, None, -1)
    return reader.operations


def padding(size, kernel, stride, same, dilation=1):
    """Zeros before and after, as TensorFlow has them: with an odd number one more comes after."""
    if not same:
        return 0, 0
    reach = (kernel - 1) * dilation + 1
    all_of = max((-(-size // stride) - 1) * stride + reach - size, 0)
    return all_of // 2, all_of - all_of // 2
