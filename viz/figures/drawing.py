"""A Plotly figure put together from plain dicts, checked by the tests and not again.

`plotly.graph_objects` compares every number that it is given with its whole schema. For
a picture that follows a slider this takes twenty times as long as all the rest.
"""

import re
from collections.abc import Mapping
from typing import Any

from plotly import graph_objects as go

Part = dict[str, Any]
AXIS = re.compile(r"[xy]axis\d*$")


def hover(text: str) -> str:
    """A template for what is said of a point, without the name of its curve."""
    return f"{text}<extra></extra>"


class Drawing:
    """Traces and the layout around them, added as to a `go.Figure`, then `made`.

    Names with underscores (`xaxis_title`) are not taken apart.
    """

    def __init__(self, layout: Mapping[str, Any]) -> None:
        self._data: list[Part] = []
        self._layout: Part = dict(layout)

    def add_scatter(self, **trace: Any) -> None:
        self._data.append({"type": "scatter", **trace})

    def add_bar(self, **trace: Any) -> None:
        self._data.append({"type": "bar", **trace})

    def add_heatmap(self, **trace: Any) -> None:
        self._data.append({"type": "heatmap", **trace})

    def add_annotation(self, **text: Any) -> None:
        self._layout.setdefault("annotations", []).append(text)

    def add_shape(self, **shape: Any) -> None:
        self._layout.setdefault("shapes", []).append(shape)

    def update_layout(self, **parts: Any) -> None:
        """Each part replaces what was said before; an axis keeps what is not."""
        self._layout = _merged(self._layout, parts)

    def made(self) -> go.Figure:
        """The figure."""
        return go.Figure({"data": self._data, "layout": self._layout}, _validate=False)


def drawn_once(figure: go.Figure, *, chosen: bool = False) -> go.Figure:
    """The same picture, with its template written out in its layout.

    Streamlit hands Plotly every new chart twice. The second time Plotly compares the
    two, and draws all again where they differ: a template always does, numbers do
    unless they have a revision, and so does what Streamlit itself adds to a chart whose
    points can be `chosen`.
    """
    made = figure.to_plotly_json()
    layout = made["layout"]
    look = layout.pop("template", {}).get("layout", {})
    axes = {"xaxis", "yaxis"} | {name for name in layout if AXIS.match(name)}
    spelled = {name: part for name, part in look.items() if not AXIS.match(name)}
    spelled |= {name: look.get(name[:5], {}) for name in axes}
    spelled = _merged(spelled, layout) | {"template": "none", "datarevision": 1}
    if chosen:
        spelled |= {"clickmode": "event+select", "dragmode": "pan"}
    return go.Figure({"data": made["data"], "layout": spelled}, _validate=False)


def _merged(old: Part, new: Mapping[str, Any]) -> Part:
    return old | {
        name: _merged(old[name], part)
        if isinstance(part, dict) and isinstance(old.get(name), dict)
        else part
        for name, part in new.items()
    }
