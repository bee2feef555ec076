"""How far a unit sees: words at the foot, layers above them, and the links between."""

from core.labs import costs
from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, axis, pen, strokes
from viz.figures.figure import Figure
from viz.say.captions import subscript

FEWEST, TALLEST = 3, 430
Links = list[list[tuple[int, int]]]

say = texts("labs/costs")


def reach(n: int, k: int, kind: str, *, dark: bool = False) -> Figure:
    """The links on which the last unit rests, drawn through all layers it needs.

    `kind` is "contiguous" or "dilated" (windows of k), "self-attention" or "recurrent"
    (links along the sentence). Units that it rests on are lit, the others are rings.
    """
    layers = links_of(n, k, kind)
    height = max(len(layers), 1)
    lit = {(0, place) for place in _starts(layers, n)}
    lines = []
    for level, links in enumerate(layers, 1):
        for start, to in links:
            below = level - (kind != "recurrent" or start == to)
            lines.append(((start, below), (to, level)))
            lit |= {(level, to)}
            if kind == "recurrent":
                lit |= {(level, start)}
    units = [(level, place) for level in range(height + 1) for place in range(n)]
    drawing = Drawing(
        dark,
        min(TALLEST, 130 + 62 * max(height, FEWEST)),
        xaxis=axis(
            say("reach.across"),
            automargin=False,
            range=[-0.7, n - 0.3],
            showticklabels=False,
            **BARE,
        ),
        yaxis=axis(
            say("reach.up"),
            range=[-0.4, height + 0.4],
            dtick=1 if height <= 12 else 5,
            **BARE,
        ),
    )
    colours = drawing.colours
    drawing.add_line(*strokes(lines), pen(colours.beam, 1.6))
    drawing.add_points(
        [place for _, place in units],
        [level for level, _ in units],
        {
            "size": 13 if height <= 8 else max(4.0, 110 / height),
            "color": [colours.beam if unit in lit else colours.page for unit in units],
            "line": pen(colours.muted, 1.3),
        },
        customdata=[
            say("reach.unit" if level else "reach.word", layer=level, n=place + 1)
            for level, place in units
        ],
        says="%{customdata}",
    )
    rows = [
        say.row("reach.columns"),
        *(
            [level, start + 1, to + 1]
            for level, links in enumerate(layers, 1)
            for start, to in links
        ),
    ]
    return Figure(drawing.made(), _needed(n, k, kind), rows, say("reach.title"))


def _needed(n: int, k: int, kind: str) -> str:
    """How many layers it takes until one unit sees all words."""
    if n == 1:
        return say("reach.needed.alone")
    if k == 1 and kind in ("contiguous", "dilated"):
        return say("reach.needed.never")
    windows, gaps = costs.layers_contiguous(n, k), costs.layers_dilated(n, k)
    needed = say(
        f"reach.needed.{kind}",
        words=n,
        steps=n - 1,
        kernel=subscript(k) if kind == "dilated" else k,
        layers=(gaps if kind == "dilated" else windows) or 0,
    )
    if windows is None or gaps is None:
        return needed
    return f"{needed} {say('reach.both', contiguous=windows, dilated=gaps)}"


def links_of(n: int, k: int, kind: str) -> Links:
    """Layer by layer the links (from, to) of the last unit's cone."""
    if kind == "self-attention":
        return [[(start, n - 1) for start in range(n)]] if n > 1 else []
    if kind == "recurrent":
        steps = [(place, place) for place in range(n)]
        return [[*steps, *((place, place + 1) for place in range(n - 1))]]
    return costs.cone(n, k, kind)


def _starts(layers: Links, n: int) -> set[int]:
    return {start for start, _ in layers[0]} if layers else {n - 1}
