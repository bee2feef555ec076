"""What can be chosen in the lab where a layer counts letters."""

from dataclasses import dataclass

from core.labs.letters import KINDS, PROGRAMS
from viz.address.declared import Turned, choice
from viz.address.rules import Between, Letters, OneOf, Switch, Text


@dataclass(frozen=True)
class Choices(Turned):
    """Letters to be counted; the wrong axis; a moment of training; a program.

    With `hist_identity` W_V is the identity: letters are handed on. `hist_blank` is
    what is typed into the blank of the case by hand.
    """

    hist_letters: str = choice("aababc", Letters())
    hist_columns: bool = choice(False, Switch())
    hist_identity: bool = choice(False, Switch())
    hist_blank: str = choice("", Text())
    hist_moment: int = choice(12, Between(1, 12))
    hist_program: str = choice("before", OneOf(tuple(PROGRAMS)))
    hist_kind: str = choice("plain", OneOf(KINDS))
