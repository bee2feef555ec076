"""The first step of the lab of positions: where a word stands, as waves."""

import streamlit as st

from core.labs.positions import DOUBLE
from core.layers import sinusoidal_positions
from viz.address.labs.positions import BASES, Choices
from viz.content.texts import texts
from viz.figures import positions_where as figures
from viz.figures.demands import demands
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice, opened, slider
from viz.pages.labs import play
from viz.pages.labs.lab import matrices, show
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.numbers import written

ASKED = (2, 0)  # the blank: sin 2

say = texts("labs/positions")


def size() -> tuple[int, int]:
    """The width and the base of the encoding."""
    choices = frame.choices(Choices)
    return choices.pos_d, int(choices.pos_base)


def where() -> None:
    """Draw the map; under it single curves, where they are open."""
    _map()
    opened("pos_curves", say("curves.open"), _curves)


def _map() -> None:
    (d, base), n = size(), frame.choices(Choices).pos_length
    show(
        figures.waves(n, d, base, dark=frame.night()),
        key="positions-where",
        note=say("waves.note"),
    )
    with st.container(horizontal=True):
        slider("pos_length", say("sizes.length"))
        slider("pos_d", say("sizes.width"))
    bases = {base: written(int(base), ",") for base in BASES}
    choice("pos_base", say("sizes.base"), bases)
    with st.container(key="positions-demands"):
        st.html(html_tables.table(demands(n, d, base), say("demands.title")))


def _curves() -> None:
    (d, base), n = size(), frame.choices(Choices).pos_length
    show(
        figures.single(n, d, base, dark=frame.night()),
        key="positions-curves",
        note=say("curves.note", width=d, base=base),
    )


def by_hand() -> None:
    """Draw four places of width 4, one worked; a number of another is left blank."""
    places = sinusoidal_positions(4, 4, 10_000, DOUBLE)
    shown = matrix(
        "p",
        places,
        [say("hand.place", place=place) for place in range(4)],
        ("sin t", "cos t", "sin t/100", "cos t/100"),
        means="signed",
        limit=1.0,
        down=say("hand.down"),
        across=say("hand.across"),
    )
    matrices(
        [cover(shown, [ASKED])],
        say("hand.caption"),
        key="positions-hand",
        title=say("hand.title"),
        note=say("hand.note"),
    )
    play.lines("positions", say.row("hand.lines"))
    blank(
        "pos_blank",
        say("hand.blank.label"),
        places[ASKED].item(),
        reason=say("hand.blank.reason"),
    )
