"""What a reader does on the picture: forbids cells, wants a piece, opens a number.

It comes from a browser: what does not fit is passed over, what cannot be run is said.
"""

from typing import TYPE_CHECKING, Any

from core.errors import InputError
from viz import address
from viz.content.texts import error, texts
from viz.pages.app import frame, library, shown_model
from viz.pages.app.session import Remembered
from viz.pages.sentence import beginnings, field, strokes
from viz.pages.transformer.experiments import refused, run
from viz.pages.transformer.experiments.decoding import begin
from viz.pages.transformer.experiments.from_address import Asked, read
from viz.payload.maps import next_places
from viz.payload.walk import Opened
from viz.payload.walk import opened as number_of

if TYPE_CHECKING:
    from core.trace import Trace

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
        if struck := strokes.cells(trace, done, pieces=frame.choices().pieces):
            _forbid(lab, struck, done)
    elif done.get("what") == "begin" and not trace.forced:
        _begin(trace, done)


def opened() -> Opened | None:
    """The number of which the reader wants to see every product."""
    return PRODUCTS.get()


def _forbid(lab: Asked, cells: strokes.Cells, done: dict[str, Any]) -> None:
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
