"""The lamp of the lab of pooling: what its light does wherever it may be dragged."""

from collections.abc import Mapping
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.labs import pooling
from viz.components.lamp import lamp as component
from viz.content.texts import texts
from viz.figures.pooling import top
from viz.pages.app import frame, library
from viz.pages.app.session import reported
from viz.say import theme

say = texts("labs/pooling")
PLACES = torch.linspace(0, pooling.END, 101, dtype=pooling.DOUBLE)
GRID = torch.linspace(0, pooling.END, 201, dtype=pooling.DOUBLE)
SHADES = 65


def lamp(given: pooling.Points, view: str, query: float, width: float) -> None:
    """Draw the points and a lamp that the reader drags along x."""
    dark = frame.night()
    light = library.kept(
        (view, width), lambda: everywhere(given, view, width).float().numpy()
    )
    highest = light[len(PLACES) * len(given.x) :][: len(PLACES) * len(given.x)].max()
    component(
        {
            "id": f"{view} {width:g} {dark}",
            "label": say("nearness.query"),
            "x": query,
            "low": 0,
            "high": pooling.END,
            "places": len(PLACES),
            "grid": len(GRID),
            "points": torch.stack([given.x, given.y], 1).tolist(),
            "bars": say("nearness.kernel" if view == "kernel" else "nearness.weight"),
            "top": top(float(highest)),
            "floor": given.y.min().item() - 0.7,
            "roof": given.y.max().item() + 0.8,
            "colours": colours(dark),
        },
        light,
        key="pooling-lamp",
        on_moved=_moved,
    )


def _moved() -> None:
    """The place comes from a browser: what is none changes nothing."""
    x = reported("pooling-lamp", "x")
    if type(x) in (int, float) and 0 <= x <= pooling.END:
        frame.keep(pool_x=round(float(x), 1))


def everywhere(
    given: pooling.Points, view: str, width: float
) -> Float[Tensor, " number"]:
    """The picture for every position of the lamp, row by row in one line.

    The weights of all points and the heights of their bars at each place, the answers,
    what the bell is to be multiplied with; then the bell itself from −10 to 10, the
    pooled curve and the truth.
    """
    shown = pooling.light(given, view, PLACES, width)
    away = torch.linspace(
        -pooling.END, pooling.END, 2 * len(GRID) - 1, dtype=pooling.DOUBLE
    )
    parts = (
        *(shown.weights, shown.bars, shown.answers, 1 / shown.total),
        pooling.bell(given, view, away, width),
        pooling.light(given, view, GRID, width).answers,
        pooling.truth(GRID),
    )
    return torch.cat([part.reshape(-1) for part in parts])


def colours(dark: bool) -> Mapping[str, Any]:
    """The colours of the picture; `ramp` is that of the weights, evenly spaced."""
    own = theme.palette(dark)
    names = ("page", "text", "muted", "hair", "query", "key", "value", "beam")
    ramp = [theme.weight_colour(at / (SHADES - 1), dark) for at in range(SHADES)]
    return {**{name: getattr(own, name) for name in names}, "ramp": ramp}
