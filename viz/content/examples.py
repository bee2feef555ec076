"""Sets of sentences that work, which a teacher edits: read from a file, and checked.

`assets/lessons/<lang>/examples.toml` says what each is about and what its French must
hold; a test translates them all.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

from core.analysis.content_words import Clause
from viz.content import languages, slips, translated
from viz.content.languages import ENGLISH
from viz.content.slips import Reader
from viz.content.texts import language

NAME = "examples.toml"
SHIPPED = languages.FOLDER / ENGLISH / NAME
WORDS = ("set.title", "set.sentence.why")
"""What another language says anew."""


@dataclass(frozen=True)
class Example:
    """A sentence, what to look at in it, and what its French must hold.

    One that `waits` is not shown: the models of today do not translate it.
    """

    english: str
    why: str
    shows: Clause
    waits: bool = False

    def missing(self, french: str) -> tuple[str, ...]:
        """The English words that a translation has no accepted French for."""
        kept = self.shows.kept(french)
        words = (word for word, _ in self.shows.words)
        return tuple(word for word, has in zip(words, kept, strict=True) if not has)


@dataclass(frozen=True)
class ExampleSet:
    """Some sentences of one kind."""

    id: str
    title: str
    sentences: tuple[Example, ...]


def shipped() -> tuple[ExampleSet, ...]:
    """The sets as a reader sees them: no sentence that waits, no set without any."""
    sets = (
        ExampleSet(one.id, one.title, tuple(s for s in one.sentences if not s.waits))
        for one in _shipped(language())
    )
    return tuple(one for one in sets if one.sentences)


def following(english: str) -> Example | None:
    """The example after a sentence, round and round; the first after any other."""
    every = [one for of_set in shipped() for one in of_set.sentences]
    places = [place for place, one in enumerate(every, 1) if one.english == english]
    return every[(places or [0])[0] % len(every)] if every else None


@functools.cache
def _shipped(lang: str) -> tuple[ExampleSet, ...]:
    return _made(translated.read(lang, NAME, WORDS))


def load(path: Path) -> tuple[ExampleSet, ...]:
    """Read and check a file of sets."""
    return _made(slips.read(path))


def _made(top: Reader) -> tuple[ExampleSet, ...]:
    top.known("set")
    found = tuple(map(_set, top.tables("set")))
    if len({one.id for one in found}) < len(found):
        raise top.slip("id", "an id is used twice")
    return found


def _set(of: Reader) -> ExampleSet:
    of.known("id", "title", "sentence")
    sentences = tuple(map(_example, of.tables("sentence")))
    return ExampleSet(of.text("id"), of.text("title"), sentences)


def _example(of: Reader) -> Example:
    of.known("english", "why", "shows", "waits")
    english, shows = of.text("english"), of.table("shows")
    words = tuple((word, tuple(shows.words(word))) for word in shows.entry)
    if not words or not all(forms and all(map(str.strip, forms)) for _, forms in words):
        raise of.slip("shows", "shows must name English words with their French")
    return Example(english, of.text("why"), Clause(english, words), of.flag("waits"))
