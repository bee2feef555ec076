"""What can be chosen in the lab of scores."""

from dataclasses import dataclass

from viz.address.declared import Turned, choice
from viz.address.rules import Between, Decimal, OneOf, Text

WIDTHS = ("equal", "different")
SAYS = ("cosine", "constant")
WHYS = ("variance", "softmax", "heads")


@dataclass(frozen=True)
class Choices(Turned):
    """Sizes that are counted; an angle and a constant; a width and a number of keys.

    `sc_widths` is whether queries and keys are equally wide; `sc_blank` is what is
    typed into the blank; `sc_d` and `sc_n` are counted with, `sc_width` is measured;
    `sc_follows` is the correlation of query and key.
    """

    sc_widths: str = choice("equal", OneOf(WIDTHS))
    sc_blank: str = choice("", Text())
    sc_d: int = choice(64, Between(1, 512))
    sc_n: int = choice(5, Between(1, 200))
    sc_says: str = choice("cosine", OneOf(SAYS))
    sc_angle: int = choice(60, Between(0, 180))
    sc_length: float = choice(1.5, Decimal(0.0, 3.0, 1))
    sc_constant: float = choice(0.0, Decimal(-20.0, 20.0, 1))
    sc_one: float = choice(0.0, Decimal(-5.0, 5.0, 1))
    sc_why: str = choice("variance", OneOf(WHYS))
    sc_width: int = choice(64, Between(1, 512))
    sc_follows: float = choice(0.0, Decimal(0.0, 1.0, 1))
    sc_keys: int = choice(10, Between(1, 50))
