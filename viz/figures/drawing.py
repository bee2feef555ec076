"""A Plotly figure put together from plain dicts, checked by the tests and not again.

`plotly.graph_objects` compares every number that it is given with its whole schema. For
a picture that follows a slider this takes twenty times as long as all the rest.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from viz.say import theme

Part = dict[str, Any]
Number = int | float
Span = tuple[Number, Number]
AXIS = re.compile(r"[xy]axis\d*$")
IN_PIXELS = {
    *("size", "width", "height", "l", "r", "t", "b", "standoff", "ticklabelstandoff"),
    *("xgap", "ygap", "xshift", "yshift", "ticklen"),
}
"""What a figure tells in pixels, by the names that Plotly has for it."""
BARE: Part = {"showgrid": False, "zeroline": False}  # of an axis
LEGEND = {  # of a drawing whose curves are named above it
    "showlegend": True,
    "legend": {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "y": 1.02,
        "yanchor": "bottom",
        "itemclick": False,
        "itemdoubleclick": False,
    },
}


class Drawing:
    """Traces and the layout around them, added as to a `go.Figure`, then `made`.

    A trace `says` something where it is pointed at, with places for its numbers
    (`%{x}`), or it lets the pointer through; it stands in the first `panel` unless
    another ("2") is named. Names with underscores (`xaxis_title`) are not taken apart.
    """

    def __init__(self, dark: bool, height: int, **layout: Any) -> None:
        self.colours = theme.palette(dark)
        self._data: list[Part] = []
        self._layout: Part = _merged(theme.layout(dark, height), layout)

    # --- traces -----------------------------------------------------------------------

    def add_scatter(self, *, says: str = "", **trace: Any) -> None:
        self._add("scatter", says, trace)

    def add_bar(self, *, says: str = "", **trace: Any) -> None:
        self._add("bar", says, trace)

    def add_heatmap(
        self,
        z: Any,
        stops: tuple[str, ...],
        span: Span = (0, 1),
        *,
        says: str = "",
        **trace: Any,
    ) -> None:
        """Cells in colours that run evenly from one end of a span to the other."""
        coloured = {"colorscale": theme.colorscale(stops), "showscale": False}
        ends = {"zmin": span[0], "zmax": span[1]}
        self._add("heatmap", says, {"z": z, **ends, **coloured, **trace})

    def add_line(
        self, x: Any, y: Any, line: Part, *, dots: Number = 0, **trace: Any
    ) -> None:
        """A line through points, which have dots of that size."""
        marked = {"mode": "lines+markers", "marker": {"size": dots}} if dots else {}
        self.add_scatter(x=x, y=y, line=line, **{"mode": "lines", **marked, **trace})

    def add_points(self, x: Any, y: Any, marker: Part, **trace: Any) -> None:
        """Points by themselves; with a `textposition` their `text` stands there."""
        mode = "markers+text" if "textposition" in trace else "markers"
        self.add_scatter(x=x, y=y, marker=marker, **{"mode": mode, **trace})

    def add_targets(self, x: Any, y: Any, size: Number, **trace: Any) -> None:
        """Points that are not seen, there to be clicked and pointed at."""
        marker = {"symbol": "square", "size": size, "opacity": 0}
        hidden = {"marker": {"opacity": 0}}
        always = {"selected": hidden, "unselected": hidden}
        self.add_points(x, y, marker, **{**always, **trace})

    def _add(self, kind: str, says: str, trace: Part) -> None:
        if panel := trace.pop("panel", ""):
            trace |= {"xaxis": f"x{panel}", "yaxis": f"y{panel}"}
        told = {"hovertemplate": f"{says}<extra></extra>"} if says else {}
        self._data.append({"type": kind, **(told or {"hoverinfo": "skip"}), **trace})

    # --- what stands around them ------------------------------------------------------

    def add_annotation(self, **text: Any) -> None:
        self._layout.setdefault("annotations", []).append({"showarrow": False, **text})

    def add_shape(self, **shape: Any) -> None:
        self._layout.setdefault("shapes", []).append(shape)

    def add_box(self, x: Span, y: Span, **shape: Any) -> None:
        """A rectangle between two places of each axis."""
        self.add_shape(type="rect", x0=x[0], x1=x[1], y0=y[0], y1=y[1], **shape)

    def add_band(self, x: Span, colour: str) -> None:
        """A stretch of the horizontal axis, shaded from the foot to the top."""
        self.add_box(
            x,
            (0, 1),
            yref="paper",
            fillcolor=colour,
            opacity=0.5,
            layer="below",
            line={"width": 0},
        )

    def add_upright(self, x: Number, line: Part, **shape: Any) -> None:
        """A line from the foot to the top."""
        self.add_shape(
            type="line", x0=x, x1=x, y0=0, y1=1, yref="paper", line=line, **shape
        )

    def add_level(self, y: Number, line: Part) -> None:
        """A line from edge to edge."""
        self.add_shape(type="line", x0=0, x1=1, xref="paper", y0=y, y1=y, line=line)

    def update_layout(self, **parts: Any) -> None:
        """A part that is a dict keeps what is not said anew."""
        self._layout = _merged(self._layout, parts)

    def made(self) -> go.Figure:
        """The figure."""
        return go.Figure({"data": self._data, "layout": self._layout}, _validate=False)


def pen(ink: str, width: Number, dash: str = "") -> Part:
    """How a line is drawn, or the edge of a point, which cannot be dashed."""
    return {"color": ink, "width": width} | ({"dash": dash} if dash else {})


def strokes(lines: Iterable[Sequence[Span]]) -> tuple[list, list]:
    """x and y of lines of points (x, y) in one trace, each parted from the next."""
    points = [point for line in lines for point in (*line, (None, None))]
    return [x for x, _ in points], [y for _, y in points]


def axis(title: str | Part = "", **more: Any) -> Part:
    """An axis that stands still, with its title; an empty one keeps its room."""
    named = {"text": title} if isinstance(title, str) else title
    return {"title": named, "fixedrange": True, "automargin": True, **more}


def labelled(labels: Sequence[str], title: str | Part = "", **more: Any) -> Part:
    """An axis without lines, with a label, which may be markup, at 0, 1, 2, …"""
    return axis(
        title,
        tickmode="array",
        tickvals=list(range(len(labels))),
        ticktext=list(labels),
        **{**BARE, **more},
    )


def worded(
    names: Sequence[str], ink: str | None = None, *, size: Number = 16, **more: Any
) -> Part:
    """An axis with a word at 0, 1, 2, …, in the fonts of language."""
    font = {"family": theme.LANGUAGE, "size": size}
    return labelled(
        [plain(name) for name in names],
        tickfont=font | ({"color": ink} if ink else {}),
        **more,
    )


def plain(text: str) -> str:
    """Text as Plotly will show it: its labels and hovers read a little HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def drawn_once(
    figure: go.Figure, *, chosen: bool = False, larger: Number = 1
) -> go.Figure:
    """The same picture, with its template written out in its layout.

    Streamlit hands Plotly every new chart twice. The second time Plotly compares the
    two, and draws all again where they differ: a template always does, numbers do
    unless they have a revision, and so does what Streamlit itself adds to a chart whose
    points can be `chosen`. On a projector it is drawn that much `larger`.
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
    parts = {"data": made["data"], "layout": spelled}
    return go.Figure(enlarged(parts, larger), _validate=False)


def enlarged(part: Any, by: Number, *, pixels: bool = False) -> Any:
    """A part of a figure with everything given in pixels that many times as large.

    `pixels` says that the numbers of this part are such. A bar's width is none.
    """
    if isinstance(part, dict):
        bar = part.get("type") == "bar"
        return {
            name: enlarged(
                inner, by, pixels=name in IN_PIXELS and not (bar and name == "width")
            )
            for name, inner in part.items()
        }
    if isinstance(part, list | tuple) and (pixels or not _numbers(part)):
        return [enlarged(inner, by, pixels=pixels) for inner in part]
    if pixels and isinstance(part, int | float) and not isinstance(part, bool):
        return part * by
    return part


def _numbers(part: Sequence[Any]) -> bool:
    return not any(isinstance(inner, dict | list | tuple) for inner in part)


def _merged(old: Part, new: Mapping[str, Any]) -> Part:
    return old | {
        name: _merged(old[name], part)
        if isinstance(part, dict) and isinstance(old.get(name), dict)
        else part
        for name, part in new.items()
    }
