"""A writer that learns to see: gated cross-attention, Flamingo, Alayrac et al. (2022).

Before each layer of a writer that stays as it is stands a block that looks at the cells
of a picture. What it adds is scaled by tanh(α), and α begins at 0: then the writer
writes exactly what it wrote without.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import causal_mask
from core.layers import AttentionRecord, MultiHeadAttention
from core.networks.writer import (
    WIDER,
    Writer,
    WriterConfig,
    WriterLayerRecord,
    WriterRecord,
    activated,
)
from core.showing import brief
from core.worlds.captions import VOCABULARY

D_CELL = 80
"""How wide the cells of the captioner are whose convolutions it looks through."""


@dataclass(frozen=True)
class CaptionWriterConfig(WriterConfig):
    """The sizes of a writer of captions; heads share its width evenly."""

    vocabulary: int = len(VOCABULARY)
    d_model: int = 64
    n_heads: int = 4
    n_layers: int = 3
    dropout: float = 0.0
    max_positions: int = 48

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vocabulary != len(VOCABULARY):
            raise ValueError(f"vocabulary must be {len(VOCABULARY)} words")


@brief
@dataclass(frozen=True, eq=False)
class LookRecord:
    """One look at the picture: what is added of it, and with which gates.

    `attention` and `hidden` are those of the block; `gates` are tanh(α) of both parts.
    """

    input: Float[Tensor, "*batch target d_model"]
    attention: AttentionRecord
    gates: Float[Tensor, "2"]
    after_attention: Float[Tensor, "*batch target d_model"]
    hidden: Float[Tensor, "*batch target d_hidden"]
    output: Float[Tensor, "*batch target d_model"]


class Look(nn.Module):
    """x + tanh(α_1) Attn(x, cells), then x + tanh(α_2) FFW(x); figure 4 there."""

    def __init__(self, config: CaptionWriterConfig) -> None:
        super().__init__()
        self.norm_attention = nn.LayerNorm(config.d_model)
        self.attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_feed_forward = nn.LayerNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, WIDER * config.d_model)
        self.narrow = nn.Linear(WIDER * config.d_model, config.d_model)
        self.alpha = nn.Parameter(torch.zeros(2))

    def forward(
        self,
        x: Float[Tensor, "*batch target d_model"],
        cells: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch 1 source"],
        opened: float,
    ) -> LookRecord:
        """`opened` scales α: at 0 nothing is added, at 1 what was trained."""
        gates = torch.tanh(opened * self.alpha)
        attention = self.attention(self.norm_attention(x), cells, allowed)
        after = x + gates[0] * attention.output
        hidden = activated(self.widen(self.norm_feed_forward(after)))
        output = after + gates[1] * self.narrow(hidden)
        return LookRecord(x, attention, gates, after, hidden, output)


@brief
@dataclass(frozen=True, eq=False)
class SeeingRecord(WriterRecord):
    """One whole pass: the looks, each before its layer."""

    cells: Float[Tensor, "*batch source d_cell"]
    looks: tuple[LookRecord, ...]


class CaptionWriter(Writer):
    """A writer of captions that never saw a picture."""

    def __init__(self, config: CaptionWriterConfig) -> None:
        super().__init__(config)
        for part in (self.embedding, self.position_embedding):
            nn.init.normal_(part.weight, std=config.d_model**-0.5)


class SeeingWriter(CaptionWriter):
    """A writer of captions with a look at the cells of a picture before each layer."""

    def __init__(self, config: CaptionWriterConfig) -> None:
        super().__init__(config)
        self.project_cells = nn.Linear(D_CELL, config.d_model)
        self.looks = nn.ModuleList(Look(config) for _ in range(config.n_layers))

    def freeze_writer(self) -> None:
        """Only what looks at the picture is learned from now on."""
        seeing = ("project_cells.", "looks.")
        for name, part in self.named_parameters():
            part.requires_grad_(name.startswith(seeing))

    def forward(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        cells: Float[Tensor, "*batch source d_cell"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
        opened: float = 1.0,
    ) -> SeeingRecord:
        """Score every next word of a caption of the picture with these cells."""
        allowed = causal_mask(target.shape[-1], target.device)
        x = embedded = self.embed_target(target)
        projected = self.project_cells(cells)
        looks, layers = list[LookRecord](), list[WriterLayerRecord]()
        for look, layer in zip(self.looks, self.decoder, strict=True):
            looks.append(look(x, projected, source_allowed, opened))
            layers.append(layer(looks[-1].output, allowed))
            x = layers[-1].output
        normed = self.norm_output(x)
        return SeeingRecord(
            embedded, tuple(layers), normed, self.score(normed), cells, tuple(looks)
        )
