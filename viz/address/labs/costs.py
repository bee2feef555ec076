"""What can be chosen in the lab of costs."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.rules import Between, OneOf, Rule, Text

LENGTHS = tuple(map(str, sorted({f * 2**p for f in (1, 3) for p in range(13)})))
WIDTHS = tuple(str(2**p) for p in range(12))
KINDS = ("contiguous", "dilated", "recurrent", "self-attention")
VIEWS = ("counted", "timed", "memory")


@dataclass(frozen=True)
class Choices:
    """Words n, width d, kernel k; a short sentence and how it is read; what is shown.

    Lengths are powers of two and three times those, so that 6 d is among them.
    """

    cost_n: str = "64"
    cost_d: str = "512"
    cost_k: int = 3
    cost_blank: str = ""
    cost_reach: int = 16
    cost_kind: str = "contiguous"
    cost_view: str = "counted"


COMMON = ("step",)
RULES: Mapping[str, Rule] = {
    "cost_n": OneOf(LENGTHS),
    "cost_d": OneOf(WIDTHS),
    "cost_k": Between(1, 15),
    "cost_blank": Text(),
    "cost_reach": Between(1, 32),
    "cost_kind": OneOf(KINDS),
    "cost_view": OneOf(VIEWS),
}
