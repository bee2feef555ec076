"""Pooling: points weighed by nearness, the width learned, weights without a query."""

import streamlit as st
import torch

from core.labs.pooling import DOUBLE, descent, points, training_loss
from viz.address.labs.pooling import Choices
from viz.content.texts import texts
from viz.figures import widths
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs.lab import Step, lab, show
from viz.pages.labs.pooling_nearness import N, by_hand, nearness
from viz.pages.labs.pooling_street import gates, street
from viz.pages.labs.stored_results import stored

say = texts("labs/pooling")


def page() -> None:
    """Draw the lab."""
    lab(
        "pooling",
        Step("nearness", nearness, worked=by_hand),
        Step("width", _width),
        Step("query", street, gates),
    )


# --- the width ------------------------------------------------------------------------


def _width() -> None:
    choice("pool_see", say("width.label"), say.all("width.parts"))
    {"loss": _loss, "points": _more_points}[frame.choices(Choices).pool_see]()


def _more_points() -> None:
    result = stored("pooling", say("more_points.run"))
    if result is None:
        return
    show(
        widths.errors(result.found, dark=frame.night()),
        key="pooling-points",
        note=say("more_points.note", draws=result.found.draws),
    )


def _loss() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    start, steps = choices.pool_start, choices.pool_steps
    tried, left_out, training = library.kept("pooling losses", losses)

    def way(leave_out: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
        found = descent(points(N), start, steps, leave_out)
        return found.widths, found.losses

    ways = library.kept(
        ("descents", start, steps),
        lambda: {"left out": way(True), "training": way(False)},
    )
    show(
        library.kept(
            ("pooling loss", start, steps, dark),
            lambda: widths.losses(tried, left_out, training, ways, dark=dark),
        ),
        key="pooling-loss",
        note=say("descent.note", points=N),
    )
    with st.container(horizontal=True):
        slider("pool_start", say("descent.start"))
        slider("pool_steps", say("descent.steps"))


def losses() -> tuple[list[float], list[float], list[float]]:
    """Widths from narrow to wide, and both losses at each."""
    given = points(N)
    tried = torch.logspace(-1.4, 0.6, 121, dtype=DOUBLE).tolist()
    left_out, training = (
        [training_loss(given, width, leave).item() for width in tried]
        for leave in (True, False)
    )
    return tried, left_out, training
