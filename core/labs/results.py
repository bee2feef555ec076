"""Results that take a moment to train or measure: stored, read, measured again.

`assets/results/<lab>.json` says what was found, on which machine, when, and how long it
took. The module of a lab's measurement has a frozen dataclass `Found` (numbers, texts,
tuples of them, further dataclasses) and `measure(say) -> Found` with seeds of its own,
which tells `say` now and then how far it is.
"""

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from core import labs
from core.assets import ASSETS
from core.errors import InputError
from core.labs.hardware import processor

FOLDER = ASSETS / "results"
MEASURED: Mapping[str, str] = {
    "costs": "layer_times",
    "masks": "lookahead",
    "pooling": "pooling_convergence",
    "block": "depth",
    "edges": "carried_edges",
    "histogram": "letter_training",
    "heads": "head_probes",
    "recall": "recall",
    "looking": "looks",
}
"""The labs with a stored result, and the module beside this one that measures it."""


@dataclass(frozen=True)
class Result:
    """What was found for a lab, and where, when (day) and how long (seconds) it took.

    `found` is a `Found` of the lab's module.
    """

    lab: str
    machine: str
    day: str
    seconds: float
    found: Any


def read(lab: str) -> Result:
    """The stored result of a lab, checked field by field.

    Raises InputError where the file is missing, damaged, or of another shape.
    """
    path = FOLDER / f"{lab}.json"
    try:
        stored = json.loads(path.read_text("utf-8"))
        kind = _measuring(lab).Found
        shaped = fitted(Result, {**stored, "lab": lab})
        return Result(**{**vars(shaped), "found": fitted(kind, stored["found"])})
    except FileNotFoundError as problem:
        raise InputError(
            "no_stored_result",
            "There is no stored result {file}. “python -m core measure "
            "{lab}” writes it.",
            file=path.name,
            lab=lab,
        ) from problem
    except (OSError, ValueError, TypeError, RecursionError) as problem:
        raise InputError(
            "stored_result_damaged",
            "The stored result {file} is damaged. “python -m core measure "
            "{lab}” writes it.",
            file=path.name,
            lab=lab,
        ) from problem


def write(result: Result) -> Path:
    """Store a result; the file it stands in."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{result.lab}.json"
    stored = {key: value for key, value in asdict(result).items() if key != "lab"}
    path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def measure(lab: str, say: Callable[[str], None]) -> Result:
    """Train or measure now, on one core, as the app computes everywhere."""
    import torch

    torch.set_num_threads(1)
    began = time.perf_counter()
    found = _measuring(lab).measure(say)
    seconds = round(time.perf_counter() - began, 1)
    day = datetime.now(UTC).date().isoformat()
    return Result(lab, processor(), day, seconds, found)


def fitted(kind: Any, value: Any) -> Any:
    """A value read from JSON as what `kind` says it is; ValueError where it is not.

    Numbers must be finite; a dataclass needs its own fields, all of them and no others.
    """
    if kind is Any:
        return value
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        if not isinstance(value, dict) or value.keys() != hints.keys():
            raise ValueError(f"{kind} needs {', '.join(hints)}")
        fields = {name: fitted(hint, value[name]) for name, hint in hints.items()}
        return kind(**fields)
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(fitted(get_args(kind)[0], item) for item in value)
    if kind is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if type(value) is kind and kind in (int, str, bool):
        return value
    raise ValueError(f"{value!r} is not {kind}")


def _measuring(lab: str) -> Any:
    """The module that measures a lab."""
    return import_module(f"{labs.__name__}.{MEASURED[lab]}")
