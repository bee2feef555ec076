"""What can be chosen in the lab of looking."""

from dataclasses import dataclass

from viz.address.declared import Stepped, choice
from viz.address.rules import Between, OneOf, Text


@dataclass(frozen=True)
class Choices(Stepped):
    """The photograph, the sharp spot, the place that is looked at, the question.

    `look_x` and `look_y` are percent of the photograph, `look_sharp` percent of its
    width; `look_at` counts places from 1, `look_row` questions from 1, after none.
    `look_street` is a street as `core.worlds.street` writes it, the usual one where it
    is empty; `look_seed` counts those that were asked for.
    """

    look_photo: str = choice("chelsea", OneOf(("chelsea", "astronaut", "china")))
    look_x: int = choice(50, Between(0, 100))
    look_y: int = choice(40, Between(0, 100))
    look_sharp: int = choice(6, Between(2, 12))
    look_hand: str = choice("", Text())
    look_at: int = choice(1, Between(1, 6))
    look_street: str = choice("", Text())
    look_seed: int = choice(0, Between(0, 999))
    look_row: int = choice(1, Between(1, 9))
