"""What torch.save() wrote, as safetensors: torch_file.py FROM TO. Only tensors are read, and no code of the file runs."""
import ctypes
import json
import pickle
import sys

import torch

NOT_WEIGHTS, NO_STATE_DICTIONARY = 3, 4  # how it ends: core/backbones/torch_file.cpp says these in the user's language
WRAPPERS = ("state_dict", "model_state_dict", "model_ema", "model", "net")  # of training scripts


def tensors_in(loaded):
    """The state dictionary, without what scripts put around it."""
    while isinstance(loaded, dict):
        inner = next((loaded[key] for key in WRAPPERS if isinstance(loaded.get(key), dict)), None)
        if inner is None:
            break
        loaded = inner
    tensors = {name: value for name, value in loaded.items() if isinstance(value, torch.Tensor)} if isinstance(loaded, dict) else {}
    if not tensors:
        print(type(loaded).__name__, file=sys.stderr)
        sys.exit(NO_STATE_DICTIONARY)
    if all(name.startswith("module.") for name in tensors):  # of DataParallel
        tensors = {name.removeprefix("module."): value for name, value in tensors.items()}
    return {name: value.detach().float().contiguous() for name, value in tensors.items() if value.is_floating_point()}


def write(path, tensors):
    header, end = {}, 0
    for name, value in tensors.items():
        begin, end = end, end + 4 * value.numel()
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for value in tensors.values():
            file.write(ctypes.string_at(value.data_ptr(), 4 * value.numel()))


if tuple(int(part) for part in torch.__version__.split(".")[:2]) < (2, 6):  # before, such a file could run code (CVE-2025-32434)
    sys.exit(f"PyTorch {torch.__version__} does not keep code of such files from running; 2.6 or newer is needed")
try:
    found = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
except (pickle.UnpicklingError, EOFError):  # whose text says how to run the file's code, or nothing
    sys.exit(NOT_WEIGHTS)
except Exception as error:  # of zip or torch: each its own
    sys.exit(str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__)
write(sys.argv[2], tensors_in(found))
