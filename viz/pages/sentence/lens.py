"""What each layer would say: the logit lens, wherever a decoder writes."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.figures import lens as figure
from viz.pages.app import frame, library

if TYPE_CHECKING:
    from core.checkpoint import Checkpoint
    from core.trace import Trace

STYLE = Path(__file__).parent / "lens.css"
say = texts("lens")


def lens(model: "Checkpoint", trace: "Trace", row: int) -> None:
    """The grid over all steps of the decoder, and the five best of the step `row`."""
    st.html(STYLE)
    frame.caption(say("lead"))
    found = library.computed(trace.identity, lambda: read(model, trace))
    row = min(row, len(found.read) - 1)
    st.html(figure.grid(found, row, dark=frame.night()))
    frame.note(say("what"))
    if found.open_ended:
        frame.note(say("open", piece=found.follows[-1]))
    st.html(figure.five(found, row))
    frame.note(_where(found, row))
    frame.note(say("ignores"))


def read(model: "Checkpoint", trace: "Trace") -> figure.Read:
    """The predictions of every layer; where nothing is written yet, the last one's."""
    import torch

    from core.analysis.layer_predictions import layer_predictions
    from core.experiments.passes import rewired
    from core.networks.kinds import Layered

    network = rewired(model.network, trace.experiment)
    if not isinstance(network, Layered):
        raise TypeError("only a network of layers has a stream")
    written = torch.tensor(trace.predicted_ids)
    open_ended = not trace.translation.finished
    if open_ended:
        written[-1] = trace.record.logits[-1].argmax()
    found = layer_predictions(network, trace.record, written)  # type: ignore[arg-type]
    follows = [trace.vocabulary.piece(piece) for piece in written.tolist()]
    spelled: dict[int, str] = {
        piece: trace.vocabulary.piece(piece) for piece in found.pieces.unique().tolist()
    }
    return figure.spelled(
        found, trace.read.pieces, follows, spelled, open_ended=open_ended
    )


def _where(found: figure.Read, row: int) -> str:
    """From which layer on the piece that follows is the likeliest."""
    ranks = [stage[row] for stage in found.ranks]
    piece = found.follows[row]
    if ranks[-1]:
        return say("never", piece=piece, rank=ranks[-1] + 1)
    first = len(ranks) - 1
    while first and not ranks[first - 1]:
        first -= 1
    return say("from", piece=piece, stage=figure.stage(first))
