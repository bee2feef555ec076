"""Positions: where a word stands, how far two words are apart, what else is done."""

import streamlit as st

from viz.address.labs.positions import Choices
from viz.content.texts import texts
from viz.figures import positions as figures
from viz.pages.app import frame
from viz.pages.app.widgets import choice, slider
from viz.pages.labs.lab import Step, lab, show
from viz.pages.labs.positions_where import by_hand, size, where

say = texts("labs/positions")


def page() -> None:
    """Draw the lab."""
    lab(
        "positions",
        Step("where", where, worked=by_hand),
        Step("far", _how_far),
        Step("else", _what_else),
    )


def _even(d: int) -> int:
    """A width of whole pairs."""
    return d - d % 2


# --- how far -------------------------------------------------------------------------


def _how_far() -> None:
    views = {"all": _whole, "parts": _parts, "shift": _shift}
    choice("pos_view", say("far.view"), say.all("far.views"))
    views[frame.choices(Choices).pos_view]()


def _whole() -> None:
    d, base = size()
    distance = frame.choices(Choices).pos_distance
    show(
        figures.products(d, base, distance, dark=frame.night()),
        key="positions-products",
        note=say("products.note", width=d, base=base),
    )
    with st.container(horizontal=True):
        slider("pos_d", say("sizes.width"))
        slider("pos_distance", say("sizes.distance"))


def _parts() -> None:
    d, base = size()
    reach = frame.choices(Choices).pos_reach
    show(
        figures.parts(_even(d), base, reach, dark=frame.night()),
        key="positions-share",
        note=say("parts.note", width=_even(d), base=base),
    )
    with st.container(horizontal=True):
        slider("pos_d", say("sizes.width"))
        slider("pos_reach", say("sizes.reach"))


def _shift() -> None:
    d, base = size()
    distance = frame.choices(Choices).pos_distance
    shown = min(figures.SHOWN, _even(d))
    show(
        figures.shift(_even(d), base, distance, dark=frame.night()),
        key="positions-shift",
        note=say("shift.note", shown=shown, width=_even(d), shift=distance),
    )
    with st.container(horizontal=True):
        slider("pos_d", say("sizes.width"))
        slider("pos_distance", say("sizes.shift"))


# --- what else -----------------------------------------------------------------------


def _what_else() -> None:
    choices = frame.choices(Choices)
    kind, d = choices.pos_kind, _even(choices.pos_d)
    choice("pos_kind", say("else.kind"), say.all("else.kinds"))
    places = figures.TRAINED if kind == "learned" else figures.LAST
    show(
        figures.scores(kind, d, dark=frame.night()),
        key="positions-kinds",
        note=say("else.note", places=places, width=d),
    )
    slider("pos_d", say("sizes.width"))
