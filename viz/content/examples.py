"""Sets of sentences that work, which a teacher edits: read from a file, and checked.

`assets/lessons/<lang>/examples.toml` says what each is about and what its French must
hold; a test translates them all.
"""

import functools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.analysis.content_words import Clause
from viz.content import languages
from viz.content.languages import ENGLISH
from viz.content.texts import language

NAME = "examples.toml"
SHIPPED = languages.FOLDER / ENGLISH / NAME


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
    own = languages.own(lang, NAME, load) if lang != ENGLISH else None
    return own or load(SHIPPED)


def said_in(path: Path) -> dict[str, str]:
    """What a file says to the reader: each title, and why each sentence is there."""
    found = {}
    for one in load(path):
        found[f"{one.id}.title"] = one.title
        found |= {f"{one.id}.{each.english}": each.why for each in one.sentences}
    return found


def load(path: Path) -> tuple[ExampleSet, ...]:
    """Read and check a file of sets; ValueError names the file, the set and the key."""
    entries = tomllib.loads(languages.text_of(path)).get("set", [])
    found = tuple(
        _set(entry, f"{path.name}, set {entry.get('id', number)}")
        for number, entry in enumerate(entries, start=1)
    )
    if len({one.id for one in found}) < len(found):
        raise ValueError(f"{path.name}: an id is used twice")
    return found


def _set(entry: dict[str, Any], where: str) -> ExampleSet:
    _known(entry, {"id", "title", "sentence"}, where)
    sentences = entry.get("sentence", [])
    return ExampleSet(
        _text(entry, "id", where),
        _text(entry, "title", where),
        tuple(_example(one, where) for one in sentences),
    )


def _example(entry: dict[str, Any], where: str) -> Example:
    _known(entry, {"english", "why", "shows", "waits"}, where)
    english = _text(entry, "english", where)
    where = f"{where}, “{english}”"
    shows = entry.get("shows")
    if not isinstance(shows, dict) or not shows:
        raise ValueError(f"{where}: shows must name English words with their French")
    if not all(_is_forms(forms) for forms in shows.values()):
        raise ValueError(f"{where}: shows must hold lists of French words")
    if not isinstance(waits := entry.get("waits", False), bool):
        raise ValueError(f"{where}: waits must be true or false")
    words = tuple((word, tuple(forms)) for word, forms in shows.items())
    return Example(english, _text(entry, "why", where), Clause(english, words), waits)


def _is_forms(forms: object) -> bool:
    if not isinstance(forms, Sequence) or isinstance(forms, str) or not forms:
        return False
    return all(isinstance(form, str) and form.strip() for form in forms)


def _text(entry: dict[str, Any], name: str, where: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{where}: {name} must be a text")
    return value


def _known(entry: dict[str, Any], names: set[str], where: str) -> None:
    for key in entry:
        if key not in names:
            raise ValueError(f"{where}: unknown key {key!r}")
