"""What can be chosen in the lab of pooling."""

from dataclasses import dataclass

from viz.address.declared import Turned, choice
from viz.address.rules import Between, Decimal, OneOf, Text

VIEWS = ("hand", "average", "kernel", "softmax", "matrix")
SEEN = ("loss", "inputs", "points")
KERNELS = ("gaussian", "exponential")
FREE = ("average", "max", "gate")
ASKED = ("place", "sign", "car", "tree")


@dataclass(frozen=True)
class Choices(Turned):
    """The query, its width and how its weights are seen; the descent; the picture.

    `pool_hand` is what is typed into the blank of the case by hand; `pool_cell` is the
    cell that is looked at, row by row from the upper left.
    """

    pool_view: str = choice("softmax", OneOf(VIEWS))
    pool_hand: str = choice("", Text())
    pool_x: float = choice(4.6, Decimal(0.0, 10.0, 1))
    pool_width: float = choice(0.5, Decimal(0.05, 5.0, 2))
    pool_see: str = choice("loss", OneOf(SEEN))
    pool_start: float = choice(3.0, Decimal(0.1, 4.0, 1))
    pool_kernel: str = choice("gaussian", OneOf(KERNELS))
    pool_steps: int = choice(8, Between(0, 40))
    pool_free: str = choice("average", OneOf(FREE))
    pool_asked: str = choice("sign", OneOf(ASKED))
    pool_cell: int = choice(15, Between(1, 48))
