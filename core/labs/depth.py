"""Layers with random weights: what depth does to the stream and to its gradient.

Vaswani et al. (2017) norm after adding: LayerNorm(x + Sublayer(x)). Others norm before:
x + Sublayer(LayerNorm(x)), with one last norm at the end (Xiong et al. 2020).
"""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from core.layers import at_random
from core.networks.blocks import EncoderLayer, EncoderLayerRecord, TransformerConfig

DEPTHS = (2, 4, 8, 12, 16, 24)
ORDERS = ("after", "before")
SEEDS = (1, 2, 3, 4, 5)
SIZES = TransformerConfig(1, d_model=64, d_hidden=256, n_heads=4, dropout=0.0)
WORDS = 12


class NormFirst(EncoderLayer):
    """An encoder layer that norms what a sublayer reads, not what it leaves.

    x + Sublayer(LayerNorm(x)) twice: Xiong et al. (2020), figure 1 (b). Nothing on the
    stream itself is ever normed.
    """

    def forward(
        self,
        x: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch #source source"],
    ) -> EncoderLayerRecord:
        """The two sublayers, each with its norm in front."""
        read = self.norm_self_attention.norm(x)
        attention = self.self_attention(read, read, allowed)
        after_attention = x + self.dropout(attention.output)
        read = self.norm_feed_forward.norm(after_attention)
        hidden = self.widen(read).relu()
        output = after_attention + self.dropout(self.narrow(hidden))
        return EncoderLayerRecord(x, attention, after_attention, hidden, output)


@dataclass(frozen=True)
class Stack:
    """One stack: at the input of each layer, and last at the output.

    `stream` is the size of x, the root of the mean square of its numbers; `gradient`
    that of ∂loss/∂x. Both are geometric means over the seeds.
    """

    depth: int
    order: str
    stream: tuple[float, ...]
    gradient: tuple[float, ...]


@dataclass(frozen=True)
class Found:
    """Every depth with both orders."""

    d_model: int
    words: int
    seeds: int
    stacks: tuple[Stack, ...]


def measure(
    say: Callable[[str], None],
    depths: Sequence[int] = DEPTHS,
    seeds: Sequence[int] = SEEDS,
) -> Found:
    """Random weights, random words, and a loss that reads the output at random."""
    stacks = []
    for depth in depths:
        say(f"{depth} layers …")
        for order in ORDERS:
            runs = [one_stack(depth, order, seed) for seed in seeds]
            streams, gradients = zip(*runs, strict=True)
            stacks.append(Stack(depth, order, _middle(streams), _middle(gradients)))
    return Found(SIZES.d_model, WORDS, len(seeds), tuple(stacks))


def one_stack(
    depth: int, order: str, seed: int, sizes: TransformerConfig = SIZES
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Sizes of the stream and of its gradient at the depth + 1 places of one stack.

    The words are normal with size 1; the loss is the dot product of the output (after a
    last norm where norms come before) with a normal vector of size 1.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        kind = NormFirst if order == "before" else EncoderLayer
        layers = [at_random(kind(sizes)).requires_grad_(False) for _ in range(depth)]
        x = torch.randn(WORDS, sizes.d_model, requires_grad=True)
        reader = torch.randn(WORDS, sizes.d_model)
    allowed = torch.ones(WORDS, WORDS, dtype=torch.bool)
    places = [x]
    for layer in layers:
        places.append(layer(places[-1], allowed).output)
    last = places[-1]
    if order == "before":
        last = nn.functional.layer_norm(last, (sizes.d_model,))
    gradients = torch.autograd.grad((last * reader).sum(), places)
    return tuple(map(size, places)), tuple(map(size, gradients))


def size(x: Float[Tensor, "*axes"]) -> float:
    """The root of the mean square."""
    return x.detach().square().mean().sqrt().item()


def _middle(runs: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The geometric mean over the runs, place by place."""
    return tuple(map(statistics.geometric_mean, zip(*runs, strict=True)))
