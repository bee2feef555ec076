"""The story that the address tells, what is wrong with it, what the checker says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import InputError
from core.worlds.shown_stories import NAMED
from core.worlds.stories import LONGEST, check_length, checked
from core.worlds.story import askable
from core.worlds.telling import ask, asked, lines_of, read, text_of
from viz.content.texts import error
from viz.pages.app import frame
from viz.pages.app.session import Remembered
from viz.payload.story import Known, Wrong

DRAWN = 3 * LONGEST
"""How many lines are shown, to be taken out; no more are read."""
CHARACTERS = 120
"""Of a line, as of a question: more is no sentence of the grammar."""
ASKS = 8
SHOWN_PROBLEMS = 3
TURN: Remembered[int] = Remembered("_memory_turn", 0)
"""What the reader has told so far, as their browser counts it."""
CHOSEN: Remembered[bool] = Remembered("_memory_chosen", False)
"""Whether a story was chosen in this run: what was told before it comes too late."""


@dataclass(frozen=True)
class Told:
    """Lines and a question as they were typed; `hidden` are lines, from 0."""

    name: str
    lines: tuple[str, ...]
    question: str
    hidden: tuple[int, ...]


def told() -> Told:
    """The story of the address: a named one, or its own text."""
    choices = frame.choices()
    named = NAMED.get(choices.m_story)
    if named:
        lines, question = named.lines, choices.m_question or named.question
    else:
        typed = map(cleaned, lines_of(choices.m_story)[:DRAWN])
        lines, question = tuple(filter(None, typed)), choices.m_question
    places = [int(line) - 1 for line in choices.m_hide.split(".") if line]
    hidden = tuple(line for line in places if line < len(lines))
    name = choices.m_story if named else ""
    return Told(name, lines, cleaned(question), hidden)


def cleaned(typed: str) -> str:
    """A line without what is not seen; no longer than a sentence can be."""
    from core.text.characters import clean

    return clean(typed[:CHARACTERS]).text


def wrong(of: Told, asks: Callable[[str], object] = ask) -> tuple[Wrong, list[str]]:
    """The lines and the question that cannot be read; and what is to be mended.

    `asks` reads the question.
    """
    if length := _why(check_length, of.lines):
        return Wrong(), [length]
    lines = {at: why for at, line in enumerate(of.lines) if (why := _why(read, line))}
    found = Wrong(lines, _why(asks, of.question))
    return found, [why for why in (*lines.values(), found.question) if why]


def _why(reads: Callable[[Any], object], text: Any) -> str:
    try:
        reads(text)
    except InputError as problem:
        return error(problem)
    return ""


def known(of: Told) -> tuple[Known, str]:
    """What the checker says of a story that can be read, and why it has no answer."""
    try:
        asks = tuple(map(asked, askable([read(line) for line in of.lines])))[:ASKS]
    except InputError as problem:
        return Known(), error(problem)
    try:
        found = checked(of.lines, of.question)
    except InputError as problem:
        return Known(asks=asks), error(problem)
    return Known(found.answer, found.supporting, asks), ""


# --- what the reader does -------------------------------------------------------------


def keep(
    seen: Mapping[str, Any],
    tells: Callable[[Sequence[str], str, Sequence[Any]], None] | None = None,
) -> None:
    """Keep what a browser tells, unchecked: what is no story changes nothing.

    `tells` keeps the lines, the question and what is hidden; `tell`, unless given.
    """
    lines, question, hidden = (seen.get(n) for n in ("lines", "question", "hidden"))
    hops, turn = seen.get("hops"), seen.get("turn")
    if isinstance(turn, int | float) and 0 <= turn < 2**31:
        TURN.set(int(turn))
    if isinstance(hops, int | float) and hops in (1, 2, 3):
        frame.keep(m_hops=int(hops))
    if CHOSEN.get():
        return
    if isinstance(question, str) and isinstance(lines, list | tuple):
        places = hidden if isinstance(hidden, list | tuple) else ()
        kept = [line for line in lines if isinstance(line, str)]
        (tells or tell)(kept, question, places)


def tell(lines: Sequence[str], question: str, hidden: Sequence[Any] = ()) -> None:
    """Another story, by its name if it is one of ours. For callbacks."""
    typed = enumerate(map(cleaned, lines[:DRAWN]))
    numbered = [(at, line) for at, line in typed if line]
    kept = tuple(line for _, line in numbered)
    question = cleaned(question)
    seen = enumerate(numbered[:LONGEST], start=1)
    places = [place for place, (at, _) in seen if at in hidden]
    for name, one in NAMED.items():
        if one.lines == kept:
            story, own = name, one.question
            break
    else:
        story, own = text_of(kept), ""
    frame.keep(
        m_story=story,
        m_question="" if question == own else question,
        m_hide=".".join(map(str, places)),
    )
