"""Belfry from Python: train, list, load and ask networks, by the command line's own programs.

    import belfry

    run = belfry.train({"model": "lenet", "epochs": 1}, on_step=lambda step: print(step["step"], step["loss"]))
    belfry.predict(run, ["seven.png"])[0].answer
    network = belfry.load(run)                     # a torch.nn.Module
    pandas.DataFrame(belfry.runs())

Every call starts `belfry-cli` and reads its JSON: there is one engine, and its answers here are those of the window and
of the command line. `call` is for its other commands. `BELFRY_CLI` names another program than the one that came with
this package.
"""
from typing import TYPE_CHECKING

from ._pictures import Answer, Picture, predict
from ._programs import Error, call
from ._runs import AnyRun, Plan, Row, Run, load, resume, runs, train

__all__ = ["Answer", "AnyRun", "Error", "Picture", "Plan", "Row", "Run", "call", "load", "predict", "resume", "runs",
           "train"]

__version__: str

if not TYPE_CHECKING:  # else every name would be a string to a checker of types, also a mistyped one
    def __getattr__(name):
        if name == "__version__":
            return call("--version").strip()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
