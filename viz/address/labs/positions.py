"""What can be chosen in the lab of positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.rules import Between, OneOf, Rule, Switch, Text

BASES = ("10", "100", "1000", "10000", "100000")
ENCODINGS = ("sum", "concatenation", "learned", "rotary", "bias")
VIEWS = ("all", "parts", "shift")


@dataclass(frozen=True)
class Choices:
    """Length, width and base of the encoding; a distance; what is looked at.

    `pos_curves` and `pos_hand` say whether single curves and the worked case are open
    under the map; `pos_blank` is what is typed into the blank of that case.
    """

    pos_curves: bool = False
    pos_blank: str = ""
    pos_length: int = 64
    pos_d: int = 128
    pos_base: str = "10000"
    pos_distance: int = 12
    pos_view: str = "all"
    pos_reach: int = 50
    pos_kind: str = "sum"


COMMON = ("step",)
RULES: Mapping[str, Rule] = {
    "pos_curves": Switch(),
    "pos_blank": Text(),
    "pos_length": Between(2, 128),
    "pos_d": Between(2, 256),
    "pos_base": OneOf(BASES),
    "pos_distance": Between(0, 99),
    "pos_view": OneOf(VIEWS),
    "pos_reach": Between(2, 500),
    "pos_kind": OneOf(ENCODINGS),
}
