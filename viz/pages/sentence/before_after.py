"""A map before and after an experiment, and what changed in it, side by side."""

from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.figures import grids
from viz.pages.app import frame

if TYPE_CHECKING:
    from core.trace import AttentionMap

say = texts("experiments")


def before_after(
    was: "AttentionMap",
    now: "AttentionMap",
    rows: grids.Pairs,
    columns: grids.Pairs,
    title: str,
) -> None:
    """Three grids; the third one holds the `rows` and `columns` that both have."""
    night = frame.night()
    with st.container(key="maps"):
        one, two, three = st.columns(3, gap="medium")
        with one:
            _grid("before", grids.weights(was, _caption("before", title), dark=night))
        with two:
            _grid("after", grids.weights(now, _caption("after", title), dark=night))
        with three:
            if rows:
                caption = _caption("difference", title)
                found = grids.difference(was, now, rows, columns, caption, dark=night)
                _grid("difference", found)
            else:
                frame.note(say("map.no_row"))


def _caption(which: str, title: str) -> str:
    return say(f"map.captions.{which}", title=title)


def _grid(which: str, table: str) -> None:
    with st.container(key=f"grid-{which}"):
        st.markdown(f"**{say(f'map.titles.{which}')}**")
        st.html(table)
