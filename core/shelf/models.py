"""Which models there are: the shipped ones, and those of folders of one's own.

`HEADLIGHT_MODELS` names one folder or several, with `os.pathsep` between them. Each is
a model's folder, or holds the folders of models. Of two models of one name the shipped
one counts, then the first.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.assets import MANIFEST, MODELS, WORLDS
from core.errors import InputError
from core.shelf.languages import USUAL, Languages, languages_of

CONFIG, GOLDEN = "config.json", "golden.json"
OWN = "HEADLIGHT_MODELS"
TRANSFORMER, BAHDANAU = "transformer-en-fr", "bahdanau-en-fr"
FIXED, WRITER = "rnn-en-fr", "writer-en"
"""The shipped models; a fixed vector holds the whole sentence, the last only writes."""
MOST_LAYERS, MOST_HEADS = 1024, 1024
UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)


@dataclass(frozen=True)
class Shelved:
    """What can be told of a model without loading it; no `kind` where it is damaged."""

    name: str
    folder: Path
    kind: str = ""
    languages: Languages = USUAL
    sizes: Mapping[str, Any] = field(default_factory=dict)
    golden: tuple[str, ...] = ()

    @property
    def shipped(self) -> bool:
        """Whether it comes with the app."""
        return self.folder.parent == MODELS


def folders(root: Path) -> dict[str, Path]:
    """The folders of models that lie in a folder, by their names."""
    return {at.parent.name: at.parent for at in sorted(root.glob(f"*/{MANIFEST}"))}


def models_in(place: Path) -> dict[str, Path]:
    """The model of a folder, or those of the folders in it, by their names."""
    return {place.name: place} if (place / MANIFEST).is_file() else folders(place)


def shelved() -> dict[str, Path]:
    """The folders of all models by their names, the shipped ones first."""
    found = folders(MODELS)
    for place in filter(None, os.environ.get(OWN, "").split(os.pathsep)):
        own = models_in(Path(place).expanduser().resolve())
        found |= {name: at for name, at in own.items() if name not in found}
    return found


def stands(name: str) -> bool:
    """Whether there is a model of that name, a small one of a world among them."""
    return name in shelved() or (WORLDS / name / MANIFEST).is_file()


def located(name: str) -> Path:
    """The folder of a model: by its name, else by its path; it need not be there."""
    if not isinstance(name, str | os.PathLike):
        raise InputError(
            "model_without_name", "A model has a name, such as transformer-en-fr."
        )
    if known := shelved().get(str(name)):
        return known
    path = Path(name).expanduser()
    return path.resolve() if (path / MANIFEST).is_file() else MODELS / name


def described() -> dict[str, Shelved]:
    """What can be told of every model without loading it, by its name."""
    return {name: _described(at, _written(at)) for name, at in shelved().items()}


def _written(folder: Path) -> int:
    """When the folder was written; another number after every recording."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=64)
def _described(folder: Path, written: int) -> Shelved:
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        kind, sizes = str(config["kind"]), _sizes(config["sizes"])
        languages = languages_of(config.get("languages", USUAL))
    except UNREADABLE:
        return Shelved(folder.name, folder)
    return Shelved(folder.name, folder, kind, languages, sizes, golden(folder))


def golden(folder: Path) -> tuple[str, ...]:
    """The sentences that it was asked when it was recorded."""
    try:
        told = json.loads((folder / GOLDEN).read_text(encoding="utf-8"))
        return tuple(str(one["source"]) for one in told["sentences"])
    except UNREADABLE:
        return ()


def _sizes(told: Any) -> dict[str, Any]:
    """Sizes that a network can have; else ValueError or TypeError."""
    sizes = dict(told)
    layers, heads = sizes.get("n_layers", 1), sizes.get("n_heads", 1)
    possible = 0 < layers <= MOST_LAYERS and 0 < heads <= MOST_HEADS
    if not possible or type(layers) is not int or type(heads) is not int:
        raise ValueError(f"no network has {layers} layers of {heads} heads")
    return sizes
