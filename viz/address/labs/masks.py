"""What can be chosen in the lab of masks."""

from dataclasses import dataclass

from core.labs import typed_matrices
from viz.address.declared import Turned, choice
from viz.address.rules import Between, Listed, Matrix, OneOf, Text

FORCING = ("1", "0.5", "0")
MASKS = ("play", "blank", "none", "causal", "lengths")


@dataclass(frozen=True)
class Choices(Turned):
    """Scores, the kind of mask, padding at the end, cells; a row for *After*.

    `mask_forcing` is the teacher-forcing ratio of *Why a mask?*.

    The first two kinds are one row of scores, worked and with a blank.
    Cells are `query-key`, keys of the row numbers, all from 1.
    """

    mask_scores: str = choice(
        "2 1 0 1 1; 1 2 2 0 1; 0 2 1 1 3; 1 0 1 2 3; 0 1 3 1 2", Matrix()
    )
    mask_kind: str = choice("causal", OneOf(MASKS))
    mask_pads: int = choice(0, Between(0, typed_matrices.MOST - 1))
    mask_cells: str = choice("", Listed("[1-8]-[1-8]", 64, "pairs"))
    mask_third: str = choice("", Text())
    mask_row: str = choice("2 1 3", Matrix())
    mask_forcing: str = choice("1", OneOf(FORCING))
    mask_out: str = choice("3", Listed("[1-8]", 8, "keys"))
