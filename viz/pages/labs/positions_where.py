"""The first step of the lab of positions: where a word stands, as waves."""

import streamlit as st
import torch

from core.labs import positions as core
from core.layers import sinusoidal_positions
from viz.address.labs.positions import Choices
from viz.figures import positions as figures
from viz.figures.demands import demands
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import choice, figure, matrices, opened, slider
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables

BASE_LABELS = {
    "10": "10",
    "100": "100",
    "1000": "1,000",
    "10000": "10,000",
    "100000": "100,000",
}
BY_HAND = (
    "Place 3: the first pair is sin 3 = 0.141 and cos 3 = −0.990.",
    "The second, 100 times slower: sin 0.03 = 0.030 and cos 0.03 = 1.000.",
)
ASKED = (2, 0)  # the blank: sin 2


def size() -> tuple[int, int]:
    """The width and the base of the encoding."""
    choices = frame.choices(Choices)
    return choices.pos_d, int(choices.pos_base)


def where() -> None:
    """Draw the map; under it single curves, where they are open."""
    _map()
    opened("pos_curves", "Single curves", _curves)


def _map() -> None:
    (d, base), n = size(), frame.choices(Choices).pos_length
    places = sinusoidal_positions(n, d, base, core.DOUBLE)
    digits = core.binary_digits(n)
    slowest = 2 * torch.pi / core.frequencies(d, base)[-1].item()
    dark = frame.night()
    figure(
        library.kept(
            ("waves", n, d, base, dark),
            lambda: figures.waves(places.numpy(), digits.numpy(), dark=dark),
        ),
        f"{n} places of {d} numbers each. The first component repeats every 6.3 "
        "places, "
        f"the last every {slowest:,.0f}. In binary the first digit repeats every 2 "
        f"places and the last of {digits.shape[1]} every {2 ** digits.shape[1]}.",
        _place_rows(places),
        key="positions-where",
        title="Places as waves, and as digits",
        note="fast ones left; violet −1, leaf +1",
    )
    with st.container(horizontal=True):
        slider("pos_length", "length")
        slider("pos_d", "width d")
    choice("pos_base", "base", BASE_LABELS)
    with st.container(key="positions-demands"):
        table = demands(n, d, base)
        st.html(html_tables.table(table, "Four demands, with the number that decides"))


def _curves() -> None:
    (d, base), n = size(), frame.choices(Choices).pos_length
    places = sinusoidal_positions(n, d, base, core.DOUBLE)
    shown = _a_few(d)
    turns = 2 * torch.pi / core.frequencies(d, base)
    told = ", ".join(
        f"component {component + 1} every {turns[component // 2].item():,.1f}"
        for component in shown
        if component % 2 == 0
    )
    dark = frame.night()
    figure(
        library.kept(
            ("curves", n, d, base, dark),
            lambda: figures.single(places.numpy(), shown, dark=dark),
        ),
        f"Curves of {d} components over {n} places. Places until one repeats: {told}. "
        "A cosine is its sine, a quarter of a turn ahead.",
        _place_rows(places),
        key="positions-curves",
        title="Single components, place by place",
        note=f"d = {d}, base = {base:,}",
    )


def _a_few(d: int) -> list[int]:
    """Components from 0: the first pair, one a quarter on, and the last."""
    pairs = sorted({0, d // 8, (d - 1) // 2})
    return [c for pair in pairs for c in (2 * pair, 2 * pair + 1) if c < d]


def _place_rows(places: torch.Tensor) -> list:
    return [
        ["place", *range(1, places.shape[1] + 1)],
        *([t, *row] for t, row in enumerate(places.tolist())),
    ]


def by_hand() -> None:
    """Draw four places of width 4, one worked; a number of another is left blank."""
    places = sinusoidal_positions(4, 4, 10_000, core.DOUBLE)
    shown = matrix(
        "p",
        places,
        [f"place {t}" for t in range(4)],
        ("sin t", "cos t", "sin t/100", "cos t/100"),
        means="signed",
        limit=1.0,
        down="place",
        across="component",
    )
    matrices(
        [cover(shown, [ASKED])],
        "Width 4, so two pairs; 10,000 to the 2/4 is 100, so the second pair is 100 "
        "times slower. Angles are radians.",
        key="positions-hand",
        title="Four places, four numbers each",
        note="d = 4, base = 10,000",
    )
    play.lines("positions", BY_HAND)
    blank(
        "pos_blank",
        "Your turn: the first number of place 2, three digits",
        places[ASKED].item(),
        reason="sin 2: two radians are a little past a quarter of a turn.",
    )
