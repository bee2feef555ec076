"""What can be chosen in the lab of sizes."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.labs.sizes import BITS, TABLE
from viz.address.rules import OneOf, Rule, Switch, Text

ROWS = tuple(row.name for row in TABLE)
LENGTHS = ("32", "128", "512", "2048", "8192", "32768")


@dataclass(frozen=True)
class Choices:
    """A row of the table, a tied output, bits a number, a context length."""

    size_row: str = "Small"
    size_blank: str = ""
    size_tied: bool = True
    size_bits: str = "16"
    size_context: str = "2048"


COMMON = ("step",)
RULES: Mapping[str, Rule] = {
    "size_row": OneOf(ROWS),
    "size_blank": Text(),
    "size_tied": Switch(),
    "size_bits": OneOf(tuple(map(str, BITS))),
    "size_context": OneOf(LENGTHS),
}
