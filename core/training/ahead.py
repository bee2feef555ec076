"""Passes over the corpus, drawn up while an earlier one is still learned from.

On a graphics card an update takes a hundredth of a second, and drawing up a pass half a
minute: other processes do it meanwhile. On a processor the learning needs every core.
"""

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import accumulate, chain, count, pairwise

import numpy as np
import torch

from core.decoding.batches import Ids
from core.training.corpus import Corpus

Cut = list[list[tuple[Ids, Ids]]]
_corpus: list[Corpus] = []
"""The corpus of a process that draws up passes."""


def helpers(device: torch.device) -> int:
    """How many processes draw up passes beside the one that learns."""
    return (os.cpu_count() or 1) // 4 if device.type == "cuda" else 0


def passes(corpus: Corpus, seed: int, first: int, helping: int) -> Iterator[Cut]:
    """The batches of pass `first` and of all that follow, the same with any help."""
    if not helping:
        yield from (corpus.batches(seed, epoch) for epoch in count(first))
    fork = multiprocessing.get_context("fork")
    coming = deque[Future[tuple[np.ndarray, ...]]]()
    with ProcessPoolExecutor(helping, fork, _corpus.append, (corpus,)) as pool:
        for epoch in count(first):
            while len(coming) < helping:
                coming.append(pool.submit(_draw, seed, epoch + len(coming)))
            yield unpacked(*coming.popleft().result())


def _draw(seed: int, epoch: int) -> tuple[np.ndarray, ...]:
    return packed(_corpus[-1].batches(seed, epoch))


def packed(batches: Cut) -> tuple[np.ndarray, ...]:
    """All pieces in a row, the length of every side, the pairs of every batch."""
    sides = [side for batch in batches for pair in batch for side in pair]
    return (
        np.fromiter(chain.from_iterable(sides), np.int32),
        np.fromiter(map(len, sides), np.int32),
        np.fromiter(map(len, batches), np.int32),
    )


def unpacked(pieces: np.ndarray, lengths: np.ndarray, sizes: np.ndarray) -> Cut:
    """What `packed` made, as batches again."""
    row = pieces.tolist()
    cuts = pairwise(accumulate(lengths.tolist(), initial=0))
    sides = iter([row[start:end] for start, end in cuts])
    pairs = iter(list(zip(sides, sides, strict=True)))
    return [[next(pairs) for _ in range(size)] for size in sizes.tolist()]
