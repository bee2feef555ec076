"""What happens in a story, line by line, and what is true after it.

People go to places, pick things up and drop them; animals have a kind and a colour. The
tasks are those of Weston et al. (2015), which Sukhbaatar et al. (2015) answer in hops.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.errors import InputError


@dataclass(frozen=True)
class Goes:
    """Somebody goes to a place."""

    who: str
    place: str


@dataclass(frozen=True)
class Takes:
    """Somebody picks a thing up."""

    who: str
    thing: str


@dataclass(frozen=True)
class Drops:
    """Somebody drops a thing where they are."""

    who: str
    thing: str


@dataclass(frozen=True)
class Rests:
    """Somebody does what changes nothing."""

    who: str


@dataclass(frozen=True)
class IsA:
    """An animal is of a kind."""

    who: str
    kind: str


@dataclass(frozen=True)
class HasColour:
    """An animal has a colour, and so have all of its kind."""

    who: str
    colour: str


Event = Goes | Takes | Drops | Rests | IsA | HasColour


@dataclass(frozen=True)
class WhereIs:
    """Where somebody is."""

    who: str


@dataclass(frozen=True)
class WhereThing:
    """Where a thing is."""

    thing: str


@dataclass(frozen=True)
class WhereBefore:
    """Where a thing was before it came to a place for the last time."""

    thing: str
    place: str


@dataclass(frozen=True)
class WhatColour:
    """What colour an animal has; that of another one of its kind, if need be."""

    who: str


Question = WhereIs | WhereThing | WhereBefore | WhatColour


@dataclass(frozen=True)
class Answer:
    """A word, and the lines, from 0, that have to be read to find it."""

    word: str
    lines: tuple[int, ...]


@dataclass
class World:
    """What is true after some lines, and which lines say so.

    `stays` are the places where a thing has been, one after another.
    """

    places: dict[str, Answer] = field(default_factory=dict)
    holders: dict[str, Answer] = field(default_factory=dict)
    stays: dict[str, list[Answer]] = field(default_factory=dict)
    kinds: dict[str, Answer] = field(default_factory=dict)
    colours: dict[str, Answer] = field(default_factory=dict)

    def happens(self, line: int, event: Event) -> None:
        """One more line becomes true. InputError for what cannot happen."""
        match event:
            case Goes(who, place):
                self.places[who] = Answer(place, (line,))
                for thing in self._carried(who):
                    self._stay(thing)
            case Takes(who, thing):
                self._check_within_reach(who, thing)
                self.holders[thing] = Answer(who, (line,))
                self._stay(thing)
            case Drops(who, thing):
                self._check_to_be_dropped(who, thing)
                self.holders[thing] = Answer(who, (line,))
                self._stay(thing)
                del self.holders[thing]
            case IsA(who, kind):
                self.kinds[who] = Answer(kind, (line,))
            case HasColour(who, colour):
                self.colours[who] = Answer(colour, (line,))
            case Rests():
                pass

    def _carried(self, who: str) -> list[str]:
        return [thing for thing, held in self.holders.items() if held.word == who]

    def _check_within_reach(self, who: str, thing: str) -> None:
        held = self.holders.get(thing)
        if held and held.word != who:
            raise InputError(
                "held_by_another",
                "{who} can't pick up the {thing}: {other} has it.",
                who=who,
                thing=thing,
                other=held.word,
            )
        if apart := self._lies_elsewhere(who, thing):
            raise InputError(
                "lies_elsewhere",
                "{who} can't pick up the {thing}: it is in the {place}, and {who} is "
                "in the {other}.",
                who=who,
                thing=thing,
                place=apart[0],
                other=apart[1],
            )

    def _check_to_be_dropped(self, who: str, thing: str) -> None:
        held = self.holders.get(thing)
        if held and held.word != who:
            raise InputError(
                "dropped_by_another",
                "{who} can't drop the {thing}: {other} has it.",
                who=who,
                thing=thing,
                other=held.word,
            )
        if apart := self._lies_elsewhere(who, thing):
            raise InputError(
                "dropped_elsewhere",
                "{who} can't drop the {thing}: it is in the {place}, and {who} is in "
                "the {other}.",
                who=who,
                thing=thing,
                place=apart[0],
                other=apart[1],
            )

    def _lies_elsewhere(self, who: str, thing: str) -> tuple[str, str] | None:
        """Where a thing lies that nobody has, and where somebody is, if they differ."""
        lies = next(reversed(self.stays.get(thing, [])), None)
        there = self.places.get(who)
        if thing in self.holders or lies is None or there is None:
            return None
        return (lies.word, there.word) if lies.word != there.word else None

    def _stay(self, thing: str) -> None:
        """The thing is where its holder is, if that is known."""
        held = self.holders[thing]
        where = self.places.get(held.word)
        if where is None:
            return
        stays = self.stays.setdefault(thing, [])
        if stays and stays[-1].word == where.word:
            stays.pop()  # the same stay, by newer lines
        stays.append(Answer(where.word, (*held.lines, *where.lines)))


def after(events: Sequence[Event]) -> World:
    """What is true after all events; InputError names what cannot happen."""
    world = World()
    for line, event in enumerate(events):
        world.happens(line, event)
    return world


def answer(events: Sequence[Event], question: Question) -> Answer:
    """What a reader who checks every line answers, and the lines it rests on.

    InputError where the story does not say it.
    """
    return answer_in(after(events), question)


def answer_in(world: World, question: Question) -> Answer:
    """The same of what is true after the events."""
    match question:
        case WhereIs(who):
            found = world.places.get(who)
        case WhereThing(thing):
            found = next(reversed(world.stays.get(thing, [])), None)
        case WhereBefore(thing, place):
            found = _before(world.stays.get(thing, []), place)
        case WhatColour(who):
            found = world.colours.get(who) or _by_kind(world, who)
    if found is None:
        raise InputError("story_does_not_say", "The story doesn't say it.")
    return Answer(found.word, tuple(sorted(set(found.lines))))


def askable(events: Sequence[Event]) -> tuple[Question, ...]:
    """Every question that the checker can answer, each once."""
    world = after(events)
    return tuple(
        dict.fromkeys(
            [
                *map(WhereThing, world.stays),
                *moved(world),
                *(
                    WhatColour(who)
                    for who in {**world.kinds, **world.colours}
                    if who in world.colours or _by_kind(world, who)
                ),
                *map(WhereIs, world.places),
            ]
        )
    )


def moved(world: World) -> tuple[WhereBefore, ...]:
    """Where a thing was before: a question for each time that it came to a place."""
    return tuple(
        WhereBefore(thing, stay.word)
        for thing, stays in world.stays.items()
        for stay in stays[1:]
    )


def _before(stays: Sequence[Answer], place: str) -> Answer | None:
    """The stay before the last one in that place, and the lines of both."""
    for at in range(len(stays) - 1, 0, -1):
        if stays[at].word == place:
            before = stays[at - 1]
            return Answer(before.word, (*before.lines, *stays[at].lines))
    return None


def _by_kind(world: World, who: str) -> Answer | None:
    """The colour that others of the same kind have; the one told last."""
    own = world.kinds.get(who)
    if own is None:
        return None
    for other, colour in _newest_first(world):
        kind = world.kinds.get(other)
        if kind and kind.word == own.word:
            return Answer(colour.word, (*own.lines, *kind.lines, *colour.lines))
    return None


def _newest_first(world: World) -> Iterator[tuple[str, Answer]]:
    yield from sorted(world.colours.items(), key=lambda one: -one[1].lines[0])
