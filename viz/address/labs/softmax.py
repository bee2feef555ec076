"""What can be chosen in the lab of the softmax."""

from dataclasses import dataclass

from viz.address.declared import Stepped, choice
from viz.address.rules import Decimal, Text


@dataclass(frozen=True)
class Choices(Stepped):
    """A vector; two scores; a temperature and a constant.

    `sm_dot` and `sm_blank` are what is typed into the blanks of steps 1 and 3.
    """

    sm_dot: str = choice("", Text())
    sm_x: float = choice(1.0, Decimal(-3.0, 3.0, 1))
    sm_y: float = choice(2.0, Decimal(-3.0, 3.0, 1))
    sm_low: float = choice(0.0, Decimal(-3.0, 3.0, 1))
    sm_high: float = choice(1.0, Decimal(-3.0, 3.0, 1))
    sm_blank: str = choice("", Text())
    sm_temperature: float = choice(1.0, Decimal(0.5, 5.0, 1))
    sm_constant: float = choice(0.0, Decimal(-3.0, 3.0, 1))
