"""What can be chosen in the lab of positions."""

from dataclasses import dataclass

from viz.address.declared import Turned, choice
from viz.address.rules import Between, OneOf, Switch, Text

BASES = ("10", "100", "1000", "10000", "100000")
ENCODINGS = ("sum", "concatenation", "learned", "rotary", "bias")
VIEWS = ("all", "lines", "parts", "shift")


@dataclass(frozen=True)
class Choices(Turned):
    """Length, width and base of the encoding; a distance; what is looked at.

    `pos_curves` and `pos_hand` say whether single curves and the worked case are open
    under the map; `pos_line` is how many lines of the derivation stand there;
    `pos_blank` is what is typed into the blank of that case. `pos_place`
    is the place whose learned vector is compared with the others.
    """

    pos_curves: bool = choice(False, Switch())
    pos_blank: str = choice("", Text())
    pos_length: int = choice(64, Between(2, 128))
    pos_d: int = choice(128, Between(2, 256))
    pos_base: str = choice("10000", OneOf(BASES))
    pos_distance: int = choice(12, Between(0, 99))
    pos_view: str = choice("all", OneOf(VIEWS))
    pos_line: int = choice(1, Between(1, 4))
    pos_reach: int = choice(50, Between(2, 500))
    pos_kind: str = choice("sum", OneOf(ENCODINGS))
    pos_place: int = choice(20, Between(0, 199))
