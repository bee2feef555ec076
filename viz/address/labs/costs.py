"""What can be chosen in the lab of costs."""

from dataclasses import dataclass

from viz.address.declared import Stepped, choice
from viz.address.rules import Between, OneOf, Text

LENGTHS = tuple(map(str, sorted({f * 2**p for f in (1, 3) for p in range(13)})))
WIDTHS = tuple(str(2**p) for p in range(12))
LAYER_KINDS = ("contiguous", "dilated", "recurrent", "self-attention")
VIEWS = ("counted", "timed", "memory", "recall", "doubling")


@dataclass(frozen=True)
class Choices(Stepped):
    """Words n, width d, kernel k; a short sentence and how it is read; what is shown.

    Lengths are powers of two and three times those, so that 6 d is among them.
    """

    cost_n: str = choice("64", OneOf(LENGTHS))
    cost_d: str = choice("512", OneOf(WIDTHS))
    cost_k: int = choice(3, Between(1, 15))
    cost_blank: str = choice("", Text())
    cost_reach: int = choice(16, Between(1, 32))
    cost_kind: str = choice("contiguous", OneOf(LAYER_KINDS))
    cost_view: str = choice("counted", OneOf(VIEWS))
