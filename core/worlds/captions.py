"""What is seen on a street, in words, and whether words are true of it.

“a red car left of a blue stop sign , a yellow duck on the road”: things in pairs, each
thing once; the last one by itself where their number is odd. People come first, houses
last, and things of one kind from left to right, so that a street has one caption.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.worlds.street import COLORS, KINDS, SIZE, Street, Thing

RELATIONS = ("left of", "right of", "in front of", "behind")
GROUNDS = ("on the grass", "on the road", "in the sky")
COUNTS = ("one", "two", "three", "four", "five")
SPECIAL = ("‹pad›", "‹start›", "‹end›")
PAD, START, END = range(len(SPECIAL))
VOCABULARY = (
    *SPECIAL,
    *("a", "the", ",", "?"),
    *COLORS,
    *(word for kind in KINDS for word in kind.split()),
    *("left", "right", "of", "in", "front", "behind", "on", "grass", "road", "sky"),
    *("what", "color", "is", "thing", "where", "how", "many", "things", "are"),
    *("there", "it", "nothing", *COUNTS),
)
"""All words of captions, questions and answers, by their number."""
NUMBERS = {word: number for number, word in enumerate(VOCABULARY)}

_LOOK = f"a ({'|'.join(COLORS)}) ({'|'.join(KINDS)})"
_CLAUSE = re.compile(
    f"{_LOOK} (?:({'|'.join(RELATIONS)}) {_LOOK}|({'|'.join(GROUNDS)}))"
)


@dataclass(frozen=True)
class Caption:
    """Words, and of each the thing that it names: its color or its kind, else None."""

    words: tuple[str, ...]
    names: tuple[int | None, ...]

    @property
    def text(self) -> str:
        """The words as a line."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Judged:
    """What words are worth as the caption of a street.

    `exact`: its one caption. `true`: they can be read, and everything they say holds.
    `right` of the things that they name are there, of `told` and of `there`.
    """

    exact: bool
    true: bool
    right: int
    told: int
    there: int


def relation(one: Thing, other: Thing) -> str:
    """How one thing stands to another, by their middles and their feet.

    Beside it where they are further apart across than along, else before or behind it:
    in front is what stands lower.
    """
    across, along = other.middle - one.middle, one.foot - other.foot
    if abs(across) >= abs(along):
        return "left of" if across > 0 else "right of"
    return "in front of" if along > 0 else "behind"


def ground(thing: Thing) -> str:
    """On what a thing stands, in words."""
    return f"{'in' if thing.ground == 'sky' else 'on'} the {thing.ground}"


def third(thing: Thing) -> str:
    """In which part of the picture a thing is: left, middle or right."""
    return ("left", "middle", "right")[min(int(3 * thing.middle // SIZE), 2)]


def order(street: Street) -> tuple[int, ...]:
    """The things in the order in which they are told."""

    ranks = [
        (KINDS.index(one.kind), one.middle, -one.foot, COLORS.index(one.color))
        for one in street.things
    ]
    return tuple(sorted(range(len(ranks)), key=ranks.__getitem__))


def caption(street: Street) -> Caption:
    """The one caption of a street."""
    said: list[tuple[str, int | None]] = []
    told = order(street)
    for first, second in zip(told[::2], (*told[1::2], None), strict=False):
        thing = street.things[first]
        said += [(", a" if said else "a", None), (f"{thing.color} {thing.kind}", first)]
        if second is None:
            said.append((ground(thing), None))
        else:
            other = street.things[second]
            said.append((f"{relation(thing, other)} a", None))
            said.append((f"{other.color} {other.kind}", second))
    words, names = zip(
        *((word, place) for text, place in said for word in text.split()), strict=True
    )
    return Caption(words, names)


def mentions(words: Sequence[str]) -> list[tuple[int, int, str, str]]:
    """Every color before a kind: its first word, the word after it, color and kind."""
    found: list[tuple[int, int, str, str]] = []
    for at, color in enumerate(words):
        for kind in KINDS:
            after = at + 1 + len(kind.split())
            if color in COLORS and " ".join(words[at + 1 : after]) == kind:
                found.append((at, after, color, kind))
    return found


def named(street: Street, words: Sequence[str]) -> tuple[int | None, ...]:
    """The thing that each word names, where there is one of that color and kind.

    Of things that look alike each mention names the next one from the left.
    """
    names: list[int | None] = [None] * len(words)
    for first, after, place in _meant(street, words):
        names[first:after] = [place] * (after - first)
    return tuple(names)


def _meant(street: Street, words: Sequence[str]) -> list[tuple[int, int, int | None]]:
    """Every mention: its first word, the word after it, and the thing that it names."""
    left = list(order(street))
    found: list[tuple[int, int, int | None]] = []
    for first, after, color, kind in mentions(words):
        alike = (i for i in left if _looks(street.things[i], color, kind))
        place = next(alike, None)
        if place is not None:
            left.remove(place)
        found.append((first, after, place))
    return found


def _looks(thing: Thing, color: str, kind: str) -> bool:
    return (thing.color, thing.kind) == (color, kind)


def read(words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The clauses of a caption: color, kind, relation, color, kind; or with a ground.

    InputError where the words are no caption.
    """
    clauses: list[tuple[str, ...]] = []
    for clause in " ".join(words).split(" , "):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise InputError(
                "no_caption",
                "“{clause}” is no part of a caption. One reads, for example, “a red "
                "car left of a blue stop sign , a yellow duck on the road”.",
                clause=clause[:80],
            )
        clauses.append(tuple(part for part in match.groups() if part))
    return tuple(clauses)


def judge(street: Street, words: Sequence[str]) -> Judged:
    """Hold words against what is on the street."""
    told = [place for _, _, place in _meant(street, words)]
    there = [place for place in told if place is not None]
    true = there == told and _holds(street, words, there)
    exact = tuple(words) == caption(street).words
    return Judged(exact, true, len(there), len(told), len(street.things))


def _holds(street: Street, words: Sequence[str], told: Sequence[int]) -> bool:
    """Whether the words can be read and all relations and grounds of `told` are so."""
    try:
        clauses = read(words)
    except InputError:
        return False
    places = iter(told)
    for clause in clauses:
        one = street.things[next(places)]
        if len(clause) == 3:
            holds = ground(one) == clause[2]
        else:
            holds = relation(one, street.things[next(places)]) == clause[2]
        if not holds:
            return False
    return True


def numbers(words: Sequence[str]) -> tuple[int, ...]:
    """Words by their places in the vocabulary. InputError names the one it lacks."""
    for word in words:
        if word not in NUMBERS:
            raise InputError(
                "no_such_word",
                "There is no word “{word}” here. Words are {known}.",
                word=word[:40],
                known=" ".join(VOCABULARY[len(SPECIAL) :]),
            )
    return tuple(NUMBERS[word] for word in words)


def told(street: Street) -> str:
    """The picture in English, for records: every thing, and where it is."""
    parts: list[str] = []
    for place in order(street):
        thing = street.things[place]
        at = f"{'in' if third(thing) == 'middle' else 'at'} the {third(thing)}"
        parts.append(f"a {thing.color} {thing.kind} {ground(thing)} {at}")
    return f"A street: {', '.join(parts)}."
