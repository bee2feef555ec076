"""Sentence pairs from files to batches of padded pieces."""

import gzip
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.decoding.batches import Ids, pad, source_batch
from core.errors import InputError, reading
from core.text.tokenizer import END, PAD, START, Tokenizer
from core.training.recipe import Schedule

Pair = tuple[str, str]

DETACHED = re.compile(r""" ' |\$ \d| " |^" |''|`""")
"""Marks that a tokenizer once cut loose: don ' t, $ 270, " yes ", ''."""


@dataclass(frozen=True)
class Source:
    """A file of pairs and how often a pass goes over it: 2.0 twice, 0.1 a tenth."""

    path: Path
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Batch:
    """Pairs of similar length. `read` starts with ‹start›, `wanted` ends with ‹end›."""

    source: Int[Tensor, "batch source"]
    source_allowed: Bool[Tensor, "batch 1 source"]
    read: Int[Tensor, "batch target"]
    wanted: Int[Tensor, "batch target"]

    @property
    def pieces(self) -> int:
        """Real pieces on both sides, padding not counted."""
        return int(self.source_allowed.sum()) + int((self.wanted != PAD).sum())

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        return Batch(
            self.source.to(device),
            self.source_allowed.to(device),
            self.read.to(device),
            self.wanted.to(device),
        )


def parse_source(text: str) -> Source:
    """`FILE` or `FILE:WEIGHT`, as typed on the command line."""
    path, colon, weight = text.rpartition(":")
    if not colon:
        return Source(Path(text))
    try:
        share = float(weight)
    except ValueError:
        return Source(Path(text))
    if not 0 <= share < math.inf:
        raise InputError(f"{text}: the weight after the colon must be 0 or more.")
    return Source(Path(path), share)


def read_pairs(path: Path) -> Iterator[Pair]:
    """English and French from a tab-separated file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with reading(path), opener(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            columns = line.rstrip("\n").split("\t")
            if len(columns) < 2:
                raise InputError(f"{path.name}, line {number}: two columns expected.")
            yield columns[0], columns[1]


def encode_pairs(
    pairs: list[Pair], tokenizer: Tokenizer, max_words: int, max_pieces: int
) -> list[tuple[Ids, Ids]]:
    """Pieces of both sides.

    A pair is left out if a side is empty or too long, or if it has marks cut loose
    from their words: a model that reads "don ' t" learns to write it.
    """
    pairs = [
        pair
        for pair in pairs
        if max(len(side.split()) for side in pair) <= max_words
        and not any(DETACHED.search(side) for side in pair)
    ]
    sides = [tokenizer.encode_batch([pair[i] for pair in pairs]) for i in (0, 1)]
    return [
        (source, target)
        for source, target in zip(*sides, strict=True)
        if source and target and max(len(source), len(target)) < max_pieces
    ]


def make_batch(pairs: list[tuple[Ids, Ids]]) -> Batch:
    """Pad pairs of pieces and shift the target: read ‹start› …, want … ‹end›."""
    source, allowed = source_batch([source for source, _ in pairs])
    targets = [target for _, target in pairs]
    read = pad([[START, *target] for target in targets])
    wanted = pad([[*target, END] for target in targets])
    return Batch(source, allowed, read, wanted)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Encoded files with their weights; every pass is another seeded shuffle."""

    files: tuple[tuple[list[tuple[Ids, Ids]], float], ...]
    pieces_per_batch: int

    def batches(self, seed: int, epoch: int) -> list[list[tuple[Ids, Ids]]]:
        """One pass: weighted choice, sorted roughly by length, cut, shuffled."""
        order = random.Random(f"{seed}/{epoch}")
        pairs: list[tuple[Ids, Ids]] = []
        for encoded, weight in self.files:
            whole, part = divmod(weight, 1)
            pairs += encoded * int(whole)
            pairs += order.sample(encoded, round(part * len(encoded)))
        pairs.sort(key=lambda p: len(p[0]) + len(p[1]) + order.uniform(0, 3))
        cut, longest = [[]], (0, 0)
        for source, target in pairs:
            longest = (max(longest[0], len(source)), max(longest[1], len(target)))
            if cut[-1] and (len(cut[-1]) + 1) * sum(longest) > self.pieces_per_batch:
                cut.append([])
                longest = (len(source), len(target))
            cut[-1].append((source, target))
        order.shuffle(cut)
        return cut


def load_corpus(
    sources: list[Source], tokenizer: Tokenizer, schedule: Schedule
) -> Corpus:
    """Read and encode every file once."""
    limits = schedule.max_words, schedule.max_pieces
    files = []
    for source in sources:
        pairs = encode_pairs(list(read_pairs(source.path)), tokenizer, *limits)
        files.append((pairs, source.weight))
    if not any(encoded and weight for encoded, weight in files):
        raise InputError("No pair is left to train on: all are empty or too long.")
    return Corpus(tuple(files), schedule.pieces_per_batch)
