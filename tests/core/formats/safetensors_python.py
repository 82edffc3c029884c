"""Reads the C++ writer's file with Python's own package, checks it, and writes the same content for the C++ reader."""
import sys

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

ours, theirs = sys.argv[1:]
with safe_open(ours, framework="numpy") as file:
    metadata = file.metadata()
    tensors = {name: file.get_tensor(name) for name in file.keys()}

assert metadata == {"architecture": "lenet", "note": '"quoted" \u00e9\n'}, metadata
expected = {
    "mask": np.array([1, 0, 255], np.uint8),
    "conv1.weight": np.array([[1.5, -2.25, 0], [3e30, 1e-40, -0.0]], np.float32),
    "step": np.array(2**63 - 1, np.int64),
    "empty": np.zeros((0, 4), np.float32),
}
assert tensors.keys() == expected.keys(), tensors.keys()
for name, value in expected.items():
    assert tensors[name].dtype == value.dtype and tensors[name].shape == value.shape, name
    assert tensors[name].tobytes() == value.tobytes(), name
save_file(expected, theirs, metadata)
