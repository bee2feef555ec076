"""Parameters that ask, data that ask: three fixed θ beside three cues."""

import streamlit as st

from core.labs.content_attention import (
    content_weights,
    context_weights,
    cues,
    values,
)
from core.labs.worked_example import DUCK, OBJECTS
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice
from viz.pages.labs.lab import matrices
from viz.say.captions import percent, subscript

say, shared = texts("labs/query-key-value"), texts("labs/shared")
CUES = {"duck": DUCK, "person": ("human",), "blue": ("blue",)}
OTHERS = ("person", "blue")  # c₂ and c₃
ITSELF = "self"


def draw() -> None:
    """Weights from Θ, and weights from cues that can be changed."""
    asked = frame.choices(Choices).qkv_ask
    choice("qkv_ask", say("content.ask"), say.all("content.asks"))
    way = "self" if asked == ITSELF else "cue"
    told = {"trained": say("content.trained"), "data": say(f"content.data.{way}")}
    lines = (f'<p class="{name}">{line}</p>' for name, line in told.items())
    st.html(f'<div class="locks">{"".join(lines)}</div>')
    objects = [_object(number) for number in range(len(OBJECTS))]
    columns = [f"v{subscript(n)}" for n in range(1, len(OBJECTS) + 1)]
    by_content = content_weights()
    given = values() if asked == ITSELF else cues([CUES[n] for n in (asked, *OTHERS)])
    by_context = context_weights(given)
    panels = [
        matrix(say(f"content.{name}"), weights, _rows(letter, len(weights)), columns)
        for name, letter, weights in (
            ("by_content", "θ", by_content),
            ("by_context", "c", by_context),
        )
    ]
    first, best = by_context[0], int(by_context[0].argmax())
    fixed = int(by_content[0].argmax())
    matrices(
        panels,
        say(
            f"content.caption.{way}",
            object=objects[best],
            share=percent(first[best].item()),
            fixed=objects[fixed],
            fixed_share=percent(by_content[0, fixed].item()),
        ),
        key="qkv-content",
        title=say("content.title"),
        note=", ".join(f"{v}: {o}" for v, o in zip(columns, objects, strict=True)),
    )
    st.markdown(say(f"content.formulas.{frame.choices().notation}"))


def _rows(letter: str, number: int) -> list[str]:
    return [f"{letter}{subscript(n)}" for n in range(1, number + 1)]


def _object(number: int) -> str:
    return " ".join(shared(f"attribute.{name}") for name in OBJECTS[number])
