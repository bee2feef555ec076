"""How often each cell of a picture was drawn, beside the weights it is drawn by."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, Part, axis
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.numbers import written

say = texts("street")

HEIGHT = 380
TOLD = 0.005  # a smaller share has no number


@dataclass(frozen=True, eq=False)
class Drawn:
    """Of one word: how often each cell was drawn, row by row, and its weight."""

    word: str
    counts: np.ndarray
    weights: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """The counts as a share of all draws."""
        return self.counts / self.counts.sum()


def draws(found: Drawn, *, dark: bool = False) -> Figure:
    """Two grids of the same cells on the one scale of weights; rows are from above."""
    n = int(found.counts.sum())
    titles = (say("draws.title_drawn", n=n), say("draws.title_weight"))
    figure = Drawing(
        dark,
        HEIGHT,
        margin={"l": 4, "r": 4, "t": 30, "b": 4},
        xaxis=_bare(domain=[0, 0.48], anchor="y"),
        yaxis=_bare(autorange="reversed", anchor="x", scaleanchor="x"),
        xaxis2=_bare(domain=[0.52, 1], anchor="y2"),
        yaxis2=_bare(autorange="reversed", anchor="x2", scaleanchor="x2"),
    )
    grids = (found.shares, found.weights)
    for panel, grid, title in zip(("", "2"), grids, titles, strict=True):
        rows, columns = grid.shape
        figure.add_heatmap(
            grid,
            figure.colours.weights,
            xgap=1,
            ygap=1,
            says="%{z:.3f}",
            panel=panel,
        )
        axes = {"xref": f"x{panel}", "yref": f"y{panel}"}
        figure.add_annotation(text=title, x=(columns - 1) / 2, y=-0.85, **axes)
        for row, column in np.ndindex(rows, columns):
            share = float(grid[row, column])
            if share >= TOLD:
                ink = theme.ink_on(theme.weight_colour(share, dark))
                at = {"x": column, "y": row, "font": {"size": 14, "color": ink}}
                figure.add_annotation(text=written(share), **at, **axes)
    most = int(found.counts.argmax())
    row, column = divmod(most, found.counts.shape[1])
    caption = say(
        "draws.caption",
        word=found.word,
        row=row + 1,
        column=column + 1,
        count=int(found.counts[row, column]),
        n=n,
        weight=written(float(found.weights[row, column])),
        difference=written(float(np.abs(found.shares - found.weights).max())),
    )
    cells = list(np.ndindex(*found.counts.shape))
    table = [
        [say("draws.cell"), *titles],
        *(
            [f"{row + 1}.{column + 1}", int(found.counts[row, column]), float(weight)]
            for (row, column), weight in zip(cells, found.weights.flat, strict=True)
        ),
    ]
    return Figure(figure.made(), caption, table, say("draws.title", word=found.word))


def _bare(**more: Any) -> Part:
    return axis(showticklabels=False, ticks="", automargin=False, **BARE, **more)
