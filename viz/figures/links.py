"""Links drawn by hand on a map: a frame round a sure cell, dashed round a possible."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from viz.content.texts import texts
from viz.figures import heatmap
from viz.figures.figure import Figure
from viz.say import tables, theme

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned
    from core.trace import AttentionMap

say = texts("compare")

INSET = 0.42  # of a cell, from its middle


def linked(
    shown: "AttentionMap",
    pair: "Aligned",
    *,
    model: str,
    dark: bool = False,
    scale: float = 1.0,
) -> Figure:
    """A model's map over the words of a pair, with the links of people on its cells."""
    drawing = heatmap.drawn(shown, dark=dark, scale=scale)
    for frame in _frames(pair, theme.palette(dark)):
        drawing.add_shape(**frame)
    title = say("links.title", model=model)
    return Figure(
        drawing.made(), _caption(shown, pair, model), tables.weights(shown), title
    )


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


def _caption(shown: "AttentionMap", pair: "Aligned", model: str) -> str:
    """How many words look most where people linked them."""
    best = shown.weights.argmax(-1).tolist()
    hits = sum((source, target) in pair.possible for target, source in enumerate(best))
    return say("links.caption", model=model, hits=hits, words=len(best))
