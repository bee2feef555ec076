"""The bytes that one pass of a network of `core.labs.recall_networks` needs, counted.

Counted is storage, not a formula: what torch itself keeps of a pass to find the
gradients, each storage once, the parameters left out.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.autograd.graph import saved_tensors_hooks

from core.labs.recall_networks import DIGITS, NAMES, FromState, Lists, LookingBack


@dataclass(frozen=True)
class Kept:
    """Bytes of one pass over a list, with a question after every pair.

    `all` is what training keeps of it for the way back, `weights` the attention
    weights among that, 0 without attention; `held` is what one question after the last
    pair is answered from: a state, or all of them.
    """

    all: int
    weights: int
    held: int


def kept(network: FromState, n: int) -> Kept:
    """The bytes of a pass over one list of n pairs, whatever stands in it."""
    after = torch.arange(n)
    read = Lists(after[None] % NAMES, after[None] % DIGITS)
    found: dict[int, int] = {}

    def count(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        found[storage.data_ptr()] = storage.nbytes()
        return tensor

    with saved_tensors_hooks(count, lambda tensor: tensor):
        scores = network(read, read.names, after)
    for parameter in network.parameters():
        found.pop(parameter.untyped_storage().data_ptr(), None)
    everything = sum(found.values())
    del scores  # until here it holds what was kept, so that no address comes twice
    with torch.inference_mode():
        states = network.read(read)
        weights = network.look(states, network.named(read.names), after).weights
    return Kept(
        everything,
        0 if weights is None else _bytes(weights),
        _bytes(states if isinstance(network, LookingBack) else states[:, -1]),
    )


def _bytes(tensor: Tensor) -> int:
    return tensor.numel() * tensor.element_size()
