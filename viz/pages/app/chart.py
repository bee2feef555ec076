"""A Plotly figure on a page: drawn, said in a sentence, and to be taken along."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from viz.components.files import files, named
from viz.pages.app import frame
from viz.pages.app.session import reported
from viz.say import tables

if TYPE_CHECKING:
    from plotly import graph_objects as go

    from viz.figures.figure import Figure

SIZED = "<style>.st-key-{} {{ --wide: {}; --tall: {}px }}</style>"
PROJECTED = 2  # times as large: numerals are read in the last row
MOST_TALL = 680  # pixels on a projector; a figure of many rows is taller
CONFIG = {"displayModeBar": False, "typesetMath": False, "scrollZoom": False}


def draw(
    figure: "Figure",
    *,
    key: str,
    name: str = "",
    width: int | Literal["stretch"] = "stretch",
    chosen: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """A figure with its sentence, its table and its files; all are called `name`.

    `chosen` is called with the point that is clicked.
    """
    with captioned(figure.caption, figure.rows, key=key, title=figure.title, name=name):
        plotted(figure.plot, figure.alt, key=key, width=width, chosen=chosen)


@contextmanager
def captioned(
    said: str,
    rows: Sequence[Sequence[tables.Cell]],
    *,
    key: str,
    title: str,
    name: str = "",
    walked: bool = True,
) -> Iterator[None]:
    """Around the charts of one figure: below them a sentence and the files.

    The picture is headed by `title`, the table holds `rows`, both are called `name`.
    Not `walked` is a drawing of our own, with a keyboard of its own.
    """
    with st.container(key=f"chart-{key}"):
        yield
        frame.caption(said)
        name, under = name or named(key), f"{key}-files"
        files(rows, name=name, title=title, walked=walked, key=under)


def plotted(
    figure: "go.Figure",
    alt: str,
    *,
    key: str,
    width: int | Literal["stretch"] = "stretch",
    chosen: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """One chart of a figure; the style knows its size, to enlarge it on a large screen.

    A width that stretches is that of the page.
    """
    from viz.figures.drawing import drawn_once  # with Plotly: not before the paint

    select = {}
    if chosen is not None:
        select = {
            "on_select": partial(_clicked, key, chosen),
            "selection_mode": "points",
        }
    larger = PROJECTED if frame.project() else 1
    tall = figure.layout.height * larger
    if frame.project() and width == "stretch":  # title and question share the screen
        tall = max(0.7 * tall, min(tall, MOST_TALL))
    wide = "100%" if width == "stretch" else f"{width * larger}px"
    st.html(SIZED.format(key, wide, tall))
    made = drawn_once(figure, chosen=chosen is not None, larger=larger)
    made.layout.height = tall
    st.plotly_chart(
        made,
        theme=None,
        config=CONFIG,
        width=width if width == "stretch" else width * larger,
        key=key,
        alt=alt,
        **select,
    )


def _clicked(key: str, chosen: Callable[[Mapping[str, Any]], None]) -> None:
    if points := reported(key, "selection")["points"]:
        chosen(points[0])
