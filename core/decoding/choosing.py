"""Which piece may be written next, and which is taken where several are as likely."""

from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.networks.kinds import Network
from core.text.tokenizer import END, PAD, START

TIE = 1e-6
"""Log-probabilities that differ by less (nats) are taken for equal."""


@runtime_checkable
class Opened(Protocol):
    """A network whose text has begun: the piece after which it is asked for more."""

    @property
    def opening(self) -> int: ...


def opening(network: Network) -> int:
    """The piece before the first one that is written: ‹start› unless it is `Opened`."""
    return network.opening if isinstance(network, Opened) else START


def forbid(
    gains: Float[Tensor, "batch word"], read: Int[Tensor, " batch"]
) -> Float[Tensor, "batch word"]:
    """‹pad› and ‹start› are never written, nor ‹end› where nothing is written yet.

    Nothing is where the piece that was `read` last is ‹start›.
    """
    gains[:, PAD] = gains[:, START] = -torch.inf
    gains[:, END].masked_fill_(read == START, -torch.inf)
    return gains


def first_of_the_largest(
    gains: Float[Tensor, "batch word"],
) -> Int[Tensor, " batch"]:
    """The first of those within `TIE` of the largest, in every row."""
    return (gains >= gains.amax(-1, keepdim=True) - TIE).byte().argmax(-1)
