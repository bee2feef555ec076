"""The row of the picture, which may be a word, and the piece that stands for it."""

from typing import TYPE_CHECKING

from core.networks.names import AttentionName
from viz.pages.app import frame

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace


def opened() -> AttentionName:
    """The attention that is open in the picture."""
    choices = frame.choices()
    return AttentionName.of(choices.kind, choices.layer - 1)


def piece(trace: "Trace") -> int:
    """The piece of the row on which the picture rests, the first of its word."""
    choices, side = frame.choices(), _named(trace)
    many = len(side.pieces if choices.pieces else side.words)
    row = min(choices.row or (many + 1) // 2, many) - 1
    return row if choices.pieces else side.word_of.index(row)


def row(trace: "Trace", piece: int) -> int:
    """The row of the picture that a piece belongs to, counted from 1."""
    return (piece if frame.choices().pieces else _named(trace).word_of[piece]) + 1


def _named(trace: "Trace") -> "Side":
    """The side that names the rows of the picture."""
    choices, name = frame.choices(), opened()
    asked = choices.names if name.stack == "decoder" else ""
    return getattr(trace, asked) if asked else trace.sides(name)[0]
