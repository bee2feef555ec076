"""Pooling: points weighed by nearness, the width learned, weights without a query."""

import streamlit as st
import torch

from core.labs import pooling as core
from core.labs.costs import slope
from viz.address.labs.pooling import Choices
from viz.figures import widths
from viz.pages.app import frame, library
from viz.pages.labs.lab import Step, choice, decimal, figure, lab, slider
from viz.pages.labs.pooling_nearness import N, by_hand, nearness
from viz.pages.labs.pooling_street import gates_said, street
from viz.pages.labs.stored_results import stored

MANY = 400
SEE_LABELS = {"loss": "one width, its loss", "points": "more points"}


def page() -> None:
    """Draw the lab."""
    lab(
        "pooling",
        "Pooling",
        (
            Step("Nearness", nearness, worked=by_hand),
            Step("Width", _width),
            Step("Query or none", street, gates_said),
        ),
    )


# --- the width ------------------------------------------------------------------------


def _width() -> None:
    choice("pool_see", "look at", SEE_LABELS)
    {"loss": _loss, "points": _more_points}[frame.choices(Choices).pool_see]()


def _more_points() -> None:
    result = stored("pooling", "ten seconds")
    if result is None:
        return
    found, dark = result.found, frame.night()
    curves = {
        f"width {found.width:g}": found.fixed,
        "width ∝ n<sup>−1/5</sup>": found.ruled,
    }
    late = [at for at, n in enumerate(found.n) if n >= MANY]
    power = slope([found.n[at] for at in late], [found.ruled[at] for at in late])
    figure(
        widths.errors(found.n, curves, found.bias, dark=dark),
        f"With {found.n[-1]:,} points the error at width {found.width:g} is "
        f"{found.fixed[-1]:.4f} and stays there: the smoothing bias is "
        f"{found.bias:.4f}. With a width that shrinks it is {found.ruled[-1]:.4f} and "
        f"goes on to 0: from {MANY} points on as n to the power −{-power:.2f} "
        "(theory −0.80).",
        [
            ["n", f"width {found.width:g}", "width as n^(-1/5)"],
            *map(list, zip(found.n, found.fixed, found.ruled, strict=True)),
        ],
        key="pooling-points",
        title="Error against the number of points",
        note=f"mean of {found.draws} draws",
    )


def _loss() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    start, steps = choices.pool_start, choices.pool_steps
    tried, left_out, training = library.kept("pooling losses", losses)
    ways = library.kept(
        ("descents", start, steps),
        lambda: {
            "left out": core.descent(core.points(N), start, steps, True),
            "training": core.descent(core.points(N), start, steps, False),
        },
    )
    best = min(range(len(tried)), key=left_out.__getitem__)
    learned, greedy = ways["left out"], ways["training"]
    figure(
        library.kept(
            ("pooling loss", start, steps, dark),
            lambda: widths.losses(
                tried,
                left_out,
                training,
                {name: (way.widths, way.losses) for name, way in ways.items()},
                dark=dark,
            ),
        ),
        f"After {steps} steps the width is {learned.widths[-1]:.2f}, with loss "
        f"{learned.losses[-1]:.3f}; the lowest is at {tried[best]:.2f}, with "
        f"{left_out[best]:.3f}. When points may look at themselves it is already "
        f"{greedy.widths[-1]:.2f} and goes on to 0, where the loss is 0.",
        [
            ["width", "without looking at itself", "looking at itself too"],
            *map(list, zip(tried, left_out, training, strict=True)),
        ],
        key="pooling-loss",
        title="Gradient descent on the width",
        note=f"the {N} points of the first step",
    )
    with st.container(horizontal=True):
        decimal("pool_start", "begin at w")
        slider("pool_steps", "steps")


def losses() -> tuple[list[float], list[float], list[float]]:
    """Widths from narrow to wide, and both losses at each."""
    given = core.points(N)
    tried = torch.logspace(-1.4, 0.6, 121, dtype=core.DOUBLE).tolist()
    left_out, training = (
        [core.training_loss(given, width, leave).item() for width in tried]
        for leave in (True, False)
    )
    return tried, left_out, training
