"""What can be chosen in the lab of pooling."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.rules import Between, Decimal, OneOf, Rule, Text

VIEWS = ("hand", "average", "kernel", "softmax", "matrix")
SEEN = ("loss", "points")
FREE = ("average", "max", "gate")
ASKED = ("place", "sign", "car", "tree")


@dataclass(frozen=True)
class Choices:
    """The query, its width and how its weights are seen; the descent; the picture.

    `pool_hand` is what is typed into the blank of the case by hand; `pool_cell` is the
    cell that is looked at, row by row from the upper left.
    """

    pool_view: str = "softmax"
    pool_hand: str = ""
    pool_x: float = 4.6
    pool_width: float = 0.5
    pool_see: str = "loss"
    pool_start: float = 3.0
    pool_steps: int = 8
    pool_free: str = "average"
    pool_asked: str = "sign"
    pool_cell: int = 15


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "pool_view": OneOf(VIEWS),
    "pool_hand": Text(),
    "pool_x": Decimal(0.0, 10.0, 1),
    "pool_width": Decimal(0.05, 5.0, 2),
    "pool_see": OneOf(SEEN),
    "pool_start": Decimal(0.1, 4.0, 1),
    "pool_steps": Between(0, 40),
    "pool_free": OneOf(FREE),
    "pool_asked": OneOf(ASKED),
    "pool_cell": Between(1, 48),
}
