"""Another order: the annotations shuffled, and beside it the English shuffled."""

import random
from typing import TYPE_CHECKING

import streamlit as st

from viz import address
from viz.address.rules import Between
from viz.figures import steps
from viz.pages.app import frame, library
from viz.say import captions, html_tables

if TYPE_CHECKING:
    from torch import Tensor

    from core.trace import Trace

LEAD = (
    "The annotations are handed to the decoder in another order, each with what it has "
    "read. Guess first: will the context of this step change, and the word?"
)
SET = (
    "The decoder reads a set: each annotation keeps its score wherever it stands, and "
    "a sum does not mind the order of what is added. What it knows of the order of the "
    "English stands inside the annotations: shuffle the English itself, so that the "
    "encoder reads it anew, and the context is another."
)
ROUNDING = 1e-5  # float32 leaves less than this where nothing has changed


def order(trace: "Trace", step: int) -> None:
    """One step over shuffled annotations, and over shuffled English."""
    from core.analysis.source_order import reread, shuffled
    from core.networks.bahdanau import Bahdanau
    from core.trace import recurrent

    network = library.model(library.BAHDANAU).network
    if not isinstance(network, Bahdanau):
        raise TypeError("only additive attention has annotations to shuffle")
    frame.note(LEAD)
    number = frame.choices().b_shuffle
    st.button("Shuffle again", key="shuffle", on_click=_again)
    n, before = len(trace.source.pieces), recurrent(trace).decoder[step].attention
    places = shuffle(n, number)
    after, again = (
        found(network, trace, step, places).attention for found in (shuffled, reread)
    )
    st.html(
        html_tables.table(
            steps.moved(
                trace.source.pieces,
                places,
                before.weights.tolist(),
                after.weights.tolist(),
            ),
            f"The annotations as step {step + 1} gets them, "
            f"which writes {trace.predicted.pieces[step]}",
        )
    )
    st.text(
        f"Annotations shuffled: {_changed(before.context, after.context)}\n"
        f"English shuffled: {_changed(before.context, again.context)}"
    )
    frame.note(SET)


def shuffle(n: int, number: int) -> list[int]:
    """An order of n places that moves at least one; ‹end›, the last, keeps its own."""
    usual = list(range(n - 1))
    found = random.Random(number).sample(usual, n - 1)
    return [*(found if found != usual else found[::-1]), n - 1]


def _again() -> None:
    number = frame.choices().b_shuffle
    rule = address.RULES["b_shuffle"]
    last = rule.high if isinstance(rule, Between) else number
    frame.keep(b_shuffle=number % last + 1)


def _changed(before: "Tensor", after: "Tensor") -> str:
    away = (after - before).abs().max().item()
    if away < ROUNDING:
        return f"the context is the same (largest difference {away:.1e}, rounding)."
    largest = before.abs().max().item()
    return (
        f"the context differs by up to {away:.2f}, where its largest number is "
        f"{captions.signed(largest).removeprefix('+')}."
    )
