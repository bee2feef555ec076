"""How alike the learned places of patches are: for each patch a small map of all."""

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, axis
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/pictures")
HEIGHT = 520
GAP = 1  # cells between two of the small maps


def places(alike: np.ndarray, *, dark: bool = False) -> Figure:
    """A map for each patch, where it lies: its cosine with the place of every patch.

    Dosovitskiy et al. (2021), figure 7 (centre).
    """
    grid = round(len(alike) ** 0.5)
    step, side = grid + GAP, grid * (grid + GAP) - GAP
    whole = np.full((side, side), np.nan)
    for patch, line in enumerate(alike):
        row, column = (step * at for at in divmod(patch, grid))
        whole[row : row + grid, column : column + grid] = line.reshape(grid, grid)
    bare = {"showticklabels": False, "ticks": "", **BARE}
    figure = Drawing(
        dark,
        HEIGHT,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=axis(constrain="domain", **bare),
        yaxis=axis(autorange="reversed", scaleanchor="x", **bare),
    )
    figure.add_heatmap(whole, figure.colours.signed, (-1, 1), says="%{z:.2f}")
    same = ~np.eye(len(alike), dtype=bool)
    at = np.arange(len(alike))
    row, column = at // grid, at % grid
    line = same & (row[:, None] == row)
    pillar = same & (column[:, None] == column)
    caption = say(
        "places.caption",
        row=written(float(alike[line].mean())),
        column=written(float(alike[pillar].mean())),
        rest=written(float(alike[same & ~line & ~pillar].mean())),
    )
    rows = [
        [say("places.patch"), *(str(n + 1) for n in at)],
        *([str(n + 1), *map(float, one)] for n, one in enumerate(alike)),
    ]
    return Figure(figure.made(), caption, rows, say("places.title"))
