"""What a reader does on the picture: forbids cells, wants a piece, opens a number.

It comes from a browser: what does not fit is passed over, what cannot be run is said.
"""

from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.experiments.changes import Forbidden
from core.experiments.changes.sublayers import attention
from core.networks.names import ATTENTIONS
from viz import address
from viz.content.texts import error, texts
from viz.pages.app import frame, library, shown_model
from viz.pages.app.session import Remembered
from viz.pages.sentence import beginnings, field
from viz.pages.transformer.experiments import refused, run
from viz.pages.transformer.experiments.decoding import begin
from viz.pages.transformer.experiments.from_address import Asked, read
from viz.payload.maps import next_places
from viz.payload.walk import Opened
from viz.payload.walk import opened as number_of

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

Cells = tuple[Forbidden, ...]
PRODUCTS: Remembered[Opened | None] = Remembered("_products", None)
say = texts("experiments")


def asked(done: object) -> None:
    """Do what the component asks for; a callback."""
    if not isinstance(done, dict):
        return
    if done.get("what") == "products":
        PRODUCTS.set(number_of(done))
        return
    sentence = field.last_good()
    lab = read(sentence)
    try:
        trace = library.trace(
            shown_model.transformer(),
            sentence,
            lab.target,
            lab.experiment,
            prefix=lab.prefix,
        )
    except (InputError, library.Busy):
        return
    if done.get("what") == "forbid":
        if cells := _cells(trace, done):
            _forbid(lab, cells, done)
    elif done.get("what") == "begin" and not trace.forced:
        _begin(trace, done)


def opened() -> Opened | None:
    """The number of which the reader wants to see every product."""
    return PRODUCTS.get()


def _forbid(lab: Asked, cells: Cells, done: dict[str, Any]) -> None:
    """Forbid cells, alone or added; those forbidden already are allowed again.

    What cannot be run changes nothing and is said under the picture.
    """
    before, wrong = lab.experiment.forbidden, ""
    add = done.get("add") is True
    n = len(before.union(cells) if add else cells)
    guess = str(done.get("guess") or "")
    guess = guess if guess in say.all("guesses") else ""
    if before.issuperset(cells):
        run.end(cells, frame.choices())
    elif n > address.MAX_CELLS:
        wrong = say("picture.too_many", n=n, most=address.MAX_CELLS)
    elif not (wrong := run.begin(lab, cells, guess=guess, add=add)):
        frame.keep(lab="see")
    refused.keep("hand", field.last_good(), wrong)


def _cells(trace: "Trace", done: dict[str, Any]) -> Cells:
    """The cells of a stroke, each once; none where one does not fit."""
    kind, layer, heads, cells = (
        done.get(name) for name in ("kind", "layer", "heads", "cells")
    )
    if kind not in ATTENTIONS or type(layer) is not int:
        return ()
    name = attention(kind, layer + 1)
    if name not in trace.names() or not isinstance(cells, list):
        return ()
    has = len(trace.heads(name))
    if heads is not None and not (isinstance(heads, list) and _numbers(heads, has)):
        return ()
    query, key = trace.sides(name)
    found: list[Forbidden] = []
    for cell in cells[: address.MAX_CELLS + 1]:
        if not isinstance(cell, list) or len(cell) != 2:
            return ()
        if not (_fits(cell[0], query) and _fits(cell[1], key)):
            return ()
        rows, columns = _pieces(query, cell[0]), _pieces(key, cell[1])
        for head in heads or (None,):
            found += Forbidden.pairs(name, head, rows, columns)
    return tuple(dict.fromkeys(found))


def _numbers(values: list[Any], below: int) -> bool:
    return all(type(value) is int and 0 <= value < below for value in values)


def _fits(place: object, side: "Side") -> bool:
    """Whether a row or column is one that is shown; None is all of them."""
    shown = side.pieces if frame.choices().pieces else side.words
    return place is None or (type(place) is int and 0 <= place < len(shown))


def _pieces(side: "Side", shown: int | None) -> list[int] | None:
    """The pieces of a row or column as it is shown: a word has several."""
    if frame.choices().pieces and shown is not None:
        return [shown]
    return side.pieces_of(shown)


def _begin(trace: "Trace", done: dict[str, Any]) -> None:
    """Give what was written before a step, and another word there."""
    step, rank = done.get("step"), done.get("rank")
    places = next_places(trace, not frame.choices().pieces)
    if type(step) is not int or type(rank) is not int:
        return
    if not 0 <= step < len(places):
        return
    try:
        found = beginnings.ranked(trace, places[step], rank)
    except InputError as problem:
        refused.keep("piece", trace.identity, error(problem))
        return
    if found is not None:
        begin(trace, found.ids)


def refusal(trace: "Trace") -> None:
    """Under the picture: why what was done on it could not be run."""
    refused.tell("hand", field.last_good())
    if frame.choices().lab != "say":
        refused.tell("piece", trace.identity)
