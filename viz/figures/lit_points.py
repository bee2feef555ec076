"""Points that a query lights up: themselves, in words, and as tables.

`viz.figures.pooling` draws them.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from core.labs import pooling
from viz.content.texts import texts
from viz.say import tables
from viz.say.numbers import small, written

say = texts("labs/pooling")


@dataclass(frozen=True, eq=False)
class Lit:
    """Points lit by one query: what each weighs, and what comes of it everywhere.

    `bars` are drawn under the points, `bell` is the same for every place of `grid`.
    """

    x: np.ndarray
    y: np.ndarray
    query: float
    weights: np.ndarray
    bars: np.ndarray
    grid: np.ndarray
    bell: np.ndarray
    curve: np.ndarray
    truth: np.ndarray | None
    answer: float


def caption(lit: Lit, view: str, width: float, *, turned: bool = False) -> str:
    """What the picture of a view shows, in words."""
    points, answer = len(lit.x), f"f({written(lit.query, 'g')}) = {written(lit.answer)}"
    if view == "average":
        share = written(1 / points, ".3f")
        return say(
            "nearness.caption.average", points=points, share=share, answer=answer
        )
    if view == "matrix":
        line = "column" if turned else "row"
        return say(f"nearness.caption.{line}", points=points, answer=answer)
    kernels = _kernels(lit, width)
    total = kernels.sum()
    if view == "kernel":
        return say(
            "nearness.caption.kernel",
            points=points,
            sum=written(total.item()),
            answer=answer,
        )
    most = int(lit.weights.argmax())
    off = abs((kernels / total).numpy() - lit.weights).max()
    return say(
        "nearness.caption.softmax",
        answer=answer,
        place=written(lit.x[most].item()),
        weight=written(lit.weights[most].item()),
        difference=small(float(off)),
    )


def rows(lit: Lit) -> list[list[tables.Cell]]:
    """The points with their bars and weights."""
    columns = (lit.x, lit.y, lit.bars, lit.weights)
    points = zip(*(column.tolist() for column in columns), strict=True)
    return [[*say.row("nearness.columns")], *map(list, points)]


def worked(lit: Lit, width: float) -> list[list[str]]:
    """Each point with its kernel, its weight, and what it adds; last their sums."""
    kernels = _kernels(lit, width).numpy()
    parts = lit.weights * lit.y
    points = zip(lit.x, lit.y, kernels, lit.weights, parts, strict=True)
    sums = (column.sum().item() for column in (kernels, lit.weights, parts))
    return [
        say.row("hand.columns"),
        *(
            [
                str(at),
                *(written(float(number), "g") for number in (x, y)),
                *(written(float(number), ".3f") for number in (kernel, weight, part)),
            ]
            for at, (x, y, kernel, weight, part) in enumerate(points, 1)
        ),
        [say("hand.sum"), "", "", *(written(total, ".3f") for total in sums)],
    ]


def _kernels(lit: Lit, width: float) -> Tensor:
    """The kernel of every point, not divided by their sum."""
    query = torch.tensor([[lit.query]], dtype=pooling.DOUBLE)
    return pooling.kernel(query, torch.from_numpy(lit.x)[:, None], width)[0]
