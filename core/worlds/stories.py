"""Stories made up by seed, each with a question and the checker's answer.

Four tasks, by how many lines have to be put together; the lines between them change
nothing for the question. Within one story all animals of a kind have the same colour.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.worlds.story import (
    Answer,
    Drops,
    Event,
    Goes,
    HasColour,
    IsA,
    Question,
    Rests,
    Takes,
    WhatColour,
    WhereIs,
    WhereThing,
    World,
    after,
    answer,
    answer_in,
    moved,
)
from core.worlds.telling import (
    ANIMALS,
    COLOURS,
    DROPS,
    GOES,
    KINDS,
    PEOPLE,
    PLACES,
    RESTS,
    TAKES,
    THINGS,
    ask,
    asked,
    read,
    told,
)

TASKS = ("person", "thing", "before", "colour")
"""Where somebody is, where a thing is, where it was before, the colour by the kind."""
LINES = {"person": 1, "thing": 2, "before": 3, "colour": 3}
"""How many lines of each task have to be put together, at least."""
SHORTEST, LONGEST = 3, 16
_STRAY = 0.15  # lines of the other kind of story


@dataclass(frozen=True)
class Story:
    """Lines, a question, its answer, and the lines, from 0, which that rests on."""

    lines: tuple[str, ...]
    question: str
    answer: str
    supporting: tuple[int, ...]

    @property
    def text(self) -> str:
        """The whole story with its question: no two that differ have the same."""
        return "\n".join((*self.lines, self.question))


def checked(lines: Sequence[str], question: str) -> Story:
    """The story with the checker's answer. InputError where there is none."""
    found = answer([read(line) for line in lines], ask(question))
    return Story(tuple(lines), question, found.word, found.lines)


def check_length(lines: Sequence[str], most: int = LONGEST) -> None:
    """InputError where a story has no line, or more than `most`."""
    if not lines:
        raise InputError(
            "empty_story",
            "The story is empty. Write at least one line, for example “Sam walks into "
            "the kitchen.”",
        )
    if len(lines) > most:
        raise InputError(
            "long_story",
            "A story has at most {most} lines here, and this one has {lines}. Take out "
            "{more}.",
            most=most,
            lines=len(lines),
            more=len(lines) - most,
        )


def story(seed: int | str, task: str, length: int) -> Story:
    """A story of that many lines, always the same for a seed, a task and a length.

    ValueError for an unknown task, or a length out of `SHORTEST` to `LONGEST`.
    """
    if task not in TASKS:
        raise ValueError(f"A task is one of {', '.join(TASKS)}, not {task!r}.")
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(
            f"A story has {SHORTEST} to {LONGEST} lines here, not {length}."
        )
    return drawn(random.Random(f"{seed} {task} {length}"), task, length)


def drawn(chance: random.Random, task: str, length: int) -> Story:
    """The next story of that chance; see `story`."""
    make = _animals if task == "colour" else _moves
    while True:
        events = list(make(chance, length))
        world = after(events)
        asked_of = _QUESTIONS[task](chance, world)
        if asked_of is None:
            continue
        found = answer_in(world, asked_of)
        if len(found.lines) >= LINES[task]:
            return _told(chance, events, asked_of, found)


def _told(
    chance: random.Random, events: Sequence[Event], question: Question, found: Answer
) -> Story:
    """The events in words that are drawn too."""
    lines = []
    for event in events:
        article = "the"
        if isinstance(event, Takes) and event.thing != "milk" and chance.random() < 0.3:
            article = "an" if event.thing[0] in "aeiou" else "a"
        lines.append(
            told(event, chance.choice(_VERBS.get(type(event), ("",))), article)
        )
    return Story(tuple(lines), asked(question), found.word, found.lines)


_VERBS: dict[type[Event], tuple[str, ...]] = {
    Goes: GOES,
    Takes: TAKES,
    Drops: DROPS,
    Rests: RESTS,
}


# --- people, places and things --------------------------------------------------------


def _moves(chance: random.Random, length: int) -> Iterator[Event]:
    """Some people go about; nobody takes what is elsewhere, or what somebody has."""
    people = chance.sample(PEOPLE, chance.randint(1, 4))
    places = chance.sample(PLACES, chance.randint(3, 6))
    things = chance.sample(THINGS, chance.randint(1, 3))
    strays = list(_animals(chance, 4)) if chance.random() < _STRAY else []
    world = World()
    for line in range(length):
        if strays and chance.random() < 0.2:
            event: Event = strays.pop(0)
        else:
            event = _moved(chance, world, chance.choice(people), places, things)
        world.happens(line, event)
        yield event


def _moved(
    chance: random.Random,
    world: World,
    who: str,
    places: Sequence[str],
    things: Sequence[str],
) -> Event:
    """What somebody does next."""
    here = world.places[who].word if who in world.places else ""
    held = [thing for thing in things if _holder(world, thing) == who]
    free = [thing for thing in things if not _holder(world, thing)]
    reach = [one for one in free if here and _lies(world, one) in ("", here)]
    what = chance.random()
    if what < 0.25 and reach:
        return Takes(who, chance.choice(reach))
    if 0.25 <= what < 0.4 and held:
        return Drops(who, chance.choice(held))
    if what > 0.93:
        return Rests(who)
    return Goes(who, chance.choice([place for place in places if place != here]))


def _holder(world: World, thing: str) -> str:
    return world.holders[thing].word if thing in world.holders else ""


def _lies(world: World, thing: str) -> str:
    return world.stays[thing][-1].word if world.stays.get(thing) else ""


# --- animals --------------------------------------------------------------------------


def _animals(chance: random.Random, length: int) -> Iterator[Event]:
    """Animals with kinds and colours in any order; in longer stories people go about.

    Whoever shares a kind shares its colour; one of each kind may do without a line.
    """
    kinds = chance.sample(KINDS, chance.randint(2, 4))
    colours = dict(zip(kinds, chance.sample(COLOURS, len(kinds)), strict=True))
    events: list[Event] = []
    for who in chance.sample(ANIMALS, len(ANIMALS)):
        kind = chance.choice(kinds)
        known = chance.random()
        if known < 0.9:
            events.append(IsA(who, kind))
        if known >= 0.9:
            events.append(HasColour(who, chance.choice(COLOURS)))
        elif known < 0.55:
            events.append(HasColour(who, colours[kind]))
    events = events[: max(SHORTEST, length - chance.randint(0, 3))][:length]
    chance.shuffle(events)
    while len(events) < length:
        who, place = chance.choice(PEOPLE), chance.choice(PLACES)
        event = Goes(who, place) if chance.random() < 0.7 else Rests(who)
        events.insert(chance.randint(0, len(events)), event)
    yield from events


# --- what is asked --------------------------------------------------------------------


def _where_is(chance: random.Random, world: World) -> Question | None:
    people = list(world.places)
    return WhereIs(chance.choice(people)) if people else None


def _where_thing(chance: random.Random, world: World) -> Question | None:
    things = list(world.stays)
    return WhereThing(chance.choice(things)) if things else None


def _where_before(chance: random.Random, world: World) -> Question | None:
    found = moved(world)
    return chance.choice(found) if found else None


def _what_colour(chance: random.Random, world: World) -> Question | None:
    """One whose own colour no line tells, of a kind with another that has one.

    Where there is room for it, a second colour is told that is not the answer.
    """
    told = len(world.kinds) + len(world.colours)
    if told > SHORTEST and len({one.word for one in world.colours.values()}) < 2:
        return None
    coloured = {world.kinds[who].word for who in world.colours if who in world.kinds}
    unknown = [
        who
        for who, kind in world.kinds.items()
        if who not in world.colours and kind.word in coloured
    ]
    return WhatColour(chance.choice(unknown)) if unknown else None


_QUESTIONS: dict[str, Callable[[random.Random, World], Question | None]] = {
    "person": _where_is,
    "thing": _where_thing,
    "before": _where_before,
    "colour": _what_colour,
}
