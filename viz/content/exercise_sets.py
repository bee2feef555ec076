"""Sets of exercises: files that a teacher writes without code.

`assets/exercises/<lang>/<set>.toml` is one set, one worksheet. What a check may ask for
stands in `core.exercises`; what is not known is refused with the file, the line and the
nearest known key. assets/exercises/README.md says what each key is for.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from core.assets import ASSETS
from core.exercises.checks import KINDS, Bounds, Check
from viz.content import languages, path, slips, translated
from viz.content.exercises import Choice, Exercise, ExerciseSet, Predict, When
from viz.content.slips import Reader
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
TOLD = ("right", "wrong", "unsure", "explain")
WORDS = (
    *("title", "about", "exercise.ask", *(f"exercise.{name}" for name in TOLD)),
    *("exercise.predict.choices.say", "exercise.when.say"),
)
"""What another language says anew."""
BOUNDS = ("is", "tolerance", "at_least", "at_most")
NEVER = Bounds(at_least=float("inf"), at_most=float("-inf"))
CHECK = (
    *("kind", "table", "of", "row", "column", "other", "other_of", "other_row"),
    *("other_column", "least", "within", "word"),
)


def names() -> tuple[str, ...]:
    """The sets that are shipped, as addresses name them."""
    return tuple(
        sorted(path.stem for path in (FOLDER / languages.ENGLISH).glob("*.toml"))
    )


@cache
def shipped(name: str, lang: str = languages.ENGLISH) -> ExerciseSet:
    """A set in a language, as far as it says it. LookupError where there is none."""
    if name not in names():
        raise LookupError(name)
    english = _made(name, slips.read(FOLDER / languages.ENGLISH / f"{name}.toml"))
    if lang == languages.ENGLISH:
        return english
    other = _made(name, translated.read(lang, f"{name}.toml", WORDS, FOLDER))
    pairs = zip(english.exercises, other.exercises, strict=True)
    return replace(other, exercises=tuple(_answered(*pair) for pair in pairs))


def _answered(english: Exercise, other: Exercise) -> Exercise:
    """An exercise whose file says something to choices, by what they are called now."""
    choices = zip(english.predict.choices, other.predict.choices, strict=True)
    called = {one.say: now.say for one, now in choices}
    said = tuple(
        replace(when, said=tuple(called.get(one, one) for one in when.said))
        for when in other.when
    )
    return replace(other, when=said)


def spoken(name: str) -> ExerciseSet:
    """A set in the language of this run."""
    return shipped(name, language())


def load(file: Path) -> ExerciseSet:
    """Read and check a file. SlipError names file, line, and the nearest known key."""
    return _made(file.stem, slips.read(file))


def _made(name: str, top: Reader) -> ExerciseSet:
    top.known("format", "title", "about", "licence", "place", "exercise")
    if top.entry.get("format") != FORMAT:
        raise top.slip("format", f"format must be {FORMAT}")
    found = tuple(map(_exercise, top.tables("exercise")))
    if not 1 <= len(found) <= MOST:
        raise top.slip("exercise", f"give 1 to {MOST} tables [[exercise]]")
    ids = [one.id for one in found]
    if twice := [one for one in ids if ids.count(one) > 1]:
        raise top.slip("id", f"id {twice[0]!r} is used twice")
    return ExerciseSet(
        name,
        top.text("title"),
        top.text("about", ""),
        top.text("licence", ""),
        top.number("place", 0.0),
        found,
    )


def _exercise(of: Reader) -> Exercise:
    of.known(
        *("id", "ask", "predict", "page", "state", "answer", "expects", "numbers"),
        *(*TOLD, "when", "worked", "digits", "stop"),
    )
    predict = _predict(of.table("predict"))
    free = predict.kind == "free"
    answer = None if free else _answering(of.table("answer"))
    if answer and answer.kind not in ANSWERS[predict.kind]:
        allowed = ", ".join(ANSWERS[predict.kind])
        raise of.slip("answer", f"a {predict.kind} is answered by {allowed}")
    if free and "answer" in of.entry:
        raise of.slip("answer", "what is free has no answer")
    numbers = of.table("numbers", needed=False)
    checks = {name: _answering(numbers.table(name)) for name in numbers.entry}
    page, state = _opens(of)
    found = Exercise(
        id=of.text("id"),
        ask=of.text("ask"),
        predict=predict,
        page=page,
        state=state,
        answer=answer,
        expects=tuple(map(_expected, of.tables("expects"))),
        numbers=checks,
        right=of.text("right", ""),
        wrong=of.text("wrong", ""),
        unsure=of.text("unsure", ""),
        explain=of.text("explain", ""),
        when=tuple(map(_when, of.tables("when"))),
        worked=of.flag("worked"),
        digits=int(of.number("digits", 3)),
        stop=of.text("stop", ""),
    )
    known = {"answer", "value", *checks}
    said = [(name, getattr(found, name)) for name in TOLD]
    for key, text in (*said, *(("say", one.say) for one in found.when)):
        for slot in SLOT.findall(text):
            if slot not in known:
                raise of.slip(key, f"no check gives {{{slot}}}", slot, known)
    return found


def _opens(of: Reader) -> tuple[str, dict[str, str]]:
    """The page and the state that an exercise opens: its own, or those of its stop."""
    if not (name := of.text("stop", "")):
        return of.text("page", ""), _state(of.table("state", needed=False))
    stops = {stop.name: stop for stop in path.load().stops}
    if name not in stops:
        raise of.slip("stop", f"there is no stop {name!r} on the path", name, stops)
    if {"page", "state"} & set(of.entry):
        raise of.slip("stop", "a stop has its page and state already")
    return stops[name].path or path.START, stops[name].opened


def _state(of: Reader) -> dict[str, str]:
    """What the link to the page chooses, as an address writes it."""
    written = {}
    for name, value in of.entry.items():
        if not isinstance(value, str | int | float):
            raise of.slip(name, f"{name} in state must be a text, a number or true")
        written[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return written


def _predict(of: Reader) -> Predict:
    of.known("kind", "choices", "words", "tolerance", "min", "max")
    kind = of.one_of("kind", PREDICTIONS)
    choices = tuple(map(_choice, of.tables("choices")))
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
    """What a model must show for an exercise to count."""
    of.known(*CHECK, *BOUNDS)
    check, bounds = _check(of), _bounds(of)
    if bounds == NEVER:
        raise of.slip("kind", "what is expected needs is, at_least or at_most")
    return check, bounds


def _answering(of: Reader) -> Check:
    of.known(*CHECK, "is")
    check = _check(of)
    if check.kind != "fixed" and "is" in of.entry:
        raise of.slip("is", "only a fixed answer is typed")
    return check


def _check(of: Reader) -> Check:
    kind = of.one_of("kind", KINDS)
    if kind == "fixed":
        return Check(kind, is_=of.text("is"))
    return Check(
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


def _when(of: Reader) -> When:
    of.known("said", "say")
    if isinstance(of.entry.get("said"), dict):
        near = of.table("said")
        near.known("near", "tolerance")
        within = near.number("tolerance", 1e-9)
        return When((), near.number("near"), within, of.text("say"))
    return When(tuple(of.words("said", single=True)), None, 0.0, of.text("say"))
