"""What is left of a sentence that grows clause by clause: its content words, counted.

A translator with one fixed vector must press every clause into it; Cho et al. (2014,
"On the properties of neural machine translation") found that it fails as sentences
grow. Here every content word has its accepted French renderings, so that one can see
which clause was dropped.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.assets import ASSETS
from core.text.words import split_words

SHIPPED = ASSETS / "clauses.toml"
MOST = 5


@dataclass(frozen=True)
class Clause:
    """A clause and its content words, each with the French that is accepted for it.

    A form that ends in a star stands for every word that begins so.
    """

    english: str
    words: tuple[tuple[str, tuple[str, ...]], ...]

    def kept(self, french: str) -> tuple[bool, ...]:
        """For each content word whether a translation holds a rendering of it."""
        lower = french.lower()
        written = [lower[start:end] for start, end in split_words(lower)]
        return tuple(
            any(_fits(word, form) for word in written for form in forms)
            for _, forms in self.words
        )


def _fits(word: str, form: str) -> bool:
    form = form.lower()
    return word.startswith(form[:-1]) if form.endswith("*") else word == form


Story = tuple[Clause, ...]


@dataclass(frozen=True)
class Told:
    """A sentence in its parts, and the clause that each part tells."""

    parts: tuple[str, ...]
    clauses: Story

    @property
    def sentence(self) -> str:
        """The whole sentence."""
        return " ".join(self.parts)


def told(story: Story, clauses: int) -> Told:
    """The first clauses of a story as they stand in one sentence."""
    return Told(parts(story, clauses), story[:clauses])


def sentence(story: Story, clauses: int) -> str:
    """The first clauses of a story as one sentence: "A, b, c and d." """
    return " ".join(parts(story, clauses))


def parts(story: Story, clauses: int) -> tuple[str, ...]:
    """The same, clause by clause: "A,", "b,", "c", "and d." """
    *first, last = [clause.english for clause in story[:clauses]]
    found = [f"{clause}," for clause in first[:-1]] + first[-1:]
    found.append(f"and {last}." if found else f"{last}.")
    return (f"{found[0][0].upper()}{found[0][1:]}", *found[1:])


def fates(story: Story, french: str) -> list[tuple[str, bool]]:
    """Every content word of a story, and whether a translation holds it."""
    return [
        (word, kept)
        for clause in story
        for (word, _), kept in zip(clause.words, clause.kept(french), strict=True)
    ]


@cache
def stories() -> tuple[Story, ...]:
    """The fifty stories of this project, five clauses each."""
    return read(SHIPPED)


def read(path: Path) -> tuple[Story, ...]:
    """Read a file of clauses and stories; ValueError where one names no clause."""
    with path.open("rb") as file:
        entries = tomllib.load(file)
    clauses = [
        Clause(
            entry["english"],
            tuple((word, tuple(forms)) for word, forms in entry["words"].items()),
        )
        for entry in entries["clause"]
    ]
    for number, order in enumerate(entries["stories"], start=1):
        if len(set(order)) != MOST or not set(order) <= set(range(1, len(clauses) + 1)):
            raise ValueError(f"{path.name}: story {number} needs {MOST} clauses")
    return tuple(tuple(clauses[i - 1] for i in order) for order in entries["stories"])


def kept(
    translate: Callable[[Sequence[str]], Sequence[str]],
    told: Sequence[Story] | None = None,
) -> list[dict[str, Any]]:
    """The share of content words kept, by the number of clauses and by clause.

    One row for each number of clauses: how many sentences, their mean number of English
    words, and for the first, second, … clause the share of its content words (0 to 1).
    """
    told = stories() if told is None else told
    found = []
    for n in range(1, MOST + 1):
        sources = [sentence(story, n) for story in told]
        hits: list[list[bool]] = [[] for _ in range(n)]
        for story, french in zip(told, translate(sources), strict=True):
            for clause, place in zip(story, hits, strict=False):
                place += clause.kept(french)
        words = sum(len(source.split()) for source in sources) / len(sources)
        shares = [round(sum(place) / len(place), 4) for place in hits]
        row = {"clauses": n, "sentences": len(sources), "words": round(words, 1)}
        found.append({**row, "kept": shares})
    return found
