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

PROJECTED = 2  # so many times as large: numerals are read in the last row
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
    """One chart of a figure."""
    from viz.figures.drawing import drawn_once  # with Plotly: not before the paint

    select = {}
    if chosen is not None:
        select = {
            "on_select": partial(_clicked, key, chosen),
            "selection_mode": "points",
        }
    larger = PROJECTED if frame.project() else 1
    st.plotly_chart(
        drawn_once(figure, chosen=chosen is not None, larger=larger),
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
