"""What can be chosen in the lab of heads."""

from dataclasses import dataclass

from core.labs.worked_example import ATTRIBUTES
from viz.address.declared import Turned, choice
from viz.address.rules import Between, Decimal, OneOf, Switch, Text

SEEN = ("wiring", "probes", "topics")
COUNTS = ("1", "2", "4", "8")
COLOURS, NOUNS = ATTRIBUTES[:4], ATTRIBUTES[4:]


@dataclass(frozen=True)
class Choices(Turned):
    """How many heads and which coordinate; two neighbours; what the cue is like.

    `heads_see` is what is looked at in the first step.
    """

    heads_count: str = choice("4", OneOf(COUNTS))
    heads_poked: int = choice(3, Between(1, 8))
    heads_blank: str = choice("", Text())
    heads_see: str = choice("wiring", OneOf(SEEN))
    heads_two: bool = choice(False, Switch())
    heads_mlp: bool = choice(False, Switch())
    heads_share: float = choice(0.7, Decimal(0.0, 1.0, 2))
    heads_colour: str = choice("yellow", OneOf(COLOURS))
    heads_kind: str = choice("animal", OneOf(NOUNS))
    heads_strength: int = choice(16, Between(0, 32))
