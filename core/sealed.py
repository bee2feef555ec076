"""Sealed folders: trained weights on disk, with a sum for every file beside them.

config.json          kind, sizes, and what was measured on the trained model
weights.safetensors  half precision
history.csv          how training went
card.md              for readers; the one file that may be edited freely
manifest.json        sha256 of every other file but the card

What is missing, cut short or changed is named, whoever reads the folder.
"""

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from core.assets import MANIFEST
from core.errors import InputError
from core.shelf.models import CONFIG, folders, shelved

WEIGHTS, HISTORY, CARD = "weights.safetensors", "history.csv", "card.md"
EVERY = (CONFIG, WEIGHTS, HISTORY)
"""What no folder can lack."""


class DamagedModel(InputError):
    """A model folder with a file that is missing, cut short or changed."""


def seal(folder: Path) -> None:
    """Write the manifest again, after a file was changed on purpose."""
    files = (path for path in folder.iterdir() if path.is_file())
    files = sorted(path for path in files if path.name not in (MANIFEST, CARD))
    write_json(folder / MANIFEST, {path.name: checksum(path) for path in files})


def verify(folder: Path, asked: str | None = None, besides: Iterable[str] = ()) -> None:
    """Hold every file against its sum in the manifest; `asked` is what was looked for.

    `besides` are files that have to be there beside `EVERY`. Neither torch nor
    safetensors notices a flipped bit in a tensor.
    """
    if not (folder / MANIFEST).is_file():
        there = folders(folder.parent) or shelved()
        raise DamagedModel(
            "model_missing",
            "The model {model} is missing: there is no {file} in its "
            "folder. Models that are there: {models}.",
            model=repr(folder.name if asked is None else asked),
            file=MANIFEST,
            models=", ".join(sorted(there)) or "none",
        )
    with reading(folder, MANIFEST):
        expected = read_json(folder / MANIFEST)
    for file in sorted({*EVERY, *besides, *expected}):
        if not (folder / file).is_file():
            raise DamagedModel(
                "model_lacks_file",
                "The model {model} lacks its file {file}.",
                model=repr(folder.name),
                file=file,
            )
        if checksum(folder / file) != expected.get(file):
            raise damaged(folder, file)


def sum_of_weights(folder: Path | None) -> str:
    """The sum of the weights in a folder, as its manifest has it; "" without a folder.

    What was measured on a model holds as long as these are the same, whatever else of
    the folder is written anew.
    """
    if folder is None:
        return ""
    with reading(folder, MANIFEST):
        return str(read_json(folder / MANIFEST)[WEIGHTS])


@contextmanager
def reading(folder: Path, file: str) -> Iterator[None]:
    """Whatever goes wrong while a file is read becomes DamagedModel with its name."""
    try:
        yield
    except (
        AttributeError,
        KeyError,
        OSError,
        RuntimeError,
        SafetensorError,
        TypeError,
        ValueError,
    ) as error:
        raise damaged(folder, file) from error


def damaged(folder: Path, file: str) -> DamagedModel:
    """The error for a file that is not what was saved."""
    return DamagedModel(
        "model_damaged",
        "The model {model} is damaged: {file} is not the file that "
        "was saved. Fetch the folder again.",
        model=repr(folder.name),
        file=file,
    )


def read_weights(folder: Path) -> dict[str, Tensor]:
    """Weights by their names, in full precision; ValueError where one is not finite."""
    half = load_tensors((folder / WEIGHTS).read_bytes())
    if not all(bool(tensor.isfinite().all()) for tensor in half.values()):
        raise ValueError("not every weight is a finite number")
    return {name: tensor.float() for name, tensor in half.items()}


def write_weights(folder: Path, weights: Mapping[str, Tensor]) -> None:
    """Weights by their names, in half precision."""
    half = {n: t.detach().cpu().half().contiguous() for n, t in weights.items()}
    (folder / WEIGHTS).write_bytes(save_tensors(half))


def read_history(folder: Path) -> tuple[dict[str, float], ...]:
    """One row a validation: update, pieces, minutes, loss, BLEU."""
    with (folder / HISTORY).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if any("update" not in row for row in rows):
        raise ValueError("a row without its update")
    return tuple({key: float(value) for key, value in row.items()} for row in rows)


def write_history(folder: Path, history: list[dict[str, int | float]]) -> None:
    """One row a validation, before and after the weights that are kept."""
    with (folder / HISTORY).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, history[0] if history else ["update"])
        writer.writeheader()
        for row in history:
            writer.writerow({key: _whole(value) for key, value in row.items()})


def _whole(value: int | float) -> int | float:
    """Without a point where nothing stands behind it: 20000, not 20000.0."""
    return int(value) if float(value).is_integer() else value


def read_card(folder: Path) -> str:
    """What is said of the model; nothing where there is no card."""
    card = folder / CARD
    return card.read_text(encoding="utf-8") if card.is_file() else ""


def checksum(path: Path) -> str:
    """sha256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object; ValueError where it is none."""
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise ValueError(f"{path.name} is not a JSON object")
    return content


def write_json(path: Path, content: dict[str, Any]) -> None:
    """JSON for people: indented, accents as they are."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
