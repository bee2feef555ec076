"""A frozen writer that learned to see, in use: from shut to as it was trained."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention import causal_mask
from core.errors import InputError
from core.in_use.captioner import allowing, captioner, seeing
from core.in_use.small import Small
from core.in_use.told import Share, shares
from core.networks.seeing_writer import CaptionWriter, SeeingRecord, SeeingWriter
from core.worlds.captions import (
    END,
    START,
    VOCABULARY,
    Judged,
    judge,
    named,
    numbers,
)
from core.worlds.street import GRID, Street

LONGEST = 40
LOOK = -1
"""The look that is shown, before the last layer: its words attend most to what they
name."""

Cells = Float[Tensor, "street source d_cell"]


@dataclass(frozen=True, eq=False)
class Seen:
    """One recorded pass of a writer that sees, its gates `opened` so far.

    `difference` is the largest between its scores and those of the writer that never
    saw a picture, over the same words. Row i of the weights is the look that chose
    word i, the mean of the heads; the last row chose ‹end›.
    """

    digest: str
    street: Street
    words: tuple[str, ...]
    names: tuple[int | None, ...]
    record: SeeingRecord
    opened: float
    difference: float
    finished: bool
    allowed: Bool[Tensor, "1 cell"]
    forbidden: tuple[int, ...] = ()
    given: int = 0
    truth: None = None

    @property
    def identity(self) -> tuple[object, ...]:
        """What the numbers of this pass depend on."""
        return (self.digest, self.street.text(), self.opened, self.forbidden)

    @property
    def written(self) -> tuple[str, ...]:
        """The words that were written."""
        return self.words

    @property
    def judged(self) -> Judged:
        """What was written, held against the street, as its caption."""
        return judge(self.street, self.words)

    @property
    def weights(self) -> Float[Tensor, "word cell"]:
        """A row for each word, and one for ‹end›."""
        return self.record.looks[LOOK].attention.weights[0].mean(0)

    def shares(self) -> tuple[Share | None, ...]:
        """Of each word that names a thing, the share of its weight on that thing."""
        return shares(self.street, self.names, self.weights)

    @property
    def gates(self) -> tuple[float, ...]:
        """tanh(α) of the attention of each look, as far as it is opened."""
        return tuple(float(look.gates[0]) for look in self.record.looks)


def see(
    model: Small,
    reader: Small,
    writer: Small,
    street: Street,
    opened: float = 1.0,
    forbidden: Sequence[int] = (),
) -> Seen:
    """What the model writes of a street, its α times `opened`, with every number.

    `reader` is the captioner whose cells it sees, `writer` what it was before it
    learned to. InputError where one is of another kind, or no cell is left.
    """
    network, blind = model.network, writer.network
    if not isinstance(network, SeeingWriter) or not isinstance(blind, CaptionWriter):
        raise InputError(
            "no_seeing_writer", "{model} has not learned to see.", model=model.name
        )
    allowed = allowing(forbidden)
    with torch.inference_mode():
        cells = captioner(reader).encode(seeing([street])).annotation
        ((words, finished),) = written(network, cells, opened, allowed)
        target = torch.tensor([[START, *numbers(words)]])
        record = network(cells, target, allowed, opened)
        alone = scored(blind, target)
    difference = float((record.logits - alone).abs().max())
    return Seen(
        model.digest,
        street,
        words,
        named(street, words),
        record,
        opened,
        difference,
        finished,
        allowed[0],
        tuple(forbidden),
    )


def scored(
    network: CaptionWriter,
    read: Tensor,
    cells: Cells | None = None,
    opened: float = 1.0,
    allowed: Bool[Tensor, "1 1 cell"] | None = None,
) -> Float[Tensor, "street target word"]:
    """The scores of every next word, with a picture or without."""
    if isinstance(network, SeeingWriter) and cells is not None:
        if allowed is None:
            allowed = torch.ones(1, 1, GRID * GRID, dtype=torch.bool)
        return network(cells, read, allowed, opened).logits
    return network.read(network.embed_target(read), causal_mask(read.shape[-1])).logits


def written(
    network: CaptionWriter,
    cells: Cells,
    opened: float = 1.0,
    allowed: Bool[Tensor, "1 1 cell"] | None = None,
) -> list[tuple[tuple[str, ...], bool]]:
    """The likeliest words, one after another, and whether they came to an end."""
    read = torch.full((len(cells), 1), START)
    with torch.inference_mode():
        for _ in range(LONGEST):
            scores = scored(network, read, cells, opened, allowed)[:, -1]
            read = torch.cat([read, scores.argmax(-1, keepdim=True)], -1)
            if (read == END).any(-1).all():
                break
    found: list[tuple[tuple[str, ...], bool]] = []
    for line in read[:, 1:].tolist():
        words = line[: line.index(END)] if END in line else line
        found.append((tuple(VOCABULARY[number] for number in words), END in line))
    return found
