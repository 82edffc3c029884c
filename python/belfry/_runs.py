"""Runs: made, listed and loaded."""
from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, Union

from ._programs import Error, call, command_line, how_it_ended

if TYPE_CHECKING:
    from torch import nn

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Run:
    """A run in its folder. `row` is what runs() says of it: state, steps, accuracies, seconds."""

    id: str
    folder: pathlib.Path
    row: Row = dataclasses.field(repr=False)


Plan = Union[Mapping[str, Any], str, "os.PathLike[str]"]
AnyRun = Union[Run, Mapping[str, Any], str, "os.PathLike[str]"]


def named(run: AnyRun) -> str:
    """A run as the command line takes it."""
    if isinstance(run, Run):
        return str(run.folder)
    if isinstance(run, Mapping) and "folder" in run:
        return str(run["folder"])
    if isinstance(run, (str, os.PathLike)):
        return os.fspath(run)
    raise TypeError(f"a run is what train() returned, a row of runs(), a name or a path, not {type(run).__name__}")


def runs() -> list[Row]:
    """All runs, newest first, one flat row each: `pandas.DataFrame(belfry.runs())`.

    The columns are listed in the guide's page on Python. A figure that a run does not have is None.
    """
    rows: list[Row] = json.loads(call("runs", "list", "--json"))
    return rows


def _plain(value: object) -> object:
    """A value that JSON has no type for: a path, or a number or an array of NumPy."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError


def _field(name: str, value: object) -> str:
    try:
        return f"{json.dumps(name)}: {json.dumps(value, default=_plain, allow_nan=False)}"
    except (TypeError, ValueError) as error:
        raise type(error)(f"the plan's field {name!r} is {value!r}; expected a finite number, a text, True, False, "
                          "None, a path or a list of these") from None


@contextmanager
def _plan_file(plan: Plan) -> Iterator[str]:
    if isinstance(plan, (str, os.PathLike)):
        yield os.fspath(plan)
        return
    with tempfile.TemporaryDirectory(prefix="belfry-") as folder:
        file = pathlib.Path(folder) / "plan.json"
        file.write_text("{" + ", ".join(_field(*each) for each in plan.items()) + "}", encoding="utf-8")
        yield str(file)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Only the main thread gets KeyboardInterrupt, and may change that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)


def _stop(process: subprocess.Popen[str]) -> Iterator[Row]:
    """As Ctrl-C does, and waits until the run is saved. A second Ctrl-C changes nothing. The events that were left."""
    with _interrupts_ignored():
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    for line in output.splitlines():
        with suppress(ValueError):  # the rest of a line that was being read
            yield json.loads(line)


def _end(started: Row, left: Iterable[Row]) -> str:
    """What became of a run that was to stop: it may have ended by itself before."""
    finished = next((event for event in left if event["event"] == "finished"), None)
    if finished is None:
        return f"The run {started['run']} was stopped before it was saved: resume() goes on from its newest checkpoint."
    return f"The run {started['run']} " + ("was stopped and saved." if finished["state"] == "stopped"
                                           else f"had ended meanwhile: {finished['state']}.")


def _follow(process: subprocess.Popen[str], on_step: Callable[[Row], object] | None) -> Row:
    """The newest event of each kind, once all are read."""
    events: Row = {}
    assert process.stdout is not None
    try:
        for line in process.stdout:
            event: Row = json.loads(line)
            events[event["event"]] = event
            if event["event"] == "step" and on_step is not None:
                on_step(event)
            elif event["event"] == "warning":
                warnings.warn(event["text"], stacklevel=4)  # of who called train()
        process.wait()
    except BaseException as error:
        left = [*events.values(), *_stop(process)]
        if "started" in events:
            error.add_note(_end(events["started"], left))
        raise
    return events


def _run_of(events: Row) -> Run | None:
    if "started" not in events:
        return None
    row: Row = json.loads(call("runs", "show", events["started"]["run"], "--json"))["summary"]
    return Run(row["id"], pathlib.Path(row["folder"]), row)


def _trained(arguments: tuple[str, ...], on_step: Callable[[Row], object] | None) -> Run:
    """A command that trains, followed to its end.

    It is a process group of its own: Ctrl-C on a terminal and the interrupt of a notebook go to a whole group. It would
    count them and that of _stop(), and a third one ends it before it has saved.
    """
    program, environment = command_line()
    environment["BELFRY_PARENT"] = str(os.getpid())  # stops and saves when that ends, as when a kernel is restarted
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=errors, env=environment, encoding="utf-8", errors="replace",
                                       process_group=0)
        except OSError as error:
            raise Error(f"'{program}' cannot be started: {error.strerror}. Set BELFRY_CLI to a belfry-cli.") from error
        with process:
            events = _follow(process, on_step)
        return _result(process.returncode, events, _content(errors))


def train(plan: Plan, on_step: Callable[[Row], object] | None = None) -> Run:
    """Trains to the end, and returns the run.

    `plan`: fields of a plan, or the path of a plan file, such as the plan.json of any run. Fields that are left out are
    those of the preset that the field `preset` names, or have their defaults. `on_step` gets each row of
    `train --json` whose event is "step", every `display_every` steps.

    Ctrl-C, or whatever `on_step` raises, stops the run within a step; it is saved before the exception goes on, and
    resume() goes on with it. A run that fails raises Error with its reason, and the run as `run`.
    """
    if not isinstance(plan, (Mapping, str, os.PathLike)):
        raise TypeError(f"a plan is a dictionary of plan fields or the path of a plan file, not {type(plan).__name__}")
    preset = plan.get("preset") if isinstance(plan, Mapping) else None
    start = ("--preset", str(preset)) if preset else ()
    with _plan_file(plan) as file:
        return _trained(("train", "--json", *start, "--plan", file), on_step)


def resume(run: AnyRun, on_step: Callable[[Row], object] | None = None, *, epochs: int | None = None,
           steps: int | None = None) -> Run:
    """Goes on with a run that was stopped or interrupted, from its newest checkpoint, and returns it.

    It ends with the same bits as if it had never been stopped. `epochs` or `steps`: its length instead of the plan's,
    also of a run that has finished. The rest is as of train().
    """
    lengths = {"--epochs": epochs, "--steps": steps}
    options = [word for name, length in lengths.items() if length is not None for word in (name, str(length))]
    return _trained(("resume", "--json", *options, "--", named(run)), on_step)


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _result(status: int, events: Row, errors: str) -> Run:
    run = _run_of(events)
    state = events.get("finished", {}).get("state")
    if run is None or state not in ("finished", "stopped"):
        reason = events.get("finished", {}).get("reason") or how_it_ended(status, errors)
        raise Error(reason, run=run)
    sys.stderr.write(errors)
    return run


def load(run: AnyRun, weights: str | int | None = None) -> nn.Module:
    """The network of a run as a module of PyTorch, on the CPU and in evaluation.

    It takes pictures as bytes (uint8, N x height x width x channels) and gives logits; `classes` are their names, and
    `(logits / network.temperature).softmax(1)` the probabilities that predict() gives. `run` may be "ready" for the
    network that ships with Belfry. `weights`: "best", "final", "newest" (of the checkpoints) or
    the step of one. Without, those that predict() answers by: the best ones, or the last of a run that has validated
    none.
    """
    with tempfile.TemporaryDirectory(prefix="belfry-") as folder:
        package = pathlib.Path(folder) / "package"
        which = () if weights is None else ("--weights", str(weights))
        call("export", *which, "--output", package, "--", named(run))
        found = importlib.util.spec_from_file_location("belfry_exported_model", package / "model.py")
        assert found is not None and found.loader is not None
        loader = importlib.util.module_from_spec(found)
        found.loader.exec_module(loader)
        network: nn.Module = loader.load(package)
    return network
