"""Labelled reviews from files: read, divided once for all, and laid out as numbers.

A file has a label and a text a line, 1 for praise, with a tab between them; a text of
several sentences has ` ||| ` between those. A hash of its words says for each text
whether it is learned from, validates, or is held out, so that none is on two sides.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.errors import InputError
from core.text.reviews import numbered, words_of
from core.training.pair_files import read_pairs

BETWEEN = " ||| "
PARTS, HELD_OUT, VALIDATING = 10, (0, 1), (2,)
"""Of ten parts by the hash, two are held out and one validates."""
MOST_SENTENCES, MOST_WORDS = 30, 40
"""Of a long review the last sentences are read, of a sentence the first words."""
Laid = tuple[Int[Tensor, "review ... word"], Bool[Tensor, "review ... word"]]
"""Numbers of words, and which of them are there."""


@dataclass(frozen=True)
class Review:
    """Sentences of words in small letters, whether they praise, and whose they are."""

    sentences: tuple[tuple[str, ...], ...]
    good: bool
    source: str

    @property
    def words(self) -> tuple[str, ...]:
        """All its words in a row."""
        return tuple(word for one in self.sentences for word in one)

    @property
    def long(self) -> bool:
        """Whether it has several sentences."""
        return len(self.sentences) > 1

    @cached_property
    def part(self) -> int:
        """Which of the ten parts it belongs to, by its words alone."""
        text = " ".join(self.words).encode()
        return int(hashlib.sha256(text).hexdigest(), 16) % PARTS


@dataclass(frozen=True)
class Divided:
    """Reviews to learn from, to validate on, and those that are held out."""

    learned: tuple[Review, ...]
    validating: tuple[Review, ...]
    held_out: tuple[Review, ...]

    def common(self, number: int) -> tuple[str, ...]:
        """The commonest words of what is learned; InputError where there are fewer."""
        counts = Counter(word for one in self.learned for word in one.words)
        found = sorted(counts, key=lambda word: (-counts[word], word))
        if len(found) < number:
            raise InputError(f"The files hold {len(found)} words, fewer than {number}.")
        return tuple(found[:number])


def divided(paths: Iterable[Path]) -> Divided:
    """The reviews of files or of folders, each text once."""
    parts: list[list[Review]] = [[], [], []]
    for one in _reviews(paths):
        held_out, validating = one.part in HELD_OUT, one.part in VALIDATING
        parts[2 if held_out else 1 if validating else 0].append(one)
    return Divided(*map(tuple, parts))


def _reviews(paths: Iterable[Path]) -> Iterable[Review]:
    """InputError for a label but 0 or 1."""
    found: dict[tuple[str, ...], Review] = {}
    for path in paths:
        for label, text in read_pairs(path):
            if label not in ("0", "1"):
                raise InputError(f"{path.name}: a label is 0 or 1, not {label!r}.")
            one = Review(
                tuple(filter(None, map(words_of, text.split(BETWEEN)))),
                label == "1",
                path.name.partition(".")[0],
            )
            found.setdefault(one.words, one)
    return found.values()


def joined(reviews: Sequence[Review]) -> Review:
    """Several reviews as one, which praises if the first does."""
    sentences = tuple(one for each in reviews for one in each.sentences)
    return Review(sentences, reviews[0].good, reviews[0].source)


def in_rows(reviews: Sequence[Review], known: Mapping[str, int]) -> Laid:
    """Each review as one row of words, filled up to the longest."""
    return _laid([[one.words] for one in reviews], known, None, flat=True)


def in_sentences(reviews: Sequence[Review], known: Mapping[str, int]) -> Laid:
    """Each review as rows of words, one a sentence, as many as the longest has."""
    kept = [one.sentences[-MOST_SENTENCES:] for one in reviews]
    return _laid(kept, known, MOST_WORDS)


def _laid(
    reviews: Sequence[Sequence[tuple[str, ...]]],
    known: Mapping[str, int],
    most: int | None,
    flat: bool = False,
) -> Laid:
    rows = [[numbered(row[:most], known) for row in one] for one in reviews]
    width = max(len(row) for one in rows for row in one)
    ids = torch.zeros(len(rows), max(map(len, rows)), width, dtype=torch.long)
    present = torch.zeros_like(ids, dtype=torch.bool)
    for at, one in enumerate(rows):
        for place, row in enumerate(one):
            ids[at, place, : len(row)] = torch.tensor(row)
            present[at, place, : len(row)] = True
    return (ids[:, 0], present[:, 0]) if flat else (ids, present)


def with_unknown(
    ids: Int[Tensor, "*batch word"], share: float, chance: torch.Generator
) -> Int[Tensor, "*batch word"]:
    """The same with a share of the words as if they were not known."""
    return ids.masked_fill(torch.rand(ids.shape, generator=chance) < share, 0)


def of_label(reviews: Sequence[Review]) -> dict[tuple[str, bool], list[Review]]:
    """The reviews of one sentence, by whose they are and whether they praise."""
    found: dict[tuple[str, bool], list[Review]] = {}
    for one in reviews:
        if not one.long:
            found.setdefault((one.source, one.good), []).append(one)
    return found


def drawn(
    rng: random.Random,
    groups: Mapping[tuple[str, bool], Sequence[Review]],
    batch: int,
    most: int,
) -> list[Review]:
    """Reviews of as many sentences each, from 1 to `most`; half of the time of one.

    The sentences of one review are of one source and label.
    """
    number = 1 if rng.random() < 0.5 else rng.randint(2, most)
    counts = [len(group) for group in groups.values()]
    chosen = rng.choices(list(groups.values()), counts, k=batch)
    return [joined(rng.choices(group, k=number)) for group in chosen]
