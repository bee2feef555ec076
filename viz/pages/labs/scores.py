"""Scores: four ways to compare, what a score says, and why one divides by √d."""

from collections.abc import Callable
from math import cos, radians

import streamlit as st
import torch

from core.attention import dot_product_scores, masked_softmax
from core.labs import scores as core
from core.labs import worked_example
from viz.figures import scores as figures
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame
from viz.pages.labs import play, scaling
from viz.pages.labs.lab import Step, choice, decimal, figure, lab, matrices, slider
from viz.pages.labs.typed_matrix import blank, right
from viz.say import html_tables
from viz.say.captions import subscript
from viz.say.numbers import small

BY_HAND = (
    "From dot to scaled dot: √3 is 1.732. q₁ and k₁: 3 / 1.732 = 1.732.",
    "q₁ and k₂: −3 / 1.732 = −1.732.",
    "q₁ and k₃: 1 / 1.732 = 0.577.",
)
SAYS_LABELS = {"cosine": "an angle", "constant": "a row moved"}
FORMULAS = {
    "additive": "v · tanh(W q + U k)",
    "bilinear": "q W k",
    "dot": "q · k",
    "scaled dot": "q · k / √d",
}


def page() -> None:
    """Draw the lab."""
    lab(
        "scores",
        "Scores",
        (
            Step("Four", _four),
            Step("What it says", _says),
            Step("Why √d", scaling.draw),
        ),
    )


# --- four scores ----------------------------------------------------------------------


def _four() -> None:
    found = core.by_kind(
        torch.tensor(worked_example.QUERY), torch.tensor(worked_example.KEY)
    )
    best = {kind: int(scores[0].argmax()) + 1 for kind, scores in found.items()}
    told = ", ".join(f"k{subscript(best[kind])} ({kind})" for kind in found)
    panels = [_shown(kind, scores) for kind, scores in found.items()]
    scaled = panels[-1].values[1][2] or 0.0
    if not right("sc_blank", scaled):
        panels[-1] = cover(panels[-1], [(1, 2)])
    matrices(
        panels,
        f"The key that q₁ scores highest: {told}.",
        key="scores-four",
        title="The same queries and keys, scored in four ways",
        note="q and k of the worked case",
        row=0,
    )
    play.lines("scores", BY_HAND)
    blank(
        "sc_blank",
        "Your turn: the scaled score of q₂ and k₃, three digits",
        scaled,
        reason="11 / √3: the width of the vectors, not the number of keys.",
    )
    d, n = frame.choices().sc_d, frame.choices().sc_n
    with st.container(horizontal=True):
        slider("sc_d", "width d")
        slider("sc_n", "words n, each a query and a key")
    costs = {kind: core.cost(kind, d, n) for kind in core.KINDS}
    st.html(
        html_tables.table(
            [
                ["", "score", "parameters", "multiplications"],
                *(
                    [kind, FORMULAS[kind], f"{c.parameters:,}", f"{c.operations:,}"]
                    for kind, c in costs.items()
                ),
            ],
            f"What they cost for {n} words of {d} numbers",
        )
    )


def _shown(kind: str, scores: torch.Tensor) -> Matrix:
    return matrix(
        f"{kind}: {FORMULAS[kind]}",
        scores,
        ("q₁", "q₂"),
        ("k₁", "k₂", "k₃"),
        means="signed",
        digits=3 if kind == "scaled dot" else 2,
    )


# --- what a score says ----------------------------------------------------------------


def _says() -> None:
    choice("sc_says", "look at", SAYS_LABELS)
    parts: dict[str, Callable[[], None]] = {"cosine": _cosine, "constant": _constant}
    parts[frame.choices().sc_says]()


def _cosine() -> None:
    chosen, dark = frame.choices(), frame.night()
    degrees, length = chosen.sc_angle, chosen.sc_length
    share = cos(radians(degrees))
    product = figures.QUERY * length * share
    figure(
        figures.cosine(degrees, length, dark=dark),
        f"q · k = |q| |k| cos θ = {figures.QUERY:g} · {length:g} · {share:.3f} = "
        f"{product:.3f}. {_compared(degrees)}".replace("-", "−"),
        [
            ["angle", "length of k", "cosine", "dot product"],
            [degrees, length, share, product],
        ],
        key="scores-cosine",
        title="A dot product is a shadow",
        note=f"|q| = {figures.QUERY:g}",
    )
    with st.container(horizontal=True):
        slider("sc_angle", "angle θ, degrees")
        decimal("sc_length", "length of k")


def _compared(degrees: int) -> str:
    if degrees == 90:
        return "At a right angle the score is 0, however long the key is."
    if degrees > 90:
        return "Beyond a right angle a longer key scores lower."
    return "A key twice as long scores twice as high at the same angle."


def _constant() -> None:
    chosen = frame.choices()
    query, key = (
        torch.tensor(worked_example.QUERY[:1]),
        torch.tensor(worked_example.KEY),
    )
    before = dot_product_scores(query, key, scale=1.0).double()
    now = before + chosen.sc_constant
    now[0, 2] += chosen.sc_one
    weights = masked_softmax(torch.cat([before, now]))
    largest = (weights[1] - weights[0]).abs().max().item()
    keys = ("k₁", "k₂", "k₃")
    rows = ("before", "now")
    matrices(
        [
            matrix(
                "scores of q₁",
                torch.cat([before, now]),
                rows,
                keys,
                means="signed",
                limit=20.0,
                digits=1,
                down="",
            ),
            matrix("weights", weights, rows, keys, down=""),
        ],
        f"Largest change of a weight: {_size(largest)}. {_why(chosen.sc_one)}",
        key="scores-constant",
        title="One row of scores, moved",
    )
    with st.container(horizontal=True):
        decimal("sc_constant", "added to all three")
        decimal("sc_one", "added to that of k₃ alone")


def _size(change: float) -> str:
    return f"{change:.3f}" if change >= 0.001 else small(change)


def _why(alone: float) -> str:
    if alone:
        return (
            "One score was moved, and all weights moved: they share a sum. The factor "
            "that is common to a row still falls out."
        )
    return (
        "exp(s + c) = exp(c) · exp(s): the factor stands above and below the fraction, "
        "so only differences count."
    )
