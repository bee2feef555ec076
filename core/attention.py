"""The formulas on the board: scores, masks, softmax and the mixing of values.

Rows are queries, columns are keys. `allowed` is True where a query may look.
Every function works on any leading axes (batch, head, …).
"""

import math

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.errors import InputError


def additive_scores(
    projected_query: Float[Tensor, "*batch query d_align"],
    projected_key: Float[Tensor, "*batch key d_align"],
    direction: Float[Tensor, " d_align"],
) -> Float[Tensor, "*batch query key"]:
    """How well each query fits each key, by a small network: vᵀ tanh(q + k).

    Bahdanau, Cho & Bengio (2015), appendix A.1.2:
    e_ij = v_aᵀ tanh(W_a s_{i−1} + U_a h_j), with q = W_a s_{i−1} and k = U_a h_j
    already projected. Any real number between −‖v‖₁ and ‖v‖₁.
    """
    return additive_features(projected_query, projected_key) @ direction


def additive_features(
    projected_query: Float[Tensor, "*batch query d_align"],
    projected_key: Float[Tensor, "*batch key d_align"],
) -> Float[Tensor, "*batch query key d_align"]:
    """What the additive score adds up: tanh(q + k) for every pair, in (−1, 1)."""
    return torch.tanh(projected_query.unsqueeze(-2) + projected_key.unsqueeze(-3))


def bilinear_scores(
    query: Float[Tensor, "*batch query d_query"],
    key: Float[Tensor, "*batch key d_key"],
    weight: Float[Tensor, "d_query d_key"],
) -> Float[Tensor, "*batch query key"]:
    """How well each query fits each key, through a trained matrix: Q W Kᵀ.

    Luong, Pham & Manning (2015), section 3.1, the score called "general".
    """
    return query @ weight @ key.transpose(-2, -1)


def dot_product_scores(
    query: Float[Tensor, "*batch query d_k"],
    key: Float[Tensor, "*batch key d_k"],
    scale: float | None = None,
) -> Float[Tensor, "*batch query key"]:
    """How well each query fits each key: Q Kᵀ · scale, any real number.

    Vaswani et al. (2017), eq. 1. `scale` is 1/√d_k unless given; 1.0 leaves the
    dot product as it is.
    """
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1])
    return query @ key.transpose(-2, -1) * scale


def masked_softmax(
    scores: Float[Tensor, "*batch query key"],
    allowed: Bool[Tensor, "*#batch #query #key"] | None = None,
) -> Float[Tensor, "*batch query key"]:
    """The weights of each query: exp(score) over its row's sum, 0 where forbidden.

    Forbidden scores become −∞ before the exponential, so that every row adds up to 1
    over the allowed keys alone. A query that may look nowhere has no answer (its row
    would be 0/0): such masks are refused where they are made.
    """
    if allowed is not None:
        scores = scores.masked_fill(~allowed, -math.inf)
    return scores.softmax(dim=-1)


def mix(
    weights: Float[Tensor, "*batch query key"],
    value: Float[Tensor, "*batch key d_value"],
) -> Float[Tensor, "*batch query d_value"]:
    """The output of each query: the values averaged by its weights, A V."""
    return weights @ value


def causal_mask(
    n: int, device: torch.device | None = None
) -> Bool[Tensor, "query key"]:
    """Position i may look at positions 0 … i: a lower triangle of True.

    Vaswani et al. (2017), section 3.2.3. Raises InputError for n < 1.
    """
    if n < 1:
        raise InputError(
            "causal_mask_of_nothing",
            "A causal mask needs at least one position, not {n}.",
            n=n,
        )
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def padding_mask(
    lengths: Int[Tensor, " batch"], n: int | None = None
) -> Bool[Tensor, "batch 1 key"]:
    """Every query may look at the first `length` keys, not at the padding after them.

    `n` is the number of keys; the longest length unless given. Raises InputError where
    a sentence is empty: its queries could look nowhere.
    """
    if int(lengths.min()) < 1:
        raise InputError(
            "padding_mask_of_nothing",
            "A padding mask needs at least one real key in each sentence.",
        )
    n = int(lengths.max()) if n is None else n
    return (torch.arange(n, device=lengths.device) < lengths[:, None])[:, None, :]
