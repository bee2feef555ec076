"""Links drawn by hand on a map: a frame round a sure cell, dashed round a possible."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from plotly import graph_objects as go

from viz.figures.heatmap import heatmap
from viz.say import theme

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned
    from core.trace import AttentionMap

INSET = 0.42  # of a cell, from its middle


def linked(
    shown: "AttentionMap", pair: "Aligned", *, dark: bool = False, scale: float = 1.0
) -> go.Figure:
    """The map over the words of a pair, with the links of people on its cells."""
    figure = heatmap(shown, dark=dark, scale=scale)
    figure.update_layout(shapes=tuple(_frames(pair, theme.palette(dark))))
    return figure


def _frames(pair: "Aligned", colours: theme.Palette) -> Iterator[dict[str, Any]]:
    """Two strokes a link, so that a frame is seen on the palest and darkest cell."""
    for links, dash in ((pair.sure, "solid"), (pair.possible - pair.sure, "dot")):
        for source, target in sorted(links):
            for colour, width in ((colours.page, 6), (colours.more, 3)):
                yield {
                    "type": "rect",
                    "x0": source - INSET,
                    "x1": source + INSET,
                    "y0": target - INSET,
                    "y1": target + INSET,
                    "line": {"color": colour, "width": width, "dash": dash},
                }


def said(shown: "AttentionMap", pair: "Aligned") -> str:
    """How many words look most where people linked them."""
    best = shown.weights.argmax(-1).tolist()
    hits = sum((source, target) in pair.possible for target, source in enumerate(best))
    return (
        f"{hits} of {len(best)} French words look most at a word that people linked "
        "with them."
    )
