"""Sentence pairs from files to batches of padded pieces."""

import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.decoding.batches import Ids, pad, source_batch
from core.decoding.prompted import between
from core.errors import InputError
from core.networks.writer import WriterConfig
from core.shelf.languages import USUAL, Languages
from core.text.tokenizer import END, PAD, START, Tokenizer
from core.training.as_typed import AsTyped, counted, ending_pieces, joined
from core.training.kept_apart import KeptApart, words
from core.training.mending import Pair, mended
from core.training.pair_files import Source, read_pairs
from core.training.piece_dropout import PieceDropout
from core.training.recipe import Schedule


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


def encode_pairs(
    pairs: Iterable[Pair], tokenizer: Tokenizer, max_words: int, max_pieces: int
) -> list[tuple[Ids, Ids]]:
    """Pieces of both sides; a pair is left out if a side is empty or too long."""
    pairs = [
        pair for pair in pairs if max(len(side.split()) for side in pair) <= max_words
    ]
    sides = [tokenizer.encode_batch([pair[i] for pair in pairs]) for i in (0, 1)]
    return [
        (source, target)
        for source, target in zip(*sides, strict=True)
        if source and target and max(len(source), len(target)) < max_pieces
    ]


def make_batch(pairs: list[tuple[Ids, Ids]]) -> Batch:
    """Pad pairs of pieces and shift the target: read ‹start› …, predict … ‹end›.

    Where no pair has a source, none is made up.
    """
    source, allowed = source_batch([source for source, _ in pairs])
    if not any(source for source, _ in pairs):
        source, allowed = source[:, :0], allowed[..., :0]
    targets = [target for _, target in pairs]
    read = pad([[START, *target] for target in targets])
    wanted = pad([[*target, END] for target in targets])
    return Batch(source, allowed, read, wanted)


@dataclass(frozen=True, eq=False)
class EncodedFile:
    """Pairs in pieces, how often a pass goes over them, and over each by itself.

    `rarity` multiplies the weight, a number for every pair; without it all are alike.
    """

    pairs: list[tuple[Ids, Ids]]
    weight: float = 1.0
    rarity: Sequence[float] = ()

    def drawn(self, lot: random.Random) -> list[tuple[Ids, Ids]]:
        """The pairs of one pass."""
        if self.rarity:
            return [
                pair
                for pair, factor in zip(self.pairs, self.rarity, strict=True)
                for _ in range(int(self.weight * factor + lot.random()))
            ]
        whole, part = divmod(self.weight, 1)
        n = int(part * len(self.pairs) + lot.random()) if part else 0
        return self.pairs * int(whole) + lot.sample(self.pairs, n)


MOST = sys.maxsize
ONE_SIDE = 0.6
"""The share of pairs of which a model that only writes reads the first side alone."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """Encoded files; every pass over them is another seeded shuffle.

    Of its pairs a share is seen `as_typed`, and of the short ones a share is `joined`
    two by two, whose last pieces are among `ends` (`core.training.as_typed`). With
    `piece_dropout` the words are cut up anew each time. For a model that only
    writes `equals` are the pieces between the two sides of a pair, which becomes a
    single line: one side alone, or both, chosen anew each time; one side as well where
    both are longer than there is `room`.
    """

    files: tuple[EncodedFile, ...]
    pieces_per_batch: int
    piece_dropout: PieceDropout | None = None
    equals: tuple[int, ...] = ()
    room: int = MOST
    typed: AsTyped | None = None
    as_typed: float = 0.0
    joined: float = 0.0
    ends: frozenset[int] = frozenset()

    def batches(self, seed: int, epoch: int) -> list[list[tuple[Ids, Ids]]]:
        """One pass: weighted choice, sorted by both lengths, cut, shuffled.

        By the source only roughly, so that the same pairs seldom meet again. A pass
        over a small part of a small file may draw nothing.
        """
        order = random.Random(f"{seed}/{epoch}")
        pairs = [pair for file in self.files for pair in file.drawn(order)]
        if self.joined:
            order.shuffle(pairs)
            draws = (order.random() for _ in pairs)
            pairs = joined(pairs, self.ends, self.joined, draws)
        pairs = [self.recut(pair, order) for pair in pairs]
        pairs.sort(key=lambda p: (len(p[0]) + order.randrange(2), len(p[1])))
        cut: list[list[tuple[Ids, Ids]]] = []
        longest = (0, 0)
        for source, target in pairs:
            longest = (max(longest[0], len(source)), max(longest[1], len(target)))
            if not cut or (len(cut[-1]) + 1) * sum(longest) > self.pieces_per_batch:
                cut.append([])
                longest = (len(source), len(target))
            cut[-1].append((source, target))
        order.shuffle(cut)
        return cut

    def recut(self, pair: tuple[Ids, Ids], lot: random.Random) -> tuple[Ids, Ids]:
        """A pair in the pieces that it is trained in; a line has no source."""
        if self.typed and lot.random() < self.as_typed:
            pair = self.typed(pair, lot.random())
        if drop := self.piece_dropout:
            pair = drop(pair[0], lot), drop(pair[1], lot)
        if not self.equals:
            return pair
        first, second = pair
        alone, both = lot.random() < ONE_SIDE, [*first, *self.equals, *second]
        return [], first if alone or len(both) > self.room else both


FEWEST = 0.01
"""So few pairs a pass: nearly all passes would find none."""
MOST_TIMES = 5.0
NOTHING_APART = KeptApart(())


def rarities(lines: Sequence[Sequence[str]], below: int) -> list[float]:
    """How often each line is taken for its rarest word, 1 to `MOST_TIMES`.

    √(below / n) where the word stands in n lines. One that stands in a single line is
    taken for a slip of the pen and does not count.
    """
    counts = Counter(word for line in lines for word in set(line))
    known = [[counts[word] for word in line if counts[word] > 1] for line in lines]
    return [
        min(MOST_TIMES, max(1.0, math.sqrt(below / min(found, default=below))))
        for found in known
    ]


def as_lines(sizes: Mapping[str, Any], tokenizer: Tokenizer) -> dict[str, Any]:
    """How a model that only writes, of such sizes, reads pairs: see `Corpus`."""
    places = sizes.get("max_positions", WriterConfig.max_positions)
    return {"equals": between(tokenizer), "room": places - 1}  # one is of ‹start›


def load_corpus(
    sources: list[Source],
    tokenizer: Tokenizer,
    schedule: Schedule,
    apart: KeptApart = NOTHING_APART,
    languages: Languages = USUAL,
    equals: tuple[int, ...] = (),
    room: int = MOST,
) -> Corpus:
    """Read, mend and encode every file once; what is kept apart is left out.

    Of a file that a pass does not go over as a whole, lines with a word that stands in
    fewer than `rare_below` of its lines are taken more often.
    """
    files = []
    inside: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for source in sources:
        lines = [*filter(apart.allows, mended(read_pairs(source.path), languages))]
        if schedule.as_typed:
            for sum_up, found in zip(inside, counted(lines), strict=True):
                sum_up.update(found)
        pairs = encode_pairs(
            lines,
            tokenizer,
            schedule.max_words,
            schedule.max_pieces,
        )
        rare: list[float] = []
        if schedule.rare_below and source.weight < 1:
            read = [words(tokenizer.decode(pieces)) for pieces, _ in pairs]
            rare = rarities(read, schedule.rare_below)
        files.append(EncodedFile(pairs, source.weight, rare))
    if sum(len(file.pairs) * file.weight for file in files) < FEWEST:
        raise InputError(
            "No pair is left to train on: all are empty, too long, or taken too seldom."
        )
    drop = None
    if schedule.piece_dropout:
        drop = PieceDropout(tokenizer, schedule.piece_dropout, schedule.seed)
    return Corpus(
        tuple(files),
        schedule.pieces_per_batch,
        drop,
        equals,
        room,
        typed=AsTyped(tokenizer, *inside) if schedule.as_typed else None,
        as_typed=schedule.as_typed,
        joined=schedule.joined,
        ends=ending_pieces(tokenizer) if schedule.joined else frozenset(),
    )
