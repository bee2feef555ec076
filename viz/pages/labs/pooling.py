"""Pooling: points weighed by nearness, the width learned, weights without a query."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core import pooling as core
from core.more_points import slope
from viz.figures import pooling as figures
from viz.figures import widths
from viz.numbers import small
from viz.pages import frame, library
from viz.pages.labs.lab import Step, choice, decimal, figure, lab, slider
from viz.pages.labs.pooling_street import gates_said, street
from viz.pages.labs.stored import stored

N = 24
GRID = torch.linspace(0, core.END, 201, dtype=core.DOUBLE)
QUERIES = 11
MANY = 400
VIEW_LABELS = {
    "average": "average",
    "kernel": "kernel",
    "softmax": "softmax",
    "matrix": "matrix",
}
SEE_LABELS = {"loss": "one width, its loss", "points": "more points"}


def page() -> None:
    """Draw the lab."""
    lab(
        "pooling",
        "Pooling",
        (
            Step("Nearness", _nearness),
            Step("Width", _width),
            Step("Query or none", street, gates_said),
        ),
    )


# --- weights by nearness --------------------------------------------------------------


def _nearness() -> None:
    choices, dark = frame.choices(), frame.night()
    view, query, width = choices.pool_view, choices.pool_x, choices.pool_width
    given = core.points(N)
    shown = lit(given, view, query, width)
    queries = rows_of_queries(query)
    weights = core.nearness_weights(queries[:, None], given.x[:, None], width)
    turned = choices.turned

    def draw() -> Any:
        if view == "matrix":
            return figures.matrix(
                shown, queries.numpy(), weights.numpy(), turned=turned, dark=dark
            )
        return figures.nearness(shown, bars=BARS[view], dark=dark)

    figure(
        lambda: library.kept(("pooling", view, query, width, turned, dark), draw),
        told(given, shown, view, width),
        _rows(shown, queries, weights, view),
        key="pooling-nearness",
        title="A query lights up the points near it",
        note=f"{len(GRID)} queries × {N} points = {len(GRID) * N:,} weights",
        chosen=_move,
    )
    choice("pool_view", "weights", VIEW_LABELS)
    with st.container(horizontal=True):
        decimal("pool_x", "query x")
        if view != "average":
            decimal("pool_width", "width w")


BARS = {"average": "weight", "kernel": "kernel", "softmax": "weight"}


def _move(point: Mapping[str, Any]) -> None:
    """The lamp goes where the picture was clicked."""
    frame.keep(pool_x=round(min(max(float(point["x"]), 0.0), core.END), 1))


def rows_of_queries(query: float) -> Tensor:
    """0, 1, … 10, with the nearest of them replaced by the query itself."""
    queries = torch.arange(QUERIES, dtype=core.DOUBLE)
    queries[round(query)] = query
    return queries


def lit(given: core.Points, view: str, query: float, width: float) -> figures.Lit:
    """What a query makes of the points: its weights, its bars, the curve."""
    x, here = given.x[:, None], torch.tensor([[query]], dtype=core.DOUBLE)
    kernels = core.kernel(here, x, width)[0]
    weights = core.nearness_weights(here, x, width)
    bell = core.kernel(here, GRID[:, None], width)[0]
    curve = core.pooled(core.nearness_weights(GRID[:, None], x, width), given.y)
    if view == "average":
        weights = torch.full_like(weights, 1 / len(x))
        bell = torch.full_like(bell, 1 / len(x))
        curve = core.pooled(weights.expand(len(GRID), -1), given.y)
    elif view != "kernel":
        bell = bell / kernels.sum()
    return figures.Lit(
        given.x.numpy(),
        given.y.numpy(),
        query,
        weights[0].numpy(),
        (kernels if view == "kernel" else weights[0]).numpy(),
        GRID.numpy(),
        bell.numpy(),
        curve.numpy(),
        core.truth(GRID).numpy(),
        core.pooled(weights, given.y)[0].item(),
    )


def told(given: core.Points, shown: figures.Lit, view: str, width: float) -> str:
    """What the picture shows, in words."""
    answer = f"f({shown.query:g}) = {shown.answer:.2f}".replace("-", "−")
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
            f"One query, one row of {len(given.x)} weights that add up to 1. Every "
            f"query has to visit all {len(given.x)} points; {answer}."
        )
    off = abs((kernels / kernels.sum()).numpy() - shown.weights).max()
    most = int(shown.weights.argmax())
    return (
        f"{answer}. The point at {shown.x[most]:.2f} weighs most, "
        f"{shown.weights[most]:.2f}. softmax of −½((x − xᵢ)/w)² and kernel / sum are "
        f"one thing: largest difference {small(float(off))}."
    )


def _rows(shown: figures.Lit, queries: Tensor, weights: Tensor, view: str) -> list:
    if view == "matrix":
        return [
            ["query \\ point", *shown.x.tolist()],
            *(
                [query, *row]
                for query, row in zip(queries.tolist(), weights.tolist(), strict=True)
            ),
        ]
    columns = (shown.x, shown.y, shown.bars, shown.weights)
    return [
        ["x", "y", "bar", "weight"],
        *map(list, zip(*(column.tolist() for column in columns), strict=True)),
    ]


# --- the width ------------------------------------------------------------------------


def _width() -> None:
    choice("pool_see", "look at", SEE_LABELS)
    {"loss": _loss, "points": _more_points}[frame.choices().pool_see]()


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
        lambda: widths.errors(found.n, curves, found.bias, dark=dark),
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
    choices, dark = frame.choices(), frame.night()
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
        lambda: library.kept(
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
