"""The words that a step could have written, for every page that offers another."""

from typing import TYPE_CHECKING

from core.errors import InputError
from viz.content.texts import texts
from viz.pages.app import library
from viz.payload.maps import MOST_PROBABLE

if TYPE_CHECKING:
    from core.analysis.alternatives import Alternative
    from core.trace import Trace

say = texts("sentence")


def offered(trace: "Trace", step: int) -> "list[Alternative]":
    """The words that begin with the most probable pieces; nothing goes on after ‹end›.

    They are computed behind the gate, once for all that ask.
    """
    from core.analysis.alternatives import alternatives

    best = trace.probabilities[step].topk(MOST_PROBABLE).indices.tolist()
    return library.computed(
        (*trace.identity, step),
        lambda: alternatives(library.any_model(trace.model), trace, step, best),
    )


def ranked(trace: "Trace", step: int, rank: int) -> "Alternative | None":
    """The word that begins with the piece of that rank; None where none is offered.

    For callbacks: the page does not try again by itself, so the reader is asked to
    (InputError) where too many are computing. The rank, from 0, comes from a browser.
    """
    if not 0 <= rank < MOST_PROBABLE:
        return None
    piece = int(trace.probabilities[step].topk(rank + 1).indices[-1])
    try:
        words = offered(trace, step)
    except library.Busy:
        raise InputError(say("beginnings.busy")) from None
    return next((word for word in words if word.ids[step] == piece), None)
