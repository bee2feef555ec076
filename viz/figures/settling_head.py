"""How fast the average of drawn values comes to what a head hands on."""

from collections.abc import Sequence

from viz.content.texts import texts
from viz.figures.drawing import Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/query-key-value")
HEIGHT = 360


def settling(
    found: Sequence[float],
    expected: Sequence[float],
    *,
    word: str,
    weights: Sequence[str],
    length: float,
    dark: bool = False,
) -> Figure:
    """Distance from the head's output after 1, 2, … draws, and what to expect.

    `weights` are the largest ones of the row in words, `length` that of the output.
    """
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(say("head.across"), type="log", dtick=1),
        yaxis=axis(say("head.down"), rangemode="tozero"),
    )
    colours, count = figure.colours, list(range(1, len(found) + 1))
    says = say("head.found", draws="%{x:.0f}", value="%{y:.3f}")
    figure.add_line(count, expected, pen(colours.beam, 7), says=says)
    figure.add_line(count, found, pen(colours.text, 2), says=says)
    caption = say(
        "head.caption",
        word=word,
        weights=", ".join(weights),
        draws=len(found),
        found=written(found[-1], ".3f"),
        expected=written(expected[-1], ".3f"),
        length=written(length, ".3f"),
    )
    rows = [say.row("head.columns"), *zip(count, found, expected, strict=True)]
    return Figure(figure.made(), caption, rows, say("head.title"))
