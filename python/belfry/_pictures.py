"""Pictures answered by a network."""
from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Union, cast

from ._programs import Error, asked, how_it_ended, sentence_of
from ._runs import AnyRun, named

if TYPE_CHECKING:
    from PIL import Image

Picture = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, "Image.Image"]
SOME_UNREADABLE = 2
LONGEST = 500_000  # bytes of paths for one program, a quarter of what Linux takes


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a network says of a picture.

    `picture` is its path; of one that was given as bytes or as an image, "picture N", its place among those given.
    `probabilities` are by class, in the network's order. `step` is the age of the weights in steps of training.
    """

    picture: str
    answer: str
    confidence: float
    none_of_these: bool
    probabilities: dict[str, float]
    step: int


def _is_image(picture: object) -> bool:
    return any(each.__module__.startswith("PIL.") for each in type(picture).__mro__)


def _content(picture: Picture) -> bytes | None:
    """The bytes of a picture that is no file."""
    if isinstance(picture, (bytes, bytearray, memoryview)):
        return bytes(picture)
    if isinstance(picture, (str, os.PathLike)):
        return None
    if not _is_image(picture):
        raise TypeError(f"a picture is a path, bytes or an image of PIL, not {type(picture).__name__}; "
                        "PIL.Image.fromarray makes one of an array")
    file = io.BytesIO()
    (picture if picture.mode in ("1", "L", "LA", "RGB", "RGBA", "I;16") else picture.convert("RGB")).save(file, "PNG")
    return file.getvalue()


def _as_files(pictures: Sequence[Picture], folder: pathlib.Path) -> tuple[list[str], dict[str, str]]:
    """The path of each picture, and names for those that were written to `folder`."""
    paths: list[str] = []
    names: dict[str, str] = {}
    for number, picture in enumerate(pictures):
        content = _content(picture)
        if content is None:
            assert isinstance(picture, (str, os.PathLike))
            paths.append(os.path.abspath(picture))
        else:
            file = folder / str(number)
            file.write_bytes(content)
            names[str(file)] = f"picture {number}"
            paths.append(str(file))
    return paths, names


def _portions(paths: list[str]) -> Iterator[list[str]]:
    portion: list[str] = []
    length = 0
    for path in paths:
        if portion and length + len(os.fsencode(path)) > LONGEST:
            yield portion
            portion, length = [], 0
        portion.append(path)
        length += len(os.fsencode(path)) + 1
    if portion:
        yield portion


def _answers(output: str, names: dict[str, str]) -> Iterator[Answer]:
    for line in output.splitlines():
        said = json.loads(line)
        probabilities = dict(zip(said["classes"], said["probabilities"]))
        yield Answer(names.get(said["image"], said["image"]), said["answer"], probabilities[said["answer"]],
                     said["none_of_these"], probabilities, said["step"])


def predict(run: AnyRun, pictures: Picture | Iterable[Picture], *, none_below: float = 0.0) -> list[Answer]:
    """The answers of a run's best weights, one for each picture, in their order.

    Those of its last weights, where it has validated none.

    `run` may be "ready" for the network that ships with Belfry. A picture is a path, the bytes of a PNG, JPEG, WebP,
    TIFF, HEIF or BMP file, or an image of PIL; a folder stands for all pictures in it, by name. Below the confidence
    `none_below` an answer is "none of these".

    Where pictures cannot be read, raises Error with a sentence for each of them, and the others' answers as `answers`.
    """
    single = isinstance(pictures, (str, os.PathLike, bytes, bytearray, memoryview)) or _is_image(pictures)
    single = single or not isinstance(pictures, Iterable)  # which is then told what a picture is
    given = [cast(Picture, pictures)] if single else list(cast("Iterable[Picture]", pictures))
    answers: list[Answer] = []
    problems: list[str] = []
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="belfry-")))
        paths, names = _as_files(given, folder)
        for portion in _portions(paths):
            options = ("--json", "--none-below", str(float(none_below)))
            status, output, errors = asked(("predict", *options, "--", named(run), *portion))
            if status not in (0, SOME_UNREADABLE):
                raise Error(how_it_ended(status, errors))
            answers += _answers(output, names)
            if status != 0:
                problems.append(_renamed(sentence_of(errors) or how_it_ended(status, errors), names))
    if problems:
        raise Error("\n".join(problems), answers=tuple(answers))
    return answers


def _renamed(sentence: str, names: dict[str, str]) -> str:
    for path, name in names.items():
        sentence = sentence.replace(path, name)
    return sentence
