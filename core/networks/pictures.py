"""Networks of convolutions that look at a whole picture: with attention, with gates.

`Twins` marks what has a twin elsewhere, with a self-attention block over cells that
`TwinsAlone` lacks. `Gates` says what is there, its channels scaled by what the whole
picture holds (Hu et al. 2018); `GatesAlone` the same without.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import interpolate

from core.layers import AttentionRecord, MultiHeadAttention
from core.networks.sizes import Sizes
from core.showing import brief
from core.worlds.street import KINDS, SIZE

OPEN = 2.0
"""What the gates begin with, before σ: they let most of each map through."""
CELL = 4
"""Pixels of the side of a cell that looks for a twin."""
FIELD = 17
"""Pixels across which a cell knows the picture by its convolutions."""
APART = 4
"""The fewest rows or columns between two cells of which one may look at the other."""


def everywhere(cells: Float[Tensor, "*batch cell d"]) -> Bool[Tensor, "cell cell"]:
    """A mask that lets every cell look at every cell."""
    return torch.ones(cells.shape[-2], cells.shape[-2], dtype=torch.bool)


def far_apart(grid: int) -> Bool[Tensor, "cell cell"]:
    """A mask that hides from every cell what its own field holds already."""
    row, column = torch.arange(grid * grid) // grid, torch.arange(grid * grid) % grid
    rows, columns = ((one[:, None] - one).abs() for one in (row, column))
    return torch.maximum(rows, columns) >= APART


def in_rows(
    maps: Float[Tensor, "*batch channel row column"],
) -> Float[Tensor, "*batch cell channel"]:
    """The cells of a grid one behind another, row after row."""
    return maps.flatten(-2).transpose(-2, -1)


# --- two far ends ---------------------------------------------------------------------


@dataclass(frozen=True)
class TwinsConfig(Sizes):
    """The sizes: channels of the cells and of the fine map, and the heads."""

    vocabulary: int = 2
    d_model: int = 48
    n_heads: int = 2
    d_fine: int = 16

    @property
    def grid(self) -> int:
        """How many cells stand in a row."""
        return SIZE // CELL


@brief
@dataclass(frozen=True, eq=False)
class TwinsRecord:
    """One pass: what convolutions find, the attention over cells, the marks.

    `known` is what the cells know in the end, `fine` what is known of each pixel by
    itself; a logit above 0 is a mark.
    """

    picture: Float[Tensor, "*batch color row column"]
    fine: Float[Tensor, "*batch fine row column"]
    found: Float[Tensor, "*batch cell channel"]
    attention: AttentionRecord | None
    known: Float[Tensor, "*batch cell channel"]
    logits: Float[Tensor, "*batch row column"]


class TwinsAlone(nn.Module):
    """Convolutions down to cells, and every pixel judged by its cell and itself."""

    def __init__(self, config: TwinsConfig) -> None:
        super().__init__()
        self.config = config
        d_model, d_edges = config.d_model, config.d_model // 2
        self.see_fine = nn.Conv2d(3, config.d_fine, 3, padding=1)
        self.see_edges = nn.Conv2d(3, d_edges, 5, stride=2, padding=2)
        self.see_parts = nn.Conv2d(d_edges, d_model, 3, stride=2, padding=1)
        self.see_things = nn.Conv2d(d_model, d_model, 3, padding=1)
        self.weigh_up = nn.Conv2d(config.d_fine + d_model, d_model, 1)
        self.mark = nn.Conv2d(d_model, 1, 1)
        for part in (self.see_fine, self.see_edges, self.see_parts, self.see_things):
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
        nn.init.kaiming_normal_(self.weigh_up.weight, nonlinearity="relu")

    def forward(self, picture: Float[Tensor, "batch color row column"]) -> TwinsRecord:
        """Mark every pixel. A picture has numbers from 0 to 1."""
        seen, grid = picture - 0.5, self.config.grid
        fine = self.see_fine(seen).relu()
        parts = self.see_parts(self.see_edges(seen).relu()).relu()
        found = in_rows(self.see_things(parts).relu())
        attention, known = self.look_around(found)
        cells = known.transpose(-2, -1).unflatten(-1, (grid, grid))
        each = torch.cat([fine, interpolate(cells, scale_factor=CELL)], -3)
        logits = self.mark(self.weigh_up(each).relu()).squeeze(-3)
        return TwinsRecord(picture, fine, found, attention, known, logits)

    def look_around(
        self, found: Float[Tensor, "batch cell channel"]
    ) -> tuple[AttentionRecord | None, Float[Tensor, "batch cell channel"]]:
        """What each cell learns of the others: nothing."""
        return None, found


class Twins(TwinsAlone):
    """The same with one self-attention block between.

    Queries, keys and values are 1 × 1 convolutions of the cells and their learned
    places: every cell by the same matrices. A residual carries the cells past it. A
    cell looks at those alone that its own field does not hold.
    """

    def __init__(self, config: TwinsConfig) -> None:
        super().__init__(config)
        d_model, cells = config.d_model, config.grid**2
        self.place = nn.Parameter(torch.randn(cells, d_model) * 0.1)
        self.attention = MultiHeadAttention(d_model, config.n_heads)

    def look_around(
        self, found: Float[Tensor, "batch cell channel"]
    ) -> tuple[AttentionRecord | None, Float[Tensor, "batch cell channel"]]:
        """Every cell looks at all that are far from it."""
        cells = found + self.place
        attention = self.attention(cells, cells, far_apart(self.config.grid))
        return attention, cells + attention.output


# --- gates ----------------------------------------------------------------------------


@dataclass(frozen=True)
class GatesConfig(Sizes):
    """The sizes: channels of three convolutions, and of the narrow layer of a gate."""

    vocabulary: int = len(KINDS)
    d_edges: int = 12
    d_parts: int = 16
    d_things: int = 24
    d_narrow: int = 8


@brief
@dataclass(frozen=True, eq=False)
class GatesRecord:
    """One pass: maps, their averages, the gates, the scaled maps, the verdict."""

    picture: Float[Tensor, "*batch color row column"]
    maps: Float[Tensor, "*batch channel map_row map_column"]
    averages: Float[Tensor, "*batch channel"] | None
    narrow: Float[Tensor, "*batch narrow"] | None
    gates: Float[Tensor, "*batch channel"] | None
    scaled: Float[Tensor, "*batch channel map_row map_column"]
    things: Float[Tensor, "*batch thing thing_row thing_column"]
    logits: Float[Tensor, "*batch kind"]


class GatesAlone(nn.Module):
    """Convolutions, the largest of each map, and one score for each kind of thing."""

    def __init__(self, config: GatesConfig) -> None:
        super().__init__()
        self.config = config
        self.see_edges = nn.Conv2d(3, config.d_edges, 5, stride=2, padding=2)
        self.see_parts = nn.Conv2d(config.d_edges, config.d_parts, 3, 2, padding=1)
        self.see_things = nn.Conv2d(config.d_parts, config.d_things, 3, 2, padding=1)
        self.judge = nn.Linear(config.d_things, config.vocabulary)
        for part in (self.see_edges, self.see_parts, self.see_things):
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")

    def forward(self, picture: Float[Tensor, "batch color row column"]) -> GatesRecord:
        """Which kinds of things are there: one logit each."""
        maps = self.see_parts(self.see_edges(picture - 0.5).relu()).relu()
        averages, narrow, gates, scaled = self.gate(maps)
        things = self.see_things(scaled).relu()
        logits = self.judge(things.amax((-2, -1)))
        return GatesRecord(
            picture, maps, averages, narrow, gates, scaled, things, logits
        )

    def gate(
        self, maps: Float[Tensor, "batch channel row column"]
    ) -> tuple[Tensor | None, Tensor | None, Tensor | None, Tensor]:
        """Nothing is scaled."""
        return None, None, None, maps


class Gates(GatesAlone):
    """The same with a squeeze-and-excitation block. Hu et al. (2018), eq. 2 to 4."""

    def __init__(self, config: GatesConfig) -> None:
        super().__init__(config)
        self.squeeze = nn.Linear(config.d_parts, config.d_narrow)
        self.excite = nn.Linear(config.d_narrow, config.d_parts)
        nn.init.constant_(self.excite.bias, OPEN)

    def gate(
        self, maps: Float[Tensor, "batch channel row column"]
    ) -> tuple[Tensor | None, Tensor | None, Tensor | None, Tensor]:
        """s = σ(W_2 ReLU(W_1 z)), z the average of each map; each map times its s."""
        averages = maps.mean((-2, -1))
        narrow = self.squeeze(averages).relu()
        gates = self.excite(narrow).sigmoid()
        return averages, narrow, gates, maps * gates[..., None, None]
