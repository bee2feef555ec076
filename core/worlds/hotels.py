"""Spanish reviews of hotels, made up: what was good, what was bad, what happened.

A review is a few sentences. Some judge: a part of the hotel and a word for it, or the
whole stay. The others tell a story and say nothing, whatever words stand in them: the
weather was good, too. The balance of those that judge decides, and it is never even.
Every word has its English, and it is known which words judge.
"""

import random
import re
from dataclasses import dataclass
from functools import cache

from core.worlds.hotel_words import GLOSSES, JUDGEMENTS, PARTS, STORIES, STRONG, WHOLE

SHORTEST, LONGEST = 3, 7
MOST_JUDGING = 3
NOT = "no"
VOCABULARY = tuple(sorted(GLOSSES))
_GAP = re.compile(r"\{(\w+(?:\|\w+)*)\}")


@dataclass(frozen=True)
class Word:
    """A word in small letters, and whether it judges."""

    text: str
    judges: bool = False

    @property
    def english(self) -> str:
        """What it means, word for word; nothing for a mark."""
        return GLOSSES[self.text]


@dataclass(frozen=True)
class Told:
    """A sentence, and what it says of the hotel: 1 good, −1 bad, 0 nothing."""

    words: tuple[Word, ...]
    says: int = 0


@dataclass(frozen=True)
class HotelReview:
    """Sentences whose judgements do not cancel."""

    sentences: tuple[Told, ...]

    @property
    def good(self) -> bool:
        """Whether more of them praise than blame."""
        return sum(one.says for one in self.sentences) > 0

    @property
    def text(self) -> str:
        """All words in a row."""
        return " ".join(word.text for one in self.sentences for word in one.words)


@cache
def hotel_review(seed: int | str) -> HotelReview:
    """The review of a seed, the same on every machine."""
    return drawn(random.Random(f"hotel {seed}"))


def drawn(rng: random.Random) -> HotelReview:
    """A review by chance."""
    while True:
        judging = rng.randint(1, MOST_JUDGING)
        length = rng.randint(max(SHORTEST, judging + 1), LONGEST)
        told = _judging(rng, judging)
        stories = rng.sample(STORIES, length - judging)
        told += [Told(_words(_filled(rng, story))) for story in stories]
        rng.shuffle(told)
        if sum(one.says for one in told):
            return HotelReview(tuple(told))


def _judging(rng: random.Random, number: int) -> list[Told]:
    """Sentences that judge, of which at most one is about the whole stay."""
    whole = rng.random() < 0.4
    parts = rng.sample(sorted(PARTS), number - whole)
    return [_of_part(rng, part) for part in parts] + [_of_whole(rng)] * whole


def _of_part(rng: random.Random, part: str) -> Told:
    """“el servicio era muy lento .”, and with “no” the other way round."""
    kind, form, verb = PARTS[part]
    says = rng.choice((1, -1))
    forms = rng.choice(JUDGEMENTS[kind][says]).split("/")
    word = forms[form if len(forms) == 4 else form // 2]
    strong = forms[0] in STRONG
    denied = rng.random() < 0.4 and not strong
    degrees = ("", "realmente") if strong else ("", "muy", "bastante")
    degree = rng.choice(degrees[:2] if denied else degrees)
    words = [Word(one) for one in part.split()]
    words += [Word(NOT, judges=True)] if denied else []
    words += [Word(one) for one in (verb, degree) if one]
    words += [Word(word, judges=True), Word(".")]
    return Told(tuple(words), -says if denied else says)


def _of_whole(rng: random.Random) -> Told:
    """“no volveremos .”: words in stars judge."""
    says = rng.choice((1, -1))
    return Told(_words(rng.choice(WHOLE[says])), says)


def _filled(rng: random.Random, story: str) -> str:
    return _GAP.sub(lambda gap: rng.choice(gap[1].split("|")), story)


def _words(sentence: str) -> tuple[Word, ...]:
    return tuple(
        Word(one.strip("*"), judges=one.startswith("*")) for one in sentence.split()
    )
