"""What can be chosen in the lab of scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.rules import Between, Decimal, OneOf, Rule, Text

SAYS = ("cosine", "constant")
WHYS = ("variance", "softmax", "heads")


@dataclass(frozen=True)
class Choices:
    """Sizes that are counted; an angle and a constant; a width and a number of keys.

    `sc_blank` is what is typed into the blank; `sc_d` and `sc_n` are counted with,
    `sc_width` is measured; `sc_follows` is the correlation of query and key.
    """

    sc_blank: str = ""
    sc_d: int = 64
    sc_n: int = 5
    sc_says: str = "cosine"
    sc_angle: int = 60
    sc_length: float = 1.5
    sc_constant: float = 0.0
    sc_one: float = 0.0
    sc_why: str = "variance"
    sc_width: int = 64
    sc_follows: float = 0.0
    sc_keys: int = 10


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "sc_blank": Text(),
    "sc_d": Between(1, 512),
    "sc_n": Between(1, 200),
    "sc_says": OneOf(SAYS),
    "sc_angle": Between(0, 180),
    "sc_length": Decimal(0.0, 3.0, 1),
    "sc_constant": Decimal(-20.0, 20.0, 1),
    "sc_one": Decimal(-5.0, 5.0, 1),
    "sc_why": OneOf(WHYS),
    "sc_width": Between(1, 512),
    "sc_follows": Decimal(0.0, 1.0, 1),
    "sc_keys": Between(1, 50),
}
