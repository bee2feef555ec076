"""Lying bars with their names on the left and their numbers at the end."""

from collections.abc import Sequence

from plotly import graph_objects as go

from viz.figures.drawing import BARE, Drawing, axis, labelled, plain

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
    end = max([*values, 0]) if most is None else most
    figure = Drawing(
        dark,
        FOOT + (BAR + 8 * bool(notes)) * len(names),
        bargap=0.42,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=axis(title, range=[0, 1.2 * end or 1], showticklabels=False, **BARE),
    )
    colours, shown = figure.colours, lit or [False] * len(names)
    labels = [plain(name) for name in names]
    under = (
        f'<br><span style="color:{colours.muted}">{plain(n)}</span>' for n in notes
    )
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
        customdata=labels,
        says="%{customdata}: %{text}",
    )
    if notes:
        labels = [label + note for label, note in zip(labels, under, strict=True)]
    figure.update_layout(
        yaxis=labelled(labels, range=[len(names) - 0.5, -0.5], ticklabelstandoff=6)
    )
    return figure.made()
