"""Ways to score a query against a key: what they cost, and why one divides by √d."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import (
    additive_scores,
    bilinear_scores,
    dot_product_scores,
    masked_softmax,
)
from core.trace import Trace, walk

SCORES = ("additive", "bilinear", "dot", "scaled dot")
SWAP = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
DIRECTION = (1.0, 1.0, 1.0)

SHORT_QUERY = ((1.0, 0.0), (0.0, 2.0))
LONG_KEY = ((1.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0))
FROM_QUERY = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0))
FROM_KEY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0))
BETWEEN = ((1.0, 0.0, 1.0), (0.0, 1.0, 0.0))
"""Queries of 2 numbers and keys of 3: W and U bring both to 4, one W stands between."""


@dataclass(frozen=True)
class Cost:
    """Numbers that are trained, and multiplications for all pairs."""

    parameters: int
    operations: int


@dataclass(frozen=True)
class Heads:
    """The variance of q·k in every head by its attention's name, and a head's width."""

    d_head: int
    variances: dict[str, list[float]]


def cost(kind: str, d: int, n: int) -> Cost:
    """What one kind of score costs for n queries and n keys of d numbers each.

    Additive (a hidden width of d, both sides projected once): 2d² + d parameters and
    2nd² + n²d products, besides n²d values of tanh. Bilinear: d², and nd² + n²d. Dot:
    none, and n²d; scaled, n² more for the division.
    """
    dots = n * n * d
    costs = {
        "additive": Cost(2 * d * d + d, 2 * n * d * d + dots),
        "bilinear": Cost(d * d, n * d * d + dots),
        "dot": Cost(0, dots),
        "scaled dot": Cost(0, dots + n * n),
    }
    return costs[kind]


def by_kind(
    query: Float[Tensor, "query d_k"], key: Float[Tensor, "key d_k"]
) -> dict[str, Float[Tensor, "query key"]]:
    """The same queries and keys of three numbers scored in the four ways.

    Additive with identity projections and v = (1, 1, 1); bilinear with an M that swaps
    the first two numbers.
    """
    return {
        "additive": additive_scores(query, key, query.new_tensor(DIRECTION)),
        "bilinear": bilinear_scores(query, key, query.new_tensor(SWAP)),
        "dot": dot_product_scores(query, key, scale=1.0),
        "scaled dot": dot_product_scores(query, key),
    }


def of_widths() -> dict[str, Float[Tensor, "query key"] | None]:
    """Queries of 2 numbers scored against keys of 3; None where no score is defined.

    Additive: vᵀ tanh(W q + U k) with v of four ones, whatever the widths; bilinear:
    q M k with an M of 2 × 3. A dot product adds up products of numbers in one place,
    and the third of a key has no partner.
    """
    query, key = torch.tensor(SHORT_QUERY), torch.tensor(LONG_KEY)
    w, u = torch.tensor(FROM_QUERY), torch.tensor(FROM_KEY)
    return {
        "additive": additive_scores(query @ w.T, key @ u.T, torch.ones(len(w))),
        "bilinear": bilinear_scores(query, key, torch.tensor(BETWEEN)),
        "dot": None,
    }


def products(
    d: int, samples: int, correlation: float = 0.0, seed: int = 1
) -> Float[Tensor, " sample"]:
    """q·k of random vectors with mean 0 and variance 1 in every number.

    `correlation` is that of q_i and k_i: then q·k has the mean d·ρ and the variance
    d(1 + ρ²). With ρ = 0 that is Vaswani et al. (2017), section 3.2.1, footnote 4.
    """
    query, other = torch.randn(2, samples, d, generator=_chance(seed))
    key = correlation * query + math.sqrt(1 - correlation**2) * other
    return (query * key).sum(-1)


def jacobian_norm(
    weights: Float[Tensor, "*batch key"],
) -> Float[Tensor, "*batch"]:
    """‖∂a/∂s‖ (Frobenius) of a = softmax(s), where ∂a_i/∂s_j = a_i(δ_ij − a_j).

    0 for a row that looks at one key alone: nothing can be learned there. The square is
    Σa² − 2Σa³ + (Σa²)².
    """
    square, cube = (weights**2).sum(-1), (weights**3).sum(-1)
    return (square - 2 * cube + square**2).clamp_min(0).sqrt()


def saturation(
    d: int, keys: int, *, scaled: bool, samples: int = 500, seed: int = 1
) -> tuple[float, float]:
    """Entropy (nats) and Jacobian norm of the softmax over that many random keys.

    Means over `samples` random queries, each with keys of its own; all numbers are
    independent with mean 0 and variance 1.
    """
    chance = _chance(seed)
    query = torch.randn(samples, 1, d, generator=chance)
    key = torch.randn(samples, keys, d, generator=chance)
    scores = dot_product_scores(query, key, scale=None if scaled else 1.0)
    weights = masked_softmax(scores)
    entropy = torch.special.entr(weights).sum(-1)
    return entropy.mean().item(), jacobian_norm(weights).mean().item()


def head_variances(traces: Iterable[Trace]) -> Heads:
    """The variance of q·k, not divided, over all allowed pairs of all sentences.

    `traces` are those of a Transformer, at least one.
    """
    found: dict[str, list[Tensor]] = {}
    d_head = 0
    for trace in traces:
        parts = {name: tensor for name, _, tensor in walk(trace)}
        for name in trace.names():
            query, key = (parts[f"{name}.{role}"] for role in ("query", "key"))
            d_head = query.shape[-1]
            scores = dot_product_scores(query, key, scale=1.0)
            allowed = parts[f"{name}.allowed"].expand_as(scores)
            heads = [head[may] for head, may in zip(scores, allowed, strict=True)]
            found.setdefault(name, []).append(torch.stack(heads))
    return Heads(
        d_head,
        {
            name: torch.cat(rows, dim=1).var(dim=1, correction=0).tolist()
            for name, rows in found.items()
        },
    )


def _chance(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)
