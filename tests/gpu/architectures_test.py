"""The built program has code for every architecture of cmake/Toolchain.cmake, in each of its CUDA parts:
architectures_test.py PROGRAM "7.5;...;12.0+PTX" FOLDER_OF_KERNEL_INSTRUCTIONS_PY. Skipped without cuobjdump."""
import collections
import re
import sys

PROGRAM, WANTED = sys.argv[1], sys.argv[2].split(";")
sys.path.insert(0, sys.argv[3])
import kernel_instructions  # noqa: E402


def found(option):
    """{architecture, as "75": how many parts have code for it}"""
    lines = kernel_instructions.dump(kernel_instructions.tools(), option, PROGRAM)
    return collections.Counter(match[1] for line in lines if (match := re.search(r"\.sm_(\d+)\w*\.(?:cubin|ptx)$", line)))


def spelled(architectures):
    return {architecture.removesuffix("+PTX").replace(".", "") for architecture in architectures}


try:
    kernel_instructions.tools()
except SystemExit as reason:
    print(f"skipped: {reason}")
    sys.exit(77)
machine, portable = found("--list-elf"), found("--list-ptx")
assert set(machine) == spelled(WANTED), f"code for {sorted(machine)}, expected for {WANTED}"
assert len(set(machine.values())) == 1, f"not in each part: {dict(machine)}"
assert set(portable) == spelled(one for one in WANTED if one.endswith("+PTX")), f"PTX for {sorted(portable)}"
assert set(portable.values()) == set(machine.values()), f"PTX not in each part: {dict(portable)}"
print(f"{next(iter(machine.values()))} parts, each with code for {', '.join(WANTED)}")
