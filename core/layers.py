"""The parts of a Transformer layer, each returning what it computed as a record."""

import math
from dataclasses import dataclass
from typing import TypeVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from core.attention import dot_product_scores, masked_softmax, mix
from core.showing import brief

Part = TypeVar("Part", bound=nn.Module)


@brief
@dataclass(frozen=True, eq=False)
class AttentionRecord:
    """One multi-head attention, from its projections to its output.

    `scores` are scaled by 1/√d_head and not yet masked; `allowed` says what the mask
    forbade (one mask for all heads, unless an experiment gives each its own); `mixed`
    is A V of each head; `output` joins the heads and projects them.
    """

    query: Float[Tensor, "*batch head query d_head"]
    key: Float[Tensor, "*batch head key d_head"]
    value: Float[Tensor, "*batch head key d_head"]
    scores: Float[Tensor, "*batch head query key"]
    allowed: Bool[Tensor, "*batch #head query key"]
    weights: Float[Tensor, "*batch head query key"]
    mixed: Float[Tensor, "*batch head query d_head"]
    output: Float[Tensor, "*batch query d_model"]


class MultiHeadAttention(nn.Module):
    """Several attentions side by side, each on its own projection of all of x.

    Vaswani et al. (2017), section 3.2.2:
    MultiHead(Q, K, V) = Concat(head_1 … head_h) W_O
    with head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V).
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.project_query = nn.Linear(d_model, d_model)
        self.project_key = nn.Linear(d_model, d_model)
        self.project_value = nn.Linear(d_model, d_model)
        self.join = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: Float[Tensor, "*batch query d_model"],
        context: Float[Tensor, "*batch key d_model"],
        allowed: Bool[Tensor, "*#batch #query key"],
    ) -> AttentionRecord:
        """Queries come from `x`, keys and values from `context` (perhaps x itself)."""
        query = self.split(self.project_query(x))
        key = self.split(self.project_key(context))
        value = self.split(self.project_value(context))
        scores = self.score(query, key)
        allowed = self.allow(allowed.unsqueeze(-3), *scores.shape[-2:])
        weights = masked_softmax(scores, allowed)
        mixed = self.mix(weights, value)
        output = self.join(self.merge(mixed))
        allowed = allowed.expand(
            *scores.shape[:-3], allowed.shape[-3], *scores.shape[-2:]
        )
        return AttentionRecord(
            query, key, value, scores, allowed, weights, mixed, output
        )

    def score(
        self,
        query: Float[Tensor, "*batch head query d_head"],
        key: Float[Tensor, "*batch head key d_head"],
    ) -> Float[Tensor, "*batch head query key"]:
        """How well queries fit keys, in each head: Q Kᵀ / √d_head."""
        return dot_product_scores(query, key)

    def allow(
        self, allowed: Bool[Tensor, "*#batch 1 #query key"], queries: int, keys: int
    ) -> Bool[Tensor, "*#batch #head #query key"]:
        """Where each query may look among the keys, head by head."""
        return allowed

    def mix(
        self,
        weights: Float[Tensor, "*batch head query key"],
        value: Float[Tensor, "*batch head key d_head"],
    ) -> Float[Tensor, "*batch head query d_head"]:
        """What each head brings to the join: A V."""
        return mix(weights, value)

    def attend(
        self,
        x: Float[Tensor, "batch 1 d_model"],
        keys: Float[Tensor, "batch head key d_head"],
        values: Float[Tensor, "batch head key d_head"],
        allowed: Bool[Tensor, "batch 1 key"] | None = None,
    ) -> Float[Tensor, "batch 1 d_model"]:
        """`forward` for keys and values already projected; nothing is recorded.

        torch scores, masks and mixes in one go, in half the time of one by one.
        """
        query = self.split(self.project_query.forward(x))
        allowed = None if allowed is None else allowed.unsqueeze(-3)
        mixed = scaled_dot_product_attention(query, keys, values, allowed)
        return self.join.forward(self.merge(mixed))

    def split(
        self, x: Float[Tensor, "*batch position d_model"]
    ) -> Float[Tensor, "*batch head position d_head"]:
        """Cut the last axis into heads and put the heads before the positions."""
        heads = x.reshape(*x.shape[:-1], self.n_heads, -1)
        return heads.transpose(-3, -2)

    def merge(
        self, x: Float[Tensor, "*batch head position d_head"]
    ) -> Float[Tensor, "*batch position d_model"]:
        """Lay the heads side by side again."""
        return x.transpose(-3, -2).flatten(-2)


class AddAndNorm(nn.LayerNorm):
    """The box "Add & Norm" of figure 1: LayerNorm(x + Sublayer(x)).

    Vaswani et al. (2017), section 3.1; the norm is that of Ba, Kiros & Hinton (2016).
    """

    def forward(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        x: Float[Tensor, "*batch position d_model"],
        added: Float[Tensor, "*batch position d_model"],
    ) -> Float[Tensor, "*batch position d_model"]:
        """The residual stream after a sublayer has `added` its part."""
        return self.norm(x + added)

    def norm(
        self, x: Float[Tensor, "*batch position d_model"]
    ) -> Float[Tensor, "*batch position d_model"]:
        """Every position to mean 0 and variance 1, times a gain, plus a bias."""
        return super().forward(x)


class Add(nn.Module):
    """The residual connection alone, where the norm stands before the sublayer.

    A part of its own, so that an experiment can exchange it.
    """

    def forward(
        self,
        x: Float[Tensor, "*batch position d_model"],
        added: Float[Tensor, "*batch position d_model"],
    ) -> Float[Tensor, "*batch position d_model"]:
        """The residual stream after a sublayer has `added` its part."""
        return x + added


def at_random(part: Part, chance: torch.Generator | None = None) -> Part:
    """The part itself with fresh weights; its gains stay 1.

    Matrices as Glorot & Bengio (2010), eq. 16; biases 0.
    """
    for name, parameter in part.named_parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter, generator=chance)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
    return part


def parameters(network: nn.Module) -> int:
    """How many numbers it learns; what is used twice counts once."""
    return sum(one.numel() for one in network.parameters())


def sinusoidal_positions(
    n: int, d_model: int, base: int | float = 10_000, dtype: torch.dtype = torch.float32
) -> Float[Tensor, "position d_model"]:
    """Waves of growing wavelength that mark each position, all within [−1, 1].

    Vaswani et al. (2017), section 3.5: PE(t, 2i) = sin(t / base^{2i/d_model}),
    PE(t, 2i+1) = cos of the same angle.
    """
    even = torch.arange(0, d_model, 2, dtype=dtype)
    angle = torch.arange(n, dtype=dtype)[:, None] * torch.exp(
        -math.log(base) * even / d_model
    )
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)[:, :d_model]
