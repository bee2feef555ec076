"""Gradient × attention: what counts for one output, layer after layer.

Chefer, Gur & Wolf (2021), "Generic attention-model explainability for interpreting
bi-modal and encoder-decoder Transformers", section 3. What it ignores: the values, the
feed-forward networks and the norms, but for what the gradient knows of them.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError


def weighed(score: Tensor, layers: Sequence[Tensor]) -> list[Tensor]:
    """Ā = mean over heads of (∇A ⊙ A)⁺ of each layer, equation 5; ∇A is of `score`.

    InputError where no gradient reaches the weights.
    """
    try:
        found = torch.autograd.grad(
            score, list(layers), retain_graph=True, allow_unused=True
        )
    except RuntimeError as error:
        raise InputError(
            "no_gradient",
            "No gradient leads from this output to the attention weights: {reason}",
            reason=str(error).split("\n")[0],
        ) from error
    if all(one is None for one in found):
        raise InputError(
            "output_without_weights",
            "This output doesn't depend on the attention weights that the model "
            "returns.",
        )
    return [
        (layer * (0 if one is None else one)).clamp(min=0)[0].mean(0).detach().float()
        for layer, one in zip(layers, found, strict=True)
    ]


def of_one_stream(
    layers: Sequence[Float[Tensor, "position position"]],
) -> Float[Tensor, "position position"]:
    """R ← R + Ā R, from R = I: equation 6."""
    whole = torch.eye(len(layers[0]))
    for layer in layers:
        whole = whole + layer @ whole
    return whole


def of_two_streams(
    encoder: Sequence[Float[Tensor, "source source"]],
    decoder: Sequence[Float[Tensor, "target target"]],
    cross: Sequence[Float[Tensor, "target source"]],
) -> Float[Tensor, "target source"]:
    """How much each source position counts for each target position.

    After the encoder, each layer of the decoder: R_tt ← R_tt + Ā R_tt, R_ts ← R_ts +
    Ā R_ts (equations 6 and 7); then R_ts ← R_ts + R̄_ttᵀ Ā R̄_ss (equation 10).
    """
    read = shares(of_one_stream(encoder)) + torch.eye(len(encoder[0]))
    own = torch.eye(len(decoder[0]))
    found = torch.zeros(len(own), len(read))
    for back, across in zip(decoder, cross, strict=True):
        own, found = own + back @ own, found + back @ found
        found = found + (shares(own) + torch.eye(len(own))).T @ across @ read
    return found


def shares(
    whole: Float[Tensor, "position position"],
) -> Float[Tensor, "position position"]:
    """What was added to the identity, each row as shares of 1: equations 8 and 9."""
    return rows_of_one(whole - torch.eye(len(whole)))


def rows_of_one(weights: Float[Tensor, "query key"]) -> Float[Tensor, "query key"]:
    """Each row divided by its sum; a row of nothing stays one."""
    sums = weights.sum(-1, keepdim=True)
    return torch.where(sums > 0, weights / sums, torch.zeros_like(weights))
