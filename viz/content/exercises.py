"""Sets of exercises: files that a teacher writes without code.

`assets/exercises/<lang>/<set>.toml` is one set, one worksheet. What a check may ask for
stands in `core.exercises`; what is not known is refused with the file, the line and the
nearest known key. assets/exercises/README.md says what each key is for.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from core.assets import ASSETS
from core.exercises.checks import KINDS, Bounds, Check
from viz.content import languages, presets
from viz.content.slips import Reader, SlipError
from viz.content.texts import SLOT, language

FOLDER = ASSETS / "exercises"
FORMAT = 1
PREDICTIONS = ("choice", "word", "number", "cells", "order", "free")
MOST = 40
OF_A_NUMBER = ("value", "sum", "rank", "count", "difference", "fixed")
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "choice": KINDS,
    "word": ("argmax", "output", "fixed"),
    "number": OF_A_NUMBER,
    "cells": ("count",),
    "order": ("rank",),
    "free": (),
}
"""What can answer each kind of prediction."""


@dataclass(frozen=True)
class Choice:
    """One choice, right where what was found `is_` that, or lies in a range."""

    say: str
    bounds: Bounds


@dataclass(frozen=True)
class Predict:
    """What a reader commits to.

    `words` are what a `word` is chosen from; where there are none they are the columns
    of the row that is asked for, as those of `cells` and of an `order` always are.
    """

    kind: str
    choices: tuple[Choice, ...] = ()
    words: tuple[str, ...] = ()
    tolerance: float = 0.0
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class When:
    """What is said to one wrong answer: these words, or numbers near that."""

    said: tuple[str, ...]
    near: float | None
    tolerance: float
    say: str


@dataclass(frozen=True)
class Exercise:
    """Commit, reveal, explain. One that is `worked` shows its answer at once."""

    id: str
    ask: str
    predict: Predict
    page: str
    state: Mapping[str, str]
    answer: Check | None
    expects: tuple[tuple[Check, Bounds], ...]
    numbers: Mapping[str, Check]
    right: str
    wrong: str
    unsure: str
    explain: str
    when: tuple[When, ...]
    worked: bool
    digits: int

    @property
    def texts(self) -> Mapping[str, str]:
        """The sentence and the given French of its preset: what tables take."""
        chosen = {one.id: one for one in presets.shipped()}.get(
            self.state.get("preset", "")
        )
        return {"english": chosen.english, "french": chosen.french} if chosen else {}

    @property
    def opened(self) -> dict[str, str]:
        """What the address of its state says; a preset brings its sentence along."""
        if not (texts := self.texts):
            return dict(self.state)
        given = {"sentence": texts["english"]}
        if self.page in {"bahdanau", "transformer", "compare"}:
            given["target"] = texts["french"]
        return {**given, **self.state}


@dataclass(frozen=True)
class ExerciseSet:
    """A worksheet; `place` says where it stands among the others."""

    name: str
    title: str
    about: str
    licence: str
    place: float
    exercises: tuple[Exercise, ...] = field(repr=False)


def names() -> tuple[str, ...]:
    """The sets that are shipped, as addresses name them."""
    return tuple(
        sorted(path.stem for path in (FOLDER / languages.ENGLISH).glob("*.toml"))
    )


@cache
def shipped(name: str, lang: str = languages.ENGLISH) -> ExerciseSet:
    """A set in a language, else in English. LookupError where there is none.

    A file in another language that has a slip is passed over, as everywhere.
    """
    if name not in names():
        raise LookupError(name)
    if lang != languages.ENGLISH and (path := FOLDER / lang / f"{name}.toml").is_file():
        try:
            return load(path)
        except languages.UNUSABLE:
            pass
    return load(FOLDER / languages.ENGLISH / f"{name}.toml")


def spoken(name: str) -> ExerciseSet:
    """A set in the language of this run."""
    return shipped(name, language())


def load(path: Path) -> ExerciseSet:
    """Read and check a file. SlipError names file, line, and the nearest known key."""
    text = languages.text_of(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as slip:
        raise SlipError(f"{path.name}: {slip}") from slip
    top = Reader(content, path.name, text)
    top.known("format", "title", "about", "licence", "place", "exercise")
    if content.get("format") != FORMAT:
        raise top.slip("format", f"format must be {FORMAT}")
    entries = content.get("exercise", [])
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST:
        raise top.slip("exercise", f"give 1 to {MOST} tables [[exercise]]")
    found = tuple(
        _exercise(top.inner(entry, at, f"exercise {at + 1}"))
        for at, entry in enumerate(entries)
    )
    twice = [
        one.id for at, one in enumerate(found) if one.id in [o.id for o in found[:at]]
    ]
    if twice:
        raise top.slip("id", f"id {twice[0]!r} is used twice")
    return ExerciseSet(
        path.stem,
        top.text("title"),
        top.text("about", ""),
        top.text("licence", ""),
        top.number("place", 0.0),
        found,
    )


def _exercise(of: Reader) -> Exercise:
    of.known(
        *("id", "ask", "predict", "page", "state", "answer", "expects", "numbers"),
        *("right", "wrong", "unsure", "explain", "when", "worked", "digits"),
    )
    predict = _predict(of.table("predict"))
    answer = None
    if predict.kind != "free":
        answer = _check(of.table("answer"), ())[0]
        if answer.kind not in ANSWERS[predict.kind]:
            allowed = ", ".join(ANSWERS[predict.kind])
            raise of.slip("answer", f"a {predict.kind} is answered by {allowed}")
    elif "answer" in of.entry:
        raise of.slip("answer", "what is free has no answer")
    numbers = of.table("numbers") if "numbers" in of.entry else None
    checks = (
        {name: _check(numbers.table(name), ())[0] for name in numbers.entry}
        if numbers
        else {}
    )
    found = Exercise(
        id=of.text("id"),
        ask=of.text("ask"),
        predict=predict,
        page=of.text("page", ""),
        state=_state(of),
        answer=answer,
        expects=tuple(_expected(one) for one in of.tables("expects")),
        numbers=checks,
        right=of.text("right", ""),
        wrong=of.text("wrong", ""),
        unsure=of.text("unsure", ""),
        explain=of.text("explain", ""),
        when=tuple(_when(one) for one in of.tables("when")),
        worked=of.flag("worked"),
        digits=int(of.number("digits", 3)),
    )
    known = {"answer", "value", *checks}
    for name in ("right", "wrong", "unsure", "explain"):
        for slot in SLOT.findall(getattr(found, name)):
            if slot not in known:
                raise of.slip(name, f"no check gives {{{slot}}}", slot, known)
    for one in found.when:
        for slot in SLOT.findall(one.say):
            if slot not in known:
                raise of.slip("say", f"no check gives {{{slot}}}", slot, known)
    return found


def _state(of: Reader) -> dict[str, str]:
    """What the link to the page chooses, as an address writes it."""
    written = {}
    for name, value in of.entry.get("state", {}).items():
        if not isinstance(value, str | int | float):
            raise of.slip(name, f"{name} in state must be a text, a number or true")
        written[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return written


def _predict(of: Reader) -> Predict:
    of.known("kind", "choices", "words", "tolerance", "min", "max")
    kind = of.one_of("kind", PREDICTIONS)
    choices = tuple(_choice(one) for one in of.tables("choices"))
    if kind == "choice" and len(choices) < 2:
        raise of.slip("choices", "a choice needs at least two choices")
    return Predict(
        kind,
        choices,
        tuple(of.words("words")),
        of.number("tolerance", 0.0),
        of.number("min", None),
        of.number("max", None),
    )


BOUNDS = ("is", "tolerance", "at_least", "at_most")
NEVER = Bounds(at_least=float("inf"), at_most=float("-inf"))
CHECK = (
    *("kind", "table", "of", "row", "column", "other", "other_of", "other_row"),
    *("other_column", "least", "within", "word"),
)


def _choice(of: Reader) -> Choice:
    of.known("say", *BOUNDS)
    return Choice(of.text("say"), _bounds(of))


def _bounds(of: Reader) -> Bounds:
    """Without any bound nothing fits: a choice that is never right."""
    wanted = of.entry.get("is")
    if not {"is", "at_least", "at_most"} & set(of.entry):
        return NEVER
    if isinstance(wanted, bool) or not isinstance(wanted, str | int | float | None):
        raise of.slip("is", "is must be a text or a number")
    wanted = float(wanted) if isinstance(wanted, int) else wanted
    low, high = of.number("at_least", float("-inf")), of.number("at_most", float("inf"))
    return Bounds(wanted, of.number("tolerance", 1e-9), low, high)


def _expected(of: Reader) -> tuple[Check, Bounds]:
    check, bounds = _check(of, BOUNDS)
    if bounds == NEVER:
        raise of.slip("kind", "what is expected needs is, at_least or at_most")
    return check, bounds


def _check(of: Reader, more: tuple[str, ...]) -> tuple[Check, Bounds]:
    of.known(*CHECK, *(more or ("is",)))
    kind = of.one_of("kind", KINDS)
    if kind == "fixed":
        return Check(kind, is_=of.text("is")), _bounds(of)
    if not more and "is" in of.entry:
        raise of.slip("is", "only a fixed answer is typed")
    check = Check(
        kind,
        of.text("table"),
        of.settings("of"),
        of.text("row", ""),
        of.text("column", ""),
        of.text("other", ""),
        of.settings("other_of"),
        of.text("other_row", ""),
        of.text("other_column", ""),
        of.number("least", 1.0),
        of.number("within", 1e-9),
        of.text("word", ""),
    )
    return check, _bounds(of)


def _when(of: Reader) -> When:
    of.known("said", "say")
    if isinstance(of.entry.get("said"), dict):
        near = of.table("said")
        near.known("near", "tolerance")
        within = near.number("tolerance", 1e-9)
        return When((), near.number("near"), within, of.text("say"))
    return When(tuple(of.words("said", single=True)), None, 0.0, of.text("say"))
