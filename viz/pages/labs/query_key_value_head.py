"""A head of the Transformer asked like a catalogue: draws that settle on its output."""

import torch

from core.labs.retrieval import distances, drawn
from core.labs.worked_example import SENTENCE
from core.trace import Trace, walk
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures import settling_head
from viz.pages.app import frame, library
from viz.pages.app.widgets import slider
from viz.pages.labs.lab import show
from viz.pages.sentence.map_picture import map_of
from viz.say.captions import percent

say = texts("labs/query-key-value")
DRAWS, TOLD = 500, 3
LEAST = 0.01  # a weight that is told


def draw() -> None:
    """The weights of the head that aligns best, its values, and 500 draws."""
    with frame.waiting(say("head.waiting")):
        trace = library.trace(library.TRANSFORMER, SENTENCE)
    chosen = map_of(library.TRANSFORMER, "@aligns")
    head, rows = chosen.head or 0, len(trace.predicted.pieces)
    row = min(frame.choices(Choices).qkv_word, rows) - 1
    weights, value = _looked(trace, str(chosen.name), head, row)
    picked = drawn(weights, DRAWS)
    found, expected = distances(weights, value, picked)
    order = weights.argsort(descending=True)[:TOLD].tolist()
    keys = trace.source.pieces
    told = [
        say("head.weight", share=percent(weights[at].item()), key=keys[at])
        for at in order
        if weights[at] >= LEAST
    ]
    word = trace.predicted.pieces[row]
    show(
        settling_head.settling(
            found.tolist(),
            expected.tolist(),
            word=word,
            weights=told,
            length=(weights @ value).norm().item(),
            dark=frame.night(),
        ),
        key="qkv-head",
        note=say(
            "head.note",
            name=chosen.name.spoken,
            head=head + 1,
            word=word,
            width=value.shape[-1],
        ),
    )
    slider("qkv_word", say("head.word"))


def _looked(
    trace: Trace, name: str, head: int, row: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """The weights of a row of a head, and the values that it mixes."""
    parts = {part: tensor for part, _, tensor in walk(trace)}
    weights, value = (parts[f"{name}.{part}"][head] for part in ("weights", "value"))
    return weights[row].double(), value.double()
