"""Masks: before the softmax, after it, and why training needs one."""

import streamlit as st
import torch
from torch import Tensor

from core.attention import masked_softmax
from core.errors import InputError
from core.labs import masks as core
from core.labs.lookahead import Decoder, Found
from core.labs.worked_example import WORDS
from viz.address.labs.masks import Choices
from viz.figures import lookahead as figures
from viz.figures import mask_panels as shown
from viz.figures.small_matrices import Matrix, caption, cover, matrix
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import Step, choice, figure, lab, matrices, slider
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import Typed, blank, right, typed
from viz.pages.labs.typed_matrix import matrix as field
from viz.say import html_tables
from viz.say.captions import counted, percent

KIND_LABELS = {
    "play": "one row, worked",
    "blank": "with a blank",
    "none": "none",
    "causal": "causal",
    "lengths": "lengths 1, 2, … n",
}
WORKED = (2.0, 2.0, float("-inf"))
BY_HAND = (
    "softmax(2, 2, −∞). Exponentials: e² = 7.389 twice, and e to the −∞ is 0.",
    "Their sum: 7.389 + 7.389 + 0 = 14.778.",
    "Each divided by it: ½, ½ and 0.",
)
TOO_MANY = (
    "{asked} keys of padding are more than this sentence bears: it has {keys}, and one "
    "must be a word."
)
BLANK = (1.0, 1.0, 1.0, float("-inf"))


def page() -> None:
    """Draw the lab."""
    lab(
        "masks",
        "Masks",
        (
            Step("Before", _before, worked=_by_hand),
            Step("After", _after),
            Step("Why", _why),
        ),
    )


# --- before ---------------------------------------------------------------------------


def _before() -> None:
    choice("mask_kind", "mask", KIND_LABELS)
    rows = {"play": _three_keys, "blank": _four_keys}
    rows.get(frame.choices(Choices).mask_kind, _sentence)()


def _sentence() -> None:
    found = typed("mask_scores", fit=_fits)
    scores = torch.tensor(found.matrices[0])
    queries, keys = scores.shape
    chosen = frame.choices(Choices)
    asked, pads = chosen.mask_pads, min(chosen.mask_pads, keys - 1)
    kind = chosen.mask_kind if queries == keys else "none"  # the field says so
    length = keys - pads
    forbidden = core.forbidding(queries, keys, kind, length, _cells())
    may = core.allowed(forbidden, queries, keys)
    panels = shown.panels(scores, forbidden, length)
    matrices(
        panels,
        f"{shown.forbidden_in_words(forbidden)} {caption(panels[1])}",
        key="masks-before",
        title="A forbidden score is −∞ before the softmax",
        note="click a cell to forbid it",
        chosen=_toggle,
    )
    try:
        core.check(may)
    except InputError as problem:
        frame.refuse(str(problem))
    if asked > pads:
        frame.refuse(TOO_MANY.format(asked=asked, keys=counted(keys, "key", "keys")))
    _controls(found, scores)
    _adding(scores, may)


def _fits(scores: tuple[tuple[float, ...], ...]) -> None:
    """A causal mask needs a square."""
    queries, keys = len(scores), len(scores[0])
    core.forbidding(queries, keys, frame.choices(Choices).mask_kind, keys)


def _controls(found: Typed, scores: Tensor) -> None:
    left, right = st.columns(2)
    with left:
        field("mask_scores", "scores, a row a query", found)
    with right:
        slider("mask_pads", "padding at the end")
    _without_pointing(*scores.shape)


def _cells() -> frozenset[tuple[int, int]]:
    """The cells that the reader forbade, counted from 0."""
    entries = frame.choices(Choices).mask_cells.split(",")
    pairs = (entry.split("-") for entry in entries if entry)
    return frozenset((int(query) - 1, int(key) - 1) for query, key in pairs)


def _keep(cells: frozenset[tuple[int, int]]) -> None:
    written = ",".join(f"{query + 1}-{key + 1}" for query, key in sorted(cells))
    frame.keep(mask_cells=written)


def _toggle(query: int, key: int) -> None:
    _keep(_cells() ^ {(query, key)})


def _without_pointing(queries: int, keys: int) -> None:
    """The cells that are forbidden by hand, for those who do not point at them."""
    rows, columns = shown.names(queries, keys)
    grid = [(query, key) for query in range(queries) for key in range(keys)]
    name = "_mask_cells"
    st.session_state[name] = [cell for cell in grid if cell in _cells()]
    with st.expander("Forbid cells without pointing"):
        st.multiselect(
            "cells that you forbid",
            grid,
            format_func=lambda cell: f"{rows[cell[0]]} → {columns[cell[1]]}",
            key=name,
            on_change=lambda: _keep(frozenset(st.session_state[name])),
            placeholder="none: choose some, or click them above",
        )


def _adding(scores: Tensor, may: Tensor) -> None:
    """Where a mask is added, and what is added, for one row."""
    row = shown.instructive(may)
    if row is None:
        frame.note(shown.NOTHING)
        return
    query = shown.names(*scores.shape)[0][row]
    table = shown.ways_to_add(scores[row : row + 1], may[row : row + 1])
    st.html(
        html_tables.table(table, f"What is added to a forbidden score: row “{query}”")
    )


def _worked(scores: tuple[float, ...]) -> list[Matrix]:
    """One row of scores, its exponentials, and its weights."""
    row = torch.tensor([scores])
    keys = [f"k{sub}" for sub in "₁₂₃₄"[: len(scores)]]
    return [
        matrix("scores", row, ["q"], keys, means="signed", digits=2),
        matrix("e to the score", row.exp(), ["q"], keys, means="signed"),
        matrix("weights", masked_softmax(row), ["q"], keys),
    ]


def _three_keys() -> None:
    matrices(
        _worked(WORKED),
        "The forbidden key takes nothing; the others share the whole light.",
        key="masks-worked",
        title="softmax(2, 2, −∞)",
    )


def _four_keys() -> None:
    *given, weights = _worked(BLANK)
    if not right("mask_third", _third()):
        weights = cover(weights, [(0, key) for key in range(len(BLANK))])
    matrices(
        [*given, weights],
        "Three exponentials are e = 2.718, the fourth is 0.",
        key="masks-blank",
        title="softmax(1, 1, 1, −∞)",
    )


def _third() -> float:
    return masked_softmax(torch.tensor([BLANK]))[0, 0].item()


def _by_hand() -> None:
    play.lines("masks", BY_HAND)
    blank(
        "mask_third",
        "Your turn, softmax(1, 1, 1, −∞): the weight of k₁, three digits",
        _third(),
        reason="One of three that are alike.",
    )


# --- after ----------------------------------------------------------------------------


def _after() -> None:
    found = typed("mask_row", fit=_one_row)
    scores = torch.tensor(found.matrices[0])
    keys = range(scores.shape[-1])
    out = [int(key) - 1 for key in frame.choices(Choices).mask_out.split(",") if key]
    may = torch.tensor([[key not in out for key in keys]])
    three = shown.three_ways(scores, may)
    row = matrix("scores", scores, ["q"], three.columns, means="signed", digits=2)
    sums = core.zeroed(scores, may).sum().item()
    left = (
        f"{1 - sums:.3f} went to what is forbidden" if sums < 1 else "nothing is lost"
    )
    matrices(
        [row, three],
        f"Zero after: the row adds up to {sums:.3f}; {left}. Mask before, and zero "
        "with renormalising, agree.",
        key="masks-after",
        title="One row of scores, three ways to forbid",
        note="hatched: never in the sum; 0: taken out of it too late",
    )
    try:
        core.check(may)
    except InputError as problem:
        frame.refuse(str(problem))
    field("mask_row", "scores of one query", found)
    name = "_mask_out"
    st.session_state[name] = [key for key in keys if key in out]
    st.pills(
        "forbidden keys",
        list(keys),
        format_func=lambda key: f"key {key + 1}",
        selection_mode="multi",
        key=name,
        on_change=lambda: frame.keep(
            mask_out=",".join(str(key + 1) for key in sorted(st.session_state[name]))
        ),
    )


def _one_row(scores: tuple[tuple[float, ...], ...]) -> None:
    if len(scores) > 1:
        raise InputError(f"{len(scores)} rows; one is enough here.")


# --- why ------------------------------------------------------------------------------


def _why() -> None:
    st.html(
        html_tables.table(
            shown.strips(WORDS), "The shifted target: one pass, many losses"
        )
    )
    result = stored("masks", "a minute")
    if result is None:
        return
    found: Found = result.found
    masked, unmasked = found.masked, found.unmasked
    dark = frame.night()
    figure(
        library.kept(
            ("lookahead", found, dark), lambda: figures.losses(found, dark=dark)
        ),
        f"With the mask the loss ends at {masked.losses[-1]:.3f}, and the text cannot "
        f"cost less than {found.words} ln 2 / {found.words + 1} = {found.entropy:.3f}. "
        f"Without, it ends at {unmasked.losses[-1]:.3f}: a row puts "
        f"{percent(unmasked.ahead)} of its weight on later words. Fed word by word, as "
        f"in writing, the first costs {masked.alone:.3f} and the second "
        f"{unmasked.alone:.3f}; to guess evenly would cost {shown.GUESSING:.3f}.",
        figures.rows(found),
        key="masks-why",
        title="Two decoders, the same texts",
    )
    st.html(
        html_tables.table(
            [
                ["", "loss in training", "loss in writing", "words that fit"],
                _line(figures.NAMES[0], masked),
                _line(figures.NAMES[1], unmasked),
            ],
            "What they learned",
        )
    )
    for name, decoder in zip(figures.NAMES, (masked, unmasked), strict=True):
        frame.note(f"What it writes, {name}: {shown.voices(decoder.text)}.")


def _line(name: str, decoder: Decoder) -> list[str]:
    return [
        name,
        f"{decoder.losses[-1]:.3f}",
        f"{decoder.alone:.3f}",
        percent(decoder.fitting),
    ]
