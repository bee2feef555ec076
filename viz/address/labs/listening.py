"""What can be chosen in the lab of listening."""

from dataclasses import dataclass

from core.worlds.clips import clips
from viz.address.declared import Stepped, choice
from viz.address.rules import Between, OneOf, Text

NAMES = OneOf(tuple(clips()))


@dataclass(frozen=True)
class Choices(Stepped):
    """The clip, the letter that is looked at, another voice, and which one is meant.

    `lis_row` counts letters from 1, `lis_later` tenths of a second by which the other
    voice begins later. A clip of the reader's own is in no address.
    """

    lis_clip: str = choice("seventy-three", NAMES)
    lis_row: int = choice(1, Between(1, 17))
    lis_hand: str = choice("", Text())
    lis_other: str = choice("yellow", NAMES)
    lis_later: int = choice(3, Between(0, 8))
    lis_meant: str = choice("one", OneOf(("one", "other")))
