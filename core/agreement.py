"""How far two maps over the same words agree."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.trace import AttentionMap


@dataclass(frozen=True)
class Agreement:
    """Two maps compared row by row.

    `overlap` is the light that both throw on the same keys, 0 to 1; `same` is True
    where the largest weight of both rows lies on the same key.
    """

    overlap: tuple[float, ...]
    same: tuple[bool, ...]

    @property
    def mean(self) -> float:
        """The overlap, averaged over the rows."""
        return sum(self.overlap) / len(self.overlap)

    @property
    def least(self) -> int:
        """The row in which the maps differ most."""
        return min(range(len(self.overlap)), key=self.overlap.__getitem__)


def overlap(
    one: Float[Tensor, "query key"], other: Float[Tensor, "query key"]
) -> Float[Tensor, " query"]:
    """What two rows have in common: 1 − ½ Σ_j |a_ij − b_ij| = Σ_j min(a_ij, b_ij).

    One minus the total variation distance of two distributions: 1 where they are
    equal, 0 where they share no key.
    """
    return torch.minimum(one, other).sum(-1)


def agreement(one: AttentionMap, other: AttentionMap) -> Agreement:
    """Compare two maps; ValueError when they do not stand over the same words."""
    if (one.query_words, one.key_words) != (other.query_words, other.key_words):
        raise ValueError("two maps over different words cannot be compared")
    same = one.weights.argmax(-1) == other.weights.argmax(-1)
    shared = overlap(one.weights, other.weights)
    return Agreement(tuple(shared.tolist()), tuple(same.tolist()))
