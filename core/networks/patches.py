"""A picture read as a row of patches: Dosovitskiy et al. (2021).

`PatchesAlone` is the network of convolutions that is set beside it.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from core.networks.pictures import everywhere, in_rows
from core.networks.sizes import Sizes
from core.networks.writer import WriterConfig, WriterLayer, WriterLayerRecord
from core.showing import brief
from core.worlds.street import KINDS, SIZE


@dataclass(frozen=True)
class PatchesConfig(Sizes):
    """The sizes: of a picture and a patch in pixels, colours, classes, and layers."""

    vocabulary: int = len(KINDS)
    colors: int = 3
    side: int = SIZE
    patch: int = 8
    d_model: int = 64
    n_heads: int = 4
    n_layers: int = 4
    dropout: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.side % self.patch:
            raise ValueError(f"patch must divide side={self.side}, not {self.patch}")

    @property
    def grid(self) -> int:
        """How many patches stand in a row."""
        return self.side // self.patch

    @property
    def layer(self) -> WriterConfig:
        """A layer is that of a writer: its norm stands before a sublayer."""
        return WriterConfig(
            self.vocabulary, self.d_model, self.n_heads, self.n_layers, self.dropout
        )


@brief
@dataclass(frozen=True, eq=False)
class PatchesRecord:
    """One pass: the class token stands first, then the patches, row after row."""

    picture: Float[Tensor, "*batch color row column"]
    embedded: Float[Tensor, "*batch token d_model"]
    layers: tuple[WriterLayerRecord, ...]
    logits: Float[Tensor, "*batch class"]


class Patches(nn.Module):
    """A Vision Transformer. Dosovitskiy et al. (2021), section 3.1, eq. 1 to 4."""

    def __init__(self, config: PatchesConfig) -> None:
        super().__init__()
        self.config = config
        d_model, tokens = config.d_model, config.grid**2 + 1
        self.embed = nn.Conv2d(config.colors, d_model, config.patch, config.patch)
        self.token = nn.Parameter(torch.randn(d_model) * 0.02)
        self.place = nn.Parameter(torch.randn(tokens, d_model) * 0.02)
        self.layers = nn.ModuleList(
            WriterLayer(config.layer) for _ in range(config.n_layers)
        )
        self.norm_output = nn.LayerNorm(d_model)
        self.judge = nn.Linear(d_model, config.vocabulary)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self, picture: Float[Tensor, "batch color row column"]
    ) -> PatchesRecord:
        """One logit a class, from the class token of the last layer."""
        x = embedded = self.dropout(self.embedded(picture))
        records: list[WriterLayerRecord] = []
        for layer in self.layers:
            records.append(layer(x, everywhere(x)))
            x = records[-1].output
        logits = self.judge(self.norm_output(x[..., 0, :]))
        return PatchesRecord(picture, embedded, tuple(records), logits)

    def embedded(
        self, picture: Float[Tensor, "batch color row column"]
    ) -> Float[Tensor, "batch token d_model"]:
        """Every patch as a vector, the class token before them, each with its place."""
        patches = in_rows(self.embed(picture - 0.5))
        token = self.token.expand(*patches.shape[:-2], 1, -1)
        return torch.cat([token, patches], -2) + self.place


class PatchesAlone(nn.Module):
    """Convolutions beside it, with about as many parameters: no attention."""

    def __init__(self, config: PatchesConfig) -> None:
        super().__init__()
        self.config = config
        d_model = config.d_model
        wide = (config.colors, d_model, d_model, 2 * d_model)
        strides = (2 if config.side > SIZE // 2 else 1, 2, 2)
        see = [
            nn.Conv2d(before, after, 3, stride, padding=1)
            for before, after, stride in zip(wide, wide[1:], strides, strict=False)
        ]
        self.see = nn.ModuleList(see)
        self.judge = nn.Linear(wide[-1], config.vocabulary)
        self.dropout = nn.Dropout(config.dropout)
        for part in see:
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")

    def forward(
        self, picture: Float[Tensor, "batch color row column"]
    ) -> PatchesRecord:
        """One logit a class, from the largest of each map."""
        found = picture - 0.5
        for part in self.see:
            found = part(found).relu()
        pooled = self.dropout(found.amax((-2, -1)))
        return PatchesRecord(picture, pooled.unsqueeze(-2), (), self.judge(pooled))
