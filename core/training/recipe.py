"""A recipe: what is trained and how, in a small TOML file."""

import math
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core.errors import InputError, reading
from core.networks.kinds import CONFIGS
from core.shelf.languages import USUAL, Languages, languages_of


@dataclass(frozen=True)
class Pace:
    """How long is trained, how fast is learned, and what is kept of it.

    The learning rate rises in a line to `peak` over `warmup` updates and then falls
    with the inverse square root of the update (Vaswani et al. 2017, section 5.3),
    in a line to nothing over the last `cooldown` ones.
    `average` is the decay of the running mean of the weights; the mean is what is
    validated and shipped.
    """

    seed: int = 1
    updates: int = 20_000
    peak: float = 1e-3
    warmup: int = 1_000
    cooldown: int = 0
    clip: float = 1.0
    average: float = 0.999
    validate_every: int = 500

    def __post_init__(self) -> None:
        """InputError for a value that no training could go by."""
        for field in fields(self):
            value, whole = getattr(self, field.name), isinstance(field.default, int)
            if type(value) is not int and (whole or type(value) is not float):
                kind = "a whole number" if whole else "a number"
                raise InputError(f"{field.name} must be {kind}, not {value!r}.")
            fits, must = LIMITS.get(field.name, AT_LEAST_ONE)
            if not fits(value):
                raise InputError(f"{field.name} is {value}; it must be {must}.")
        if self.cooldown > self.updates:
            raise InputError(
                f"cooldown is {self.cooldown}; it must be at most {self.updates}, "
                "the number of updates."
            )


@dataclass(frozen=True)
class Schedule(Pace):
    """How a translator is trained: its pace, batches of pairs, regularisation.

    `lexicon` is how much it counts after update `lexicon_after` that the attention be
    an alignment of a lexicon, too (`core.training.lexicon`); with 0 there is none.
    `piece_dropout` is p of `core.training.piece_dropout`; a word is rare in fewer than
    `rare_below` lines (`core.training.corpus.rarities`). Of the pairs a share is seen
    `as_typed`, and of the short ones a share is `joined` two by two
    (`core.training.as_typed`).
    """

    pieces_per_batch: int = 2_000
    max_words: int = 30
    max_pieces: int = 64
    label_smoothing: float = 0.1
    lexicon: float = 0.0
    lexicon_after: int = 0
    piece_dropout: float = 0.0
    rare_below: int = 0
    as_typed: float = 0.0
    joined: float = 0.0
    validate_sentences: int = 400


Limit = tuple[Callable[[float], bool], str]
AT_LEAST_ONE: Limit = (lambda value: value >= 1, "at least 1")
AT_LEAST_ZERO: Limit = (lambda value: value >= 0, "at least 0")
A_SEED: Limit = (lambda value: 0 <= value < 2**32, "at least 0 and less than 2³²")
A_WEIGHT: Limit = (lambda value: 0 <= value < math.inf, "at least 0, and finite")
ABOVE_ZERO: Limit = (lambda value: 0 < value < math.inf, "more than 0, and finite")
A_SHARE: Limit = (lambda value: 0 <= value < 1, "at least 0 and less than 1")
LIMITS = {
    "seed": A_SEED,
    "cooldown": AT_LEAST_ZERO,
    "lexicon": A_WEIGHT,
    "lexicon_after": AT_LEAST_ZERO,
    "piece_dropout": A_SHARE,
    "rare_below": AT_LEAST_ZERO,
    "peak": ABOVE_ZERO,
    "clip": ABOVE_ZERO,
    "as_typed": A_SHARE,
    "joined": A_SHARE,
    "label_smoothing": A_SHARE,
    "average": A_SHARE,
}


MOST_SIZE = 16_384
LEAST_DROPOUT = 0.002
"""A rate of dropout is rounded to 256ths; a smaller one would be 0."""


@dataclass(frozen=True)
class Recipe:
    """The kind of network, sizes and schedule, which parts learn, which languages.

    `learns` is how the names of the parameters that learn begin: "" all of them,
    "encoder" those of the encoder alone.
    """

    kind: str
    sizes: dict[str, int | float]
    schedule: Schedule
    learns: str = ""
    languages: Languages = USUAL


def content_of(path: Path) -> dict[str, Any]:
    """What a recipe says, unchecked; InputError where it is no TOML file."""
    with reading(path), path.open("rb") as file:
        try:
            return tomllib.load(file)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path.name} is not a TOML file: {error}.") from error


def read_recipe(path: Path) -> Recipe:
    """Read a recipe. InputError names the file and the key that does not belong."""
    content = content_of(path)
    kind = content.pop("kind", None)
    if not isinstance(kind, str) or kind not in CONFIGS:
        raise InputError(f"{path.name}: kind must be one of {sorted(CONFIGS)}.")
    learns = content.pop("learns", "")
    if not isinstance(learns, str):
        raise InputError(f"{path.name}: learns is the name of a part, as text.")
    languages = content.pop("languages", USUAL)
    try:
        languages = languages_of(languages)
    except ValueError as error:
        raise InputError(f"{path.name}: {error}.") from error
    sizes = content.pop("sizes", {})
    schedule = content.pop("schedule", {})
    if not isinstance(sizes, dict) or not isinstance(schedule, dict):
        raise InputError(f"{path.name}: [sizes] and [schedule] are tables of keys.")
    refuse(path.name, content, {f.name for f in fields(Recipe)})
    refuse(path.name, sizes, {f.name for f in fields(CONFIGS[kind])} - {"vocabulary"})
    refuse(path.name, schedule, {f.name for f in fields(Schedule)})
    refuse_sizes(path.name, sizes)
    try:
        recipe = Recipe(kind, sizes, Schedule(**schedule), learns, languages)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from error
    if recipe.schedule.lexicon and kind != "bahdanau":
        raise InputError(f"{path.name}: lexicon is for the kind bahdanau alone.")
    for name in ("piece_dropout", "as_typed", "joined"):
        if getattr(recipe.schedule, name) and kind == "writer":
            raise InputError(f"{path.name}: {name} is for translators alone.")
    return recipe


def remembered(written: dict[str, Any]) -> Recipe:
    """The recipe that a model folder keeps."""
    schedule = Schedule(**written["schedule"])
    learns = written.get("learns", "")
    languages = languages_of(written.get("languages", USUAL))
    return Recipe(written["kind"], written["sizes"], schedule, learns, languages)


def refuse_sizes(name: str, sizes: dict[str, Any]) -> None:
    """InputError for a size that is no whole number (dropout may be) or is huge."""
    for key, size in sizes.items():
        if type(size) is not int and not (key == "dropout" and type(size) is float):
            raise InputError(f"{name}: {key} must be a number, not {size!r}.")
        if size > MOST_SIZE:
            raise InputError(
                f"{name}: {key} is {size}; it must be at most {MOST_SIZE}."
            )
    dropout = sizes.get("dropout", 0)
    if dropout and not LEAST_DROPOUT <= dropout <= 1 - LEAST_DROPOUT:
        raise InputError(
            f"{name}: dropout is {dropout}; it must be 0, or at least {LEAST_DROPOUT} "
            f"and at most {1 - LEAST_DROPOUT}."
        )


def refuse(name: str, given: dict[str, Any], known: set[str]) -> None:
    """InputError for the first key that a recipe does not have."""
    for key in given:
        if key not in known:
            raise InputError(
                f"{name}: unknown key {key!r}; known here: "
                + (", ".join(sorted(known)) or "none")
            )
