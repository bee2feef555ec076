"""A learned table of places: how alike they are, and where it ends."""

from jaxtyping import Float
from torch import Tensor

from core.labs.positions import DOUBLE, likeness, most_similar
from core.layers import sinusoidal_positions
from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.numbers import written

HEIGHT = 400
REACH = 200  # places that are drawn, or all that are learned
BASE = 10_000
SIMILAR = 4

say = texts("labs/positions")


def learned(
    table: Float[Tensor, "position d_model"], place: int, *, dark: bool = False
) -> Figure:
    """The cosine of one place with every place: as learned, and as a sinusoid has it.

    The table ends somewhere, the sinusoid goes on; a `place` behind the end has the
    sinusoid's curve alone.
    """
    (n, d), reach = table.shape, max(REACH, len(table))
    waves = likeness(sinusoidal_positions(reach, d, BASE, DOUBLE), place).tolist()
    row = likeness(table, place).tolist() if place < n else []
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("learned.place"), range=[0, reach]),
        yaxis=axis(say("learned.axis"), range=[-1.05, 1.1]),
    )
    colours = drawing.colours
    drawing.add_band((n, reach), colours.border)
    drawing.add_upright(place, pen(colours.muted, 1, "dot"))
    for name, line, ink in (
        ("sinusoid", waves, pen(colours.beam, 2)),
        ("row", row, pen(colours.text, 2.5)),
    ):
        if line:
            drawing.add_line(
                list(range(len(line))),
                line,
                ink,
                name=say(f"learned.{name}"),
                says=say("learned.point", place="%{x}", value="%{y:.3f}"),
            )
    drawing.add_annotation(
        x=(n + reach) / 2,
        y=-0.95,
        text=say("learned.behind"),
        font={"size": 15, "color": colours.muted},
    )
    return Figure(
        drawing.made(),
        _caption(table, place),
        [
            say.row("learned.columns"),
            *(
                [at, row[at] if at < len(row) else None, value]
                for at, value in enumerate(waves)
            ),
        ],
        say("learned.title", place=place),
    )


def _caption(table: Float[Tensor, "position d_model"], place: int) -> str:
    if place >= len(table):
        return say("learned.caption.none", place=place, rows=len(table))
    close = most_similar(table, place, SIMILAR)
    return say(
        "learned.caption.row",
        place=place,
        similar=", ".join(map(str, close)),
        likeness=written(likeness(table, place)[close[0]].item()),
        length=written(table[place].norm().item()),
    )
