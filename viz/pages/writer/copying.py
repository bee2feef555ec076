"""Heads that copy: a random sequence is read twice, and the best head is silenced."""

from math import log
from typing import TYPE_CHECKING

import streamlit as st

from core.experiments.changes import Silent
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures import grids
from viz.pages.app import frame, library
from viz.pages.sentence import tables
from viz.pages.writer import experiments
from viz.say import html_tables
from viz.say.captions import percent, signed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.copying_heads import Copying
    from core.trace import Trace

LENGTH, ROWS = 40, 8
"""How many pieces are repeated, and in how many sequences."""
SHARE = 0.5
"""From here on a head is said to copy: half of its attention, as for every role."""
say = texts("writer")


def copying(trace: "Trace") -> None:
    """The score of every head, the loss of both halves, and without the best head."""
    tables.style()
    frame.caption(say("copying.lead", pieces=_length(trace.model), rows=ROWS))
    found = _measured(trace.model)
    name, head = _best(found)
    without = _measured(trace.model, Silent(str(name), head))
    st.html(
        grids.shares(
            [say("copying.layer", layer=at + 1) for at in range(len(found.scores))],
            [say("copying.head", head=at + 1) for at in range(_heads(found))],
            list(found.scores.values()),
            say("copying.scores"),
            dark=frame.night(),
        )
    )
    best = found.scores[name][head]
    slots = {
        "layer": name.layer + 1,
        "head": head + 1,
        "share": percent(best),
        "uniform": percent(found.uniform),
    }
    frame.note(say("copying.some" if best >= SHARE else "copying.none", **slots))
    table = [
        ["", *say.row("copying.halves")],
        [say("copying.as_it_is"), written(found.first), written(found.second)],
        [
            say("copying.silenced", layer=name.layer + 1, head=head + 1),
            written(without.first),
            written(without.second),
        ],
    ]
    st.html(html_tables.table(table, say("copying.losses")))
    pieces = library.writer(trace.model).tokenizer.size
    even = say("copying.even", pieces=written(pieces, ","), loss=written(log(pieces)))
    frame.note(even)
    frame.note(say("copying.means", change=signed(without.second - found.second)))
    st.button(
        say("copying.silence", layer=name.layer + 1, head=head + 1),
        key="silence-copying",
        on_click=_silence,
        args=(name, head),
    )


def _length(model: str) -> int:
    """As many different pieces as there are positions for twice, with ‹start›."""
    return min(LENGTH, library.writer(model).most_read // 2)


def _measured(model: str, silent: Silent | None = None) -> "Copying":
    from core.analysis.copying_heads import copying, repeated
    from core.experiments.experiment import Experiment

    writer = library.writer(model)
    text = repeated(writer.tokenizer.size, _length(model), ROWS)
    changed = Experiment(changes=() if silent is None else (silent,))
    return library.computed(
        (writer.name, writer.digest, silent),
        lambda: copying(writer.writer, text, changed),
    )


def _heads(found: "Copying") -> int:
    return len(next(iter(found.scores.values())))


def _best(found: "Copying") -> tuple[AttentionName, int]:
    """The head that looks most at what followed the last time."""
    return max(
        ((name, head) for name in found.scores for head in range(_heads(found))),
        key=lambda place: found.scores[place[0]][place[1]],
    )


def _silence(name: AttentionName, head: int) -> None:
    experiments.begin((Silent(str(name), head),))
    frame.keep(w_layer=name.layer + 1, w_head=head + 1)
