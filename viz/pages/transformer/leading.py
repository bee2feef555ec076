"""Which map Transformer opens on, and what is shown in place of one there is not."""

from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.address import DEFAULTS
from viz.pages.app import frame, library, shown_model

if TYPE_CHECKING:
    from core.trace import Trace

MAP = frozenset({"kind", "layer", "head", "mean", "names", "row"})
"""The names of the address that choose a map; it has one once a reader has chosen."""


def fit(trace: "Trace") -> None:
    """Choose the last layer and head there is in place of one that there is not."""
    _lead()
    choices = frame.choices()
    layers = sum(name.stack == "encoder" for name in trace.attentions())
    heads = len(trace.heads(trace.names()[0]))
    mean = ".".join(h for h in choices.mean.split(".") if h and int(h) <= heads)
    fitting = {
        "layer": min(choices.layer, layers),
        "head": min(choices.head, heads),
        "mean": mean,
    }
    other = {k: v for k, v in fitting.items() if v != getattr(choices, k)}
    if other:
        frame.keep(**other)


def _lead() -> None:
    """Begin with the head that Start shows, where a reader has not chosen a map.

    So does a walk, which is of one head, later on too.
    """
    choices, lead = frame.choices(), aligning()
    usual = choices.kind == "cross" and choices.layer == DEFAULTS.layer
    if not choices.walk and MAP & set(st.query_params):
        return
    if not choices.head and not choices.mean and usual and lead:
        frame.keep(
            layer=lead["layer"] + 1,
            head=lead["head"] + 1,
            names=lead["names"],
        )


def aligning() -> dict[str, Any] | None:
    """The map that Start shows, as the browser names it, if it is of one head."""
    best = library.model(shown_model.transformer()).best_alignment
    if best.head is None:
        return None
    names = "read" if best.reading == "read" else ""
    return {"layer": best.name.layer, "head": best.head, "names": names}
