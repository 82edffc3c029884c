#!/usr/bin/env python3
"""What ptxas made of the CUDA kernels, as a table: counts of static instructions, which need no GPU.

  kernel_instructions.py [--arch sm_90] [--match WORD] [--folder build/dev] [OBJECT...]

Without objects: all of core/kernels in the build folder. The disassembler is that of Triton, which comes with PyTorch's
wheel; where the tool chain lacks it, the one in PATH.

instructions  all of the kernel, its slow paths included; without the padding at the end
slow paths    calls to subroutines of the compiler, by what they compute
fp64          instructions in double precision, which GeForce cards run at 1/64
registers     of a thread
spilled       bytes of local memory of a thread
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOUBLE = re.compile(r"^(D(ADD|MUL|FMA|SETP|MNMX|MMA)|MUFU\.\w*64H|\w+\.F64\b.*|\w+(\.\w+)*\.F64(\.\w+)*)$")


def tools():
    """The folder of cuobjdump and nvdisasm."""
    where = subprocess.run([ROOT / "packaging/setup.sh", "--where"], capture_output=True, text=True, check=False)
    for folder in pathlib.Path(where.stdout.strip() or "/nowhere").glob(
            "venv/lib/python3.*/site-packages/triton/backends/nvidia/bin"):
        if (folder / "cuobjdump").exists():
            return folder
    found = shutil.which("cuobjdump")
    if not found:
        sys.exit("No cuobjdump, neither in the tool chain (packaging/setup.sh) nor in PATH.")
    return pathlib.Path(found).parent


def dump(folder, option, path):
    """Lines of cuobjdump, which looks for nvdisasm in PATH."""
    environment = dict(os.environ, PATH=f"{folder}{os.pathsep}{os.environ.get('PATH', '')}")
    run = subprocess.run([folder / "cuobjdump", option, path], capture_output=True, text=True, env=environment, check=False)
    if run.returncode:
        sys.exit(f"cuobjdump {option} {path}: {run.stderr.strip()}")
    return run.stdout.splitlines()


def by_arch(lines):
    """(architecture, line) for what stands below each of cuobjdump's headings."""
    arch = None
    for line in lines:
        if heading := re.match(r"arch = (sm_\w+)", line):
            arch = heading[1]
        elif arch:
            yield arch, line


def subroutines(lines):
    """{(arch, kernel, address): what it computes} from the table of symbols."""
    sections, found = {}, {}
    for arch, line in by_arch(lines):
        words = line.split()
        if len(words) < 7:
            continue
        if "PROGBITS" in words and words[-1].startswith(".text."):
            sections[arch, int(words[0], 16)] = words[-1][len(".text."):]
        elif match := re.match(r"\$__internal_\d+_\$__cuda_(?:sm\w\w_)?(\w+)", words[-1]):
            if words[1].startswith("0x"):
                found[arch, int(words[5], 16), int(words[1], 16)] = match[1]
    return {(arch, sections.get((arch, section)), address): name for (arch, section, address), name in found.items()}


def counted(lines, slow):
    """{(arch, kernel): figures} from the disassembly."""
    kernels, kernel = {}, None
    for arch, line in by_arch(lines):
        if start := re.match(r"\s*Function : (\S+)", line):
            kernel = kernels.setdefault((arch, start[1]), collections.Counter())
            name = start[1]
        elif found := re.match(r"\s*/\*([0-9a-f]+)\*/\s+(?:@!?U?P\w+ )?\s*([A-Z][\w.]*)([^;]*);", line):
            operation = found[2]
            if operation == "NOP":
                continue
            kernel["instructions"] += 1
            kernel["fp64"] += bool(DOUBLE.match(operation))
            kernel["atomics"] += operation.startswith(("ATOM", "RED.", "REDG"))
            if operation.startswith("CALL"):
                target = re.search(r"0x([0-9a-f]+)", found[3])
                kernel["call " + slow.get((arch, name, int(target[1], 16) if target else -1), "other")] += 1
    return kernels


def resources(lines):
    """{(arch, kernel): (registers, bytes of local memory)}"""
    found, name = {}, None
    for arch, line in by_arch(lines):
        if start := re.match(r"\s*Function (\S+):", line):
            name = start[1]
        elif used := re.search(r"REG:(\d+) STACK:(\d+) SHARED:\d+ LOCAL:(\d+)", line):
            found[arch, name] = (int(used[1]), int(used[2]) + int(used[3]))
    return found


def readable(names):
    """Names without namespaces and parameters, as far as c++filt is there."""
    filtered = names
    if shutil.which("c++filt") and names:
        filtered = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True,
                                  check=True).stdout.splitlines()
    return {name: re.sub(r"\bbelfry::|\bcuda::|\b_GLOBAL__N__\w+::|^void |\(anonymous namespace\)::", "",
                         re.sub(r"(>|\w)\((?!anonymous).*$", r"\1", long))
            for name, long in zip(names, filtered)}


def rows(path, folder):
    kernels = counted(dump(folder, "-sass", path), subroutines(dump(folder, "-elf", path)))
    used, names = resources(dump(folder, "-res-usage", path)), readable(sorted({kernel for _, kernel in kernels}))
    for (arch, kernel), figures in kernels.items():
        calls = {key[5:]: count for key, count in figures.items() if key.startswith("call ")}
        slow = f"{sum(calls.values())}"
        if calls:
            slow += " (" + ", ".join(f"{count} {name}" for name, count in sorted(calls.items())) + ")"
        registers, spilled = used.get((arch, kernel), ("?", "?"))
        yield {"file": path.name.removesuffix(".o"), "arch": arch, "kernel": names[kernel],
               "instructions": figures["instructions"], "slow paths": slow, "fp64": figures["fp64"],
               "atomics": figures["atomics"], "registers": registers, "spilled": spilled}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("objects", nargs="*", type=pathlib.Path, metavar="OBJECT")
    parser.add_argument("--arch", help="of this architecture alone, such as sm_90")
    parser.add_argument("--match", default="", help="kernels and files whose name contains this")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/dev", help="where Belfry was built")
    given = parser.parse_args()
    objects = given.objects or sorted((given.folder / "core/kernels").rglob("*.cu.o"))
    if not objects:
        sys.exit(f"No compiled kernels below {given.folder}: packaging/build.sh dev belfry_kernels makes them.")
    folder = tools()
    table = [row for path in objects for row in rows(path, folder)
             if given.arch in (None, row["arch"]) and given.match in row["file"] + " " + row["kernel"]]
    table.sort(key=lambda row: (row["file"], row["kernel"], int(re.sub(r"\D", "", row["arch"]))))
    titles = ["file", "arch", "kernel", "instructions", "slow paths", "fp64", "atomics", "registers", "spilled"]
    print("| " + " | ".join(titles) + " |")
    print("|" + "---|" * len(titles))
    for row in table:
        print("| " + " | ".join(str(row[title]) for title in titles) + " |")


if __name__ == "__main__":
    main()
