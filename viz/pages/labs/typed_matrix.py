"""What a reader types in a lab: matrices as text, and the number for a blank."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import InputError
from core.labs.typed_matrices import Matrix
from core.labs.typed_matrices import matrix as read
from viz import address
from viz.content.texts import error, texts
from viz.pages.app import frame, widgets
from viz.pages.app.session import Remembered
from viz.say.answers import misses
from viz.say.numbers import written

say = texts("labs/shared")
blanks = texts("blanks")
DIMMED = "<style>.st-key-lab-picture .stPlotlyChart{opacity:.4}</style>"


@dataclass(frozen=True)
class Typed:
    """The matrices to show, and what is wrong with what was typed, by its name.

    Where something is wrong the matrices are the last good ones of this reader.
    """

    matrices: tuple[Matrix, ...]
    problems: Mapping[str, str]


def typed(*names: str, fit: Callable[..., None] | None = None) -> Typed:
    """The matrices of the address under these names.

    `fit` gets them and raises InputError where they do not go together; that is said
    under the last of them. What is refused stays in its field.
    """
    found: list[Matrix] = []
    problems: dict[str, str] = {}
    for name in names:
        try:
            found.append(read(getattr(frame.choices(), name)))
        except InputError as problem:
            problems[name] = error(problem)
    if fit is not None and not problems:
        try:
            fit(*found)
        except InputError as problem:
            problems[names[-1]] = error(problem)
    usual = tuple(read(getattr(address.DEFAULTS, name)) for name in names)
    last_good = Remembered(f"_typed_{'_'.join(names)}", usual)
    if not problems:
        last_good.set(tuple(found))
    return Typed(last_good.get(), problems)


def matrix(name: str, label: str, found: Typed) -> None:
    """The field of a matrix: rows with `;` between, numbers with spaces.

    Under it stands what is wrong with it.
    """
    with st.container():
        widgets.text(name, label, autocomplete="off")
        if name in found.problems:
            refused(found.problems[name])


def shut(name: str) -> None:
    """The field of a matrix that is not open: on the page, though nobody sees it.

    What a widget holds is in the address only while the widget is drawn.
    """
    with st.container(key=f"shut-{name}"):
        widgets.text(name, name, autocomplete="off")


def refused(problem: str) -> None:
    """What is wrong with what was typed; the picture of before is dimmed meanwhile."""
    frame.refuse(problem)
    st.html(DIMMED)


def blank(
    name: str,
    label: str,
    answer: float | Sequence[float],
    *,
    digits: int = 3,
    reason: str = "",
) -> None:
    """A number (or several, with spaces) to find: right, or try again, without end.

    `reason` is said once it is right. After a first wrong answer stands a hint, after
    another one the working. What was typed is in the address.
    """
    widgets.text(name, label, autocomplete="off")
    given = getattr(frame.choices(), name)
    if not given.strip():
        return
    answers = [answer] if isinstance(answer, int | float) else list(answer)
    try:
        wrong = misses(given, answers, digits)
    except InputError as problem:
        frame.refuse(error(problem))
        return
    numbers = " ".join(written(number, f".{digits}f") for number in answers)
    if not wrong:
        frame.note(say("answer.right", numbers=numbers, reason=reason))
        return
    if len(answers) == 1:
        frame.note(say("answer.wrong"))
    else:
        frame.note(say("answer.wrong_number", place=wrong[0]))
    if _tries(name, given) == 1:
        frame.note(blanks(f"{name}.hint"))
    else:
        frame.note(blanks(f"{name}.working", reason=reason, numbers=numbers))


def _tries(name: str, given: str) -> int:
    """How many different wrong answers this reader has given there, with this one."""
    missed = Remembered(f"_missed-{name}", frozenset[str]())
    missed.set(missed.get() | {" ".join(given.split())})
    return len(missed.get())


def right(name: str, answer: float, digits: int = 3) -> bool:
    """Whether a blank holds its answer: what it asks for need not be covered then."""
    try:
        return not misses(getattr(frame.choices(), name), [answer], digits)
    except InputError:
        return False
