"""What several heads can do and one cannot, and how they are wired.

The wiring of the paper is `core.layers.MultiHeadAttention`: every head projects all of
x. Some lectures cut x into pieces first, and every head sees its own.
"""

from itertools import pairwise

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional

from core import layers
from core.attention import masked_softmax, mix
from core.labs.worked_example import ATTRIBUTES
from core.layers import AttentionRecord, MultiHeadAttention, at_random

EXACT = torch.float64
COLOURS = slice(0, 4)
NOUNS = slice(4, 7)


# --- two wirings ----------------------------------------------------------------------


class SlicedLinear(nn.Module):
    """Linear maps side by side, each from its own piece of the last axis to itself."""

    def __init__(self, d_model: int, pieces: int) -> None:
        super().__init__()
        size = d_model // pieces
        self.maps = nn.ModuleList(nn.Linear(size, size) for _ in range(pieces))

    def forward(
        self, x: Float[Tensor, "*batch position d_model"]
    ) -> Float[Tensor, "*batch position d_model"]:
        """[X_1 W_1 … X_h W_h] for X = [X_1 … X_h]."""
        pieces = x.chunk(len(self.maps), dim=-1)
        mapped = [f(piece) for f, piece in zip(self.maps, pieces, strict=True)]
        return torch.cat(mapped, dim=-1)


class SlicedAttention(MultiHeadAttention):
    """Heads that see a piece of x each; all else as in the paper.

    Its projections have 3 d²/h weights instead of 3 d².
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        for name in ("project_query", "project_key", "project_value"):
            setattr(self, name, SlicedLinear(d_model, n_heads))


WIRINGS = {"paper": MultiHeadAttention, "pieces": SlicedAttention}


def parameters(wiring: str, d_model: int, n_heads: int) -> int:
    """How many numbers one attention learns, biases included.

    "paper": 4d² + 4d, whatever the number of heads. "pieces": 3d²/h + d² + 4d.
    """
    with torch.device("meta"):
        attention = WIRINGS[wiring](d_model, n_heads)
    return layers.parameters(attention)


def fresh(wiring: str, d_model: int, n_heads: int, seed: int = 1) -> MultiHeadAttention:
    """An attention with random weights and no biases."""
    chance = torch.Generator().manual_seed(seed)
    return at_random(WIRINGS[wiring](d_model, n_heads), chance).requires_grad_(False)


def reactions(
    attention: MultiHeadAttention, x: Float[Tensor, "position d_model"], step: float
) -> Float[Tensor, "coordinate head"]:
    """How far each head's A V moves when one coordinate of the last word is raised.

    The largest change of any of its numbers at any word; exactly 0 for a head that
    does not see the coordinate.
    """
    allowed = torch.ones(len(x), len(x), dtype=torch.bool)
    before = attention(x, x, allowed).mixed
    rows = []
    for coordinate in range(x.shape[-1]):
        poked = x.clone()
        poked[-1, coordinate] += step
        change = attention(poked, poked, allowed).mixed - before
        rows.append(change.abs().amax(dim=(-2, -1)))
    return torch.stack(rows)


# --- two neighbours -------------------------------------------------------------------


def pairs(words: int) -> Int[Tensor, "pair 2"]:
    """Every word to the left with every word to the right."""
    return torch.cartesian_prod(torch.arange(words), torch.arange(words))


def neighbours(
    shares: tuple[float, ...], words: int
) -> Float[Tensor, "head pair word"]:
    """What each head brings home: share · left word + (1 − share) · right word.

    Values are one-hot, so a number says how much of a word came. One head a share.
    """
    values = functional.one_hot(pairs(words), words).to(EXACT)
    left = torch.tensor(shares, dtype=EXACT)
    scores = torch.stack([left, 1 - left], dim=-1).log()
    weights = masked_softmax(scores).expand(len(values), -1, -1)
    return mix(weights, values).transpose(0, 1)


def linear_readout(
    brought: Float[Tensor, "head pair word"],
) -> Float[Tensor, "side pair word"]:
    """The best linear guess (least squares) of the left word and of the right one.

    One head's w l + (1 − w) r gives a linear readout no more than one of them right for
    all pairs; of two heads with different shares it gets both.
    """
    words = brought.shape[-1]
    joined = brought.transpose(0, 1).flatten(1)
    inputs = torch.cat([joined, torch.ones(len(joined), 1, dtype=EXACT)], dim=1)
    wanted = functional.one_hot(pairs(words), words).to(EXACT).flatten(1)
    # The inputs are not independent (words of a head add up to 1): the pseudo-inverse.
    found = inputs @ (torch.linalg.pinv(inputs) @ wanted)
    return found.unflatten(1, (2, words)).transpose(0, 1)


def relu_readout(
    brought: Float[Tensor, "head pair word"], shares: tuple[float, ...]
) -> Float[Tensor, "side pair word"]:
    """The same by a hidden layer of ReLUs: a line bent at w and 1 − w.

    A word came as 0 (it is neither), 1 − w (right), w (left) or 1 (both): four
    different numbers unless w is 0, ½ or 1, and a bent line goes through four points.
    The first head tells of the left word, the last of the right.
    """
    left = _bent(brought[0], shares[0], (0.0, 0.0, 1.0, 1.0))
    right = _bent(brought[-1], shares[-1], (0.0, 1.0, 0.0, 1.0))
    return torch.stack([left, right])


def _bent(
    x: Float[Tensor, "pair word"], share: float, heights: tuple[float, ...]
) -> Float[Tensor, "pair word"]:
    """Σ c_i ReLU(x − k_i): the line through a height each at 0, 1 − w, w and 1.

    Where two of these are one number, it gets their mean.
    """
    points: dict[float, list[float]] = {}
    for knot, height in zip((0.0, 1 - share, share, 1.0), heights, strict=True):
        points.setdefault(round(knot, 9), []).append(height)
    line = sorted((knot, sum(found) / len(found)) for knot, found in points.items())
    total = torch.full_like(x, line[0][1])
    slope = 0.0
    for (here, low), (there, high) in pairwise(line):
        steeper = (high - low) / (there - here)
        total = total + (steeper - slope) * (x - here).relu()
        slope = steeper
    return total


def reported(read: Float[Tensor, "side pair word"]) -> tuple[float, float]:
    """How often the highest word is the left one, and the right one, over all pairs.

    Where several are highest, each counts for its part.
    """
    best = read >= read.amax(-1, keepdim=True) - 1e-9
    truth = pairs(read.shape[-1]).T[..., None]
    share = best.gather(-1, truth)[..., 0] / best.sum(-1)
    left, right = share.mean(-1).tolist()
    return left, right


# --- the join -------------------------------------------------------------------------


def colour_and_kind(strength: float) -> MultiHeadAttention:
    """Two heads on x = [attributes, room]: one compares colours, one kinds.

    Both bring home all attributes of what they look at; the join halves and adds them.
    `strength` multiplies the queries, before the division by √7.
    """
    n = len(ATTRIBUTES)
    attention = MultiHeadAttention(2 * n, 2).requires_grad_(False)
    for parameter in attention.parameters():
        nn.init.zeros_(parameter)
    eye = torch.eye(n)
    asked = torch.zeros(2, n, n)
    asked[0, COLOURS, COLOURS] = strength * torch.eye(4)
    asked[1, NOUNS, NOUNS] = strength * torch.eye(3)
    attention.project_query.weight[:, :n] = asked.flatten(0, 1)
    attention.project_key.weight[:, :n] = torch.cat([eye, eye])
    attention.project_value.weight[:, :n] = torch.cat([eye, eye])
    attention.join.weight[:n] = torch.cat([eye, eye], dim=1) / 2
    return attention


def contributions(
    attention: MultiHeadAttention, record: AttentionRecord
) -> Float[Tensor, "*batch head query d_model"]:
    """What each head adds to the output: head_i W_O^i, its rows of the join's matrix.

    Concat(head_1 … head_h) W_O = Σ_i head_i W_O^i; the join's bias belongs to no head.
    """
    d_head = record.mixed.shape[-1]
    parts = attention.join.weight.T.unflatten(0, (attention.n_heads, d_head))
    return record.mixed @ parts
