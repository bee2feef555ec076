"""Training in half the bits: a pass in bfloat16, weights that learn in float32.

Micikevicius et al. (2018), section 3.1: small steps would be lost in the rounding of
half a number, so a copy of the weights goes through the pass, and the weights
themselves take its gradients.
"""

from copy import deepcopy

import torch
from torch import Tensor

from core.networks.kinds import Translating


class HalfCopy:
    """`network` in bfloat16, as it was when `follow` was called last."""

    def __init__(self, network: Translating) -> None:
        self.network = deepcopy(network).to(torch.bfloat16)
        self._learning: list[Tensor] = list(network.parameters())
        self._passing: list[Tensor] = list(self.network.parameters())

    @torch.no_grad()
    def follow(self) -> None:
        """Round the weights as they are now; forget the gradients."""
        torch._foreach_copy_(self._passing, self._learning)  # pyright: ignore[reportPrivateImportUsage]
        for parameter in self._passing:
            parameter.grad = None

    def hand_over(self) -> None:
        """Give the gradients of the pass to the weights that learn."""
        for learning, passing in zip(self._learning, self._passing, strict=True):
            learning.grad = None if passing.grad is None else passing.grad.float()
