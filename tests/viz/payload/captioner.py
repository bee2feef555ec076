"""A toy that is no translator: from the words of a caption to cells of a picture."""

from dataclasses import dataclass

import torch

from core.attention_map import MapSide, Stack
from viz.payload.stacks import Called, view_of

ROWS, COLUMNS = 3, 4
WRITTEN = ("a", "red", "car", "‹end›", "‹pad›")
CELLS = MapSide(
    "picture",
    "source",
    tuple(f"{row},{column}" for row in range(1, 4) for column in range(1, 5)),
    kind="cells",
    grid=(ROWS, COLUMNS),
)


@dataclass(frozen=True)
class Captioner:
    """A toy: two layers of three heads look from a caption at cells of a picture."""

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """One stack; ‹pad› may look at the first cell only."""
        torch.manual_seed(3)
        allowed = torch.ones(2, 3, len(WRITTEN), ROWS * COLUMNS, dtype=torch.bool)
        allowed[..., -1, 1:] = False
        scores = torch.randn(2, 3, len(WRITTEN), ROWS * COLUMNS)
        weights = scores.masked_fill(~allowed, -torch.inf).softmax(-1)
        caption = MapSide("caption", "output", WRITTEN, (False,) * 3 + (True,) * 2)
        names = ("decoder.0.picture", "decoder.1.picture")
        return (Stack("picture", caption, CELLS, names, weights, allowed),)


def caption_view():
    return view_of(
        Captioner(),
        {"picture": Called("Cross-attention to the picture")},
        {"picture": "Picture", "caption": "Caption"},
        title="a red car",
    )
