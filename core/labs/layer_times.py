"""How long the layers of `core.labs.costs` take on a machine.

One thread, 32 bits, random vectors, no gradient. What is counted is the time the
processor worked for this thread, so that other programs take no part; each is the
median of repeats, the layers taken in turn.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs.costs import FITTED, LAYER_KINDS, slope
from core.networks.blocks import EncoderLayer, TransformerConfig
from core.networks.recurrent import GatedUnit

WIDTH, KERNEL, REPEATS, SEED = 64, 5, 9, 6
SIZES = (64, 128, 256, 512, 1024, 2048, 4096)
WHOLE = "a whole layer"


@dataclass(frozen=True)
class Times:
    """The milliseconds of one kind of layer, one for each size, and their slope."""

    kind: str
    milliseconds: tuple[float, ...]
    slope: float


@dataclass(frozen=True)
class Found:
    """What was timed: how many words, how wide, with which kernel, how often."""

    sizes: tuple[int, ...]
    width: int
    kernel: int
    repeats: int
    times: tuple[Times, ...]


def measure(
    say: Callable[[str], None],
    sizes: tuple[int, ...] = SIZES,
    repeats: int = REPEATS,
) -> Found:
    """Time every kind at every size."""
    chance = torch.Generator().manual_seed(SEED)
    layers = timed_layers()
    found: dict[str, list[float]] = {kind: [] for kind in layers}
    for n in sizes:
        say(f"{n} words")
        x = torch.randn(n, WIDTH, generator=chance)
        for kind, milliseconds in _medians(layers, x, repeats).items():
            found[kind].append(milliseconds)
    times = tuple(
        Times(kind, tuple(taken), round(slope(sizes[-FITTED:], taken[-FITTED:]), 3))
        for kind, taken in found.items()
    )
    return Found(sizes, WIDTH, KERNEL, repeats, times)


def _medians(
    layers: dict[str, Callable[[Tensor], object]], x: Tensor, repeats: int
) -> dict[str, float]:
    taken: dict[str, list[float]] = {kind: [] for kind in layers}
    with torch.inference_mode():
        for _ in range(repeats + 1):
            for kind, layer in layers.items():
                began = time.thread_time()
                layer(x)
                taken[kind].append((time.thread_time() - began) * 1000)
    return {kind: round(statistics.median(t[1:]), 4) for kind, t in taken.items()}


def timed_layers() -> dict[str, Callable[[Tensor], object]]:
    """The layers by their kinds: a gated unit, a convolution, two attentions, all.

    The attentions are without projections, as table 1 counts them; the whole layer is
    an encoder layer with d_ff = 4 d and one head.
    """
    torch.manual_seed(SEED)
    unit = GatedUnit(WIDTH, WIDTH)
    convolution = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2)
    whole = EncoderLayer(TransformerConfig(1, WIDTH, 4 * WIDTH, n_heads=1)).eval()

    def everything(x: Tensor) -> object:
        return whole(x, torch.ones(1, len(x), dtype=torch.bool))

    kinds = (
        lambda x: unit.read(x, torch.ones(len(x), dtype=torch.bool)),
        lambda x: convolution(x.T),
        lambda x: mix(masked_softmax(dot_product_scores(x, x)), x),
        lambda x: restricted_attention(x, x, x, KERNEL),
    )
    return {**dict(zip(LAYER_KINDS, kinds, strict=True)), WHOLE: everything}


def restricted_attention(
    query: Float[Tensor, "position d_k"],
    key: Float[Tensor, "position d_k"],
    value: Float[Tensor, "position d_value"],
    k: int,
) -> Float[Tensor, "position d_value"]:
    """Each query looks at the k keys around its own position, k odd.

    Vaswani et al. (2017), section 4, with r = k. Only n · k scores are computed: every
    position is a batch of one query and k keys.
    """
    n, around = len(query), k // 2
    places = torch.arange(n)[:, None] + torch.arange(-around, around + 1)
    inside = (places >= 0) & (places < n)
    nearby = places.clamp(0, n - 1)
    scores = dot_product_scores(query[:, None], key[nearby])
    return mix(masked_softmax(scores, inside[:, None]), value[nearby])[:, 0]
