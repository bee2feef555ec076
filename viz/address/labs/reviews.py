"""What can be chosen in the lab of reviews."""

from dataclasses import dataclass

from core.worlds.shown_reviews import SENTENCES, WORDS
from viz.address.declared import Stepped, choice
from viz.address.rules import Between, Text


@dataclass(frozen=True)
class Choices(Stepped):
    """A review of words and one of sentences, how many words are kept, what is open.

    `rev_seed` makes up the Spanish one. The sentence that stands open is counted from
    1, in the English review and in the Spanish one; with 0 it is the one with most
    weight.
    """

    rev_text: str = choice(WORDS["waiter"], Text())
    rev_keep: int = choice(3, Between(1, 20))
    rev_hand: str = choice("", Text())
    rev_long: str = choice(SENTENCES["birthday"], Text())
    rev_sentence: int = choice(0, Between(0, 150))
    rev_seed: int = choice(27, Between(0, 999))
    rev_line: int = choice(0, Between(0, 9))
