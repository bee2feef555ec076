"""What can be chosen in the lab of positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.rules import Between, OneOf, Rule, Text

BASES = ("10", "100", "1000", "10000", "100000")
ENCODINGS = ("sum", "concatenation", "learned", "rotary", "bias")
DRAWN = ("map", "curves", "hand")
VIEWS = ("all", "parts", "shift")


@dataclass(frozen=True)
class Choices:
    """Length, width and base of the encoding; a distance; what is looked at.

    `pos_blank` is what is typed into the blank of the worked case.
    """

    pos_where: str = "map"
    pos_blank: str = ""
    pos_length: int = 64
    pos_d: int = 128
    pos_base: str = "10000"
    pos_distance: int = 12
    pos_view: str = "all"
    pos_reach: int = 50
    pos_kind: str = "sum"


SHARED = ("step",)
RULES: Mapping[str, Rule] = {
    "pos_where": OneOf(DRAWN),
    "pos_blank": Text(),
    "pos_length": Between(2, 128),
    "pos_d": Between(2, 256),
    "pos_base": OneOf(BASES),
    "pos_distance": Between(0, 99),
    "pos_view": OneOf(VIEWS),
    "pos_reach": Between(2, 500),
    "pos_kind": OneOf(ENCODINGS),
}
