"""Models in numbers: parameters by part, counts beside statements, memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.labs import sizes
from viz.content.texts import texts
from viz.figures.bars import BAR, FOOT, bars
from viz.figures.drawing import Drawing, axis, labelled, plain
from viz.figures.figure import Figure
from viz.say.amounts import in_memory, off, short
from viz.say.captions import percent
from viz.say.numbers import written

RING = {"size": 13, "symbol": "circle-open", "line": {"width": 3}}
NEAR = 0.05  # a ring this near its dot has no room for words

say = texts("labs/sizes")


@dataclass(frozen=True)
class Model:
    """A model of the table: its parts counted, beside the number it is said to have.

    `wide` counts it once more with projections as wide as its heads together are,
    where that is another width; `widths` says both. `n_maps` matrices of weights are
    made in one pass.
    """

    name: str
    parts: Mapping[str, int]
    stated: int
    said: str
    n_maps: int
    wide: int | None = None
    widths: tuple[str, str] = ("", "")

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
    return [_row(row, tied) for row in sizes.TABLE]


def _row(row: sizes.Row, tied: bool) -> Model:
    parts = sizes.gpt(row.layers, row.d_model, tied=tied)
    wide = sum(sizes.gpt(row.layers, row.d_model, row.d_heads, tied=tied).values())
    heads, width = written(row.d_heads, ","), written(row.d_model, ",")
    return Model(
        row.name,
        parts,
        row.stated,
        row.said,
        sizes.maps("gpt", row.layers, row.heads),
        None if row.fits else wide,
        (heads if row.fits else f"{heads} ≠", width),
    )


def shipped(
    name: str, kind: str, config: Mapping[str, int | float], in_weights: int
) -> Model:
    """A shipped model, counted from its sizes, beside the numbers in its weights."""
    layers, heads = int(config.get("n_layers", 1)), int(config.get("n_heads", 1))
    parts, said = sizes.shipped(kind, config), written(in_weights, ",")
    return Model(name, parts, in_weights, said, sizes.maps(kind, layers, heads))


# --- one model -----------------------------------------------------------------------


def by_part(row: sizes.Row, *, dark: bool = False) -> Figure:
    """The parts of a row as bars; attention is highlighted."""
    model = _row(row, tied=True)
    counts = list(model.parts.values())
    names = [say(f"row.parts.{part}") for part in model.parts]
    plot = bars(
        names,
        counts,
        [
            say("row.little") if 0 < share < 0.005 else percent(share)
            for share in (count / model.counted for count in counts)
        ],
        notes=[short(count) for count in counts],
        title=say("row.axis"),
        lit=[part == "attention" for part in model.parts],
        dark=dark,
    )
    caption = say(
        "row.caption",
        layers=row.layers,
        width=row.d_model,
        counted=model.counted,
        stated=row.said,
        apart=off(model.difference),
    )
    rows = [
        say.row("row.columns"),
        *map(list, zip(names, counts, strict=True)),
        [say("row.together"), model.counted],
    ]
    title = say(
        "row.title", name=row.name, counted=short(model.counted), stated=row.said
    )
    return Figure(plot, caption, rows, title)


# --- all of them ---------------------------------------------------------------------


def differences(models: Sequence[Model], *, tied: bool, dark: bool = False) -> Figure:
    """Counted against stated, in percent; a ring where the heads' width is believed.

    `tied` is how the rows of the table were counted.
    """
    values = [model.difference for model in models]
    rings = {
        at: model.wide / model.stated - 1
        for at, model in enumerate(models)
        if model.wide is not None
    }
    beside = {  # a ring so near its dot that both are said by the dot
        at: value for at, value in rings.items() if abs(value - values[at]) < NEAR
    }
    reach = max(0.02, *map(abs, values), *map(abs, rings.values())) * 1.25
    names = [plain(model.name) for model in models]
    drawing = Drawing(
        dark,
        FOOT + 40 + BAR * len(models),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=axis(
            say("table.axis"),
            range=[-min(reach, 0.06), reach + 0.12],
            tickformat="+.0%",
            zeroline=True,
            zerolinewidth=2,
        ),
        yaxis=labelled(names, range=[len(names) - 0.5, -0.7], ticklabelstandoff=6),
    )
    drawing.add_points(
        values,
        list(range(len(values))),
        {"size": 13, "color": drawing.colours.text},
        name=say("table.width"),
        text=[f"  {_apart(value, beside.get(at))}" for at, value in enumerate(values)],
        textposition="middle right",
        customdata=names,
        says="%{customdata}:%{text}",
    )
    drawing.add_points(
        list(rings.values()),
        [at - 0.27 for at in rings],
        {**RING, "color": drawing.colours.beam},
        name=say("table.heads"),
        text=["" if at in beside else f"  {off(ring)}" for at, ring in rings.items()],
        textposition="middle right",
        customdata=[off(value) for value in rings.values()],
        says="%{customdata}",
    )
    return Figure(drawing.made(), _doubted(tied), compared(models), say("table.title"))


def _apart(value: float, ring: float | None) -> str:
    if ring is None:
        return off(value)
    return say("table.ring", apart=off(value), ring=off(ring))


def _doubted(tied: bool) -> str:
    """Which number of two rows is to be doubted, and why."""
    rows = {model.name: model for model in table(tied=tied)}
    narrow = sum(sizes.gpt(40, 5120, tied=tied).values())
    return say(
        "table.caption",
        xl=short(rows["XL"].counted),
        xl_wide=short(rows["XL"].wide or 0),
        big=short(rows["13B"].counted),
        big_narrow=short(narrow),
    )


def compared(models: Sequence[Model]) -> list[list[str]]:
    """A row a model: counted, stated, how far apart, and whether the heads fit."""
    rows = [say.row("table.columns")]
    for model in models:
        counted, apart = written(model.counted, ","), off(model.difference)
        rows.append([model.name, counted, model.said, apart, *model.widths])
    return rows


# --- memory --------------------------------------------------------------------------


def shares(models: Sequence[Model], n: int, bits: int, *, dark: bool = False) -> Figure:
    """How much of parameters and attention matrices together the matrices are."""
    values = [sizes.share_of_maps(model.counted, model.n_maps, n) for model in models]
    plot = bars(
        [model.name for model in models],
        values,
        [percent(value) for value in values],
        title=say("memory.axis", words=n),
        most=1.0,
        lit=[True] * len(models),
        dark=dark,
    )
    largest = [model.name for model in models].index("175B")
    model = models[largest]
    caption = say(
        "memory.caption",
        bits=bits,
        parameters=in_memory(sizes.in_bytes(model.counted, bits)),
        matrices=model.n_maps,
        words=n,
        memory=in_memory(sizes.in_bytes(model.n_maps * n * n, bits)),
        share=percent(values[largest]),
    )
    return Figure(plot, caption, memory(models, n, bits), say("memory.title"))


def memory(models: Sequence[Model], n: int, bits: int) -> list[list[str]]:
    """A row a model: its parameters in three precisions, its matrices in `bits`."""
    precisions = [say("memory.bits", bits=precision) for precision in sizes.BITS]
    rows = [["", *precisions, *say.row("memory.columns")]]
    for model in models:
        numbers = model.n_maps * n * n
        every = (in_memory(sizes.in_bytes(model.counted, b)) for b in sizes.BITS)
        maps = written(model.n_maps, ","), short(numbers)
        rows.append(
            [model.name, *every, *maps, in_memory(sizes.in_bytes(numbers, bits))]
        )
    return rows
