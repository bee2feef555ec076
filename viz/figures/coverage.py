"""Coverage: what every source word has received from all target words together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.figures.drawing import Drawing, axis, pen, plain, worded
from viz.figures.figure import Figure
from viz.say import tables, theme
from viz.say.captions import apart
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import AttentionMap

say = texts("bahdanau")

HEIGHT = 260


def received(shown: "AttentionMap") -> list[float]:
    """The sum of each column; together the number of rows."""
    return shown.weights.sum(0).tolist()


def coverage(
    shown: "AttentionMap",
    title: str,
    *,
    special: Sequence[str] = ("‹end›",),
    dark: bool = False,
) -> Figure:
    """A bar a source word, in the order of the sentence; special tokens are hatched."""
    colours, sums = theme.palette(dark), received(shown)
    drawing = Drawing(
        dark,
        HEIGHT,
        bargap=0.35,
        margin={"l": 8, "r": 8, "t": 24, "b": 8},
        xaxis=worded(
            shown.key_words,
            colours.key,
            tickangle=-40,  # leaning to the right, the last would be cut off
            zeroline=True,
        ),
        yaxis=axis(say("coverage.axis"), rangemode="tozero"),
    )
    drawing.add_bar(
        x=list(range(len(sums))),
        y=sums,
        text=[written(value) for value in sums],
        textposition="outside",
        textfont={"size": 14},
        cliponaxis=False,
        marker={
            "color": colours.beam,
            "line": pen(colours.beam, 1.3),
            "pattern": {
                "shape": ["/" if w in special else "" for w in shown.key_words],
                "fillmode": "replace",
            },
        },
        hovertext=[
            say("coverage.hover", word=plain(word), weight=written(value, ".3f"))
            for word, value in zip(shown.key_words, sums, strict=True)
        ],
        says="%{hovertext}",
    )
    return Figure(drawing.made(), _caption(shown), _rows(shown), title)


def _caption(shown: "AttentionMap") -> str:
    """The sum, and which words received most and least."""
    sums, names = received(shown), apart(shown.key_words)
    most = max(range(len(sums)), key=sums.__getitem__)
    least = min(range(len(sums)), key=sums.__getitem__)
    return say(
        "coverage.caption",
        sum=written(sum(sums)),
        rows=say("coverage.rows", n=len(shown.query_words)),
        most=names[most],
        most_sum=written(sums[most]),
        least=names[least],
        least_sum=written(sums[least]),
    )


def _rows(shown: "AttentionMap") -> list[list[tables.Cell]]:
    """One row a source word."""
    sums = zip(apart(shown.key_words), received(shown), strict=True)
    heads: list[tables.Cell] = [say("coverage.key"), say("coverage.axis")]
    return [heads, *([word, share] for word, share in sums)]
