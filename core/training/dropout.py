"""Dropout whose masks cost little: random bytes against a threshold.

torch draws a random number for every unit of a mask, a sixth of a training update on a
processor. A byte is enough where p is rounded to a 256th.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

LEVELS = 256


class ByteDropout(nn.Dropout):
    """x ⊙ m / (1 − p), where m is 0 with probability p = k/256 and else 1.

    Srivastava et al. (2014), scaled while training. k is `p` times 256, rounded.
    """

    def forward(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, x: Float[Tensor, "*shape"]
    ) -> Float[Tensor, "*shape"]:
        dropped = round(self.p * LEVELS)
        if not self.training or not dropped:
            return x
        words = torch.empty(-(-x.numel() // 8), dtype=torch.int64, device=x.device)
        drawn = words.random_(-(2**63), None).view(torch.uint8)[: x.numel()]
        mask = (drawn >= dropped).to(x.dtype).mul_(LEVELS / (LEVELS - dropped))
        return x * mask.view_as(x)


def with_byte_dropout(network: nn.Module) -> None:
    """Put it in the place of every dropout of a network."""
    for module in list(network.modules()):
        for name, child in module.named_children():
            if type(child) is nn.Dropout:
                setattr(module, name, ByteDropout(child.p))
