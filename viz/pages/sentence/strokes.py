"""The cells that a reader strikes out on the picture, as changes of an experiment.

They come from a browser: what does not fit is nothing.
"""

from typing import TYPE_CHECKING, Any

from core.experiments.changes import Forbidden
from core.experiments.changes.sublayers import attention
from core.networks.names import ATTENTIONS
from viz import address

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

Cells = tuple[Forbidden, ...]


def cells(trace: "Trace", done: dict[str, Any], *, pieces: bool) -> Cells:
    """The cells of a stroke, each once; none where one does not fit.

    Rows and columns count words, or `pieces`.
    """
    kind, layer, heads, struck = (
        done.get(name) for name in ("kind", "layer", "heads", "cells")
    )
    if kind not in ATTENTIONS or type(layer) is not int:
        return ()
    name = attention(kind, layer + 1)
    if name not in trace.names() or not isinstance(struck, list):
        return ()
    has = len(trace.heads(name))
    if heads is not None and not (isinstance(heads, list) and _numbers(heads, has)):
        return ()
    query, key = trace.sides(name)
    found: list[Forbidden] = []
    for cell in struck[: address.MAX_CELLS + 1]:
        if not isinstance(cell, list) or len(cell) != 2:
            return ()
        if not (_fits(cell[0], query, pieces) and _fits(cell[1], key, pieces)):
            return ()
        rows, columns = (
            _pieces(side, at, pieces)
            for side, at in zip((query, key), cell, strict=True)
        )
        for head in heads or (None,):
            found += Forbidden.pairs(name, head, rows, columns)
    return tuple(dict.fromkeys(found))


def _numbers(values: list[Any], below: int) -> bool:
    return all(type(value) is int and 0 <= value < below for value in values)


def _fits(place: object, side: "Side", pieces: bool) -> bool:
    """Whether a row or column is one that is shown; None is all of them."""
    shown = side.pieces if pieces else side.words
    return place is None or (type(place) is int and 0 <= place < len(shown))


def _pieces(side: "Side", shown: int | None, pieces: bool) -> list[int] | None:
    """The pieces of a row or column as it is shown: a word has several."""
    if pieces and shown is not None:
        return [shown]
    return side.pieces_of(shown)
