"""What can be chosen in the lab of the block."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.labs.typed_matrices import written
from core.labs.worked_example import VALUE
from viz.address.rules import Between, Matrix, OneOf, Rule, Switch, Text

PARTS = ("attention", "feed-forward", "hand")
NORMS = ("layer", "batch")
SOURCES = ("numbers", "blank", "sentence")
DEPTHS = ("2", "4", "8", "12", "16", "24")


@dataclass(frozen=True)
class Choices:
    """A sublayer (or one by hand), its residual cut; a norm and its numbers; a depth.

    `block_sum` and `block_blank` are what is typed into the blanks of worked cases.
    """

    block_sum: str = ""
    block_layer: int = 1
    block_part: str = "attention"
    block_cut: bool = False
    block_norm: str = "layer"
    block_from: str = "numbers"
    block_blank: str = ""
    block_numbers: str = written(VALUE)
    block_other: bool = False
    block_depth: str = "24"


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "block_sum": Text(),
    "block_layer": Between(1, 3),
    "block_part": OneOf(PARTS),
    "block_cut": Switch(),
    "block_norm": OneOf(NORMS),
    "block_from": OneOf(SOURCES),
    "block_blank": Text(),
    "block_numbers": Matrix(),
    "block_other": Switch(),
    "block_depth": OneOf(DEPTHS),
}
