"""What can be chosen in the lab of sizes."""

from dataclasses import dataclass

from core.labs.sizes import BITS, TABLE
from viz.address.declared import Stepped, choice
from viz.address.rules import OneOf, Switch, Text

ROWS = tuple(row.name for row in TABLE)
LENGTHS = ("32", "128", "512", "2048", "8192", "32768")


@dataclass(frozen=True)
class Choices(Stepped):
    """A row of the table, what is shown of all, a tied output, bits, a context."""

    size_row: str = choice("Small", OneOf(ROWS))
    size_blank: str = choice("", Text())
    size_show: str = choice("counts", OneOf(("counts", "training")))
    size_tied: bool = choice(True, Switch())
    size_bits: str = choice("16", OneOf(tuple(map(str, BITS))))
    size_context: str = choice("2048", OneOf(LENGTHS))
