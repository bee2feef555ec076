"""Lying bars with their names on the left and their numbers at the end."""

from collections.abc import Sequence

from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.figures.drawing import Drawing, hover
from viz.figures.heatmap import plain
from viz.say import theme

BAR, FOOT = 40, 56


def bars(
    names: Sequence[str],
    values: Sequence[int | float],
    said: Sequence[str],
    *,
    title: str,
    notes: Sequence[str] = (),
    most: float | None = None,
    lit: Sequence[bool] = (),
    dark: bool = False,
) -> go.Figure:
    """One bar a name, the first at the top, with what is `said` of it at its end.

    `notes` stand under the names. `title` names the axis, which runs from 0 to
    `most` (the largest value unless given). Bars that are `lit` carry the colour of
    attention, the others are ink.
    """
    colours = theme.palette(dark)
    end = max([*values, 0]) if most is None else most
    shown = lit or [False] * len(names)
    under = [
        f'<br><span style="color:{colours.muted}">{plain(note)}</span>'
        for note in notes or [""] * len(names)
    ]
    figure = Drawing(theme.layout(dark, FOOT + (BAR + 8 * bool(notes)) * len(names)))
    figure.add_bar(
        orientation="h",
        x=list(values),
        y=list(range(len(names))),
        text=[plain(text) for text in said],
        textposition="outside",
        textangle=0,
        cliponaxis=False,
        constraintext="none",
        textfont={"size": 15, "color": colours.text},
        marker={
            "color": [colours.beam if on else colours.muted for on in shown],
            "line": {"width": 0},
        },
        customdata=[plain(name) for name in names],
        hovertemplate=hover("%{customdata}: %{text}"),
    )
    still = {"showgrid": False, "zeroline": False}
    figure.update_layout(
        bargap=0.42,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=axis(title, range=[0, 1.2 * end or 1], showticklabels=False, **still),
        yaxis=axis(
            "",
            tickmode="array",
            tickvals=list(range(len(names))),
            ticktext=[
                plain(name) + note * bool(notes)
                for name, note in zip(names, under, strict=True)
            ],
            range=[len(names) - 0.5, -0.5],
            ticklabelstandoff=6,
            **still,
        ),
    )
    return figure.made()
