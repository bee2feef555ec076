"""The first step of the lab of pooling: a query lights up the points near it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core.labs import pooling as core
from viz.address.labs.pooling import Choices
from viz.figures import pooling as figures
from viz.figures.pooling_matrix import matrix
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import choice, decimal, drawn, figure
from viz.pages.labs.pooling_lamp import GRID, lamp
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.numbers import small, written

N = 24
QUERIES = 11
VIEW_LABELS = {
    "hand": "by hand",
    "average": "average",
    "kernel": "kernel",
    "softmax": "softmax",
    "matrix": "matrix",
}


def nearness() -> None:
    """Draw the points as a query lights them up, or the three of the case by hand."""
    (_three if frame.choices(Choices).pool_view == "hand" else _points)()


def _points() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    view, query, width = choices.pool_view, choices.pool_x, choices.pool_width
    given = core.points(N)
    shown = lit(given, view, query, width)
    title = "A query lights up the points near it"
    cost = f"{len(GRID)} queries × {N} points = {len(GRID) * N:,} weights"
    if view == "matrix":
        turned, queries = choices.turned, rows_of_queries(query)
        weights = core.nearness_weights(queries[:, None], given.x[:, None], width)
        figure(
            library.kept(
                ("pooling", query, width, turned, dark),
                lambda: matrix(
                    shown, queries.numpy(), weights.numpy(), turned=turned, dark=dark
                ),
            ),
            told(given, shown, view, width, turned=turned),
            _matrix_rows(shown, queries, weights),
            key="pooling-nearness",
            title=title,
            note=f"click a {'column' if turned else 'row'}; {cost}",
            chosen=_move,
        )
    else:
        drawn(
            lambda: lamp(given, view, query, width),
            told(given, shown, view, width),
            _rows(shown),
            key="pooling-nearness",
            title=title,
            note=cost,
        )
    choice("pool_view", "weights", VIEW_LABELS)
    with st.container(horizontal=True):
        decimal("pool_x", "query x")
        if view != "average":
            decimal("pool_width", "width w")


def _move(point: Mapping[str, Any]) -> None:
    """The lamp goes where the picture was clicked: to an x, or to a cell's query."""
    x = (point.get("customdata") or [point["x"]])[0]
    frame.keep(pool_x=round(min(max(float(x), 0.0), core.END), 1))


def rows_of_queries(query: float) -> Tensor:
    """0, 1, … 10, with the nearest of them replaced by the query itself."""
    queries = torch.arange(QUERIES, dtype=core.DOUBLE)
    queries[round(query)] = query
    return queries


def lit(
    given: core.Points, view: str, query: float, width: float, grid: Tensor = GRID
) -> figures.Lit:
    """What a query makes of the points: its weights, its bars, the curve."""
    x, here = given.x[:, None], torch.tensor([[query]], dtype=core.DOUBLE)
    kernels = core.kernel(here, x, width)[0]
    weights = core.nearness_weights(here, x, width)
    bell = core.kernel(here, grid[:, None], width)[0]
    curve = core.pooled(core.nearness_weights(grid[:, None], x, width), given.y)
    if view == "average":
        weights = torch.full_like(weights, 1 / len(x))
        bell = torch.full_like(bell, 1 / len(x))
        curve = core.pooled(weights.expand(len(grid), -1), given.y)
    elif view != "kernel":
        bell = bell / kernels.sum()
    return figures.Lit(
        given.x.numpy(),
        given.y.numpy(),
        query,
        weights[0].numpy(),
        (kernels if view == "kernel" else weights[0]).numpy(),
        grid.numpy(),
        bell.numpy(),
        curve.numpy(),
        core.truth(grid).numpy() if grid is GRID else None,
        core.pooled(weights, given.y)[0].item(),
    )


def told(
    given: core.Points,
    shown: figures.Lit,
    view: str,
    width: float,
    *,
    turned: bool = False,
) -> str:
    """What the picture shows, in words."""
    answer = f"f({shown.query:g}) = {written(shown.answer)}"
    if view == "average":
        return (
            f"Every point weighs 1/{len(given.x)} = {1 / len(given.x):.3f}, wherever "
            f"the query stands: {answer}, and the same everywhere."
        )
    here = torch.tensor([[shown.query]], dtype=core.DOUBLE)
    kernels = core.kernel(here, given.x[:, None], width)[0]
    if view == "kernel":
        return (
            f"{len(given.x)} kernels from 0 to 1; their sum is {kernels.sum():.2f}. "
            f"Each divided by that sum is a weight, and {answer}."
        )
    if view == "matrix":
        return (
            f"One query, one {'column' if turned else 'row'} of {len(given.x)} weights "
            f"that add up to 1. Every query has to visit all {len(given.x)} points; "
            f"{answer}."
        )
    off = abs((kernels / kernels.sum()).numpy() - shown.weights).max()
    most = int(shown.weights.argmax())
    return (
        f"{answer}. The point at {shown.x[most]:.2f} weighs most, "
        f"{shown.weights[most]:.2f}. softmax of −½((x − xᵢ)/w)² and kernel / sum are "
        f"one thing: largest difference {small(float(off))}."
    )


def _matrix_rows(shown: figures.Lit, queries: Tensor, weights: Tensor) -> list:
    return [
        ["query \\ point", *shown.x.tolist()],
        *(
            [query, *row]
            for query, row in zip(queries.tolist(), weights.tolist(), strict=True)
        ),
    ]


def _rows(shown: figures.Lit) -> list:
    columns = (shown.x, shown.y, shown.bars, shown.weights)
    return [
        ["x", "y", "bar", "weight"],
        *map(list, zip(*(column.tolist() for column in columns), strict=True)),
    ]


# --- three points by hand -------------------------------------------------------------


def _three() -> None:
    dark = frame.night()
    given = core.THREE
    grid = torch.linspace(-0.5, 3.5, 201, dtype=core.DOUBLE)
    shown = lit(given, "softmax", 0.0, 1.0, grid)
    table = worked(given, 0.0)
    figure(
        figures.nearness(shown, dark=dark),
        f"The query stands at 0, the width is 1. The kernels add up to {table[-1][3]}, "
        f"the weights to 1, and the weighted labels to f(0) = {table[-1][5]}.",
        table,
        key="pooling-hand",
        title="Three points, one query",
        note="w = 1",
    )
    choice("pool_view", "weights", VIEW_LABELS)


def by_hand() -> None:
    """Draw three points weighed for a query at 0; the query at 1 is left blank."""
    given = core.THREE
    with play.case("pooling"):
        st.html(
            html_tables.table(worked(given, 0.0), "Three points, the query at 0, w = 1")
        )
    there = worked(given, 1.0)
    blank(
        "pool_hand",
        "Your turn: the query stands at 1. What is f(1)? Three digits",
        f_of(given, 1.0),
        reason=f"Kernels {there[1][3]}, {there[2][3]} and {there[3][3]}; each divided "
        f"by their sum, {there[-1][3]}.",
    )


def f_of(given: core.Points, query: float) -> float:
    """What a query carries home at width 1."""
    return lit(given, "softmax", query, 1.0).answer


def worked(given: core.Points, query: float) -> list[list[str]]:
    """Each point with its kernel, its weight, and what it adds; last their sums."""
    here = torch.tensor([[query]], dtype=core.DOUBLE)
    kernels = core.kernel(here, given.x[:, None], 1.0)[0]
    weights = core.nearness_weights(here, given.x[:, None], 1.0)[0]
    parts = weights * given.y
    rows = zip(given.x, given.y, kernels, weights, parts, strict=True)
    return [
        ["point", "x", "y", "kernel", "weight", "weight · y"],
        *(
            [str(at), f"{x:g}", f"{y:g}", f"{k:.3f}", f"{w:.3f}", f"{part:.3f}"]
            for at, (x, y, k, w, part) in enumerate(rows, 1)
        ),
        ["sum", "", "", *(f"{c.sum():.3f}" for c in (kernels, weights, parts))],
    ]
