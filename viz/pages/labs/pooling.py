"""Pooling: points weighed by nearness, the width learned, weights without a query."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core.labs import pooling
from core.labs.pooling_convergence import INSIDE
from core.labs.pooling_inputs import learned
from viz.address.labs.pooling import Choices
from viz.content.texts import texts
from viz.figures import pooling as figures
from viz.figures import widths
from viz.figures.lit_points import Lit, caption, rows, worked
from viz.figures.pooling_matrix import matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, drawn, lab, show, table
from viz.pages.labs.pooling_lamp import GRID, lamp
from viz.pages.labs.pooling_street import street
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say.numbers import written

say = texts("labs/pooling")
N = 24
WIDTH = 1.0  # of the kernel in the case by hand
QUERIES = 11
BEGIN = 3.0  # the width of both inputs before the first step


def page() -> None:
    """Draw the lab."""
    lab(
        "pooling",
        Step("nearness", _nearness, worked=_by_hand),
        Step("width", _width, _with_more_points),
        Step("query", street),
    )


# --- nearness -------------------------------------------------------------------------


def _nearness() -> None:
    """The points as a query lights them up, or the three of the case by hand."""
    (_three if frame.choices(Choices).pool_view == "hand" else _points)()


def _points() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    view, query, width = choices.pool_view, choices.pool_x, choices.pool_width
    given = pooling.points(N)
    shown = lit(given, view, query, width)
    cost = say("nearness.cost", queries=len(GRID), points=N, weights=len(GRID) * N)
    if view == "matrix":
        turned, queries = choices.turned, rows_of_queries(query)
        weights = pooling.nearness_weights(queries[:, None], given.x[:, None], width)
        show(
            library.kept(
                (query, width, turned, dark),
                lambda: matrix(
                    shown,
                    width,
                    queries.numpy(),
                    weights.numpy(),
                    turned=turned,
                    dark=dark,
                ),
            ),
            key="pooling-nearness",
            note=say(f"nearness.click_{'column' if turned else 'row'}", cost=cost),
            chosen=_move,
        )
    else:
        drawn(
            lambda: lamp(given, view, query, width),
            caption(shown, view, width),
            rows(shown),
            key="pooling-nearness",
            title=say("nearness.title"),
            note=cost,
        )
    choice("pool_view", say("nearness.label"), say.all("nearness.views"))
    with st.container(horizontal=True):
        slider("pool_x", say("nearness.query"))
        if view != "average":
            slider("pool_width", say("nearness.width"))


def _move(point: Mapping[str, Any]) -> None:
    """The lamp goes where the picture was clicked: to an x, or to a cell's query."""
    x = (point.get("customdata") or [point["x"]])[0]
    frame.keep(pool_x=round(min(max(float(x), 0.0), pooling.END), 1))


def rows_of_queries(query: float) -> Tensor:
    """0, 1, … 10, with the nearest of them replaced by the query itself."""
    queries = torch.arange(QUERIES, dtype=pooling.DOUBLE)
    queries[round(query)] = query
    return queries


def lit(
    given: pooling.Points, view: str, query: float, width: float, grid: Tensor = GRID
) -> Lit:
    """What a query makes of the points: its weights, its bars, the curve."""
    at = torch.tensor([query], dtype=pooling.DOUBLE)
    light = pooling.light(given, view, at, width)
    return Lit(
        given.x.numpy(),
        given.y.numpy(),
        query,
        light.weights[0].numpy(),
        light.bars[0].numpy(),
        grid.numpy(),
        (pooling.bell(given, view, grid - at, width) / light.total).numpy(),
        pooling.light(given, view, grid, width).answers.numpy(),
        pooling.truth(grid).numpy() if grid is GRID else None,
        light.answers.item(),
    )


# --- three points by hand -------------------------------------------------------------


def _three() -> None:
    show(
        figures.nearness(three(0.0), WIDTH, dark=frame.night()),
        key="pooling-hand",
        note=say("hand.note", width=written(WIDTH, "g")),
    )
    choice("pool_view", say("nearness.label"), say.all("nearness.views"))


def _by_hand() -> None:
    """Three points weighed for a query at 0; the query at 1 is left blank."""
    here, there = three(0.0), three(1.0)
    with play.case("pooling"):
        table(worked(here, WIDTH), say("hand.table"))
    first, second, third, total = (row[3] for row in worked(there, WIDTH)[1:])
    blank(
        "pool_hand",
        say("hand.blank"),
        there.answer,
        reason=say("hand.reason", first=first, second=second, third=third, sum=total),
    )


def three(query: float) -> Lit:
    """Three points, few enough for paper, as a query lights them up."""
    grid = torch.linspace(-0.5, 3.5, 201, dtype=pooling.DOUBLE)
    return lit(pooling.THREE, "softmax", query, WIDTH, grid)


# --- the width ------------------------------------------------------------------------


def _width() -> None:
    parts = {"loss": _loss, "inputs": _two_inputs, "points": _more_points}
    parts[choice("pool_see", say("width.label"), say.all("width.parts"))]()


def _more_points() -> None:
    result = stored("pooling", say("more_points.run"))
    if result is None:
        return
    show(
        widths.errors(result.found, dark=frame.night()),
        key="pooling-points",
        note=say("more_points.note", draws=result.found.draws),
    )


def _with_more_points() -> Mapping[str, str]:
    """The stored errors, for the lesson; the bias over the whole axis as well."""
    found = library.stored("pooling").found
    low, high = INSIDE
    return {
        "points": written(found.n[-1], ","),
        "width": written(found.width, "g"),
        "fixed": written(found.fixed[-1], ".4f"),
        "bias": written(found.bias, ".4f"),
        "ruled": written(found.ruled[-1], ".4f"),
        "low": written(low, "g"),
        "high": written(high, "g"),
        "bias_everywhere": written(pooling.smoothing_bias(found.width, GRID), ".4f"),
    }


def _loss() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    start, steps = choices.pool_start, choices.pool_steps
    tried, left_out, training = library.kept((), _losses)

    ways = library.kept(
        (start, steps),
        lambda: {
            name: pooling.descent(pooling.points(N), start, steps, leave_out)
            for name, leave_out in (("left out", True), ("training", False))
        },
    )
    show(
        library.kept(
            (start, steps, dark),
            lambda: widths.losses(tried, left_out, training, ways, dark=dark),
        ),
        key="pooling-loss",
        note=say("descent.note", points=N),
    )
    controls(pool_start=say("descent.start"), pool_steps=say("descent.steps"))


def _two_inputs() -> None:
    """Two inputs, one of them noise, and a width for each."""
    choices = frame.choices(Choices)
    choice("pool_kernel", say("inputs.kernel"), say.all("inputs.kernels"))
    steps, kind = choices.pool_steps, choices.pool_kernel
    found = library.kept((steps, kind), lambda: learned(BEGIN, steps, kind))
    show(
        widths.two_inputs(found, dark=frame.night()),
        key="pooling-inputs",
        note=say("inputs.note"),
    )
    st.markdown(say(f"inputs.formulas.{kind}"))
    controls(pool_steps=say("descent.steps"))


def _losses() -> tuple[list[float], list[float], list[float]]:
    """Widths from narrow to wide, and both losses at each."""
    given = pooling.points(N)
    tried = torch.logspace(-1.4, 0.6, 121, dtype=pooling.DOUBLE).tolist()
    left_out, training = (
        [pooling.training_loss(given, width, leave).item() for width in tried]
        for leave in (True, False)
    )
    return tried, left_out, training
