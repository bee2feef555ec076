"""A small picture of a street: cells with features, and ways to pool over its cells.

Bottom-up ways know the picture alone (an average, a maximum);
top-down ways bring a query (a place to look at, a thing to look for).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax
from core.errors import InputError
from core.labs.pooling import DOUBLE, nearness_weights

CELLS = (
    "~~~~~~~~",
    "TTT~~~S~",
    "TTT~~~|~",
    ",t,,CC|,",
    "===WCCW=",
    "========",
)
ROWS, COLUMNS = len(CELLS), len(CELLS[0])
FEATURES = ("red", "blue", "green", "grey", "corners", "wheels", "leaves")
THINGS = {
    "~": ("sky", ("blue",)),
    "T": ("tree", ("green", "leaves")),
    "t": ("trunk", ("leaves",)),
    "S": ("stop sign", ("red", "corners")),
    "|": ("post", ("grey",)),
    ",": ("grass", ("green",)),
    "C": ("car", ("red",)),
    "W": ("car", ("red", "wheels")),
    "=": ("road", ("grey",)),
}
QUERIES = {
    "sign": ("red", "corners"),
    "car": ("red", "wheels"),
    "tree": ("green", "leaves"),
}
SHARPNESS = 4.0
LOOSE = 0.15


def things() -> tuple[str, ...]:
    """What stands in each cell, row by row."""
    return tuple(THINGS[cell][0] for row in CELLS for cell in row)


def places() -> Float[Tensor, "cell axis"]:
    """The row and the column of each cell, row by row."""
    return torch.cartesian_prod(
        torch.arange(ROWS, dtype=DOUBLE), torch.arange(COLUMNS, dtype=DOUBLE)
    )


def features() -> Float[Tensor, "cell feature"]:
    """How strongly each feature shows in each cell: near 1 where it is, near 0 else.

    Fixed small differences of up to 0.15 keep any two cells apart.
    """
    chance = torch.Generator().manual_seed(6)
    clear = torch.tensor(
        [
            [float(feature in THINGS[cell][1]) for feature in FEATURES]
            for row in CELLS
            for cell in row
        ],
        dtype=DOUBLE,
    )
    loose = LOOSE * torch.rand(clear.shape, generator=chance, dtype=DOUBLE)
    return (clear - loose).abs()


# --- without a query ------------------------------------------------------------------


def average_weights(cells: int) -> Float[Tensor, "1 cell"]:
    """1/n everywhere: global average pooling is attention whose scores are equal."""
    return masked_softmax(torch.zeros(1, cells, dtype=DOUBLE))


def max_weights(shown: Float[Tensor, "cell feature"]) -> Float[Tensor, "feature cell"]:
    """All weight on the cell where a feature shows most: one row for each feature."""
    rows = torch.zeros(shown.shape[1], shown.shape[0], dtype=shown.dtype)
    return rows.scatter(1, shown.argmax(0)[:, None], 1.0)


# --- with a query ---------------------------------------------------------------------


def window_weights(row: int, column: int, width: float) -> Float[Tensor, "1 cell"]:
    """A Gaussian window around the cell that is looked at; the query is a place.

    InputError for a cell outside the picture or a width that is not above 0.
    """
    if not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise InputError(
            "outside_the_picture",
            "Row {row}, column {column} is not in the picture.",
            row=row + 1,
            column=column + 1,
        )
    return nearness_weights(
        torch.tensor([[row, column]], dtype=DOUBLE), places(), width
    )


def search_weights(
    thing: str, shown: Float[Tensor, "cell feature"], sharpness: float = SHARPNESS
) -> Float[Tensor, "1 cell"]:
    """softmax of sharpness · ⟨query, cell⟩; the query names the features of a thing."""
    query = torch.tensor([[float(f in QUERIES[thing]) for f in FEATURES]], dtype=DOUBLE)
    return masked_softmax(dot_product_scores(query, shown, sharpness))
