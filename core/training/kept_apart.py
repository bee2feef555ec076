"""Sentences that no model may have trained on: what is shown must have been translated.

A model that has read a sentence of a lesson in its training repeats it, and the map
shows a memory. So a line that shares five words in a row with one of them is left out.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from core.errors import reading
from core.training.mending import Pair

Words = tuple[str, ...]

RUN = 5
WORD = re.compile(r"[^\W_]+")


def words(text: str) -> Words:
    """The words alone, in small letters: l'été is two."""
    return tuple(WORD.findall(text.lower()))


def runs(text: str, length: int = RUN) -> set[Words]:
    """All runs of that many words; a shorter sentence counts as one run."""
    found = words(text)
    if len(found) <= length:
        return {found} if found else set()
    return {found[i : i + length] for i in range(len(found) - length + 1)}


class KeptApart:
    """The sentences that are kept apart from training, by their runs of words."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        self._runs = {run for text in self.sentences for run in runs(text)}

    @classmethod
    def read(cls, path: Path) -> "KeptApart":
        """From a file with one sentence a line; lines with # say whose they are."""
        with reading(path):
            lines = path.read_text(encoding="utf-8").splitlines()
        return cls(line for line in lines if line and not line.startswith("#"))

    def allows(self, pair: Pair) -> bool:
        """Whether neither side shares a run with a sentence that is kept apart."""
        return all(self._runs.isdisjoint(runs(side)) for side in pair)
