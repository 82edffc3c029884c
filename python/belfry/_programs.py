"""Where the programs are, the libraries of PyTorch's wheels that they need, and how they are asked."""
from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from ._pictures import Answer
    from ._runs import Run

HERE = pathlib.Path(__file__).resolve().parent
COMMAND_LINE = "belfry-cli"
PIP = f"{sys.executable} -m pip install"
# Of each wheel that the programs are linked with, one file, from the folder of all packages.
WHEELS = {
    "torch": ("torch/lib", "libtorch_cuda.so"),
    "cuda-toolkit[cudart,nvjitlink]": ("nvidia/cu13/lib", "libcudart.so.13"),
    "nvidia-nccl-cu13": ("nvidia/nccl/lib", "libnccl.so.2"),
}


class Error(Exception):
    """What the program said of why it could not: one sentence, as on the command line.

    `run` is the run that failed, if there is one. `answers` are those of the pictures that could be read.
    """

    run: Run | None
    answers: tuple[Answer, ...]

    def __init__(self, sentence: str, run: Run | None = None, answers: tuple[Answer, ...] = ()) -> None:
        super().__init__(sentence)
        self.run = run
        self.answers = answers


def _torch_requirement() -> str:
    """Such as "torch==2.11.*": the release that the programs were built with, as the wheel's own metadata says."""
    requirements = importlib.metadata.requires("belfry") or []
    return next(each for each in requirements if each.startswith("torch=="))


def _packages_with_torch() -> pathlib.Path:
    """The folder of packages that PyTorch is installed in. It is not imported: that takes seconds."""
    found = importlib.util.find_spec("torch")
    if found is None or not found.submodule_search_locations:
        raise Error(f"Belfry's programs need {_torch_requirement()}, which {sys.executable} does not have. "
                    f"Install it: {PIP} '{_torch_requirement()}'.")
    return pathlib.Path(found.submodule_search_locations[0]).resolve().parent


def _check_torch(packages: pathlib.Path) -> None:
    wanted, version = _torch_requirement(), importlib.metadata.version("torch")
    if not version.startswith(wanted.removeprefix("torch==").removesuffix("*")):
        raise Error(f"Belfry's programs were built with {wanted}, and torch {version} is in '{packages}'. Install"
                    f" the other: {PIP} '{wanted}'.")
    for wheel, (folder, file) in WHEELS.items():
        if not (packages / folder / file).exists():
            raise Error(f"'{packages / folder}' has no {file}: {wheel} is missing, or of another build than PyPI's. "
                        f"Install PyPI's: {PIP} --force-reinstall '{wanted}'.")


def own_program(name: str) -> tuple[pathlib.Path, dict[str, str]]:
    """The wheel's program, and the environment that it is started with.

    Its run path has the libraries of packages beside this one. Where PyTorch is installed in another folder (an
    environment that sees the system's packages, `pip install --user`), the search path of libraries names that folder.
    """
    program = HERE / "bin" / name
    if not program.exists():
        raise Error(f"'{program}' is missing: this package was not installed from Belfry's wheel. Install the wheel, "
                    "or set BELFRY_CLI to a belfry-cli.")
    packages = _packages_with_torch()
    _check_torch(packages)
    environment = dict(os.environ)
    if packages != HERE.parent:
        folders = [str(packages / folder) for folder, _ in WHEELS.values()]
        others = environment.get("LD_LIBRARY_PATH", "")
        environment["LD_LIBRARY_PATH"] = ":".join([*folders, others] if others else folders)
    return program, environment


def command_line() -> tuple[str, dict[str, str]]:
    """The program that is asked, and its environment."""
    named = os.environ.get("BELFRY_CLI")
    if named:
        return named, dict(os.environ)
    program, environment = own_program(COMMAND_LINE)
    return str(program), environment


def sentence_of(errors: str) -> str:
    """What was written to standard error, without the program's name before each sentence."""
    return "\n".join(line.removeprefix(f"{COMMAND_LINE}: ") for line in errors.strip().splitlines())


def how_it_ended(status: int, errors: str) -> str:
    """A sentence for a program that did not end well."""
    if status < 0:
        return sentence_of(errors) or f"{COMMAND_LINE} was ended by {signal.Signals(-status).name}."
    return sentence_of(errors) or f"{COMMAND_LINE} ended with status {status}."


def asked(arguments: tuple[str, ...], given: bytes = b"") -> tuple[int, str, str]:
    """Runs the program to its end: status, standard output, standard error."""
    program, environment = command_line()
    try:
        done = subprocess.run([program, *arguments], input=given, env=environment, capture_output=True)
    except OSError as error:
        raise Error(f"'{program}' cannot be started: {error.strerror}. Set BELFRY_CLI to a belfry-cli.") from error
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def call(*arguments: str | os.PathLike[str]) -> str:
    """What a command of `belfry-cli` prints: `json.loads(belfry.call("evaluate", run.folder, "--json"))`.

    Raises Error with its sentence where its exit status is not 0.
    """
    status, output, errors = asked(tuple(os.fspath(each) for each in arguments))
    if status != 0:
        raise Error(how_it_ended(status, errors))
    return output


def _become(name: str) -> NoReturn:
    try:
        program, environment = own_program(name)
        os.execve(program, [name, *sys.argv[1:]], environment)
    except (Error, OSError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(2)


def run_command_line() -> NoReturn:
    """The script `belfry-cli`."""
    _become(COMMAND_LINE)


def run_window() -> NoReturn:
    """The script `belfry`."""
    _become("belfry")
