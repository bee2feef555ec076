"""What can be chosen in the lab of order."""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.rules import Between, Listed, OneOf, Rule, Switch, Text

PLACES = Listed("[1-5]", 5, "words by their places, as 1,5,3,4,2")


@dataclass(frozen=True)
class Choices:
    """A sentence and its words in another order; what is between, and which model.

    `ord_swap` is the order of the second step, whose last word stays by default.
    """

    ord_sentence: str = "fish"
    ord_words: str = "1,5,3,4,2"
    ord_positions: bool = False
    ord_blank: str = ""
    ord_swap: str = "2,1,3,4,5"
    ord_causal: bool = True
    ord_layers: int = 2
    ord_model: str = "transformer"
    ord_told: bool = False


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "ord_sentence": OneOf(("fish", "raccoon")),
    "ord_words": PLACES,
    "ord_positions": Switch(),
    "ord_blank": Text(),
    "ord_swap": PLACES,
    "ord_causal": Switch(),
    "ord_layers": Between(1, 3),
    "ord_model": OneOf(("transformer", "bahdanau")),
    "ord_told": Switch(),
}
