"""What can be chosen in the lab of listening."""

from dataclasses import dataclass
from typing import ClassVar

from core.worlds.clips import clips
from viz.address.declared import Stepped, choice
from viz.address.rules import Between, OneOf, Text

NAMES = OneOf(tuple(clips()))


@dataclass(frozen=True)
class Choices(Stepped):
    """The clip, and the letter or the word that is looked at, from 1.

    Of the words 0 is the first that goes back. A clip of the reader's own is in no
    address.
    """

    STEPS: ClassVar[int] = 2

    lis_clip: str = choice("seventy-three", NAMES)
    lis_row: int = choice(1, Between(1, 17))
    lis_word: int = choice(0, Between(0, 9))
    lis_hand: str = choice("", Text())
