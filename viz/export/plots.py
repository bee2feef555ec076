"""A figure of Plotly that a notebook keeps when it is saved as HTML.

Beside what a notebook draws it has a frame with everything inside: Plotly's script,
packed once a process, and the figure's own numbers.
"""

import html
from functools import cache
from typing import Any

from plotly import graph_objects as go
from plotly.offline import get_plotlyjs

from viz.export.letters import letters
from viz.export.page import begin, zipped

INSIDE = """<!doctype html><html lang="en"><meta charset="utf-8">
<link rel="icon" href="data:,"><body style="margin:0">
<p class="unread" hidden></p><div id="plot"></div>
<script type="application/json" id="figure">{figure}</script>
<script type="application/gzip" id="program">{program}</script>
<script>{begin}</script></html>"""
DRAW = """
const drawn = JSON.parse(document.querySelector("#figure").text);
Plotly.newPlot("plot", drawn.data, drawn.layout)
.then(() => { document.documentElement.dataset.drawn = ""; });
"""


class Kept(go.Figure):
    """A figure that is drawn from its numbers, or, saved, from a page of its own."""

    # a figure that displays itself is never asked for the forms below
    _ipython_display_ = None  # type: ignore[assignment]

    def _repr_mimebundle_(self, *wanted: Any, **how: Any) -> Any:
        """What a notebook draws, and what is left of it as HTML."""
        return {**self._drawn(*wanted, **how), "text/html": framed(self)}

    def _drawn(self, *wanted: Any, **how: Any) -> dict[str, Any]:
        found = super()._repr_mimebundle_(*wanted, **how)
        return found if isinstance(found, dict) else {}


def framed(figure: go.Figure) -> str:
    """The figure as a frame with everything inside."""
    told = str(figure.to_json()).replace("<", "\\u003c")
    inside = INSIDE.format(figure=told, program=_program(), begin=begin())
    high, wide = figure.layout.height or 450, figure.layout.width or 720
    return (
        f'<iframe srcdoc="{html.escape(inside)}" width="{wide}" height="{high}"'
        ' style="border:0;max-width:100%" loading="lazy"></iframe>'
    )


@cache
def _program() -> str:
    """Plotly and how the figure is drawn, packed."""
    return letters(zipped(f"{get_plotlyjs()}\n{DRAW}".encode()))
