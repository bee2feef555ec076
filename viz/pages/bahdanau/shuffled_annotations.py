"""Another order: the annotations shuffled, and beside it the English shuffled."""

import random
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.figures import steps
from viz.pages.app import frame, library, shown_model, widgets
from viz.say import html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from torch import Tensor

    from core.trace import Trace

say = texts("bahdanau")

ROUNDING = 1e-5  # float32 leaves less than this where nothing has changed


def order(trace: "Trace", step: int) -> None:
    """One step over shuffled annotations, and over shuffled English."""
    from core.analysis.source_order import reread, shuffled
    from core.networks.bahdanau import Bahdanau
    from core.trace import recurrent

    network = library.model(shown_model.recurrent()).network
    if not isinstance(network, Bahdanau):
        raise TypeError("only additive attention has annotations to shuffle")
    frame.note(say("order.lead"))
    number = frame.choices().b_shuffle
    st.button(say("order.again"), key="shuffle", on_click=another)
    n, before = len(trace.source.pieces), recurrent(trace).decoder[step].attention
    places = shuffle(n, number)
    after, again = (
        found(network, trace, step, places).attention for found in (shuffled, reread)
    )
    weights = before.weights.tolist(), after.weights.tolist()
    moved = steps.moved(trace.source.pieces, places, *weights)
    word = trace.predicted.pieces[step]
    caption = say("order.caption", step=step + 1, word=word)
    st.html(html_tables.table(moved, caption))
    annotations = _changed("annotations", before.context, after.context)
    english = _changed("english", before.context, again.context)
    st.text(f"{annotations}\n{english}")
    frame.note(say("order.explained"))


def shuffle(n: int, number: int) -> list[int]:
    """An order of n places that moves at least one; ‹end›, the last, keeps its own."""
    usual = list(range(n - 1))
    found = random.Random(number).sample(usual, n - 1)
    return [*(found if found != usual else found[::-1]), n - 1]


def another() -> None:
    """Take the next order; for callbacks."""
    _, last = widgets.limits("b_shuffle")
    frame.keep(b_shuffle=frame.choices().b_shuffle % last + 1)


def _changed(what: str, before: "Tensor", after: "Tensor") -> str:
    """Whether the context is another; `what` was shuffled."""
    away = (after - before).abs().max().item()
    if away < ROUNDING:
        return say(f"order.{what}_same", difference=written(away, ".1e"))
    largest = written(before.abs().max().item())
    return say(f"order.{what}_differ", difference=written(away), largest=largest)
