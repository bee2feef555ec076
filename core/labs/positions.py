"""What a model can be told about places: encodings, and what they say of a distance.

Vaswani et al. (2017), section 3.5; Su et al. (2021) for the rotary encoding; Press et
al. (2022) for the bias by distance. Computed in float64 unless said otherwise, so that
what is left over is mathematics and not rounding.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.layers import sinusoidal_positions

DOUBLE = torch.float64
SLOPE = 0.5


def frequencies(d: int, base: int | float) -> Float[Tensor, " pair"]:
    """ω_i = base^{−2i/d}: how fast the i-th pair of components turns, radians a step.

    An odd d has a last sine without its cosine; it is a pair here all the same.
    """
    return base ** (-torch.arange(0, d, 2, dtype=DOUBLE) / d)


def binary_digits(n: int) -> Int[Tensor, "position digit"]:
    """The places 0 … n−1 in binary, the fastest digit first."""
    places = torch.arange(n)[:, None]
    return (places >> torch.arange(max(1, (n - 1).bit_length()))) & 1


def products_by_distance(
    d: int, base: int | float, distances: Float[Tensor, " distance"]
) -> Float[Tensor, "pair distance"]:
    """cos(ω_i Δ): what each pair of components adds to ⟨p_t, p_{t−Δ}⟩.

    sin·sin + cos·cos of two angles is the cosine of their difference, so the place t
    itself drops out. For even d.
    """
    return torch.cos(frequencies(d, base)[:, None] * distances.to(DOUBLE))


@dataclass(frozen=True, eq=False)
class Derivation:
    """⟨p_t, p_t'⟩ pair by pair: `angles` ω_i t and ω_i t', and what each pair adds.

    `products` are sin·sin and cos·cos of the two angles, `cosines` that of their
    difference; both add up to the dot product.
    """

    angles: Float[Tensor, "pair 2"]
    products: Float[Tensor, "pair 2"]
    cosines: Float[Tensor, " pair"]


def derivation(d: int, base: int | float, t: int, other: int) -> Derivation:
    """Why the dot product knows the distance alone: sin·sin + cos·cos = cos(a − b)."""
    angles = frequencies(d, base)[:, None] * torch.tensor([t, other], dtype=DOUBLE)
    products = torch.stack([angles.sin().prod(-1), angles.cos().prod(-1)], -1)
    return Derivation(angles, products, (angles[:, 0] - angles[:, 1]).cos())


def partial_sums(
    d: int, base: int | float, reach: int
) -> Float[Tensor, "pair distance"]:
    """⟨p_t, p_{t−Δ}⟩ of the first 2, 4, … components alone, for Δ = 0 … reach−1."""
    return products_by_distance(d, base, torch.arange(reach, dtype=DOUBLE)).cumsum(0)


def variance_share(d: int, base: int | float, reach: int) -> Float[Tensor, " pair"]:
    """How much of the variance of ⟨p_t, p_t'⟩ the first 2, 4, … components make.

    Var over Δ, uniform on 0 … reach−1, of the dot product of the first k components,
    divided by that of all d. It can pass 1 on the way: later pairs may cancel earlier.
    A single distance has no variance: NaN.
    """
    parts = partial_sums(d, base, reach)
    return parts.var(-1, correction=0) / parts[-1].var(correction=0)


def rotation(d: int, base: int | float, shift: int) -> Float[Tensor, "d_model d_model"]:
    """R(Δ) with p_{t+Δ} = R(Δ) p_t for every t: one 2 × 2 rotation a pair, d even.

    (sin, cos) of an angle larger by ωΔ: the rows (cos ωΔ, sin ωΔ), (−sin ωΔ, cos ωΔ).
    """
    angle = frequencies(d, base) * shift
    sin, cos = angle.sin(), angle.cos()
    blocks = torch.stack(
        [torch.stack([cos, sin], -1), torch.stack([-sin, cos], -1)], -2
    )
    return torch.block_diag(*blocks)


def shift_error(
    d: int, base: int | float, shift: int, n: int, dtype: torch.dtype
) -> float:
    """The largest |R(Δ) p_t − p_{t+Δ}| over t < n, computed in `dtype`."""
    places = sinusoidal_positions(n + shift, d, base, dtype)
    turned = places[:n] @ rotation(d, base, shift).to(dtype).T
    return (turned - places[shift:]).abs().max().item()


def rotary(
    x: Float[Tensor, "position d_model"], base: int | float = 10_000
) -> Float[Tensor, "position d_model"]:
    """Each pair of components of row t turned by the angle tω_i, d even.

    Su et al. (2021), section 3.2.2: then ⟨rotary(q)_t, rotary(k)_t'⟩ depends on q, k
    and t − t' alone.
    """
    n, d = x.shape
    angle = torch.arange(n, dtype=x.dtype)[:, None] * frequencies(d, base).to(x.dtype)
    first, second = x[:, 0::2], x[:, 1::2]
    sin, cos = angle.sin(), angle.cos()
    turned = (first * cos - second * sin, first * sin + second * cos)
    return torch.stack(turned, dim=-1).flatten(-2)


def distance_bias(n: int, slope: float) -> Float[Tensor, "query key"]:
    """−slope · |t − t'|, added to the score: no encoding at all.

    Press et al. (2022), section 3, with the distance to both sides for an encoder.
    """
    places = torch.arange(n, dtype=DOUBLE)
    return -slope * (places[:, None] - places).abs()


def two_words(
    kind: str, d: int, n: int, trained: int, seed: int = 7
) -> Float[Tensor, "query key"]:
    """The score of one query word and one key word at every pair of n places.

    Both words are random vectors. `kind` says how their places come in: "sum",
    "concatenation", "learned" (random rows, for `trained` places only), "rotary", or
    "bias".
    """
    chance = torch.Generator().manual_seed(seed)
    query, key = torch.randn(2, d, generator=chance, dtype=DOUBLE)
    places = sinusoidal_positions(n, d, 10_000, DOUBLE)
    if kind == "sum":
        return (query + places) @ (key + places).T
    if kind == "concatenation":
        return query @ key + places @ places.T
    if kind == "learned":
        rows = torch.randn(trained, d, generator=chance, dtype=DOUBLE)
        return (query + rows) @ (key + rows).T
    if kind == "rotary":
        queries, keys = (rotary(word.expand(n, d)) for word in (query, key))
        return queries @ keys.T
    return query @ key + distance_bias(n, SLOPE)


def likeness(
    table: Float[Tensor, "position d_model"], place: int
) -> Float[Tensor, " position"]:
    """The cosine of one place's vector with every place's: ⟨p_t, p_t'⟩ / |p_t||p_t'|.

    Between −1 and 1; IndexError for a place that the table does not have.
    """
    if not 0 <= place < len(table):
        raise IndexError(f"{place} is no row of a table of {len(table)}")
    rows = torch.nn.functional.normalize(table.to(DOUBLE), dim=-1)
    return rows @ rows[place]


def most_similar(
    table: Float[Tensor, "position d_model"], place: int, count: int
) -> list[int]:
    """The other places whose vectors are most like that of a place, in that order."""
    order = likeness(table, place).argsort(descending=True, stable=True).tolist()
    return [other for other in order if other != place][:count]
