"""Positions: where a word stands, how far two words are apart, what else is done."""

import streamlit as st
import torch

from core.labs import positions as core
from core.layers import sinusoidal_positions
from viz.address.labs.positions import Choices
from viz.figures import positions as figures
from viz.pages.app import frame, library
from viz.pages.labs.lab import Step, choice, figure, lab, slider
from viz.pages.labs.positions_where import by_hand, size, where
from viz.say.captions import percent
from viz.say.numbers import small

PLACES = (0, 25, 50, 75, 99)
LAST = 100
MARKS = (50, 56)
MOST = 0.9
PARTS = (2, 8, 50)  # first components whose sums are drawn beside the whole
TRAINED = 64
VIEW_LABELS = {"all": "whole", "parts": "first k", "shift": "a shift"}
KIND_LABELS = {
    "sum": "sum",
    "concatenation": "side by side",
    "learned": "learned",
    "rotary": "rotary",
    "bias": "bias",
}


def page() -> None:
    """Draw the lab."""
    lab(
        "positions",
        "Positions",
        (
            Step("Where", where, worked=by_hand),
            Step("How far", _how_far),
            Step("What else", _what_else),
        ),
    )


# --- how far -------------------------------------------------------------------------


def _how_far() -> None:
    views = {"all": _whole, "parts": _parts, "shift": _shift}
    choice("pos_view", "look at", VIEW_LABELS)
    views[frame.choices(Choices).pos_view]()


def _whole() -> None:
    (d, base), distance = size(), frame.choices(Choices).pos_distance
    places = sinusoidal_positions(LAST, d, base)
    products = places @ places.T
    by_place = {t: (list(range(t, t - LAST, -1)), products[t].tolist()) for t in PLACES}
    spread = _spread(products)
    value = products[LAST - 1, LAST - 1 - distance].item()
    itself = products[LAST - 1, LAST - 1].item()
    dark = frame.night()
    figure(
        library.kept(
            ("products", d, base, distance, dark),
            lambda: figures.by_distance(by_place, dark=dark, chosen=(distance, value)),
        ),
        f"At distance {distance} {_products(d, value, itself)}. Largest difference "
        f"between two places at one distance: {small(spread)}, {_cause(d)}. "
        f"{DIRECTION[d % 2]}",
        [["distance", "dot product"]]
        + [[i, products[LAST - 1, LAST - 1 - i].item()] for i in range(LAST)],
        key="positions-products",
        title="Dot product of two places",
        note=f"d = {d}, base = {base:,}",
    )
    with st.container(horizontal=True):
        slider("pos_d", "width d")
        slider("pos_distance", "distance t − t′")


DIRECTION = (
    "It is the same for +Δ and −Δ: the distance is in it, the direction is not.",
    "It goes with the places too, and from one place it differs for +Δ and −Δ.",
)  # for an even width, and for an odd one


def _products(d: int, value: float, itself: float) -> str:
    """The dot products told in words; `itself` is that of the last place."""
    if d % 2:
        return (
            f"from place {LAST - 1} the dot product is {value:.1f}, at 0 it is "
            f"{itself:.3f}: {d // 2} pairs of sine and cosine, and a sine squared"
        )
    return f"the dot product is {value:.1f}, at 0 it is d / 2 = {d / 2:g}"


def _spread(products: torch.Tensor) -> float:
    lines = (products.diagonal(i) for i in range(1 - LAST, LAST))
    return max((line.max() - line.min()).item() for line in lines)


def _cause(d: int) -> str:
    if d % 2:
        return "for the last sine has no cosine beside it"
    return "the rounding of float32"


def _parts() -> None:
    (d, base), reach = size(), frame.choices(Choices).pos_reach
    even = d - d % 2
    shares = core.variance_share(even, base, reach).tolist()
    every = core.partial_sums(even, base, reach).tolist()
    sums = {k: every[k // 2 - 1] for k in (*PARTS, even) if k <= even}
    dark = frame.night()
    said = f"Distances from 0 to {reach - 1}, all equally likely. " + " ".join(
        f"The first {k} of {even} components make {percent(shares[k // 2 - 1])} of "
        "variance of the dot product."
        for k in MARKS
        if k <= even
    )
    passed = next(2 * at for at, share in enumerate(shares, 1) if share >= MOST)
    said += f" {percent(MOST)} is passed with the first {passed}."
    figure(
        library.kept(
            ("share", even, base, reach, dark),
            lambda: figures.parts(sums, shares, MARKS, dark=dark),
        ),
        said,
        [["components", "share"], *([2 * i + 2, v] for i, v in enumerate(shares))],
        key="positions-share",
        title="How much the first k components decide",
        note=f"d = {even}, base = {base:,}",
    )
    with st.container(horizontal=True):
        slider("pos_d", "width d")
        slider("pos_reach", "how many distances")


def _shift() -> None:
    (d, base), distance = size(), frame.choices(Choices).pos_distance
    even = d - d % 2
    matrix = core.rotation(even, base, distance)
    exact, rounded = (
        core.shift_error(even, base, distance, LAST, dtype)
        for dtype in (torch.float64, torch.float32)
    )
    dark = frame.night()
    figure(
        library.kept(
            ("rotation", even, base, distance, dark),
            lambda: figures.blocks(matrix[:16, :16].numpy(), dark=dark),
        ),
        f"R({distance}) turns each pair of components by its own angle and is the same "
        f"for every t. Largest error of R(Δ) p(t) = p(t + Δ) over {LAST} places: "
        f"{small(exact)} in float64, {small(rounded)} in float32.",
        [
            ["", *range(1, even + 1)],
            *([i + 1, *row] for i, row in enumerate(matrix.tolist())),
        ],
        key="positions-shift",
        title="A shift is a rotation",
        note=f"the first {min(16, even)} of {even} components, Δ = {distance}",
    )
    with st.container(horizontal=True):
        slider("pos_d", "width d")
        slider("pos_distance", "shift Δ")


# --- what else -----------------------------------------------------------------------


def _what_else() -> None:
    kind, d = frame.choices(Choices).pos_kind, frame.choices(Choices).pos_d
    choice("pos_kind", "place and word", KIND_LABELS)
    even = d - d % 2
    scores = core.two_words(kind, even, LAST, TRAINED)
    n = len(scores)
    by_place = {
        t: (list(range(t, t - n, -1)), scores[t].tolist()) for t in PLACES if t < n
    }
    spread = max(
        (line.max() - line.min()).item()
        for line in (scores.diagonal(i) for i in range(1 - n, n))
    )
    dark = frame.night()
    figure(
        library.kept(
            ("kinds", kind, even, dark),
            lambda: figures.by_distance(by_place, dark=dark, title="score"),
        ),
        f"{SAID[kind]} Largest difference between two places at one distance: "
        f"{small(spread)}.",
        [
            ["distance", *(f"t = {t}" for t in by_place)],
            *([i, *(_at(scores, t, i) for t in by_place)] for i in range(1 - n, n)),
        ],
        key="positions-kinds",
        title="Score of two words, by their places",
        note=f"one query word, one key word, {n} places, d = {even}",
    )
    slider("pos_d", "width d")


SAID = {
    "sum": "Word and place are added, so the score also holds word times place: the "
    "curves part.",
    "concatenation": "Word and place stand side by side, twice as wide: two scores "
    "are added and the curves coincide.",
    "learned": f"Each place has a vector of its own (here as it begins, random) and "
    f"only {TRAINED} were trained: there is no curve beyond.",
    "rotary": "Query and key are turned by their places: the score depends on the "
    "distance alone, and +Δ differs from −Δ.",
    "bias": f"Nothing is encoded: {core.SLOPE} a step is taken off the score.",
}


def _at(scores: torch.Tensor, t: int, distance: int) -> float | None:
    other = t - distance
    return scores[t, other].item() if 0 <= other < len(scores) else None
