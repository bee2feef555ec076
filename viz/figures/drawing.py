"""A Plotly figure put together from plain dicts, checked by the tests and not again.

`plotly.graph_objects` compares every number that it is given with its whole schema. For
a picture that follows a slider this takes twenty times as long as all the rest.
"""

from collections.abc import Mapping
from typing import Any

from plotly import graph_objects as go

Part = dict[str, Any]


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


def _merged(old: Part, new: Mapping[str, Any]) -> Part:
    return old | {
        name: _merged(old[name], part)
        if isinstance(part, dict) and isinstance(old.get(name), dict)
        else part
        for name, part in new.items()
    }
