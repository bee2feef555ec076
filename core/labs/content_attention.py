"""Attention without keys: content and context attention over five objects.

A score is s_jk(v_k, θ_j) where only parameters ask, and s_jk(v_k, c_j, Θ) where data
ask, here through a bilinear form. Parameters are learned and then stand still; they are
set by hand here.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import bilinear_scores, dot_product_scores, masked_softmax
from core.labs.worked_example import ATTRIBUTES, OBJECTS, marked

THETA = (
    {"red": 2.0, "pink": 1.0, "yellow": 1.0},
    {"human": 2.0, "animal": 2.0},
    {"blue": 2.0},
)
"""θ₁ looks for what strikes the eye, θ₂ for what lives, θ₃ for blue."""
SHARPNESS = 2.0
"""Θ is this many times the identity: a cue asks for the attributes it names."""
DOUBLE = torch.float64


def values() -> Float[Tensor, "object attribute"]:
    """The five objects: v_k is 1 for each attribute that k has."""
    return torch.tensor([marked(*names) for names in OBJECTS], dtype=DOUBLE)


def cues(named: list[tuple[str, ...]]) -> Float[Tensor, "cue attribute"]:
    """c_j for cues that name attributes."""
    return torch.tensor([marked(*names) for names in named], dtype=DOUBLE)


def content_weights() -> Float[Tensor, "parameter object"]:
    """softmax of s_jk = θ_j · v_k: the same whatever is asked, for nothing is asked."""
    theta = torch.tensor(
        [[row.get(name, 0.0) for name in ATTRIBUTES] for row in THETA], dtype=DOUBLE
    )
    return masked_softmax(dot_product_scores(theta, values(), scale=1.0))


def context_weights(
    asked: Float[Tensor, "cue attribute"],
) -> Float[Tensor, "cue object"]:
    """softmax of s_jk = c_j Θ v_k: each row follows its own cue.

    With `values()` for cues, c_j = v_j: self-attention on the values, without keys.
    """
    theta = SHARPNESS * torch.eye(len(ATTRIBUTES), dtype=DOUBLE)
    return masked_softmax(bilinear_scores(asked, values(), theta))
