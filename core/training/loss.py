"""The loss of training, with its gradient as it stands on the board: p − q.

torch's own cross-entropy fills and adds up several tables of every word of every step;
they are the largest of an update. Here the gradient is made in the same go and takes
the place of the scores; on a processor a few rows at a time, which stay in its cache.
"""

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.autograd.function import once_differentiable

ROWS = 64


class SmoothedCrossEntropy(torch.autograd.Function):
    """Mean of −Σ q log p in nats, over the rows that have a target.

    q gives 1 − ε to the target word and spreads ε evenly over all words (Szegedy et al.
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
        """Rows whose target is `ignored` are left out. `logits` become the gradient."""
        kept = wanted != ignored
        share = (kept / kept.sum()).unsqueeze(-1)  # of each row in the mean
        places = wanted.unsqueeze(-1)
        loss = share.new_zeros(())
        step = len(logits) if logits.is_cuda else ROWS
        for start in range(0, len(logits), step):
            rows = slice(start, start + step)
            scores, place, part = logits[rows], places[rows], share[rows]
            p = scores.softmax(-1, dtype=torch.float32)
            normaliser = scores.amax(-1, True).float() - p.amax(-1, True).log()
            of_wanted = normaliser - scores.gather(-1, place)
            of_any = normaliser - scores.mean(-1, True, dtype=torch.float32)
            loss += (part * ((1 - smoothing) * of_wanted + smoothing * of_any)).sum()
            if ctx.needs_input_grad[0]:
                p.sub_(smoothing / p.shape[-1]).mul_(part)
                scores.copy_(p.scatter_add_(-1, place, part * (smoothing - 1)))
        ctx.gradient = logits.detach()
        return loss

    @staticmethod
    @once_differentiable
    def backward(  # pyright: ignore[reportIncompatibleMethodOverride]
        ctx: Any, grad: Float[Tensor, ""]
    ) -> tuple[Tensor, None, None, None]:
        """(p − q) · share; mostly the loss is the end, and `grad` is 1."""
        gradient = ctx.gradient
        if float(grad) != 1:
            gradient.mul_(grad.to(gradient.dtype))
        return gradient, None, None, None
