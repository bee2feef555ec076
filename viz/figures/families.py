"""Figure 1 of the Transformer's paper; what a family leaves out is crossed out."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.labs.families import ATTENTIONS, FIGURE, KEPT, MILLION, PUBLISHED, mask
from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, Span, axis, pen
from viz.figures.figure import Figure
from viz.say import tables
from viz.say.numbers import written

LEVEL, FOOT = 84, 56  # pixels: of a sublayer, and below the first one
TALL, WIDE = 0.62, 0.92  # of a box, in levels and in sides
KEYS, CELL = 5, 8  # of a drawn mask, and of its cells in pixels
LETTERS = 15

say = texts("families")


@dataclass(frozen=True)
class Box:
    """A sublayer where it stands: on which side (0, 1), and on which level."""

    part: str
    side: int
    level: int
    kept: bool

    @property
    def attends(self) -> bool:
        """Whether it is an attention, which has a mask."""
        return self.part in ATTENTIONS


def figure_one(family: str, *, dark: bool = False) -> Figure:
    """Both sides from below; what the family leaves out is crossed out.

    Beside an attention stands its mask: rows are queries, columns keys.
    """
    boxes = _boxes(family)
    levels = max(len(parts) for parts in FIGURE.values())
    drawing = Drawing(
        dark,
        FOOT + LEVEL * levels,
        margin={"l": 0, "r": 0, "t": 4, "b": 4},
        xaxis=axis(range=[0, 2], showticklabels=False, **BARE),
        yaxis=axis(range=[-FOOT / LEVEL, levels], showticklabels=False, **BARE),
    )
    for side, name in enumerate(FIGURE):
        reads = [box for box in boxes if box.side == side and box.kept]
        _says(drawing, say(f"reads.{family}.{name}"), side, bool(reads))
    for box in boxes:
        _draw(drawing, box)
    _arrows(drawing, boxes)
    return Figure(
        drawing.made(),
        say(f"caption.{family}"),
        _rows(boxes),
        say("title", family=say(f"names.{family}")),
    )


def _boxes(family: str) -> list[Box]:
    return [
        Box(part, side, level, part in KEPT[family][name])
        for side, (name, parts) in enumerate(FIGURE.items())
        for level, part in enumerate(parts)
    ]


def _draw(drawing: Drawing, box: Box) -> None:
    """A box with its name; with its mask where it attends; crossed out if left out."""
    colours = drawing.colours
    middle, foot = box.side + 0.5, box.level
    x, y = (middle - WIDE / 2, middle + WIDE / 2), (foot, foot + TALL)
    line = pen(colours.text, 2) if box.kept else pen(colours.muted, 1, "dot")
    drawing.add_box(x, y, line=line, fillcolor=colours.surface)
    drawing.add_annotation(
        x=x[0] + 0.03,
        y=foot + TALL / 2,
        text=say(f"parts.{box.part}"),
        xanchor="left",
        align="left",
        font={"size": LETTERS, "color": colours.text if box.kept else colours.muted},
    )
    if box.attends:
        _mask(drawing, box, x[1])
    if not box.kept:
        for ends in (y, y[::-1]):
            drawing.add_shape(
                type="line",
                x0=x[0],
                x1=x[1],
                y0=ends[0],
                y1=ends[1],
                line=pen(colours.muted, 2),
            )


def _mask(drawing: Drawing, box: Box, right: float) -> None:
    """Cells as in every map: light where a query may look, struck out where not."""
    colours, all_of_it = drawing.colours, KEYS * CELL
    ink = colours.text if box.kept else colours.muted
    for row, line in enumerate(mask(box.part, KEYS, KEYS).tolist()):
        for column, may in enumerate(line):
            left = column * CELL - all_of_it - 8
            foot = all_of_it / 2 - (row + 1) * CELL
            place = {
                "xsizemode": "pixel",
                "ysizemode": "pixel",
                "xanchor": right,
                "yanchor": box.level + TALL / 2,
                "x0": left,
                "x1": left + CELL,
                "y0": foot,
                "y1": foot + CELL,
            }
            fill = colours.beam if may and box.kept else colours.surface
            drawing.add_shape(
                type="rect", line=pen(ink, 0.5), fillcolor=fill, opacity=0.8, **place
            )
            if not may:
                drawing.add_shape(type="line", line=pen(ink, 1), **place)


def _says(drawing: Drawing, words: str, side: int, kept: bool) -> None:
    """What a side reads, below its first box."""
    colours = drawing.colours
    drawing.add_annotation(
        x=side + 0.5,
        y=-FOOT / LEVEL / 2,
        text=words,
        font={"size": LETTERS, "color": colours.text if kept else colours.muted},
    )


def _arrows(drawing: Drawing, boxes: Sequence[Box]) -> None:
    """From each part to the next one that is kept; from the encoder to what asks it."""
    for side in (0, 1):
        kept = [box for box in boxes if box.side == side and box.kept]
        for before, after in zip([None, *kept], kept, strict=False):
            foot = before.level + TALL if before else -0.18
            _arrow(drawing, (side + 0.5, foot), (side + 0.5, after.level))
    asked = [box for box in boxes if box.part == "cross" and box.kept]
    given = [box for box in boxes if box.side == 0 and box.kept]
    if asked and given:
        start = given[-1].level + TALL / 2
        _arrow(
            drawing,
            (0.5 + WIDE / 2, start),
            (1.5 - WIDE / 2, asked[0].level + TALL / 2),
        )


def _arrow(drawing: Drawing, start: Span, end: Span) -> None:
    drawing.add_annotation(
        x=end[0],
        y=end[1],
        ax=start[0],
        ay=start[1],
        axref="x",
        ayref="y",
        text="",
        showarrow=True,
        arrowhead=2,
        arrowwidth=2,
        arrowcolor=drawing.colours.muted,
    )


def _rows(boxes: Sequence[Box]) -> list[list[tables.Cell]]:
    """A line a part: on which side it stands, whether it is kept, where it may look."""
    lines: list[list[tables.Cell]] = [
        [
            say(f"sides.{[*FIGURE][box.side]}"),
            say(f"parts.{box.part}").replace("<br>", ""),
            say("kept" if box.kept else "left_out"),
            say(f"masks.{box.part if box.kept and box.attends else 'none'}"),
        ]
        for box in boxes
    ]
    return [[*say.row("columns")], *lines]


def published() -> list[list[str]]:
    """A header, then a line a published model, as its paper prints it."""
    return [
        say.row("published"),
        *(
            [
                model.name,
                str(model.year),
                say(f"names.{model.family}"),
                *map(_number, (model.layers, model.d_model, model.heads)),
                _number(model.positions),
                _size(model.parameters // MILLION),
                model.source,
            ]
            for model in PUBLISHED
        ),
    ]


def _number(number: int | None) -> str:
    return "–" if number is None else written(number, ",")


def _size(millions: int) -> str:
    """As papers print it: 1,542 million, 175 billion."""
    if millions % 1000:
        return say("millions", count=_number(millions))
    return say("billions", count=_number(millions // 1000))
