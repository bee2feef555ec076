"""What can be chosen in the lab of heads."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.labs.worked_example import ATTRIBUTES
from viz.address.rules import Between, Decimal, OneOf, Rule, Switch, Text

COUNTS = ("1", "2", "4", "8")
COLOURS, KINDS = ATTRIBUTES[:4], ATTRIBUTES[4:]


@dataclass(frozen=True)
class Choices:
    """How many heads and which coordinate; two neighbours; what the cue is like."""

    heads_count: str = "4"
    heads_poked: int = 3
    heads_blank: str = ""
    heads_two: bool = False
    heads_mlp: bool = False
    heads_share: float = 0.7
    heads_colour: str = "yellow"
    heads_kind: str = "animal"
    heads_strength: int = 16


COMMON = ("step",)
RULES: Mapping[str, Rule] = {
    "heads_count": OneOf(COUNTS),
    "heads_poked": Between(1, 8),
    "heads_blank": Text(),
    "heads_two": Switch(),
    "heads_mlp": Switch(),
    "heads_share": Decimal(0.0, 1.0, 2),
    "heads_colour": OneOf(COLOURS),
    "heads_kind": OneOf(KINDS),
    "heads_strength": Between(0, 32),
}
