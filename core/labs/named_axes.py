"""Tensors whose axes have names, and what becomes of attention when one is misnamed.

Chiang, Rush & Barak (2021), *Named tensor notation*: axes of the same name meet number
by number, all others meet each with each, and a sum or a softmax names its axis.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from core.attention import masked_softmax
from core.errors import InputError


@dataclass(frozen=True, eq=False)
class Named:
    """Numbers with a name for each axis. ValueError where names do not fit."""

    values: Tensor
    axes: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.values.dim() != len(self.axes) or len({*self.axes}) != len(self.axes):
            raise ValueError(f"{self.axes} are not the axes of {self.values.shape}")

    def over(self, axis: str) -> int:
        """Where that axis stands; InputError where there is none of that name."""
        if axis not in self.axes:
            raise InputError(
                "no_such_axis",
                "S has no axis {axis}: its axes are {axes}. A softmax over {axis} is "
                "refused.",
                axis=axis,
                axes=", ".join(self.axes),
            )
        return self.axes.index(axis)


def contracted(one: Named, other: Named, axis: str) -> Named:
    """Σ over `axis` of the product; every other axis of both stays, once.

    InputError where axes of the same name have different lengths.
    """
    lengths = dict(zip(other.axes, other.values.shape, strict=True))
    for name, n in zip(one.axes, one.values.shape, strict=True):
        if lengths.get(name, n) != n:
            raise InputError(
                "axes_of_other_lengths",
                "Axis {axis} has {n} entries in one matrix and {other} in the other.",
                axis=name,
                n=n,
                other=lengths[name],
            )
    names = list(dict.fromkeys((*one.axes, *other.axes)))
    kept = [name for name in names if name != axis]
    place = {name: at for at, name in enumerate(names)}
    values = torch.einsum(
        one.values,
        [place[name] for name in one.axes],
        other.values,
        [place[name] for name in other.axes],
        [place[name] for name in kept],
    )
    return Named(values, tuple(kept))


def softmax(scores: Named, axis: str) -> Named:
    """Weights that add up to 1 along `axis`; InputError where there is no such axis."""
    at = scores.over(axis)
    last = scores.values.movedim(at, -1)
    flat = masked_softmax(last.reshape(-1, last.shape[-1]))
    return Named(flat.view(last.shape).movedim(-1, at), scores.axes)


@dataclass(frozen=True, eq=False)
class Attended:
    """Attention between named axes: scores, weights, and what is mixed."""

    scores: Named
    weights: Named
    mixed: Named


def scored(query: Tensor, key: Tensor, axis: str) -> Named:
    """Scores of queries, along *query*, and keys along an axis of that name."""
    return contracted(Named(query, ("query", "d")), Named(key, (axis, "d")), "d")


def attend(query: Tensor, key: Tensor, value: Tensor, axis: str, over: str) -> Attended:
    """Attention where keys and values lie along `axis`, with a softmax over `over`.

    What is mixed is summed over `axis`, whichever the softmax was.
    """
    scores = scored(query, key, axis)
    weights = softmax(scores, over)
    mixed = contracted(weights, Named(value, (axis, "d_v")), axis)
    return Attended(scores, weights, mixed)
