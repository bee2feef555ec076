"""What a norm makes of numbers before gain and bias, and which of them it averages.

Ba, Kiros & Hinton (2016), section 3: a layer norm averages over the features of one
token. Ioffe & Szegedy (2015): a batch norm over the tokens of a batch, for one feature.
"""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor
from torch.nn import functional

from core.layers import AddAndNorm

EPS = AddAndNorm(1).eps
NORMS = ("layer", "batch")


@dataclass(frozen=True)
class Statistics:
    """Mean and variance of what is averaged together, before and after the norm.

    `variance` divides by p, their number; `sample_variance` by p − 1, which no norm
    does (None for p = 1). `variance_after` is σ²/(σ² + ε), a little below 1.
    """

    mean: float
    variance: float
    sample_variance: float | None
    mean_after: float
    variance_after: float


def normed(
    x: Float[Tensor, "token feature"], kind: str, eps: float = EPS
) -> Float[Tensor, "token feature"]:
    """(x − μ) / √(σ² + ε), before γ and β; μ and σ² are over what is averaged together.

    "layer": over the features of each token. "batch": over the tokens for each feature,
    as in training; no running average takes part.
    """
    if kind == "batch":
        return normed(x.T, "layer", eps).T
    return functional.layer_norm(x, x.shape[-1:], eps=eps)


def statistics(
    x: Float[Tensor, "token feature"], kind: str, eps: float = EPS
) -> tuple[Statistics, ...]:
    """One for each token ("layer") or for each feature ("batch")."""
    before, after = x, normed(x, kind, eps)
    if kind == "batch":
        before, after = before.T, after.T
    return tuple(_both(*pair) for pair in zip(before, after, strict=True))


def _both(before: Float[Tensor, " p"], after: Float[Tensor, " p"]) -> Statistics:
    variance = before.var(correction=0).item()
    p = len(before)
    return Statistics(
        before.mean().item(),
        variance,
        variance * p / (p - 1) if p > 1 else None,
        after.mean().item(),
        after.var(correction=0).item(),
    )
