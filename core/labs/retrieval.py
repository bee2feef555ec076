"""Asking a catalogue: the best match, a draw by the weights, or a mixture of all.

The first two are both called hard attention, the last is soft attention.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.errors import InputError


@dataclass(frozen=True)
class Film:
    """A film: how much comedy and action is in it (the key), its year and minutes."""

    title: str
    key: tuple[float, float]
    value: tuple[float, float]


FILMS = (
    Film("Duck Soup", (1.0, -1.0), (1933.0, 68.0)),
    Film("The General", (1.0, 1.0), (1926.0, 78.0)),
    Film("Seven Samurai", (-1.0, 1.0), (1954.0, 207.0)),
    Film("Casablanca", (-1.0, -1.0), (1942.0, 102.0)),
)


def answered(
    query: Float[Tensor, "query d_k"],
    key: Float[Tensor, "key d_k"],
    value: Float[Tensor, "key d_value"],
    scale: float | None = 1.0,
) -> tuple[
    Float[Tensor, "query key"],
    Float[Tensor, "query key"],
    Float[Tensor, "query d_value"],
]:
    """Soft attention in its three steps: the scores, the weights, the mixed values.

    `scale` as in `core.attention.dot_product_scores`; None divides by √d_k.
    """
    scores = dot_product_scores(query, key, scale)
    weights = masked_softmax(scores)
    return scores, weights, mix(weights, value)


def drawn(
    weights: Float[Tensor, " key"], draws: int, seed: int = 1
) -> Int[Tensor, " draw"]:
    """Keys drawn with the weights as probabilities, one after another.

    Xu et al. (2015), section 4.1, the stochastic "hard" attention. Raises InputError
    for fewer than one draw.
    """
    if draws < 1:
        raise InputError(
            "no_draws",
            "At least one draw is needed, not {n}.",
            n=draws,
        )
    chance = torch.Generator().manual_seed(seed)
    return torch.multinomial(weights, draws, replacement=True, generator=chance)


def spread(
    weights: Float[Tensor, " key"], value: Float[Tensor, "key d_value"]
) -> Float[Tensor, " d_value"]:
    """The variance of a drawn value: Σ a_i (v_i − y)², with y = Σ a_i v_i."""
    return weights @ (value - weights @ value) ** 2


def running(
    values: Float[Tensor, "draw d_value"],
) -> tuple[Float[Tensor, "draw d_value"], Float[Tensor, "draw d_value"]]:
    """Mean and variance (1/n) of the first 1, 2, … draws."""
    count = torch.arange(1, len(values) + 1, dtype=values.dtype)[:, None]
    mean = values.cumsum(0) / count
    return mean, (values**2).cumsum(0) / count - mean**2


def distances(
    weights: Float[Tensor, " key"],
    value: Float[Tensor, "key d_value"],
    picked: Int[Tensor, " draw"],
) -> tuple[Float[Tensor, " draw"], Float[Tensor, " draw"]]:
    """How far the mean of the first n drawn values is from the mixture; what to expect.

    ‖mean_n − y‖, and the root of its expected square: √(Σ Var / n), for draws that do
    not depend on each other.
    """
    mean, _ = running(value[picked])
    count = torch.arange(1, len(picked) + 1, dtype=value.dtype)
    found = (mean - weights @ value).norm(dim=-1)
    return found, (spread(weights, value).sum() / count).sqrt()


def hull(points: Float[Tensor, "point 2"]) -> list[int]:
    """The corners of the smallest convex figure around points, in order around it.

    A mixture with weights from 0 to 1 that add up to 1 never leaves it (Andrew 1979,
    the monotone chain). Points on an edge are no corners.
    """
    order = sorted(range(len(points)), key=lambda at: points[at].tolist())
    corners: list[int] = []
    for way in (order, order[::-1]):
        chain: list[int] = []
        for at in way:
            while len(chain) > 1 and _turn(points, chain[-2], chain[-1], at) <= 0:
                chain.pop()
            chain.append(at)
        corners += chain[:-1]
    return corners or order


def _turn(points: Float[Tensor, "point 2"], a: int, b: int, c: int) -> float:
    """Positive where the way from a over b to c turns left."""
    (x, y), (u, v) = points[b] - points[a], points[c] - points[a]
    return (x * v - y * u).item()
