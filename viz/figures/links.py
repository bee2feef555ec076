"""Links drawn by hand on a map: a frame round a sure cell, dashed round a possible."""

from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.figures import heatmap
from viz.figures.drawing import pen
from viz.figures.figure import Figure
from viz.say import tables

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
    """A model's map over the words of a pair, with the links of people on its cells.

    Two strokes a link, so that a frame is seen on the palest and darkest cell.
    """
    drawing = heatmap.drawn(shown, dark=dark, scale=scale)
    colours = drawing.colours
    for links, dash in ((pair.sure, "solid"), (pair.possible - pair.sure, "dot")):
        for source, target in sorted(links):
            x, y = ((at - INSET, at + INSET) for at in (source, target))
            drawing.add_box(x, y, line=pen(colours.page, 6, dash))
            drawing.add_box(x, y, line=pen(colours.more, 3, dash))
    title = say("links.title", model=model)
    return Figure(
        drawing.made(), _caption(shown, pair, model), tables.weights(shown), title
    )


def _caption(shown: "AttentionMap", pair: "Aligned", model: str) -> str:
    """How many words look most where people linked them."""
    best = shown.weights.argmax(-1).tolist()
    hits = sum((source, target) in pair.possible for target, source in enumerate(best))
    return say("links.caption", model=model, hits=hits, words=len(best))
