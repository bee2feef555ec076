"""What a story is asked in fewer words, and what the checker says of it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import InputError
from core.worlds.stories import Story
from core.worlds.summaries import (
    asks_of,
    drawn_summary,
    summed_up,
    thing_of,
    things_told,
)
from core.worlds.telling import read
from viz.content.texts import error
from viz.pages.app import frame
from viz.pages.app.session import reported
from viz.pages.memory import begin, told
from viz.pages.memory.told import Told
from viz.payload.story import Known

KEY = "memory-summary"
NEXT_LENGTHS = range(10, 15)


def of_address() -> Told:
    """The story of the address with what is asked of it here."""
    of = told.told()
    typed = told.cleaned(frame.choices().m_asked)
    return replace(of, question=typed or _own(of.lines))


def _own(lines: Sequence[str]) -> str:
    """The question about the thing that the last line with one names."""
    try:
        events = [read(line) for line in lines]
    except InputError:
        return asks_of("apple")
    things = things_told(events[::-1])
    return asks_of(things[0] if things else "apple")


def known(of: Told) -> tuple[Known, Story | None, str]:
    """The checker's summary, what else can be asked, and why there is no summary."""
    try:
        things = things_told([read(line) for line in of.lines])
        asks = tuple(map(asks_of, things))
    except InputError as problem:
        return Known(), None, error(problem)
    try:
        one = summed_up(of.lines, of.question)
    except InputError as problem:
        return Known(asks=asks), None, error(problem)
    return Known("", one.supporting, asks), one, ""


def named(name: str | None) -> None:
    if name is not None:
        frame.keep(m_story=name, m_question="", m_asked="", m_hide="")


def another() -> None:
    """The next story made up by seed, with something that happens to a thing."""
    seed = begin.next_seed()
    length = NEXT_LENGTHS[seed % len(NEXT_LENGTHS)]
    made = drawn_summary(random.Random(f"page {seed}"), length)
    where = f"Where is the {thing_of(made.question)}?"
    begin.tell(seed, made.lines, where if made.answer else "")
    frame.keep(m_asked=made.question)


def changed() -> None:
    """A browser tells another story, or asks about another thing."""
    seen = reported(KEY, "told")
    if isinstance(seen, Mapping):
        told.keep({**seen, "hops": None}, _keep)


def _keep(lines: Sequence[str], question: str, hidden: Sequence[Any]) -> None:
    """The question of the other step stays what it is."""
    told.tell(lines, told.told().question, hidden)
    own = question == _own([line for line in map(told.cleaned, lines) if line])
    frame.keep(m_asked="" if own else told.cleaned(question))
