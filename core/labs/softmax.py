"""Before attention: the dot product, the exponential and the softmax, by hand."""

import math
from dataclasses import dataclass

import torch

from core.attention import masked_softmax

FIRST = (2.0, 1.0)  # the vector that stands still
PAIR = ((2.0, 1.0, -1.0), (1.0, 3.0, 2.0))  # two vectors to multiply by hand
SCORES = (2.0, 1.0, 0.0)

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Dot:
    """a · b with its parts. `angle` is in degrees, None where a vector is 0."""

    products: Vector
    total: float
    lengths: tuple[float, float]
    angle: float | None


@dataclass(frozen=True)
class Row:
    """A softmax in its steps: what goes in, e to the power of it, the sum, the shares.

    `weights` add up to 1.
    """

    scores: Vector
    exponentials: Vector
    total: float
    weights: Vector


def dot(a: Vector, b: Vector) -> Dot:
    """a · b = Σ a_i b_i = |a| |b| cos θ."""
    products = tuple(x * y for x, y in zip(a, b, strict=True))
    total = sum(products)
    lengths = math.hypot(*a), math.hypot(*b)
    angle = None
    if all(lengths):
        cosine = total / (lengths[0] * lengths[1])
        angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    return Dot(products, total, lengths, angle)


def row(scores: Vector, *, constant: float = 0.0, temperature: float = 1.0) -> Row:
    """softmax((s + c) / T). ValueError where the temperature is not above 0."""
    if temperature <= 0:
        raise ValueError(f"temperature must be above 0, not {temperature}")
    moved = tuple((score + constant) / temperature for score in scores)
    exponentials = tuple(map(math.exp, moved))
    weights = masked_softmax(torch.tensor([moved], dtype=torch.float64))[0]
    return Row(moved, exponentials, sum(exponentials), tuple(weights.tolist()))
