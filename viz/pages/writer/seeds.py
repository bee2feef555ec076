"""Five texts from one beginning: each is likely, and none of them need be true."""

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, widgets
from viz.pages.writer import asked
from viz.pages.writer.asked import Wanted
from viz.say.captions import percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace

MANY, MOST, LAST_SEED = 5, 24, 999
say = texts("writer")


def seeds(trace: "Trace") -> None:
    """The beginning, drawn on to the end of its sentence with five seeds."""
    choices = frame.choices()
    frame.caption(say("seeds.lead"))
    first = min(choices.seed, LAST_SEED - MANY + 1)
    for seed in range(first, first + MANY):
        of = Wanted(choices.w_text, 0, asked.sampling(seed), trace.experiment)
        pieces = asked.to_the_end(of, MOST)
        found = asked.passed(Wanted(of.text, pieces, of.sampling, of.experiment))
        with st.container(key=f"seed-{seed}", horizontal=True):
            st.html(_line(found, seed))
            st.button(
                say("seeds.take", seed=str(seed)),
                key=f"take-{seed}",
                help=say("seeds.take_about", seed=str(seed)),
                on_click=_take,
                args=(seed, pieces),
            )
    frame.note(
        say(
            "seeds.drawn",
            temperature=widgets.respelled(choices.temperature),
            topk=str(choices.topk) if choices.topk else say("seeds.all"),
            topp=percent(choices.topp / 100)
            if choices.topp < 100
            else say("seeds.all"),
        )
    )
    frame.note(say("seeds.true"))


def _line(found: "Trace", seed: int) -> str:
    begun, rest = asked.halves(found)
    log = written(found.translation.log_probability)
    told = escape(say("seeds.line", seed=str(seed), log=log))
    return (
        f'<p class="written seed"><small>{told}</small>'
        f"<span>{escape(begun)}</span><b>{escape(rest)}</b></p>"
    )


def _take(seed: int, pieces: int) -> None:
    frame.keep(w_how="drawn", seed=seed, w_pieces=pieces, w_row=0)
