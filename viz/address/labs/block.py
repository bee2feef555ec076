"""What can be chosen in the lab of the block."""

from dataclasses import dataclass

from core.labs.typed_matrices import written
from core.labs.worked_example import VALUE
from viz.address.declared import Turned, choice
from viz.address.rules import Between, Matrix, OneOf, Switch, Text

PARTS = ("attention", "feed-forward", "hand")
NORMS = ("layer", "batch")
SOURCES = ("numbers", "blank", "sentence")
DEPTHS = ("2", "4", "8", "12", "16", "24")


@dataclass(frozen=True)
class Choices(Turned):
    """A sublayer (or one by hand), its residual cut; a norm and its numbers; a depth.

    `block_sum` and `block_blank` are what is typed into the blanks of worked cases.
    """

    block_sum: str = choice("", Text())
    block_layer: int = choice(1, Between(1, 3))
    block_part: str = choice("attention", OneOf(PARTS))
    block_cut: bool = choice(False, Switch())
    block_norm: str = choice("layer", OneOf(NORMS))
    block_from: str = choice("numbers", OneOf(SOURCES))
    block_blank: str = choice("", Text())
    block_numbers: str = choice(written(VALUE), Matrix())
    block_other: bool = choice(False, Switch())
    block_depth: str = choice("24", OneOf(DEPTHS))
