"""How far two maps over the same words agree, and how far any two maps would."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import interpolate

from core.analysis.alignment_links import diagonal_links
from core.attention_map import AttentionMap


@dataclass(frozen=True)
class Agreement:
    """Two maps compared row by row.

    `overlap` is the weight that both put on the same keys, 0 to 1; `same` is True
    where the largest weight of both rows lies on the same key. `correlation` is taken
    over all cells, −1 to 1, and None where a map is the same everywhere.
    """

    overlap: tuple[float, ...]
    same: tuple[bool, ...]
    correlation: float | None = None

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
    return compared(one.weights, other.weights)


def compared(
    one: Float[Tensor, "query key"], other: Float[Tensor, "query key"]
) -> Agreement:
    """Compare two maps of one size, whatever their words are."""
    same = one.argmax(-1) == other.argmax(-1)
    shared = overlap(one, other)
    return Agreement(
        tuple(shared.tolist()), tuple(same.tolist()), correlation(one, other)
    )


def correlation(
    one: Float[Tensor, "*cells"], other: Float[Tensor, "*cells"]
) -> float | None:
    """Pearson's correlation of the cells of two maps: 1 where they rise together.

    None where one of them is the same everywhere.
    """
    cells = torch.stack([one.flatten(), other.flatten()]).double()
    spread = cells - cells.mean(-1, keepdim=True)
    lengths = spread.norm(dim=-1)
    if lengths.min() < 1e-12:
        return None
    return float((spread[0] @ spread[1]) / lengths.prod())


# --- what two maps that know nothing of each other would share ----------------------


def diagonal(queries: int, keys: int) -> Float[Tensor, "query key"]:
    """A map without a model: all weight on the key at the same place."""
    light = torch.zeros(queries, keys)
    for key, query in diagonal_links(keys, queries):
        light[query, key] = 1.0
    return light


def stretched(
    weights: Float[Tensor, "query key"], queries: int, keys: int
) -> Float[Tensor, "other_query other_key"]:
    """A map brought to another size, so that two sentences can be laid side by side.

    Between rows it is linear. Key j of n covers [j/n, (j+1)/n] and its weight is spread
    evenly there, so that narrow keys lose nothing where the map shrinks:
    w′_k = Σ_j w_j |[j/n, (j+1)/n] ∩ [k/m, (k+1)/m]| · n. Each row is divided by its
    sum again; an empty row stays empty.
    """
    rows = interpolate(
        weights.T[None], size=queries, mode="linear", align_corners=True
    )[0].T
    n = weights.shape[-1]
    old, new = torch.arange(n + 1) * keys, torch.arange(keys + 1) * n  # in 1 / (n · m)
    ends = torch.minimum(old[1:, None], new[1:])
    common = (ends - torch.maximum(old[:-1, None], new[:-1])).clamp(min=0)
    sized = rows @ (common / keys).to(rows)
    total = sized.sum(-1, keepdim=True)
    return sized / total.where(total > 0, 1.0)
