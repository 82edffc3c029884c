"""Belfry from Python: train, list, load and ask networks, by the command line's own programs.

    import belfry

    run = belfry.train({"model": "lenet", "epochs": 1}, on_step=lambda step: print(step["step"], step["loss"]))
    belfry.predict(run, ["seven.png"])[0].answer
    network = belfry.load(run)                     # a torch.nn.Module
    pandas.DataFrame(belfry.runs())

Every call starts `belfry-cli` and reads its JSON: there is one engine, and its answers here are those of the window and
of the command line. `BELFRY_CLI` names another program than the one that came with this package.
"""
from ._pictures import Answer, Picture, predict
from ._programs import Error
from ._runs import AnyRun, Row, Run, load, runs, train

__all__ = ["Answer", "AnyRun", "Error", "Picture", "Row", "Run", "load", "predict", "runs", "train"]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from ._programs import call
        return call("--version").strip()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
