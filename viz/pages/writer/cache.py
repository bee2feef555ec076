"""Keys and values that are kept from piece to piece, and what that saves."""

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.sentence import tables
from viz.say import html_tables, theme
from viz.say.captions import apart, percent
from viz.say.numbers import written

if TYPE_CHECKING:
    import torch

    from core.trace import Trace

KINDS = ("key", "value")
say = texts("writer")


def cache(trace: "Trace") -> None:
    """What a head keeps of every piece, and the multiplications with and without."""
    from core.analysis.one_pass_or_steps import clocks
    from core.networks.writer import WriterRecord

    record = trace.record
    if not isinstance(record, WriterRecord):
        raise TypeError("only a writer keeps this")
    tables.style()
    if not trace.experiment.causal:
        frame.note(say("cache.mask_off"))
        return
    frame.caption(say("cache.lead"))
    choices, layers = frame.choices(), record.decoder
    layer = min(choices.w_layer, len(layers)) - 1
    attention = layers[layer].self_attention
    head = min(max(choices.w_head, 1), len(attention.weights)) - 1
    kept = [getattr(attention, kind)[head] for kind in KINDS]
    st.html(_drawn(trace, kept, layer, head))
    frame.note(say("cache.colours"))
    rows, width = len(trace.predicted_ids), layers[0].input.shape[-1]
    frame.note(
        say(
            "cache.size",
            rows=rows,
            layers=len(layers),
            width=width,
            numbers=2 * rows * len(layers) * width,
        )
    )
    both = library.computed(
        trace.identity, lambda: clocks(library.writer(trace.model), trace)
    )
    table = [
        ["", say("cache.multiplications")],
        [say("cache.with"), _millions(both.in_steps)],
        [say("cache.without"), _millions(both.uncached)],
    ]
    st.html(html_tables.table(table, say("cache.title")))
    saved = percent(1 - both.in_steps / both.uncached)
    frame.note(say("cache.saved", rows=rows, share=saved))


def _drawn(trace: "Trace", kept: "list[torch.Tensor]", layer: int, head: int) -> str:
    """A line a piece: its key and its value, number by number; the newest is marked."""
    dark = frame.night()
    most = [float(side.abs().max()) or 1.0 for side in kept]
    last = len(trace.predicted_ids) - 1
    lines = []
    for row, piece in enumerate(apart(trace.read.pieces)):
        cells = "".join(
            f'<td aria-hidden="true">{_strip(side[row].tolist(), limit, dark)}</td>'
            for side, limit in zip(kept, most, strict=True)
        )
        new = escape(say("cache.new" if row == last else "cache.kept"))
        on = ' class="on"' if row == last else ""
        lines.append(
            f'<tr{on}><th scope="row">{escape(piece)}</th>{cells}<td>{new}</td></tr>'
        )
    names = "".join(
        f'<th scope="col">{escape(say(f"cache.{kind}"))}</th>' for kind in KINDS
    )
    caption = say("cache.drawn", layer=layer + 1, head=head + 1)
    return html_tables.boxed(
        "kept", caption, f"<tr><td></td>{names}<td></td></tr>", lines
    )


def _strip(numbers: list[float], limit: float, dark: bool) -> str:
    return "".join(
        f'<i style="background:{theme.signed_colour(number, limit, dark)}"></i>'
        for number in numbers
    )


def _millions(count: int) -> str:
    return written(count / 1e6, ".1f")
