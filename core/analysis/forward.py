"""Does attention go forward from one query to the next, or back and forth?"""

import torch
from jaxtyping import Float
from torch import Tensor

CROSSING = "It is a difficult question."
"""In French the adjective comes after its noun: attention goes on, and back."""
HALF = 0.5
"""Keys: a centre that lies further back than that goes back."""


def centres(weights: Float[Tensor, "query key"]) -> Float[Tensor, " query"]:
    """The mean place of each row: Σ_j α_ij j, from 0."""
    return weights @ torch.arange(weights.shape[-1], dtype=weights.dtype)


def goes_back(weights: Float[Tensor, "query key"]) -> tuple[int, ...]:
    """The rows whose centre lies more than half a key before that of the row above."""
    step = centres(weights).diff()
    return tuple((step < -HALF).nonzero().flatten().add(1).tolist())
