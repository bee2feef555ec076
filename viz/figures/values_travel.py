"""Values that travel: lines as thick as their weights, which land in the outputs."""

from collections.abc import Sequence

from viz.content.texts import texts
from viz.figures.drawing import Drawing, Part, axis, pen, plain
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import percent, subscript
from viz.say.numbers import written

say = texts("labs/query-key-value")
THICKEST, SEEN = 26.0, 0.005
"""How wide a weight of 1 is, in pixels; one below `SEEN` is not drawn."""
FAINT = 0.14


def travel(
    words: Sequence[str],
    weights: Sequence[Sequence[float]],
    row: int,
    *,
    dark: bool = False,
) -> Figure:
    """Every value at the top, every output below; the lines of output `row` stand out.

    `weights[n][m]` is how much of value m lands in output n.
    """
    n = len(words)
    hidden: Part = {"showticklabels": False, "showgrid": False, "zeroline": False}
    figure = Drawing(
        dark,
        360,
        xaxis=axis(range=[-0.6, n - 0.4], **hidden),
        yaxis=axis(range=[-0.42, 1.42], **hidden),
        margin={"l": 8, "r": 8, "t": 4, "b": 4},
    )
    colours = figure.colours
    order = [other for other in range(n) if other != row] + [row]
    for to in order:
        for start, weight in enumerate(weights[to]):
            if weight >= SEEN:
                figure.add_line(
                    [start, to],
                    [1, 0],
                    pen(colours.value, THICKEST * weight),
                    opacity=0.85 if to == row else FAINT,
                    says=say(
                        "travel.line",
                        value=plain(words[start]),
                        output=plain(words[to]),
                        share=percent(weight),
                    ),
                )
    _ends(figure, words, 1, "v", colours.value)
    _ends(figure, words, 0, "y", colours.text)
    best = max(range(n), key=lambda m: weights[row][m])
    caption = say(
        "travel.caption",
        output=words[row],
        number=subscript(row + 1),
        value=words[best],
        share=percent(weights[row][best]),
    )
    rows = [
        ["", *(f"v{subscript(m + 1)} {word}" for m, word in enumerate(words))],
        *(
            [f"y{subscript(m + 1)} {words[m]}", *(written(w, ".3f") for w in line)]
            for m, line in enumerate(weights)
        ),
    ]
    return Figure(figure.made(), caption, rows, say("travel.title"))


def _ends(
    figure: Drawing, words: Sequence[str], height: int, letter: str, ink: str
) -> None:
    """The names of values or outputs, above or below the lines."""
    for place, word in enumerate(words):
        figure.add_annotation(
            x=place,
            y=height,
            yshift=30 if height else -34,
            text=f"<b>{letter}{subscript(place + 1)}</b><br>{plain(word)}",
            font={"family": theme.LANGUAGE, "size": 18, "color": ink},
        )
