"""What can be chosen in the lab of masks."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.labs import typed_matrices
from viz.address.rules import Between, Listed, Matrix, OneOf, Rule, Text

KINDS = ("play", "blank", "none", "causal", "lengths")


@dataclass(frozen=True)
class Choices:
    """Scores, the kind of mask, padding at the end, cells; a row for *After*.

    The first two kinds are one row of scores, worked and with a blank.
    Cells are `query-key`, keys of the row numbers, all from 1.
    """

    mask_scores: str = "2 1 0 1 1; 1 2 2 0 1; 0 2 1 1 3; 1 0 1 2 3; 0 1 3 1 2"
    mask_kind: str = "causal"
    mask_pads: int = 0
    mask_cells: str = ""
    mask_third: str = ""
    mask_row: str = "2 1 3"
    mask_out: str = "3"


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "mask_scores": Matrix(),
    "mask_kind": OneOf(KINDS),
    "mask_pads": Between(0, typed_matrices.MOST - 1),
    "mask_cells": Listed("[1-8]-[1-8]", 64, "cells such as 2-3"),
    "mask_third": Text(),
    "mask_row": Matrix(),
    "mask_out": Listed("[1-8]", 8, "keys such as 3"),
}
