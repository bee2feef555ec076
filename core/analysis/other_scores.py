"""The additive score of one step beside scores that the model was not trained for."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax
from core.networks.bahdanau import BahdanauRecord

SCORES = ("additive", "dot", "scaled dot")


@dataclass(frozen=True)
class Scored:
    """One score function at one step: its scores, weights and ranks of the source.

    `ranks[j]` is 1 where source piece j has the largest score.
    """

    name: str
    trained: bool
    scores: tuple[float, ...]
    weights: tuple[float, ...]
    ranks: tuple[int, ...]


def other_scores(record: BahdanauRecord, step: int) -> tuple[Scored, ...]:
    """The additive score beside two it was not trained for, on the same two vectors.

    vᵀ tanh(q + k), q · k and q · k / √d_align with q = W_a s_{i−1} and k = U_a h_j,
    since s and h differ in width. Their dot product is the bilinear form
    s_{i−1}ᵀ W_aᵀ U_a h_j of Luong, Pham & Manning (2015), section 3.1.
    """
    asked, key = record.decoder[step].attention, record.encoder.projected_key
    query = asked.projected_query[None]
    found = (
        asked.scores,
        dot_product_scores(query, key, scale=1.0)[0],
        dot_product_scores(query, key)[0],
    )
    return tuple(
        Scored(
            name,
            place == 0,
            tuple(scores.tolist()),
            tuple(masked_softmax(scores[None], record.allowed)[0].tolist()),
            ranks(scores),
        )
        for place, (name, scores) in enumerate(zip(SCORES, found, strict=True))
    )


def ranks(scores: Float[Tensor, " source"]) -> tuple[int, ...]:
    """1 for the largest score, 2 for the next; of equal ones the earlier is first."""
    order = scores.argsort(descending=True, stable=True)
    found = torch.empty_like(order)
    found[order] = torch.arange(1, len(scores) + 1)
    return tuple(found.tolist())
