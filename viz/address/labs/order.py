"""What can be chosen in the lab of order."""

from dataclasses import dataclass

from viz.address.declared import Turned, choice
from viz.address.rules import Between, Listed, OneOf, Switch, Text

PLACES = Listed("[1-5]", 5, "places")


@dataclass(frozen=True)
class Choices(Turned):
    """A sentence and its words in another order; what is between, and which model.

    `ord_swap` is the order of the second step, whose last word stays by default.
    """

    ord_sentence: str = choice("fish", OneOf(("fish", "raccoon")))
    ord_words: str = choice("1,5,3,4,2", PLACES)
    ord_positions: bool = choice(False, Switch())
    ord_blank: str = choice("", Text())
    ord_swap: str = choice("2,1,3,4,5", PLACES)
    ord_causal: bool = choice(True, Switch())
    ord_layers: int = choice(2, Between(1, 3))
    ord_model: str = choice("transformer", OneOf(("transformer", "bahdanau")))
    ord_told: bool = choice(False, Switch())
