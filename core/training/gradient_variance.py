"""How unsteady a gradient is: how much it differs from batch to batch."""

from collections.abc import Callable, Iterable
from copy import deepcopy

import torch
from torch import Tensor, nn


def gradient_variance(
    network: nn.Module,
    loss: Callable[[nn.Module, torch.Generator], Tensor],
    names: Iterable[str],
    batches: int = 30,
) -> float:
    """Σ of the variances of the gradient's numbers over batches, drawn by seeds 0, 1 …

    Only parameters whose names begin with one of `names` count. One batch more is read
    first: a network that subtracts a running mean of its losses begins with none. The
    network stays as it is.
    """
    network = deepcopy(network).requires_grad_(True)
    wanted = tuple(names)
    counted = [p for name, p in network.named_parameters() if name.startswith(wanted)]
    found: list[Tensor] = []
    with torch.inference_mode(mode=False):
        loss(network, torch.Generator().manual_seed(batches))
        for seed in range(batches):
            lost = loss(network, torch.Generator().manual_seed(seed))
            gradients = torch.autograd.grad(lost, counted)
            found.append(torch.cat([one.flatten() for one in gradients]))
    return torch.stack(found).var(0).sum().item()
