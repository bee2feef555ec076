"""One layer that is to learn programs over letters, and its weights as text.

The programs are those of `core.labs.letters`.
"""

import base64
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import causal_mask
from core.labs.letters import LETTERS, MOST, PROGRAMS, different
from core.layers import at_random
from core.networks.writer import WriterConfig, WriterLayer, WriterLayerRecord

WIDTH = 32


class OneLayer(nn.Module):
    """‹BOS› and letters in, one layer, a score for each answer out, letter by letter.

    The layer is that of a `Writer` with a single head, its mask off unless asked for.
    """

    def __init__(self, program: str, kind: str) -> None:
        super().__init__()
        self.causal = kind == "causal"
        self.embedding = nn.Embedding(1 + LETTERS, WIDTH)
        self.positions = nn.Embedding(1 + MOST, WIDTH) if kind == "positions" else None
        sizes = WriterConfig(1 + LETTERS, WIDTH, n_heads=1, n_layers=1, dropout=0.0)
        self.layer = WriterLayer(sizes)
        self.score = nn.Linear(WIDTH, PROGRAMS[program])

    def forward(
        self, letters: Int[Tensor, "batch item"]
    ) -> tuple[Float[Tensor, "batch item answer"], WriterLayerRecord]:
        """The scores of the answers, and what the layer computed. Item 0 is ‹BOS›."""
        n = letters.shape[-1]
        x = self.embedding(letters)
        if self.positions is not None:
            x = x + self.positions.weight[:n]
        mask = causal_mask(n)
        record = self.layer(x, mask if self.causal else torch.ones_like(mask))
        return self.score(record.output), record


def fresh(program: str, kind: str, chance: torch.Generator) -> OneLayer:
    """A layer with random weights."""
    network = OneLayer(program, kind)
    for part in network.children():
        if isinstance(part, nn.Embedding):
            nn.init.normal_(part.weight, generator=chance)
        else:
            at_random(part, chance)
    return network


# --- letters and answers --------------------------------------------------------------


def numbered(letters: str) -> Int[Tensor, "1 item"]:
    """‹BOS›, which is 0, and the letters: the first in the alphabet is 1."""
    known = different(letters)
    return torch.tensor([[0, *(1 + known.index(letter) for letter in letters)]])


def all_right(
    program: str, letters: Int[Tensor, "batch letter"]
) -> Bool[Tensor, "batch letter answer"]:
    """`core.labs.letters.right` for sequences of numbers from 1, as True and False."""
    same = letters[:, :, None] == letters[:, None, :]
    if program == "count":
        chosen = same.sum(-1)
    elif program == "before":
        chosen = (same.tril(-1).sum(-1) > 0).long()
    else:
        counts = nn.functional.one_hot(letters - 1, LETTERS).sum(1)
        most = counts == counts.amax(-1, keepdim=True)
        return most[:, None, :].expand(-1, letters.shape[1], -1)
    return nn.functional.one_hot(chosen, PROGRAMS[program]).bool()


# --- a layer in use -------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Answered:
    """One pass: the weights, and at every letter the answer with its probability.

    Where the layer may not look the weight is NaN.
    """

    weights: Float[Tensor, "item item"]
    answers: tuple[int, ...]
    probabilities: tuple[float, ...]


def answer(network: OneLayer, letters: str) -> Answered:
    """What the layer answers to typed letters; InputError as in `numbered`."""
    with torch.inference_mode():
        scores, record = network(numbered(letters))
    best = scores[0, 1:].softmax(-1).max(-1)
    attention = record.self_attention
    return Answered(
        attention.weights[0, 0].masked_fill(~attention.allowed[0, 0], torch.nan),
        tuple(best.indices.tolist()),
        tuple(best.values.tolist()),
    )


def packed(network: OneLayer) -> str:
    """The weights as text: half precision, little-endian, in the order of the parts.

    The network itself is rounded to what is written.
    """
    for part in network.parameters():
        part.data = part.data.half().float()
    flat = torch.cat([part.data.flatten() for part in network.parameters()]).half()
    return base64.b64encode(flat.numpy().astype("<f2").tobytes()).decode("ascii")


def unpacked(text: str, program: str, kind: str) -> OneLayer:
    """The network with weights that were `packed`; ValueError where they do not fit."""
    network = OneLayer(program, kind)
    parts = list(network.parameters())
    written = base64.b64decode(text, validate=True)
    if len(written) != 2 * sum(part.numel() for part in parts):
        raise ValueError("the weights of another network")
    flat = torch.frombuffer(bytearray(written), dtype=torch.float16).float()
    for part, numbers in zip(
        parts, flat.split([part.numel() for part in parts]), strict=True
    ):
        part.data = numbers.view_as(part)
        part.requires_grad_(False)
    return network
