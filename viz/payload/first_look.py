"""The look of both models at the sentence that Start opens with, kept in a file.

The first picture of a fresh process is drawn from it: torch and the models, which take
seconds to load, come behind the reader's back. `python -m viz.payload` writes the file
after a model was trained anew. It counts only for the models that it was made with.
"""

import functools
import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path

from core.assets import ASSETS, MODELS, digest
from viz.payload.look import Look, look_of

FILE = ASSETS / "first-look.json"
DIGITS = 6

log = logging.getLogger(__name__)


def stored(model: str, english: str) -> Look | None:
    """What is stored of a model that lies there, at this sentence; else None."""
    found = _read(FILE).get(model)
    if found is None or found.english != english:
        return None
    try:
        return found if digest(MODELS / model) == found.digest else None
    except OSError:
        return None


def computed(model: str, english: str) -> Look:
    """The same by the model itself, rounded as it is stored."""
    from core.in_use.translator import load

    translator = load(model)
    look = look_of(translator.explain(english), translator.best_alignment, english)
    weights = tuple(tuple(round(w, DIGITS) for w in row) for row in look.weights)
    chances = tuple(round(chance, DIGITS) for chance in look.chances)
    return replace(look, weights=weights, chances=chances)


def write(looks: Iterable[Look], path: Path = FILE) -> None:
    """Store looks, a line each."""
    lines = (json.dumps(asdict(look), ensure_ascii=False) for look in looks)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


@functools.cache
def _read(path: Path) -> dict[str, Look]:
    """The looks of a file by their models; none where it cannot be read."""
    from core.labs.results import fitted

    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        looks = [fitted(Look, entry) for entry in entries]
    except (OSError, ValueError, TypeError, RecursionError) as problem:
        log.warning("%s: %s", path.name, type(problem).__name__)
        return {}
    return {look.model: look for look in looks}
