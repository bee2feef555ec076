"""Masks on a small score matrix: who forbids a cell, and how a mask is put on.

A mask belongs before the softmax, and as −∞: `core.attention.masked_softmax` does
that. What else is seen in code stands here to be compared with it.
"""

import math
from collections.abc import Collection, Mapping

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention import causal_mask, masked_softmax, padding_mask
from core.errors import NOTHING_LEFT, InputError


def forbidding(
    queries: int,
    keys: int,
    kind: str,
    length: int,
    own: Collection[tuple[int, int]] = (),
) -> Mapping[str, Bool[Tensor, "query key"]]:
    """The cells that each of "future", "length", "padding" and "you" forbids.

    `kind` is "none", "causal", or "lengths": query i has a sentence of i + 1 keys,
    which is causal by another name. Keys from `length` on are padding, for every query.
    `own` are further cells; those that lie outside are left out. Raises InputError for
    a causal mask that is not square.
    """
    found = {}
    if kind != "none" and queries != keys:
        raise InputError(
            "causal_mask_not_square",
            "A causal mask compares positions, so it needs as many keys as "
            "queries; here are {queries} queries and {keys} keys.",
            queries=queries,
            keys=keys,
        )
    if kind == "causal":
        found["future"] = ~causal_mask(keys)
    if kind == "lengths":
        found["length"] = ~padding_mask(torch.arange(1, keys + 1))[:, 0]
    if length < keys:
        padding = ~padding_mask(torch.tensor([length]), keys)[0]
        found["padding"] = padding.expand(queries, keys)
    inside = [(q, k) for q, k in own if q < queries and k < keys]
    if inside:
        found["you"] = torch.zeros(queries, keys, dtype=torch.bool)
        found["you"][tuple(zip(*inside, strict=True))] = True
    return found


def allowed(
    forbidden: Mapping[str, Bool[Tensor, "query key"]], queries: int, keys: int
) -> Bool[Tensor, "query key"]:
    """Where a query may look: what nobody forbids. Rows may be empty; see `check`."""
    may = torch.ones(queries, keys, dtype=torch.bool)
    for cells in forbidden.values():
        may &= ~cells
    return may


def check(may: Bool[Tensor, "query key"]) -> None:
    """Raises InputError for a query that may look nowhere: its row would be 0/0."""
    empty = (~may.any(-1)).nonzero()
    if len(empty):
        raise InputError(
            "empty_row_of_mask",
            "Row {row} " + NOTHING_LEFT,
            row=int(empty[0]) + 1,
        )


def added(
    scores: Float[Tensor, "query key"],
    may: Bool[Tensor, "query key"],
    mask: float,
    d_k: int,
    *,
    before: bool,
) -> Float[Tensor, "query key"]:
    """The weights where a mask of 0 and `mask` is added to the scores.

    `before` the division by √d_k, softmax((S + M) / √d_k), or after it,
    softmax(S / √d_k + M). With a `mask` of −∞ the two are the same.
    """
    m = torch.zeros_like(scores).masked_fill(~may, mask)
    scale = math.sqrt(d_k)
    return masked_softmax((scores + m) / scale if before else scores / scale + m)


def zeroed(
    scores: Float[Tensor, "query key"], may: Bool[Tensor, "query key"]
) -> Float[Tensor, "query key"]:
    """The weights of all keys, and zeros where forbidden: rows add up to less than 1.

    The forbidden scores have had their part in the sum of the row.
    """
    return masked_softmax(scores) * may


def renormalised(
    weights: Float[Tensor, "query key"],
) -> Float[Tensor, "query key"]:
    """Each row divided by its sum; 0/0 where nothing is left of it."""
    return weights / weights.sum(-1, keepdim=True)
