"""The controls: how a next experiment is put together, question by question."""

from typing import TYPE_CHECKING

import streamlit as st

from viz.address import experiments
from viz.pages.app import frame
from viz.pages.transformer.experiments import run as running
from viz.pages.transformer.experiments.requested import Asked
from viz.payload.maps import KINDS, sizes
from viz.say.captions import apart

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

LABELS = {kind.id: kind.label for kind in KINDS}
FORBID = "Forbid a cell, or every cell of a column: its scores become −∞."
SILENCE = "Silence a head: what it mixed becomes zero, and the others go on."
LEAVE_OUT = (
    "Leave out a part. The model was not trained like this: a broken sentence shows "
    "that the part is used, not what it is for."
)
EDIT = (
    "Change a source word in place. All pieces of a word go together, and nothing is "
    "cut anew. A blanked word becomes a piece that no model has ever read."
)


# --- what may it see? ---------------------------------------------------------------


def see(lab: Asked, trace: "Trace") -> None:
    """The masks of the paper, and cells of one's own."""
    masks, own = st.columns([4, 9], gap="large")
    with masks:
        running.masks(lab)
    with own:
        frame.note(FORBID)
        kind, layer, head = _attention_chooser("forbid", trace)
        query, key = trace.sides(experiments.attention(kind, layer))
        rows, columns, run = st.columns([4, 4, 5], vertical_alignment="bottom")
        with rows:
            row = _word_chooser("Row (query)", query, "forbid-row", "every row")
        with columns:
            column = _word_chooser("Column (key)", key, "forbid-column", "every column")
        entry = experiments.written_cells(
            kind,
            layer,
            head,
            experiments.pieces_of(query.word_of, row),
            experiments.pieces_of(key.word_of, column),
        )
        with run:
            running.offer("Forbid", "forbid", entry, lab)


def _attention_chooser(key: str, trace: "Trace") -> tuple[str, int, int | None]:
    """Which attention, layer (from 1) and head (from 0; None: every head).

    Offered are the layers and heads that the model has.
    """
    choices, has = frame.choices(), sizes(trace)
    kinds, layers, heads = st.columns([6, 3, 4])
    with kinds:
        kind = st.selectbox(
            "Attention",
            list(LABELS),
            index=list(LABELS).index(choices.kind),
            format_func=LABELS.__getitem__,
            key=f"_{key}_kind",
        )
    with layers:
        layer = st.selectbox(
            "Layer",
            range(1, has["layers"] + 1),
            index=min(choices.layer, has["layers"]) - 1,
            key=f"_{key}_layer",
        )
    with heads:
        options = range(has["heads"] + 1)
        head = st.selectbox(
            "Head",
            options,
            format_func=lambda h: "every head" if h == 0 else str(h),
            index=options.index(choices.head) if choices.head in options else 0,
            key=f"_{key}_head",
        )
    return kind, layer, head - 1 if head else None


def _word_chooser(label: str, side: "Side", key: str, every: str) -> int | None:
    """A word of a side, None for all of them."""
    names = [every, *apart(side.words)]
    place = st.selectbox(
        label,
        range(len(names)),
        format_func=names.__getitem__,
        key=f"_{key}-{len(names)}",
    )
    return place - 1 if place else None


# --- which parts does it use? -------------------------------------------------------


def parts(lab: Asked, trace: "Trace") -> None:
    """Heads to silence, and parts to leave out."""
    heads, others = st.columns(2, gap="large")
    with heads:
        frame.note(SILENCE)
        kind, layer, head = _attention_chooser("silence", trace)
        chosen = range(sizes(trace)["heads"]) if head is None else [head]
        entry = ",".join(f"{kind}.{layer}.{number + 1}" for number in chosen)
        running.offer("Silence", "silence", entry, lab)
    with others:
        frame.note(LEAVE_OUT)
        part = st.selectbox(
            "Part",
            experiments.parts(sizes(trace)["layers"]),
            format_func=experiments.part_name,
            key="_without_part",
        )
        running.offer("Leave out", "without", part, lab)


# --- which words matter? ------------------------------------------------------------


def words(lab: Asked) -> None:
    """Source words to blank, delete or swap."""
    typed = running.typed_words()
    names = apart(tuple(typed))
    frame.note(EDIT)
    how, word, other, run = st.columns([3, 3, 3, 5], vertical_alignment="bottom")
    with how:
        kind = st.selectbox(
            "Change", ["blank", "delete", "swap"], format_func=str.capitalize,
            key="_edit_kind",
        )  # fmt: skip
    places = range(len(names))
    with word:
        chosen = st.selectbox(
            "Word", places, format_func=names.__getitem__, key=f"_edit-{len(names)}"
        )
    entry = f"{kind}.{chosen + 1}"
    if kind == "swap":
        with other:
            second = st.selectbox(
                "with", places, format_func=names.__getitem__,
                index=min(1, len(names) - 1), key=f"_edit_other-{len(names)}",
            )  # fmt: skip
        entry = f"swap.{chosen + 1}-{second + 1}"
    with run:
        running.offer("Change", "edit", entry, lab)
