"""The loss of training, with its gradient as it stands on the board: p − q.

torch's own cross-entropy fills and adds up several tables of every word of every step;
they are the largest of an update. Here there is one, and the gradient takes its place.
"""

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.autograd.function import once_differentiable


class SmoothedCrossEntropy(torch.autograd.Function):
    """Mean of −Σ q log p in nats, over the rows that want something.

    q gives 1 − ε to the wanted word and spreads ε evenly over all words (Szegedy et al.
    2016, section 7); p is the softmax of the row. Its gradient is (p − q) / rows.
    """

    @staticmethod
    def forward(
        ctx: Any,
        logits: Float[Tensor, "row word"],
        wanted: Int[Tensor, " row"],
        smoothing: float,
        ignored: int,
    ) -> Float[Tensor, ""]:
        """Rows that want `ignored` are left out."""
        log_p = logits.float().log_softmax(dim=-1)
        kept = wanted != ignored
        share = kept / kept.sum()  # of each row in the mean
        place = wanted.unsqueeze(-1)
        of_wanted, of_any = log_p.gather(-1, place).squeeze(-1), log_p.mean(dim=-1)
        ctx.save_for_backward(log_p, place, share)
        ctx.smoothing, ctx.dtype = smoothing, logits.dtype
        return -(share * ((1 - smoothing) * of_wanted + smoothing * of_any)).sum()

    @staticmethod
    @once_differentiable
    def backward(  # pyright: ignore[reportIncompatibleMethodOverride]
        ctx: Any, grad: Float[Tensor, ""]
    ) -> tuple[Tensor, None, None, None]:
        """(p − q) · share, in the memory of log p."""
        log_p, place, share = ctx.saved_tensors
        difference = torch.softmax(log_p, -1, out=log_p)  # p; exp is slow near 0
        difference -= ctx.smoothing / log_p.shape[-1]
        wanted = share.new_full(place.shape, 1 - ctx.smoothing)
        difference.scatter_add_(-1, place, -wanted)
        difference *= (grad * share).unsqueeze(-1)
        return difference.to(ctx.dtype), None, None, None
