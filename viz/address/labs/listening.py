"""What can be chosen in the lab of listening."""

from dataclasses import dataclass

from core.worlds.clips import clips
from viz.address.declared import Stepped, choice
from viz.address.rules import Between, OneOf, Text

NAMES = OneOf(tuple(clips()))


@dataclass(frozen=True)
class Choices(Stepped):
    """The clip, and the letter that is looked at, from 1.

    A clip of the reader's own is in no address.
    """

    lis_clip: str = choice("seventy-three", NAMES)
    lis_row: int = choice(1, Between(1, 17))
    lis_hand: str = choice("", Text())
