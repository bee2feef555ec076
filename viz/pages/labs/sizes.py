"""Sizes: a row of the table in parameters, all rows compared, memory."""

from typing import TYPE_CHECKING

import streamlit as st

from core.labs import sizes as core
from viz.address.labs.sizes import Choices
from viz.figures import sizes as figures
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import Step, choice, figure, lab, switch
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.translator import Translator

BITS_LABELS = {str(bits): f"{bits} bits" for bits in core.BITS}
LENGTH_LABELS = {"2048": "2,048", "8192": "8,192", "32768": "32,768"}
# A row of one's own for the blank: 10 · (8 · 1,000² + 5 · 1,000) = 80,050,000.
LAYERS, WIDTH = 10, 1000


def page() -> None:
    """Draw the lab."""
    lab(
        "sizes",
        "Sizes",
        (Step("One row", _one), Step("The table", _all), Step("Memory", _memory)),
    )


# --- one row -------------------------------------------------------------------------


def _one() -> None:
    name, dark = frame.choices(Choices).size_row, frame.night()
    row = next(row for row in core.TABLE if row.name == name)
    model = next(model for model in figures.table() if model.name == name)
    figure(
        library.kept(("sizes", name, dark), lambda: figures.by_part(model, dark=dark)),
        f"{row.layers} layers of width {row.d_model:,}: {model.counted:,} parameters, "
        f"where the table says {row.said}: {figures.off(model.difference)}.",
        figures.part_rows(model),
        key="sizes-one",
        title=f"{name}: {figures.short(model.counted)} counted, {row.said} stated",
        note="output tied to the words, biases counted",
    )
    choice("size_row", "row of the table")
    play.lines("sizes", _part_by_part(row, model))
    blank(
        "size_blank",
        f"Your turn: {LAYERS} layers, width {WIDTH:,}. How many millions in the "
        "feed-forward networks, biases counted?",
        LAYERS * core.feed_forward(WIDTH, 4 * WIDTH) / core.MILLION,
        digits=2,
        reason="10 × (8 × 1,000² + 5 × 1,000).",
    )


def _part_by_part(row: core.Row, model: figures.Model) -> list[str]:
    """The row counted by hand: each part from layers and width, and their sum."""
    parts, layers, d = model.parts, row.layers, f"{row.d_model:,}"
    return [
        f"Words and positions: (50,257 + 2,048) · {d} = "
        f"{parts['words'] + parts['positions']:,}.",
        f"Attention: {layers} · (4 · {d}² + 4 · {d}) = {parts['attention']:,}.",
        f"Feed-forward: {layers} · (8 · {d}² + 5 · {d}) = {parts['feed-forward']:,}.",
        f"Norms: {2 * layers + 1} · 2 · {d} = {parts['norms']:,}. Together "
        f"{model.counted:,}.",
    ]


# --- all rows ------------------------------------------------------------------------


def _models(*, tied: bool = True) -> list[figures.Model]:
    """The rows of the table, then the models that are shipped here."""
    from core import checkpoint

    ours = [library.model(name) for name in checkpoint.models()]
    return figures.table(tied=tied) + [
        library.kept(
            ("counted", model.name, model.digest), lambda model=model: _count(model)
        )
        for model in ours
    ]


def _count(model: "Translator") -> figures.Model:
    in_weights = sum(tensor.numel() for tensor in model.network.parameters())
    return figures.shipped(model.name, model.kind, model.info["sizes"], in_weights)


def _all() -> None:
    tied, dark = frame.choices(Choices).size_tied, frame.night()
    models = _models(tied=tied)
    counted = tuple((model.name, model.counted) for model in models)
    by_name = {model.name: model for model in models}
    xl, big = by_name["XL"], by_name["13B"]
    narrow = sum(core.gpt(40, 5120, tied=tied).values())
    figure(
        library.kept(
            ("sizes-all", counted, dark),
            lambda: figures.differences(models, dark=dark),
        ),
        f"XL: 24 × 128 = 3,072, not 2,048. At width 2,048 there are "
        f"{figures.short(xl.counted)}, with projections as wide as the heads "
        f"{figures.short(xl.wide or 0)}; stated are 1.3, so doubt the heads: 16 × 128 "
        f"fits. 13B: 40 × 128 = 5,120, not 5,140. {figures.short(big.counted)} at "
        f"5,140 and {figures.short(narrow)} at 5,120 are both 13: the count cannot "
        "tell. But 40 heads cannot share 5,140, so doubt the width.",
        figures.compared(models),
        key="sizes-all",
        title="Counted against stated",
        note="tied output" if tied else "an output matrix of its own",
    )
    switch("size_tied", "the output shares the matrix of the words")
    st.html(
        html_tables.table(figures.compared(models), "Parameters, counted and stated")
    )


# --- memory --------------------------------------------------------------------------


def _memory() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    n, bits = int(choices.size_context), int(choices.size_bits)
    models = _models()
    counted = tuple((model.name, model.counted) for model in models)
    largest = next(model for model in models if model.name == "175B")
    cells = largest.n_maps * n * n
    share = core.share_of_maps(largest.counted, largest.n_maps, n)
    figure(
        library.kept(
            ("sizes-memory", counted, n, dark),
            lambda: figures.shares(models, n, dark=dark),
        ),
        f"175B at {bits} bits a number: parameters "
        f"{figures.in_memory(core.in_bytes(largest.counted, bits))}. "
        f"{largest.n_maps:,} matrices of {n:,} × {n:,} weights: "
        f"{figures.in_memory(core.in_bytes(cells, bits))}, {percent(share)} of both.",
        figures.memory(models, n, bits),
        key="sizes-memory",
        title="Attention matrices beside parameters",
        note="one text, every matrix kept",
    )
    choice("size_context", "pieces in the text", LENGTH_LABELS)
    choice("size_bits", "a number takes", BITS_LABELS)
    st.html(
        html_tables.table(
            figures.memory(models, n, bits),
            f"Parameters in three precisions, attention matrices at {bits} bits",
        )
    )
