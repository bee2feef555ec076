"""What can be chosen in the labs: every name, its range, its default, its lab.

A name begins with its lab; `step` and `turned` mean the same in all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.rules import Between, OneOf, Rule, Switch

BASES = ("10", "100", "1000", "10000", "100000")
ENCODINGS = ("sum", "concatenation", "learned", "rotary", "bias")
VIEWS = ("all", "parts", "shift")


@dataclass(frozen=True)
class Choices:
    """What a reader can choose in the labs, one field for each name in the address.

    `step` is the question that is open; `turned` puts queries in columns, in the map
    and in the formula together.
    """

    step: int = 1
    turned: bool = False
    pos_length: int = 64
    pos_d: int = 128
    pos_base: str = "10000"
    pos_distance: int = 12
    pos_view: str = "all"
    pos_reach: int = 50
    pos_kind: str = "sum"


RULES: Mapping[str, Rule] = {
    "step": Between(1, 3),
    "turned": Switch(),
    "pos_length": Between(2, 128),
    "pos_d": Between(2, 256),
    "pos_base": OneOf(BASES),
    "pos_distance": Between(0, 99),
    "pos_view": OneOf(VIEWS),
    "pos_reach": Between(2, 500),
    "pos_kind": OneOf(ENCODINGS),
}
USED: Mapping[str, tuple[str, ...]] = {
    "positions": ("step", *(name for name in RULES if name.startswith("pos_"))),
}
"""The names that matter in each lab."""
