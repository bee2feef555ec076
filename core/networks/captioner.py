"""A network that writes about a picture: Show, attend and tell, Xu et al. (2015).

Three convolutions make of the picture a grid of annotations, each with the learned
place of its cell; the writer is that of the recurrent translator
(`core.networks.attending`). It looks at all cells by their weights (`Captioner`), at
one of them drawn by these weights (`HardCaptioner`), or at all alike (`MeanCaptioner`).
"""

import copy
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import one_hot

from core.attention import masked_softmax
from core.networks.attending import (
    AttendingConfig,
    AttendingRecord,
    AttendingState,
    AttendingWriter,
)
from core.networks.recurrent import RecurrentConfig
from core.showing import brief
from core.worlds.captions import VOCABULARY
from core.worlds.street import GRID


@dataclass(frozen=True)
class CaptionerConfig(AttendingConfig):
    """The sizes of the network; `d_annotation` is how wide a cell is."""

    vocabulary: int = len(VOCABULARY)
    d_embedding: int = 64
    d_state: int = 128
    dropout: float = 0.0
    d_align: int = 64
    d_annotation: int = 80
    d_edges: int = 24
    d_parts: int = 48

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vocabulary != len(VOCABULARY):
            raise ValueError(f"vocabulary must be {len(VOCABULARY)} words")

    @property
    def d_context(self) -> int:
        """How wide a context is: an annotation."""
        return self.d_annotation


@brief
@dataclass(frozen=True, eq=False)
class CaptionerEncoderRecord:
    """What looking at the picture leaves: an annotation for each cell, row after row.

    `edges`, `parts` and `things` are what the convolutions find, ever coarser.
    """

    picture: Float[Tensor, "*batch color row column"]
    edges: Float[Tensor, "*batch edge edge_row edge_column"]
    parts: Float[Tensor, "*batch part part_row part_column"]
    things: Float[Tensor, "*batch thing grid_row grid_column"]
    annotation: Float[Tensor, "*batch source d_annotation"]
    projected_key: Float[Tensor, "*batch source d_align"]
    start_state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class CaptionerRecord(AttendingRecord):
    """One whole pass over a picture."""

    encoder: CaptionerEncoderRecord


class Captioner(AttendingWriter):
    """A writer that weighs all cells of a picture at each word: soft attention."""

    def __init__(self, config: CaptionerConfig) -> None:
        super().__init__(config)
        self.config = config
        nn.init.normal_(self.embedding.weight, std=config.d_embedding**-0.5)
        nn.init.normal_(self.direction, std=config.d_align**-0.5)
        for seeing in (self.see_edges, self.see_parts, self.see_things, self.annotate):
            nn.init.kaiming_normal_(seeing.weight, nonlinearity="relu")

    def add_reader(self, config: RecurrentConfig) -> None:
        """Convolutions that halve the sides each, and the place of each cell."""
        if not isinstance(config, CaptionerConfig):
            raise TypeError(f"a captioner has a CaptionerConfig, not {config}")
        d_annotation = config.d_annotation
        self.see_edges = nn.Conv2d(3, config.d_edges, 5, stride=2, padding=2)
        self.see_parts = nn.Conv2d(
            config.d_edges, config.d_parts, 3, stride=2, padding=1
        )
        self.see_things = nn.Conv2d(
            config.d_parts, d_annotation, 3, stride=2, padding=1
        )
        self.annotate = nn.Linear(d_annotation, d_annotation)
        self.place = nn.Parameter(torch.randn(GRID * GRID, d_annotation) * 0.3)
        self.begin_state = nn.Linear(d_annotation, config.d_state)

    def forward(
        self,
        picture: Float[Tensor, "*batch color row column"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> CaptionerRecord:
        """Look at the picture, then score every next word of the given target.

        `source_allowed` are the cells that may be looked at.
        """
        encoder = self.encode(picture)
        cells = encoder.annotation.shape[:-1]
        source_allowed = source_allowed.expand(*cells[:-1], 1, cells[-1])
        steps, logits = self.write(encoder, target, source_allowed)
        return CaptionerRecord(encoder, source_allowed, steps, logits)

    def encode(
        self, picture: Float[Tensor, "*batch color row column"]
    ) -> CaptionerEncoderRecord:
        """The grid, and s_0 = tanh(W mean(a)), biases left out. Xu et al., 3.1.2.

        A picture has numbers from 0 to 1.
        """
        edges = self.see_edges(picture - 0.5).relu()
        parts = self.see_parts(edges).relu()
        things = self.see_things(parts).relu()
        cells = things.flatten(-2).transpose(-2, -1)
        annotation = (self.annotate(cells) + self.place).relu()
        return CaptionerEncoderRecord(
            picture,
            edges,
            parts,
            things,
            annotation,
            projected_key=self.project_key(annotation),
            start_state=torch.tanh(self.begin_state(annotation.mean(-2))),
        )

    def begin(
        self,
        source: Float[Tensor, "batch color row column"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> AttendingState:
        """Look at the picture once; the annotations and their projections are kept."""
        return self.remember(self.encode(source), source_allowed)


class MeanCaptioner(Captioner):
    """A writer without attention: at each word the mean of all cells."""

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> Float[Tensor, "*batch 1 source"]:
        """The same weight for every cell that may be looked at, whatever its score."""
        return masked_softmax(torch.zeros_like(scores), source_allowed)


class HardCaptioner(Captioner):
    """A writer that looks at one cell at each word: hard attention. Section 4.1.

    The cell is drawn by the weights that soft attention would have; without a `chance`
    it is the likeliest one.
    """

    baseline: Tensor
    chance: torch.Generator | None = None
    softly: Bool[Tensor, "batch 1 1"] | None = None

    def __init__(self, config: CaptionerConfig) -> None:
        super().__init__(config)
        self.register_buffer("baseline", torch.zeros(()))

    def drawing(
        self,
        chance: torch.Generator | None,
        softly: Bool[Tensor, "batch 1 1"] | None = None,
    ) -> "HardCaptioner":
        """The same weights, drawing by this chance; itself it stays as it is.

        The rows of a batch that are `softly` looked at weigh all cells instead.
        """
        one = copy.copy(self)
        one.chance, one.softly = chance, softly
        return one

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> Float[Tensor, "*batch 1 source"]:
        """All the weight on one cell."""
        weights = masked_softmax(scores, source_allowed)
        if self.chance is None:
            cell = weights.argmax(-1)
        else:
            likely = weights.detach().flatten(0, -2)
            cell = torch.multinomial(likely, 1, generator=self.chance)
            cell = cell.reshape(weights.shape[:-1])
        looked = one_hot(cell, weights.shape[-1]).to(weights)
        return looked if self.softly is None else weights.where(self.softly, looked)
