"""Models in numbers: parameters by part, counts beside statements, memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plotly import graph_objects as go

from core.labs import sizes as core
from viz.figures.bars import BAR, FOOT, bars
from viz.figures.heatmap import plain
from viz.say import theme
from viz.say.amounts import in_memory, off, short
from viz.say.captions import percent

NEAR = 0.05  # a ring this near its dot has no room for words


@dataclass(frozen=True)
class Model:
    """A model of the table: its parts counted, beside the number it is said to have.

    `wide` counts it once more with projections as wide as its heads together are,
    where that is another width. `n_maps` matrices of weights are made in one pass.
    """

    name: str
    parts: Mapping[str, int]
    stated: int
    said: str
    n_maps: int
    wide: int | None = None
    widths: tuple[int, int] | None = None

    @property
    def counted(self) -> int:
        """All parts together."""
        return sum(self.parts.values())

    @property
    def difference(self) -> float:
        """Counted over stated, less 1."""
        return self.counted / self.stated - 1


def table(*, tied: bool = True) -> list[Model]:
    """The eight rows of the lectures' table, counted."""
    return [_row(row, tied) for row in core.TABLE]


def _row(row: core.Row, tied: bool) -> Model:
    parts = core.gpt(row.layers, row.d_model, tied=tied)
    wide = sum(core.gpt(row.layers, row.d_model, row.d_heads, tied=tied).values())
    return Model(
        row.name,
        parts,
        row.stated,
        row.said,
        core.maps("gpt", row.layers, row.heads),
        None if row.fits else wide,
        (row.d_heads, row.d_model),
    )


def shipped(
    name: str, kind: str, sizes: Mapping[str, int | float], in_weights: int
) -> Model:
    """A shipped model, counted from its sizes, beside the numbers in its weights."""
    n_maps = core.maps(
        kind, int(sizes.get("n_layers", 1)), int(sizes.get("n_heads", 1))
    )
    return Model(name, core.shipped(kind, sizes), in_weights, f"{in_weights:,}", n_maps)


# --- one model -----------------------------------------------------------------------


def by_part(model: Model, *, dark: bool = False) -> go.Figure:
    """The parts as bars; attention carries the light."""
    return bars(
        list(model.parts),
        list(model.parts.values()),
        [_share(count / model.counted) for count in model.parts.values()],
        notes=[short(count) for count in model.parts.values()],
        title="parameters",
        lit=[name == "attention" for name in model.parts],
        dark=dark,
    )


def part_rows(model: Model) -> list[list[str | int]]:
    """The parts and their sum."""
    return [
        ["part", "parameters"],
        *map(list, model.parts.items()),
        ["together", model.counted],
    ]


def _share(share: float) -> str:
    return "under 1 %" if 0 < share < 0.005 else percent(share)


# --- all of them ---------------------------------------------------------------------


def differences(models: Sequence[Model], *, dark: bool = False) -> go.Figure:
    """Counted against stated, in percent; a ring where the heads' width is believed."""
    colours = theme.palette(dark)
    places = list(range(len(models)))
    rings = {
        at: model.wide / model.stated - 1
        for at, model in enumerate(models)
        if model.wide is not None
    }
    values = [model.difference for model in models]
    beside = {  # a ring so near its dot that both are said by the dot
        at: value for at, value in rings.items() if abs(value - values[at]) < NEAR
    }
    reach = max(0.02, *map(abs, values), *map(abs, rings.values())) * 1.25
    figure = {
        "data": [
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": "width as printed",
                "x": values,
                "y": places,
                "marker": {"size": 13, "color": colours.text},
                "text": [
                    f"  {off(value)}"
                    + (f", ring {off(beside[at])}" if at in beside else "")
                    for at, value in enumerate(values)
                ],
                "textposition": "middle right",
                "customdata": [plain(model.name) for model in models],
                "hovertemplate": "%{customdata}:%{text}<extra></extra>",
            },
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": "heads × head width as printed",
                "x": list(rings.values()),
                "y": [at - 0.27 for at in rings],
                "marker": {
                    "size": 13,
                    "symbol": "circle-open",
                    "color": colours.beam,
                    "line": {"width": 3},
                },
                "text": [
                    "" if at in beside else f"  {off(value)}"
                    for at, value in rings.items()
                ],
                "textposition": "middle right",
                "customdata": [off(value) for value in rings.values()],
                "hovertemplate": "%{customdata}<extra></extra>",
            },
        ],
        "layout": {
            "template": theme.plotly_template(dark),
            "height": FOOT + 40 + BAR * len(models),
            "dragmode": False,
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
            "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
            "xaxis": {
                "title": {"text": "counted against stated"},
                "range": [-min(reach, 0.06), reach + 0.12],
                "tickformat": "+.0%",
                "fixedrange": True,
                "automargin": True,
                "zeroline": True,
                "zerolinewidth": 2,
            },
            "yaxis": {
                "tickmode": "array",
                "tickvals": places,
                "ticktext": [plain(model.name) for model in models],
                "range": [len(models) - 0.5, -0.7],
                "fixedrange": True,
                "automargin": True,
                "showgrid": False,
                "zeroline": False,
                "ticklabelstandoff": 6,
            },
        },
    }
    return go.Figure(figure, _validate=False)


def compared(models: Sequence[Model]) -> list[list[str]]:
    """A row a model: counted, stated, how far apart, and whether the heads fit."""
    head = ["", "counted", "stated", "apart", "heads × head width", "model width"]
    return [
        head,
        *(
            [
                model.name,
                f"{model.counted:,}",
                model.said,
                off(model.difference),
                *_widths(model),
            ]
            for model in models
        ),
    ]


def _widths(model: Model) -> tuple[str, str]:
    if model.widths is None:
        return "", ""
    heads, width = model.widths
    return (f"{heads:,}" if heads == width else f"{heads:,} ≠"), f"{width:,}"


# --- memory --------------------------------------------------------------------------


def shares(models: Sequence[Model], n: int, *, dark: bool = False) -> go.Figure:
    """How much of parameters and attention matrices together the matrices are."""
    values = [core.share_of_maps(model.counted, model.n_maps, n) for model in models]
    return bars(
        [model.name for model in models],
        values,
        [percent(value) for value in values],
        title=f"share of the attention matrices at {n:,} pieces",
        most=1.0,
        lit=[True] * len(models),
        dark=dark,
    )


def memory(models: Sequence[Model], n: int, bits: int) -> list[list[str]]:
    """A row a model: its parameters in three precisions, its matrices in `bits`."""
    return [
        ["", *(f"{b} bits" for b in core.BITS), "matrices", "weights in them", "take"],
        *(
            [
                model.name,
                *(in_memory(core.in_bytes(model.counted, b)) for b in core.BITS),
                f"{model.n_maps:,}",
                short(model.n_maps * n * n),
                in_memory(core.in_bytes(model.n_maps * n * n, bits)),
            ]
            for model in models
        ),
    ]
