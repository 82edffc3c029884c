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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
    return str(run["folder"]) if isinstance(run, Mapping) else os.fspath(run)


def runs() -> list[Row]:
    """All runs, newest first, one flat row each: `pandas.DataFrame(belfry.runs())`."""
    rows: list[Row] = json.loads(call("runs", "list", "--json"))
    return rows


@contextmanager
def _plan_file(plan: Plan) -> Iterator[str]:
    if not isinstance(plan, Mapping):
        yield os.fspath(plan)
        return
    with tempfile.TemporaryDirectory(prefix="belfry-") as folder:
        file = pathlib.Path(folder) / "plan.json"
        file.write_text(json.dumps(dict(plan)), encoding="utf-8")
        yield str(file)


def _stop(process: subprocess.Popen[str]) -> None:
    """As Ctrl-C does, and waits until the run is saved; a second Ctrl-C here does not lose it."""
    process.send_signal(signal.SIGINT)
    while True:
        try:
            process.communicate()
            return
        except KeyboardInterrupt:
            continue


def _follow(process: subprocess.Popen[str], on_step: Callable[[Row], object] | None) -> Row:
    """The newest event of each kind, once all are read."""
    events: Row = {}
    assert process.stdout is not None
    try:
        for line in process.stdout:
            event: Row = json.loads(line)
            events[event["event"]] = event
            if on_step is not None and event["event"] == "step":
                on_step(event)
        process.wait()
    except BaseException as error:
        _stop(process)
        if "started" in events:
            error.add_note(f"The run {events['started']['run']} was stopped and saved.")
        raise
    return events


def _run_of(events: Row) -> Run | None:
    if "started" not in events:
        return None
    row: Row = json.loads(call("runs", "show", events["started"]["run"], "--json"))["summary"]
    return Run(row["id"], pathlib.Path(row["folder"]), row)


def train(plan: Plan, on_step: Callable[[Row], object] | None = None) -> Run:
    """Trains to the end, and returns the run.

    `plan`: fields of a plan (those left out have their defaults), or the path of a plan file, such as the plan.json of
    any run. `on_step` gets each row of `train --json` whose event is "step", every `display_every` steps.

    Ctrl-C, or whatever `on_step` raises, stops the run within a step; it is saved before the exception goes on. A run
    that fails raises Error with its reason, and the run as `run`.
    """
    program, environment = command_line()
    with _plan_file(plan) as file, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen([program, "train", "--json", "--plan", file], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=errors, env=environment, encoding="utf-8",
                                       errors="replace")
        except OSError as error:
            raise Error(f"'{program}' cannot be started: {error.strerror}. Set BELFRY_CLI to a belfry-cli.") from error
        with process:
            events = _follow(process, on_step)
        return _result(process.returncode, events, _content(errors))


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


def load(run: AnyRun, weights: str = "best") -> nn.Module:
    """The network of a run as a module of PyTorch, on the CPU and in evaluation.

    It takes pictures as bytes (uint8, N x height x width x channels) and gives logits; `classes` are their names. `run`
    may be "ready" for the network that ships with Belfry. `weights`: "best", "final", "newest" or a step.
    """
    with tempfile.TemporaryDirectory(prefix="belfry-") as folder:
        package = pathlib.Path(folder) / "package"
        call("export", named(run), "--weights", weights, "--output", str(package))
        found = importlib.util.spec_from_file_location("belfry_exported_model", package / "model.py")
        assert found is not None and found.loader is not None
        loader = importlib.util.module_from_spec(found)
        found.loader.exec_module(loader)
        network: nn.Module = loader.load(package)
    return network
