"""What happened to a thing: the few lines of a story that say it, in their order.

A summary is at most three lines: who took the thing last, where they were with it last,
and that they dropped it. Whoever reads nothing else finds the thing in the same place.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from core.errors import InputError
from core.worlds.stories import Story, drawn
from core.worlds.story import Drops, Event, Goes, Takes, World
from core.worlds.telling import THINGS, read, words

MOST = 3
"""How many lines a summary has at most."""
_TASKS = ("person", "thing", "before")
_ASKED = re.compile(rf"what happened to (?:the|an?) ({'|'.join(THINGS)})\W*", re.I)


def asks_of(thing: str) -> str:
    """The question as it is written."""
    return f"What happened to the {thing}?"


def thing_of(question: str) -> str:
    """The thing that is asked about. InputError with what can be asked."""
    if match := _ASKED.fullmatch(" ".join(question.split())):
        return match[1].lower()
    raise InputError(
        "no_thing_asked",
        "“{question}” can't be read. Ask, for example, “{example}” A thing is one of "
        "these: {things}.",
        question=question,
        example=asks_of(THINGS[0]),
        things=", ".join(THINGS),
    )


def summed_up(lines: Sequence[str], question: str) -> Story:
    """The story with the lines that tell it, and where the thing is, if they say it.

    InputError where a line or the question cannot be read, or no line says anything.
    """
    thing = thing_of(question)
    return replace(_told(lines, list(map(read, lines)), thing), question=question)


def telling(events: Sequence[Event], thing: str) -> tuple[int, ...]:
    """The lines, from 0, that say what happened to a thing last.

    InputError for what cannot happen, and where nobody took or dropped the thing.
    """
    world, places = World(), dict[str, int]()
    holder, found = "", dict[str, int]()
    for line, event in enumerate(events):
        world.happens(line, event)
        match event:
            case Goes(who, _):
                places[who] = line
                if who == holder:
                    found["place"] = line
            case Takes(who, it) | Drops(who, it) if it == thing:
                if who != holder:
                    found = {"place": places[who]} if who in places else {}
                took = isinstance(event, Takes)
                found["took" if took else "dropped"] = line
                holder = who if took else ""
            case _:
                pass
    if not found:
        raise InputError(
            "nothing_happened",
            "No line says that somebody took or dropped the {thing}.",
            thing=thing,
        )
    return tuple(sorted(found.values()))


def whereabouts(events: Sequence[Event], thing: str) -> str:
    """Where a thing is after these lines; nothing where they do not say it."""
    world = World()
    for line, event in enumerate(events):
        world.happens(line, event)
    stays = world.stays.get(thing, [])
    return stays[-1].word if stays else ""


def things_told(events: Sequence[Event]) -> tuple[str, ...]:
    """The things that something happens to, in the order in which they come."""
    named = [event.thing for event in events if isinstance(event, Takes | Drops)]
    return tuple(dict.fromkeys(named))


def naming(lines: Sequence[str], thing: str) -> tuple[int, ...]:
    """The lines, from 0, that name a thing."""
    return tuple(at for at, line in enumerate(lines) if thing in words(line))


def kept(one: Story, chosen: Sequence[int]) -> bool:
    """Whether the chosen lines alone say where the thing is, as all lines do."""
    events = [read(one.lines[at]) for at in chosen]
    try:
        return whereabouts(events, thing_of(one.question)) == one.answer
    except InputError:
        return False


def drawn_summary(chance: random.Random, length: int) -> Story:
    """A story of that many lines, and what happened to one of its things."""
    while True:
        lines = drawn(chance, chance.choice(_TASKS), length).lines
        events = [_known(line) for line in lines]
        if things := things_told(events):
            thing = chance.choice(things)
            return _told(lines, events, thing)


def _told(lines: Sequence[str], events: Sequence[Event], thing: str) -> Story:
    found = telling(events, thing)
    return Story(tuple(lines), asks_of(thing), whereabouts(events, thing), found)


_known = lru_cache(maxsize=4096)(read)
