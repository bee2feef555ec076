"""The first step of the lab of pooling: a query lights up the points near it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core.labs import pooling
from viz.address.labs.pooling import Choices
from viz.content.texts import texts
from viz.figures import pooling as figures
from viz.figures.lit_points import Lit, caption, rows, worked
from viz.figures.pooling_matrix import matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs import play
from viz.pages.labs.lab import drawn, show
from viz.pages.labs.pooling_lamp import GRID, lamp
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.numbers import written

say = texts("labs/pooling")
N = 24
WIDTH = 1.0  # of the kernel in the case by hand
QUERIES = 11


def nearness() -> None:
    """Draw the points as a query lights them up, or the three of the case by hand."""
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
                ("pooling", query, width, turned, dark),
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
    x, here = given.x[:, None], torch.tensor([[query]], dtype=pooling.DOUBLE)
    kernels = pooling.kernel(here, x, width)[0]
    weights = pooling.nearness_weights(here, x, width)
    bell = pooling.kernel(here, grid[:, None], width)[0]
    curve = pooling.pooled(pooling.nearness_weights(grid[:, None], x, width), given.y)
    if view == "average":
        weights = torch.full_like(weights, 1 / len(x))
        bell = torch.full_like(bell, 1 / len(x))
        curve = pooling.pooled(weights.expand(len(grid), -1), given.y)
    elif view != "kernel":
        bell = bell / kernels.sum()
    return Lit(
        given.x.numpy(),
        given.y.numpy(),
        query,
        weights[0].numpy(),
        (kernels if view == "kernel" else weights[0]).numpy(),
        grid.numpy(),
        bell.numpy(),
        curve.numpy(),
        pooling.truth(grid).numpy() if grid is GRID else None,
        pooling.pooled(weights, given.y)[0].item(),
    )


# --- three points by hand -------------------------------------------------------------


def _three() -> None:
    show(
        figures.nearness(three(0.0), WIDTH, dark=frame.night()),
        key="pooling-hand",
        note=say("hand.note", width=written(WIDTH, "g")),
    )
    choice("pool_view", say("nearness.label"), say.all("nearness.views"))


def by_hand() -> None:
    """Draw three points weighed for a query at 0; the query at 1 is left blank."""
    here, there = three(0.0), three(1.0)
    with play.case("pooling"):
        st.html(html_tables.table(worked(here, WIDTH), say("hand.table")))
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
