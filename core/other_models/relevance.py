"""Gradient × attention: what counts for one output, layer after layer.

Chefer, Gur & Wolf (2021), "Generic attention-model explainability for interpreting
bi-modal and encoder-decoder Transformers", section 3. What it ignores: the values, the
feed-forward networks and the norms, but for what the gradient knows of them.
"""

from collections.abc import Sequence
from operator import index
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError


def gradient_weighted(score: Tensor, layers: Sequence[Tensor]) -> list[Tensor]:
    """Ā = mean over heads of (∇A ⊙ A)⁺ of each layer, equation 5; ∇A is of `score`.

    InputError where no gradient reaches the weights.
    """
    try:
        found = torch.autograd.grad(
            score, list(layers), retain_graph=True, allow_unused=True
        )
    except RuntimeError as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"No gradient leads from this output to the attention weights: {reason}"
        ) from error
    if all(one is None for one in found):
        raise InputError(
            "This output doesn't depend on the attention weights that the model "
            "returns."
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


def score_of(model: Any, tokenizer: Any, found: Any, output: Any) -> tuple[Tensor, str]:
    """The one number that is asked for, and what it is called."""
    if callable(output):
        score: Any = output(found)
        _check_number(score)
        return score, getattr(output, "__name__", "output")
    logits = getattr(found, "logits", getattr(found, "logits_per_image", None))
    if logits is None:
        raise InputError(
            "This model gives out no logits: say what counts with a function, "
            "output=lambda found: found.last_hidden_state[0, 0].norm()."
        )
    at = _place(model, tokenizer, logits, output)
    if (
        not at
        or len(at) != logits.dim() - 1
        or any(
            not 0 <= one < size for one, size in zip(at, logits.shape[1:], strict=True)
        )
    ):
        names = labels_of(model).values() if tokenizer is None else ()
        unknown = isinstance(output, str) and output not in names
        if unknown and 0 < len(names) <= MOST_NAMED:
            raise InputError(
                f"There is no output {output!r}: the classes are {', '.join(names)}."
            )
        sizes = " × ".join(map(str, logits.shape[1:]))
        raise InputError(
            f"There is no output {output!r}: the logits are {sizes}; give a number for "
            "each axis behind the batch, from 0, or the name of a class."
        )
    named = labels_of(model) if hasattr(found, "logits") and tokenizer is None else {}
    return logits[(0, *at)], str(named.get(at[-1], output))


MOST_NAMED = 20
"""Classes that are all named where another was asked for."""


def _check_number(score: Any) -> None:
    """InputError unless it is one real number that is left, and finite."""
    one = isinstance(score, Tensor) and score.numel() == 1 and not score.is_complex()
    if not one or not bool(score.isfinite()):
        kind = score.item() if one else type(score).__name__
        if not one and hasattr(score, "shape"):
            kind = f"{kind} {tuple(score.shape)}"
        raise InputError(
            f"output gives {kind}; wanted is one finite number of what the model "
            "returns, such as output=lambda found: found.logits[0, 3]."
        )


def labels_of(model: Any) -> dict[int, str]:
    """What the classes of a model are called, by their numbers."""
    return getattr(model.config, "id2label", None) or {}


def _place(model: Any, tokenizer: Any, logits: Tensor, output: Any) -> tuple[int, ...]:
    if isinstance(output, str):
        ids = {label: at for at, label in labels_of(model).items()}
        ids |= {} if tokenizer is None else tokenizer.get_vocab()
        output = ids.get(output, -1)
    at = output if isinstance(output, tuple | list) else (output,)
    if not all(hasattr(one, "__index__") and type(one) is not bool for one in at):
        return ()
    at = tuple(index(one) for one in at)
    if len(at) == 1 and logits.dim() == 3 and tokenizer is not None:  # written next
        return logits.shape[1] - 1, at[0]
    return at


def refuse_output(output: Any) -> None:
    """InputError where an output is chosen of a writer with an encoder."""
    if output is not None:
        raise InputError(
            "output is for models that classify, match or detect, or that write in "
            "one stream; for this one give show the weights, and look at its layers."
        )
