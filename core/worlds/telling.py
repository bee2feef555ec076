"""Sentences and questions of a story: how they are written, and how they are read.

A small grammar, in the words of the lecture's stories and of Weston et al. (2015).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from core.errors import InputError
from core.worlds.story import (
    Drops,
    Event,
    Goes,
    HasColour,
    IsA,
    Question,
    Rests,
    Takes,
    WhatColour,
    WhereBefore,
    WhereIs,
    WhereThing,
)

Read = TypeVar("Read")

PEOPLE = ("Sam", "Mary", "John", "Sandra", "Daniel", "Bill", "Fred", "Julie")
PLACES = (
    *("kitchen", "bedroom", "garden", "hallway", "bathroom", "office", "den"),
    *("park", "school", "cellar"),
)
THINGS = ("apple", "milk", "football", "cup", "book", "ball")
ANIMALS = ("Brian", "Julius", "Bernhard", "Greg", "Lily", "Rosa")
KINDS = ("lion", "frog", "swan", "rhino", "duck")
COLOURS = ("white", "green", "yellow", "gray", "red", "blue")

GOES = (
    *("walks into", "goes to", "journeyed to", "went back to", "went to", "moved to"),
    "travelled to",
)
TAKES = ("picks up", "got", "took", "grabbed")
DROPS = ("drops", "discarded", "put down")
RESTS = ("sits down", "looks around", "waits")


def _any(words: Sequence[str]) -> str:
    return f"({'|'.join(map(re.escape, words))})"


_WHO, _ANIMAL = _any(PEOPLE), _any(ANIMALS)
_PLACE, _THING = _any(PLACES), _any(THINGS)
_SENTENCES: Mapping[str, Callable[..., Event]] = {
    f"{_WHO} (?:{'|'.join(GOES)}) the {_PLACE}": Goes,
    f"{_WHO} (?:{'|'.join(TAKES)}) (?:the|an?) {_THING}": Takes,
    f"{_WHO} (?:{'|'.join(DROPS)}) (?:the|an?) {_THING}": Drops,
    f"{_WHO} (?:{'|'.join(RESTS)})": Rests,
    f"{_ANIMAL} is an? {_any(KINDS)}": IsA,
    f"{_ANIMAL} is {_any(COLOURS)}": HasColour,
}
_QUESTIONS: Mapping[str, Callable[..., Question]] = {
    f"where is {_WHO}": WhereIs,
    f"where is the {_THING}": WhereThing,
    f"where was the {_THING} before the {_PLACE}": WhereBefore,
    f"what colou?r is {_ANIMAL}": WhatColour,
}
_PROPER = {name.lower(): name for name in (*PEOPLE, *ANIMALS)}
_ALL = (
    *("a", "an", "the", "is", "was", "where", "what", "color", "colour", "before"),
    *(*GOES, *TAKES, *DROPS, *RESTS, *PEOPLE, *PLACES, *THINGS),
    *(*ANIMALS, *KINDS, *COLOURS),
)
VOCABULARY = tuple(dict.fromkeys(" ".join(_ALL).lower().split()))
"""Every word of the grammar once, as `words` gives it."""


def words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence in small letters, without its marks."""
    return tuple(re.findall(r"\w+", sentence.lower()))


def read(sentence: str) -> Event:
    """What a sentence says happens. InputError with what can be said."""
    found = _read(sentence, _SENTENCES)
    if found is None:
        raise InputError(
            "no_such_line",
            "“{sentence}” can't be read. Write, for example, “Sam walks into the "
            "kitchen.”, “Sam picks up the apple.”, “Sam drops the apple.”, “Brian is a "
            "lion.” or “Brian is white.”",
            sentence=sentence,
        )
    return found


def ask(question: str) -> Question:
    """What a question asks. InputError with what can be asked."""
    if not question.strip():
        raise InputError(
            "empty_question",
            "There is no question. Ask, for example, “Where is Sam?” or “Where is the "
            "apple?”",
        )
    found = _read(question, _QUESTIONS)
    if found is None:
        raise InputError(
            "no_such_question",
            "“{question}” can't be read. Ask, for example, “Where is Sam?”, “Where is "
            "the apple?”, “Where was the apple before the kitchen?” or “What color is "
            "Brian?”",
            question=question,
        )
    return found


def _read(text: str, forms: Mapping[str, Callable[..., Read]]) -> Read | None:
    plain = " ".join(text.split()).rstrip(" .?!")
    for form, makes in forms.items():
        if match := re.fullmatch(form, plain, re.IGNORECASE | re.ASCII):
            words = (word.lower() for word in match.groups())
            return makes(*(_PROPER.get(word, word) for word in words))
    return None


def written(word: str) -> str:
    """A word of the vocabulary as it is written: names begin with a capital."""
    return _PROPER.get(word, word)


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a story that is written as one text: its sentences."""
    parts = re.split(r"(?<=[.?!])\s+|\s*[\r\n]+\s*", text.strip())
    return tuple(part for part in parts if part)


def text_of(lines: Sequence[str]) -> str:
    """A story as one text; each line ends in a mark."""
    plain = (" ".join(line.split()) for line in lines)
    return " ".join(
        one if one.endswith((".", "?", "!")) else f"{one}." for one in plain if one
    )


def told(event: Event, verb: str = "", article: str = "the") -> str:
    """The sentence of an event, with the first verb of its kind unless one is given."""
    match event:
        case Goes(who, place):
            return f"{who} {verb or GOES[0]} the {place}."
        case Takes(who, thing):
            return f"{who} {verb or TAKES[0]} {article} {thing}."
        case Drops(who, thing):
            return f"{who} {verb or DROPS[0]} {article} {thing}."
        case Rests(who):
            return f"{who} {verb or RESTS[0]}."
        case IsA(who, kind):
            return f"{who} is a {kind}."
        case HasColour(who, colour):
            return f"{who} is {colour}."


def asked(question: Question) -> str:
    """A question as it is written."""
    match question:
        case WhereIs(who):
            return f"Where is {who}?"
        case WhereThing(thing):
            return f"Where is the {thing}?"
        case WhereBefore(thing, place):
            return f"Where was the {thing} before the {place}?"
        case WhatColour(who):
            return f"What color is {who}?"
