"""What counting alone knows of the next piece: a yardstick for a model that writes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray

from core.text.tokenizer import END, START

Lines = Sequence[Sequence[int]]


@dataclass(frozen=True, eq=False)
class Counted:
    """The sequences of one length in a text, as numbers in order, and how often each.

    `followed` are the histories, how often anything follows each, and how many
    different pieces do.
    """

    keys: Int[ndarray, " sequence"]
    counts: Int[ndarray, " sequence"]
    histories: Int[ndarray, " history"]
    totals: Int[ndarray, " history"]
    kinds: Int[ndarray, " history"]


class NGrams:
    """P(w | the n − 1 pieces before), counted on lines that end with ‹end›.

    Interpolated as by Witten & Bell (1991), method C, down to all pieces alike:
    P_n(w | h) = (c(h w) + t(h) P_{n−1}(w | h')) / (c(h) + t(h)), where t(h) is how many
    different pieces follow h, and h' is h without its first piece.
    """

    def __init__(self, lines: Lines, vocabulary: int, order: int) -> None:
        self.vocabulary, self.order = vocabulary, order
        self.counted = [
            _count(keys, vocabulary) for keys in self._keys(lines, range(1, order + 1))
        ]

    def probabilities(
        self, lines: Lines, order: int | None = None
    ) -> Float[ndarray, " piece"]:
        """P of every piece of these lines, ‹end› included, one line behind another.

        By all that was counted, or by sequences of at most `order` pieces; ValueError
        for longer ones than were counted.
        """
        order = self.order if order is None else order
        if not 1 <= order <= self.order:
            raise ValueError(f"order must be from 1 to {self.order}, not {order}")
        p = 1 / self.vocabulary
        asked, known = self._keys(lines, range(1, order + 1)), self.counted[:order]
        for keys, counted in zip(asked, known, strict=True):
            count = _found(counted.keys, counted.counts, keys)
            history = keys // self.vocabulary
            total = _found(counted.histories, counted.totals, history)
            kinds = _found(counted.histories, counted.kinds, history)
            seen = total + kinds
            p = np.where(seen > 0, (count + kinds * p) / np.maximum(seen, 1), p)
        return np.asarray(p)

    def _keys(self, lines: Lines, orders: range) -> list[Int[ndarray, " piece"]]:
        """For every order and piece the sequence that ends there, as one number."""
        before = self.order - 1
        texts = [[*[START] * before, *line, END] for line in lines]
        text = np.concatenate([np.asarray(one, np.int64) for one in texts])
        ends = np.concatenate([np.arange(len(one)) >= before for one in texts])
        places = np.flatnonzero(ends)
        found = []
        for order in orders:
            keys = np.zeros(len(places), np.int64)
            for back in range(order - 1, -1, -1):
                keys = keys * self.vocabulary + text[places - back]
            found.append(keys)
        return found


def _count(keys: Int[ndarray, " piece"], vocabulary: int) -> Counted:
    found, counts = np.unique(keys, return_counts=True)
    histories, first = np.unique(found // vocabulary, return_index=True)
    totals = np.add.reduceat(counts, first)
    kinds = np.diff(first, append=len(found))
    return Counted(found, counts, histories, totals, kinds)


def _found(
    known: Int[ndarray, " known"],
    values: Int[ndarray, " known"],
    asked: Int[ndarray, " asked"],
) -> Int[ndarray, " asked"]:
    """The value of each number that is known, 0 of any other."""
    places = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    return np.where(known[places] == asked, values[places], 0)
