"""Queries and keys of one head as points, the map of the same head beside them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.components.files import named
from viz.components.plane import lighting
from viz.content import models, presets
from viz.content.texts import texts
from viz.pages.app import chart, frame, library, shown_model, widgets
from viz.pages.app.lesson import lesson
from viz.pages.transformer import rows
from viz.payload import maps
from viz.say import html_tables
from viz.say.captions import percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.queries_and_keys import Plane
    from core.attention_map import AttentionMap
    from core.trace import Trace

WAYS = ("as_they_are", "moved", "seen")
say = texts("plane")


def plane(trace: "Trace") -> None:
    """The points of the attention that is open above; its chosen row is lit."""
    name, choices = rows.opened(), frame.choices()
    heads = len(trace.heads(name))
    head = min(max(choices.head - 1, 0), heads - 1)
    st.text(say("lead"))
    _controls(head, heads)
    if not choices.head:
        frame.note(say("mean", head=head + 1))
    found, shown = _found(trace, head), trace.attention(name, head, words=False)
    left, right = st.columns([7, 6], gap="large")
    with left:
        _points(trace, found, shown, head)
    with right:
        _map(trace, shown)
    _trust(trace, found)


def _controls(head: int, heads: int) -> None:
    with st.container(key="plane-controls", horizontal=True, gap="medium"):
        widgets.mirrored(
            st.pills,
            "head",
            say("head"),
            range(heads),
            format_func=lambda at: str(at + 1),
            shown=head,
            required=True,
            picked=lambda at: frame.keep(head=at + 1, mean=""),
        )
        widgets.switch("plane_more", say("more"))


def _found(trace: "Trace", head: int) -> "Plane":
    """The plane of this sentence, or of it and the examples where they are asked."""
    from core.analysis.queries_and_keys import in_plane

    others: list[Trace] = []
    if frame.choices().plane_more:
        with frame.waiting(say("waiting")):
            others = [
                library.trace(shown_model.transformer(), text) for text in _examples()
            ]
    name = rows.opened()
    return library.computed(
        (*trace.identity, name, head, len(others)),
        lambda: in_plane(trace, name, head, others),
    )


def _examples() -> tuple[str, ...]:
    """The sentences beside this one: the presets, or those that a model brings."""
    if shown_model.usual():
        return tuple(one.english for one in presets.shipped())
    return models.asked(shown_model.transformer())


def _points(trace: "Trace", found: "Plane", shown: "AttentionMap", head: int) -> None:
    from viz.figures.plane import points

    choices = frame.choices()
    title = say(
        "title",
        stack=texts("transformer")(f"stacks.{choices.kind}.label"),
        layer=choices.layer,
        head=head + 1,
    )
    at = rows.piece(trace)
    figure = points(found, shown, at, title=title, dark=frame.night())

    def chosen(point: Mapping[str, Any]) -> None:
        """A query that is clicked becomes the row of the picture."""
        place = point.get("point_index")
        if point.get("curve_number") == queries and isinstance(place, int):
            frame.keep(row=rows.row(trace, place))

    queries = sum(1 for _ in figure.plot.data) - 1  # the last trace
    with st.container(key="lit-plane"):
        file = named("plane", maps.text_of(trace.source))
        chart.draw(figure, key="plane", name=file, chosen=chosen)
        lighting(shown.weights.tolist(), key="plane-lighting")


def _map(trace: "Trace", shown: "AttentionMap") -> None:
    """The map, its row framed whose query is lit."""
    from viz.figures.heatmap import heatmap

    at = rows.piece(trace)
    title = say("map")
    figure = heatmap(shown, title=title, called=title, dark=frame.night(), row=at)
    file = named("plane-map", maps.text_of(trace.source))
    chart.draw(figure, key="plane-map", name=file)


def _trust(trace: "Trace", found: "Plane") -> None:
    """How far nearness may be trusted here; how it was drawn, and what is not shown."""
    from core.analysis.queries_and_keys import of_trace

    dimensions = of_trace(trace, rows.opened(), 0).key.shape[-1]
    table = [say.row("agreement.columns")]
    for way in WAYS:
        value = getattr(found, way)
        said = say("agreement.none") if value is None else written(value)
        table.append([say(f"agreement.{way}", dimensions=dimensions), said])
    st.html(html_tables.table(table, say("agreement.caption")))
    told = {"dimensions": str(dimensions), "dropped": percent(1 - found.variance)}
    lesson("transformer-plane", told)
