"""Heads: how they are wired, what two can and one cannot, and their join as a sum."""

import streamlit as st

from core.errors import InputError
from core.labs import heads as core
from viz.address.labs.heads import COUNTS, Choices
from viz.figures import head_panels as shown
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import Step, choice, decimal, lab, matrices, slider, switch
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.numbers import small

WORKED, BLANK = 4, 2


def page() -> None:
    """Draw the lab."""
    lab(
        "heads",
        "Heads",
        (
            Step("Wiring", _poke, worked=_count),
            Step("Two neighbours", _neighbours),
            Step("Join", _join),
        ),
    )


# --- wiring ---------------------------------------------------------------------------


def _poke() -> None:
    chosen = frame.choices(Choices)
    count, coordinate = int(chosen.heads_count), chosen.heads_poked
    found = library.kept(("poked", count), lambda: shown.poked(count))
    paper, pieces = (shown.reacting(moved, coordinate) for moved in found.values())
    matrices(
        shown.wirings(found, coordinate),
        f"Coordinate {coordinate} of one word is raised by {shown.STEP:g}. Where each "
        f"head projects all of x, {paper} moved; where each sees its piece, {pieces}.",
        key="heads-poke",
        title="How far each head moves when one coordinate does",
        note=f"d = {shown.WIDTH}, weights by lot",
    )
    with st.container(horizontal=True):
        choice("heads_count", "heads")
        slider("heads_poked", "coordinate of x")
    frame.note(_ours())


def _ours() -> str:
    """Which wiring the shipped Transformer has, from its own sizes."""
    try:
        sizes = library.model(library.TRANSFORMER).info["sizes"]
    except InputError as problem:
        return str(problem)
    d, n = sizes["d_model"], sizes["n_heads"]
    return (
        f"The shipped Transformer has the paper's wiring: {n} heads of width {d // n}, "
        f"each projects all {d} coordinates, {core.parameters('paper', d, n):,} "
        "numbers in each attention."
    )


def _count() -> None:
    d = shown.WIDTH
    st.html(
        html_tables.table(
            shown.counts(d, [n for n in map(int, COUNTS) if n != BLANK]),
            f"What one attention learns at d = {d}, biases included",
        )
    )
    play.lines(
        "heads",
        (
            f"{WORKED} heads. All of x: W_Q, W_K, W_V and W_O have {d}² = "
            f"{d * d} each, with 4 · {d} biases {core.parameters('paper', d, WORKED)}.",
            f"Pieces: W_Q is {WORKED} matrices of {d // WORKED} × {d // WORKED}, "
            f"{d * d // WORKED} in all;",
            f"three times that, {d * d} for W_O and {4 * d} biases make "
            f"{core.parameters('pieces', d, WORKED)}.",
        ),
    )
    blank(
        "heads_blank",
        f"Your turn, pieces with {BLANK} heads: how many numbers?",
        float(core.parameters("pieces", d, BLANK)),
        digits=0,
        reason=f"3 · {d * d} / {BLANK} + {d * d} + {4 * d}.",
    )


# --- two neighbours -------------------------------------------------------------------


def _neighbours() -> None:
    chosen = frame.choices(Choices)
    given = shown.shares(chosen.heads_share, chosen.heads_two)
    matrices(
        shown.neighbours(given, chosen.heads_mlp),
        f"Left of “ate” stands “woman”, right of it “the”. Read by "
        f"{'an MLP' if chosen.heads_mlp else 'a linear map'}: "
        f"{shown.verdict(shown.read(given, chosen.heads_mlp))}.",
        key="heads-neighbours",
        title="Report both neighbours, each by its side",
        note="two heads" if chosen.heads_two else "one head",
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        decimal("heads_share", "weight of the left neighbour")
        switch("heads_two", "a second head, mirrored")
        switch("heads_mlp", "an MLP behind")
    table = shown.reports(chosen.heads_share)
    st.html(html_tables.table(table, "How often the report is correct"))


# --- the join -------------------------------------------------------------------------


def _join() -> None:
    chosen = frame.choices(Choices)
    attention, record = shown.asked(
        chosen.heads_colour, chosen.heads_kind, float(chosen.heads_strength)
    )
    name, fit = shown.best(record)
    error = shown.apart(attention, record)
    matrices(
        shown.joined(attention, record),
        f"Cue: {chosen.heads_colour} and {chosen.heads_kind}. What the join returns "
        f"fits {name} best, {fit:.2f} of 2. Largest difference between the join and "
        f"the sum of what its heads add: {small(error)}.",
        key="heads-join",
        title="A head for colour, a head for kind",
        note="Duck: yellow, animal",
    )
    choice("heads_colour", "colour of the cue")
    with st.container(horizontal=True):
        choice("heads_kind", "kind of the cue")
        slider("heads_strength", "how sharply they look")
