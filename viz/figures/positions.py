"""What places say of a distance: curves that coincide, a share, a rotation."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from core.labs import positions
from core.layers import sinusoidal_positions
from viz.content.texts import texts
from viz.figures.drawing import BARE, LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.captions import percent
from viz.say.numbers import small, written

HEIGHT, TALL = 400, 560
FAR = 40  # places; beyond it the number stands left of its dot
NESTED = ((13, 0.3), (10, 0.5), (7, 0.75), (4.5, 1.0), (2.2, 1.0))
PLACES = (0, 25, 50, 75, 99)
LAST = 100
FIRST = (2, 8, 50)  # components whose sums are drawn beside the whole
MARKS = (50, 56)  # components whose share is said
MOST = 0.9
ROUNDING = 1e-5  # the most that 32-bit numbers differ by for no other reason
SHOWN = 16  # components of a rotation
TRAINED = 64  # places of which a learned encoding has a row

say = texts("labs/positions")


# --- how far -------------------------------------------------------------------------


def products(d: int, base: int, distance: int, *, dark: bool = False) -> Figure:
    """The dot products of two places of a sentence, over their distance.

    One curve for each place of the query; the one at `distance` before the last place
    has its number.
    """
    places = sinusoidal_positions(LAST, d, base)
    found = places @ places.T
    last = found[-1]
    value = last[LAST - 1 - distance].item()
    drawing = _by_distance(found, say("products.axis"), dark)
    drawing.add_points(
        [distance],
        [value],
        {"size": 13, "color": drawing.colours.text},
        text=[
            f"<b>{written(value, '.1f')}</b><br>"
            + say("products.chosen", distance=distance)
        ],
        textposition="top left" if distance > FAR else "top right",
        textfont={"size": 17},
        showlegend=False,
    )
    caption = say(
        f"products.caption.{'odd' if d % 2 else 'even'}",
        distance=distance,
        place=LAST - 1,
        product=written(value, ".1f"),
        itself=written(last[-1].item(), ".3f") if d % 2 else d // 2,
        pairs=d // 2,
        spread=small(_spread(found)),
    )
    rows = [say.row("products.columns"), *map(list, enumerate(last.flip(0).tolist()))]
    return Figure(drawing.made(), caption, rows, say("products.title"))


def parts(d: int, base: int, reach: int, *, dark: bool = False) -> Figure:
    """Above, sums over the first k components against the distance; d is even.

    The last curve is the whole, drawn in ink; the fewer components the paler. Below,
    the share of the variance against how many components are used, k even, where the
    distances are the first `reach`, all equally likely.
    """
    shares = positions.variance_share(d, base, reach).tolist()
    every = positions.partial_sums(d, base, reach).tolist()
    by_components = dict(zip(range(2, d + 1, 2), shares, strict=True))
    marks = {k: by_components[k] for k in MARKS if k <= d}
    drawing = Drawing(
        dark,
        TALL,
        **LEGEND,
        xaxis=axis(say("parts.axes.used")),
        yaxis=axis(
            say("parts.axes.share"),
            domain=[0, 0.4],
            tickformat=".0%",
            rangemode="tozero",
        ),
        xaxis2=axis(say("parts.distance"), anchor="y2"),
        yaxis2=axis(say("parts.axes.sum"), domain=[0.58, 1]),
    )
    _share(drawing, by_components, marks)
    _sums(drawing, {k: every[k // 2 - 1] for k in (*FIRST, d) if k <= d})
    passed = next(k for k, share in by_components.items() if share >= MOST)
    caption = [
        say("parts.caption.distances", last=reach - 1),
        *(
            say("parts.caption.share", components=k, width=d, share=percent(share))
            for k, share in marks.items()
        ),
        say("parts.caption.passed", share=percent(MOST), components=passed),
    ]
    rows = [say.row("parts.columns"), *map(list, by_components.items())]
    return Figure(drawing.made(), " ".join(caption), rows, say("parts.title"))


def _share(
    drawing: Drawing, by_components: Mapping[int, float], marks: Mapping[int, float]
) -> None:
    ink = drawing.colours.text
    drawing.add_line(
        list(by_components),
        list(by_components.values()),
        pen(ink, 2.5),
        showlegend=False,
        says=say("parts.share", components="%{x}", value="%{y:.1%}"),
    )
    for k, share in marks.items():
        text = say("parts.mark", share=f"<b>{written(share, '.0%')}</b>", components=k)
        drawing.add_points(
            [k],
            [share],
            {"size": 11, "color": ink},
            text=[text],
            textposition="bottom right",
            showlegend=False,
        )


def _sums(drawing: Drawing, sums: Mapping[int, Sequence[float]]) -> None:
    colours = drawing.colours
    for at, (k, y) in enumerate(sums.items(), 1):
        whole = at == len(sums)
        drawing.add_line(
            list(range(len(y))),
            y,
            pen(colours.text, 3) if whole else pen(colours.beam, 2.5),
            panel="2",
            name=say("parts.all" if whole else "parts.first", components=k),
            opacity=at / len(sums),
            says=say("parts.sum", components=k, distance="%{x}", value="%{y:.2f}"),
        )


def shift(d: int, base: int, by: int, *, dark: bool = False) -> Figure:
    """The rotation R(Δ): one 2 × 2 block a pair, nothing anywhere else; d is even."""
    matrix = positions.rotation(d, base, by)
    corner = matrix[:SHOWN, :SHOWN]
    drawing = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(say("shift.across"), constrain="domain", **BARE),
        yaxis=axis(say("shift.down"), autorange="reversed", scaleanchor="x", **BARE),
    )
    drawing.add_heatmap(
        corner.where(corner != 0, torch.nan).numpy(),
        drawing.colours.signed,
        (-1, 1),
        hoverongaps=False,
        says=say("shift.cell", row="%{y}", column="%{x}", value="%{z:.3f}"),
    )
    exact, rounded = (
        small(positions.shift_error(d, base, by, LAST, kind))
        for kind in (torch.float64, torch.float32)
    )
    caption = say("shift.caption", shift=by, places=LAST, exact=exact, rounded=rounded)
    rows = [
        ["", *range(1, d + 1)],
        *([at, *numbers] for at, numbers in enumerate(matrix.tolist(), 1)),
    ]
    return Figure(drawing.made(), caption, rows, say("shift.title"))


# --- what else -----------------------------------------------------------------------


def scores(kind: str, d: int, *, dark: bool = False) -> Figure:
    """The score of two words at every pair of places, one curve a place of the query.

    `kind` is how their places come in; d is even.
    """
    found = positions.two_words(kind, d, LAST, TRAINED)
    n = len(found)
    drawing = _by_distance(found, say("else.axis"), dark)
    spread = _spread(found)
    why = "spread" if spread > ROUNDING else "rounding"
    caption = [
        say(
            f"else.caption.{kind}",
            trained=TRAINED,
            slope=written(positions.SLOPE, "g"),
        ),
        say(f"else.{why}", spread=small(spread)),
    ]
    shown = [place for place in PLACES if place < n]
    rows = [
        [say("else.distance"), *(f"t = {place}" for place in shown)],
        *(
            [distance, *(_at(found, place, distance) for place in shown)]
            for distance in range(1 - n, n)
        ),
    ]
    return Figure(drawing.made(), " ".join(caption), rows, say("else.title"))


def _at(scores: Float[Tensor, "query key"], place: int, distance: int) -> float | None:
    other = place - distance
    return scores[place, other].item() if 0 <= other < len(scores) else None


# --- both ----------------------------------------------------------------------------


def _by_distance(scores: Float[Tensor, "query key"], title: str, dark: bool) -> Drawing:
    """One curve for each place t of the query, over the distance t − t′.

    Curves that coincide nest: the widest and palest first, the thinnest ink last.
    """
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("far.distance")),
        yaxis=axis(title),
    )
    n, colours = len(scores), drawing.colours
    shown = [place for place in PLACES if place < n]
    for t, (width, opacity) in zip(shown, NESTED, strict=False):
        drawing.add_line(
            list(range(t, t - n, -1)),
            scores[t].tolist(),
            pen(colours.text if t == shown[-1] else colours.beam, width),
            name=f"t = {t}",
            opacity=opacity,
            says=say("far.point", place=t, distance="%{x}", value="%{y:.2f}"),
        )
    return drawing


def _spread(scores: Float[Tensor, "query key"]) -> float:
    """The largest difference between two places at one distance."""
    n = len(scores)
    lines = (scores.diagonal(distance) for distance in range(1 - n, n))
    return max((line.max() - line.min()).item() for line in lines)
