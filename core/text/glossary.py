"""What single words mean and how often they were seen: a small glossary, looked up.

`assets/glossary/en-fr.tsv.gz` is learned from the sentences that the models are trained
on (`core.training.glossary`) and shipped. A gloss is what a dictionary says of a word,
whatever a model attends to: it is never taken from a map.
"""

import gzip
import logging
import re
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_lowercase

from core.assets import ASSETS
from core.text.words import split_words

log = logging.getLogger(__name__)

SHIPPED = ASSETS / "glossary" / "en-fr.tsv.gz"

UNKNOWN = "?"
"""The gloss of a word that the glossary does not know."""

IN_THE_SENTENCE = 0.15
"""A meaning that stands in the sentence is taken, if it is at least so probable beside
the most probable one."""

CERTAIN = 0.25
"""A meaning that does not stand in the sentence must be so probable to be said."""

LONG = 6
OWNER = "'s"
"""What marks an owner is counted and means nothing by itself."""

LETTERS = re.compile(r"[^\W\d_]+")
INVERTED = re.compile(
    r"(?:-t)?-(je|tu|il|elle|on|nous|vous|ils|elles|ce|moi|toi|lui|leur|les|le|la|y|en)"
    r"(?=-|$)"
)
_NOT = {"won't": ("will", "not"), "can't": ("can", "not"), "shan't": ("shall", "not")}
_CLITICS = {
    "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would",
}  # fmt: skip
_SINGULAR = """it he she that what where who there here how when why this everything
something nothing everyone everybody"""
_IS = frozenset(_SINGULAR.split())


def english_units(text: str) -> list[str]:
    """The words of an English text as the glossary counts them, in small letters.

    doesn't is two, does and not; the 's of an owner is a unit of its own.
    """
    lower = text.lower().replace("’", "'")
    return [
        unit
        for start, end in split_words(lower)
        for unit in _english(lower[start:end])
        if any(map(str.isalnum, unit))
    ]


def _english(word: str) -> tuple[str, ...]:
    if word in _NOT:
        return _NOT[word]
    if word.endswith("n't"):
        return word[:-3], "not"
    stem, apostrophe, clitic = word.rpartition("'")
    if stem and clitic == "s":
        return stem, "us" if stem == "let" else "is" if stem in _IS else OWNER
    if stem and (full := _CLITICS.get(apostrophe + clitic)):
        return stem, full
    return tuple(word.split("-"))


def french_units(word: str) -> list[str]:
    """A French word as the glossary counts it: a-t-elle is two, peut-être is one."""
    lower = word.lower().replace("’", "'")
    cut = INVERTED.search(lower)
    if not cut or not cut.start():
        return [lower.lstrip("-")] if lower.lstrip("-") else []
    return [lower[: cut.start()], *INVERTED.findall(lower)]


@dataclass(frozen=True)
class Gloss:
    """A French word with its English. `english` is `UNKNOWN` where nobody knows it.

    Punctuation has none. `seen` is False where the word itself was in no sentence.
    """

    french: str
    english: str
    seen: bool = True


@dataclass(frozen=True)
class Rare:
    """An English word that was hardly ever seen, and where it stands in its sentence.

    `times` counts its rarest part; 0 is never. `meant` is what was meant, if that is
    certain enough to ask.
    """

    word: str
    start: int
    end: int
    times: int
    meant: str = ""


@dataclass(frozen=True)
class Glossary:
    """Meanings and counts, one word a line, in the order of the alphabet.

    English: the word, how often it was seen, and how it is written if that is not in
    small letters. French: the word and its meanings, each with its probability in
    percent.
    """

    english: Sequence[str]
    french: Sequence[str]

    @classmethod
    def read(cls, path: Path) -> "Glossary":
        """From a file: the English lines, an empty line, the French lines."""
        with gzip.open(path, "rt", encoding="utf-8") as file:
            english, _, french = file.read().partition("\n\n")
        return cls(english.split("\n"), french.rstrip("\n").split("\n"))

    def times(self, word: str) -> int:
        """How often an English word was seen; from 16 on rounded down to 16, 32 …"""
        found = _entry(self.english, word.lower())
        return int(found[0]) if found else 0

    def written(self, word: str) -> str:
        """An English word as it is usually written: I, Tom, March, cat."""
        found = _entry(self.english, word)
        return found[1] if found and len(found) > 1 else word

    def meanings(self, unit: str) -> dict[str, float] | None:
        """The English words that a French one stands for, with their probabilities.

        None for a word that was never seen.
        """
        found = _entry(self.french, unit)
        if found is None:
            return None
        pairs = (meaning.rpartition(" ") for meaning in found if meaning)
        return {word: int(percent) / 100 for word, _, percent in pairs}

    def gloss(self, french: Iterable[str], english: str) -> list[Gloss]:
        """The meaning of each French word, if possible by a word of the English.

        `french` are words as `core.text.words.split_words` cuts them; special pieces
        (‹end›) and punctuation have no meaning. An English word that is the first
        meaning of one French word is not the second one of another: J'ai is I have.
        """
        words, source = list(french), frozenset(english_units(english))
        typed = {word.lower(): word for word in LETTERS.findall(english)[1:]}
        cut = [french_units(word) if LETTERS.search(word) else [] for word in words]
        known = {unit: self.meanings(unit) for units in cut for unit in units}
        first = {max(found, key=found.__getitem__) for found in known.values() if found}

        def spelled(word: str) -> str:
            return typed.get(word) or self.written(word)

        def meaning(unit: str) -> str:
            found = known[unit]
            if not found:
                return spelled(unit) if unit in source else UNKNOWN
            best = max(found, key=found.__getitem__)
            here = [word for word in found if word in source - first]
            chosen = max(here, key=found.__getitem__, default=best)
            if best in source or found[chosen] < IN_THE_SENTENCE * found[best]:
                chosen = best
            if chosen not in source and found[chosen] < CERTAIN:
                return UNKNOWN
            return spelled(chosen)

        return [
            self._gloss(word, [meaning(unit) for unit in units])
            for word, units in zip(words, cut, strict=True)
        ]

    def _gloss(self, word: str, found: Sequence[str]) -> Gloss:
        if not any(map(str.isalnum, word)) or word.startswith("‹"):
            return Gloss(word, "")
        if not found:
            return Gloss(word, word)  # a number
        parts = LETTERS.findall(word.lower()) if self.french else ()
        seen = all(self.meanings(part) is not None for part in parts)
        return Gloss(word, UNKNOWN if UNKNOWN in found else " ".join(found), seen)

    def made_up(self, french: Iterable[str], english: str) -> tuple[str, ...]:
        """The French words that no model has read and that are not copied English."""
        found = (one for one in self.gloss(french, english) if not one.seen)
        return tuple(
            dict.fromkeys(one.french for one in found if one.english == UNKNOWN)
        )

    def unread(self, english: str) -> bool:
        """Whether a sentence has a word that no model has ever read."""
        return any(not one.times for one in self.rare(english))

    def rare(self, english: str, below: int = 5) -> list[Rare]:
        """The words of an English sentence that were seen less often than `below`.

        A word of several parts (ice-cream) is as rare as its rarest one; numbers are
        not counted.
        """
        found = []
        for start, end in split_words(english):
            word = english[start:end]
            parts = [part for unit in english_units(word) for part in unit.split("'")]
            counts = [self.times(part) for part in parts if LETTERS.fullmatch(part)]
            if self.english and counts and min(counts) < below:
                times, first = min(counts), not english[:start].strip()
                meant = "" if times else self._meant(word, first=first)
                found.append(Rare(word, start, end, times, meant))
        return found

    def _meant(self, word: str, *, first: bool) -> str:
        """The one common word that is a single slip away; nothing for names."""
        if len(word) < 4 or not LETTERS.fullmatch(word) or word[1:] != word[1:].lower():
            return ""
        named = word[0] != word[0].lower()
        if named and not first:
            return ""
        least = 1024 if named else 32
        near = sorted(
            ((self.times(other), other) for other in self._near(word.lower())),
            reverse=True,
        )
        if not near or near[0][0] < least:
            return ""
        if len(near) > 1 and near[1][0] * 16 > near[0][0]:
            return ""
        meant = self.written(near[0][1])
        return meant[0].upper() + meant[1:] if named else meant

    @staticmethod
    def _near(word: str) -> set[str]:
        """All that one letter more, fewer, other, or two exchanged make of a word."""
        cuts = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
        near = {a + b[1:] for a, b in cuts if b}
        near |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
        near |= {a + c + b for a, b in cuts for c in ascii_lowercase}
        if len(word) >= LONG:  # of a short word another letter makes another word
            near |= {a + c + b[1:] for a, b in cuts if b for c in ascii_lowercase}
        return near - {word}


def _entry(lines: Sequence[str], word: str) -> list[str] | None:
    """What stands behind a word in lines that are in the order of the alphabet."""
    at = bisect_left(lines, word + "\t")
    if at < len(lines) and lines[at].startswith(word + "\t"):
        return lines[at].split("\t")[1:]
    return None


@cache
def shipped() -> Glossary:
    """The glossary of the shipped models, read once a process; empty where it is not.

    An empty one knows no meaning, and calls nothing rare.
    """
    try:
        return Glossary.read(SHIPPED)
    except (OSError, EOFError, UnicodeError, zlib.error) as problem:
        log.error("%s cannot be read: %s", SHIPPED.name, problem)
        return Glossary((), ())
