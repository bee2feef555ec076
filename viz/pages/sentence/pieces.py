"""Words or pieces, on every page that shows a sentence: a row stays at its word."""

from viz import address
from viz.content.texts import texts
from viz.pages.app import frame, widgets
from viz.pages.app.session import Remembered

say = texts("sentence")


def pieces() -> bool:
    """Whether sub-word pieces are shown instead of words."""
    return widgets.switch("pieces", say("field.pieces"), on_change=_move_rows)


def rows_are(name: str, word_of: tuple[int, ...]) -> None:
    """Remember for the row `name` which word each piece of its picture belongs to."""
    _word_of(name).set(word_of)


def _word_of(name: str) -> Remembered[tuple[int, ...]]:
    """Which word each piece of a row belongs to."""
    return Remembered(f"_word_of_{name}", ())


def _move_rows() -> None:
    """A row goes to its word's first piece, or to its piece's word."""
    chosen = frame.choices()
    moved = {}
    for name in address.ROWS:
        word_of = _word_of(name).get()
        row = getattr(chosen, name) - 1
        if chosen.pieces and row in word_of:
            moved[name] = word_of.index(row) + 1
        elif not chosen.pieces and 0 <= row < len(word_of):
            moved[name] = word_of[row] + 1
        else:
            moved[name] = 0
    frame.keep(**moved)
