"""What can be chosen in the lab of pictures."""

from dataclasses import dataclass

from viz.address.declared import Stepped, choice
from viz.address.rules import Between, Listed, OneOf, Text

PATCHES = Listed("[1-9]|[12][0-9]|3[0-6]", 35, "grid")


@dataclass(frozen=True)
class Choices(Stepped):
    """The picture, the cell that looks (the class token first), and by which weights.

    Where `pic_cell` or `pic_map` is 0 the page chooses. `pic_street` is a street as
    `core.worlds.street` writes it, `pic_digit` a digit as `core.worlds.digits` does;
    both are the usual ones of their step where they are empty. `pic_seed` counts those
    that were asked for, `pic_covered` are patches that show nothing.
    """

    pic_hand: str = choice("", Text())
    pic_street: str = choice("", Text())
    pic_seed: int = choice(0, Between(0, 999))
    pic_cell: int = choice(0, Between(0, 144))
    pic_map: int = choice(0, Between(0, 21))
    pic_see: str = choice("streets", OneOf(("streets", "digits", "places")))
    pic_digit: str = choice("", Text())
    pic_covered: str = choice("", PATCHES)
    pic_channel: int = choice(7, Between(1, 16))
