"""What a reader does on the picture; it comes from a browser and is checked here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from viz import address
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.app.session import Remembered
from viz.pages.sentence import beginnings, strokes
from viz.pages.writer import asked, experiments, writing
from viz.payload.walk import Opened, opened

if TYPE_CHECKING:
    from core.trace import Trace

words = texts("experiments")
PRODUCTS: Remembered[Opened | None] = Remembered("_writer_products", None)
"""The number of the walk of which every product is wanted."""
REFUSED: Remembered[tuple[Any, str]] = Remembered("_writer_refused", (None, ""))
"""Of which pass something could not be done, and why."""


def done(what: Mapping[str, Any]) -> None:
    """Do what the component asks for; a callback."""
    if what.get("what") == "products":
        PRODUCTS.set(opened(what))
        return
    try:
        trace, _ = asked.shown(asked.wanted(experiments.read().experiment))
    except (InputError, library.Busy):
        return
    if what.get("what") == "write":
        writing.press(trace, what.get("how"), what.get("from"))
    elif what.get("what") == "begin":
        _begin(trace, what.get("step"), what.get("rank"))
    elif what.get("what") == "forbid":
        _forbid(trace, strokes.cells(trace, dict(what), pieces=True), what)


def refusal(trace: "Trace") -> None:
    """Why what was done on the picture could not be run."""
    of, wrong = REFUSED.get()
    if wrong and of == trace.identity:
        frame.refuse(wrong)


def _forbid(trace: "Trace", cells: strokes.Cells, what: Mapping[str, Any]) -> None:
    """Forbid cells, alone or added; those forbidden already are allowed again.

    What cannot be run changes nothing and is said under the picture.
    """
    if not cells:
        return
    running, add = trace.experiment, what.get("add") is True
    n = len(running.forbidden.union(cells) if add else cells)
    if running.forbidden.issuperset(cells):
        experiments.end(cells)
    elif n > address.MAX_CELLS:
        wrong = words("picture.too_many", n=n, most=address.MAX_CELLS)
        REFUSED.set((trace.identity, wrong))
    else:
        changes = (*running.changes, *cells) if add else cells
        if wrong := experiments.unfit(changes):
            REFUSED.set((trace.identity, error(next(iter(wrong.values())))))
        else:
            experiments.begin(changes)


def _begin(trace: "Trace", step: object, rank: object) -> None:
    """Write another piece at a step, to the end of its word, and go on from there."""
    from core.experiments.prefix import written_so_far

    if type(step) is not int or type(rank) is not int:
        return
    if not 0 <= step < len(trace.predicted_ids):
        return
    try:
        found = beginnings.ranked(trace, step, rank)
        if found is None:
            return
        text = written_so_far(trace.vocabulary, found.ids)
        model = library.writer(trace.model)
        model.room(model.given(text))
    except InputError as problem:
        REFUSED.set((trace.identity, error(problem)))
        return
    REFUSED.take()
    rest = len(trace.translation.pieces.ids) - len(found.ids)
    frame.keep(w_text=text, w_pieces=max(0, rest), w_row=0)
