"""Which source words matter: attention beside gradients and beside leaving out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.experiments.changes.sublayers import attention
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures import grids
from viz.pages.app import frame, library, shown_model, widgets
from viz.say import html_tables
from viz.say.captions import apart, percent, signed
from viz.say.lists import parted
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.attribution import Reasons
    from core.analysis.occlusion import LeftOut
    from core.in_use.translator import Translator
    from core.trace import Trace

WAYS = ("head", "layer", "gradient", "loss")
say = texts("experiments")


def matter(model: "Translator", trace: "Trace") -> None:
    """Four rankings for one output word; then what the words left in the encoder."""
    without = _left_out(model, trace)
    with st.container(key="matter"):
        st.subheader(say("attribution.heading"), anchor=False)
        word = _output_word(trace)
        name, one = _of_the_map()
        head = one or 0
        looked = _entry(trace, without, name, one, word)
        _ranking(model, trace, without, name, head, word)
        frame.note(say("attribution.follows"))
        influence, rollout = st.columns(2, gap="large")
        with influence:
            _influence(trace, without, looked)
        with rollout:
            _rollout(trace)


def entry(model: "Translator", trace: "Trace") -> None:
    """Without the word that a row of the open map looks at most, and least."""
    name, head = _of_the_map()
    written_words = trace.written_words
    row = min(frame.choices().row or (written_words + 1) // 2, written_words) - 1
    _entry(trace, _left_out(model, trace), name, head, row)


def _left_out(model: "Translator", trace: "Trace") -> "LeftOut":
    from core.analysis.occlusion import left_out

    return library.computed(trace.identity, lambda: left_out(model, trace))


def _of_the_map() -> tuple[str, int | None]:
    """The cross-attention of the open layer, and the open head, from 0; None: all."""
    choices = frame.choices()
    return attention("cross", choices.layer), choices.head - 1 if choices.head else None


def _output_word(trace: "Trace") -> int:
    """The output word that is asked about, counted from 0."""
    names = apart(trace.predicted.words)[: trace.written_words]
    chosen = frame.choices().word or frame.choices().row or (len(names) + 1) // 2
    return _chosen("word", say("attribution.word"), names, chosen)


def _chosen(name: str, label: str, words: Sequence[str], at: int) -> int:
    """One of the words, counted from 0; the choice of that name counts from 1.

    The field shows the word at `at` (from 1), or the last one.
    """
    return widgets.mirrored(
        st.selectbox,
        name,
        label,
        range(len(words)),
        shown=min(at, len(words)) - 1,
        picked=lambda place: frame.keep(**{name: place + 1}),
        format_func=words.__getitem__,
        width=240,
    )


def _entry(
    trace: "Trace", without: "LeftOut", name: str, head: int | None, word: int
) -> int:
    """Without the word most looked at, whose place is returned, and the least."""
    from core.analysis.attribution import removals
    from core.analysis.head_statistics import recorded
    from core.analysis.occlusion import source_words

    found = removals(trace, without, name, head)
    more = sum(one.loss_of_most > one.loss_of_least for one in found)
    one, names = found[word], apart(source_words(trace))
    frame.note(
        say(
            "attribution.entry",
            word=apart(trace.predicted.words)[word],
            most=names[one.most],
            least=names[one.least],
            loss_most=signed(-one.loss_of_most),
            loss_least=signed(-one.loss_of_least),
            n=len(found),
            more=more,
        )
    )
    kept = recorded(shown_model.transformer())
    if over := kept.get("removed", {}).get(name):
        more = over["mean"] if head is None else over["heads"][head]
        share = percent(more / over["words"])
        frame.note(
            say(
                "attribution.stored",
                n=over["words"],
                sentences=str(kept["sentences"]),
                share=share,
            )
        )
    return one.most


def _ranking(
    model: "Translator",
    trace: "Trace",
    without: "LeftOut",
    name: str,
    head: int,
    word: int,
) -> None:
    from core.analysis.attribution import reasons

    found = library.computed(
        (*trace.identity, name, head, word),
        lambda: reasons(model, trace, without, name, head, word),
    )
    layer = AttentionName.parse(name).layer + 1
    ways = {
        way: say(f"attribution.ways.{way}", layer=layer, head=head + 1) for way in WAYS
    }
    ranks = {way: _ranks(getattr(found, way)) for way in ways}
    order = sorted(range(len(found.words)), key=lambda at: ranks["loss"][at])
    names = apart(found.words)
    rows = [[say("attribution.source_word"), *ways.values()]]
    rows += [
        [names[at], *(_said(found, way, at, ranks[way][at]) for way in ways)]
        for at in order
    ]
    st.html(html_tables.table(rows, say("attribution.table")))
    agreement, n = found.agreement(), len(found.words)
    if agreement is None:
        frame.note(say("attribution.too_few", n=n))
        return
    pairs = parted(
        say("attribution.pair", one=ways[one], other=ways[other], value=signed(value))
        for (one, other), value in agreement.items()
    )
    frame.note(say("attribution.agreement", n=n, pairs=pairs))


def _ranks(values: tuple[float, ...]) -> list[int]:
    order = sorted(range(len(values)), key=lambda at: -values[at])
    return [order.index(at) + 1 for at in range(len(values))]


def _said(found: "Reasons", way: str, at: int, rank: int) -> str:
    value = getattr(found, way)[at]
    number = signed(value) if way == "loss" else written(value, ".3f")
    return say("attribution.ranked", rank=rank, value=number)


def _influence(trace: "Trace", without: "LeftOut", looked: int) -> None:
    """What the encoder's output at one word has read; at first the word looked at."""
    from core.analysis.occlusion import source_words

    names = apart(source_words(trace))
    asked = frame.choices().h_of or looked + 1
    at = _chosen("h_of", say("influence.word"), names, asked)
    moved = without.moved[:, at].tolist()
    st.html(grids.bars(names, moved, at, say("influence.title", word=names[at])))
    first = own_first(names, moved, at)
    frame.note(say("influence.note", word=names[at], first=first))


def own_first(names: Sequence[str], moved: Sequence[float], own: int) -> str:
    """Whether the word itself moves its output most, and who moves it next, or more."""
    others = [at for at in range(len(moved)) if at != own]
    if not others:
        return ""
    most = max(others, key=moved.__getitem__)
    first = "own_first" if moved[own] >= moved[most] else "other_first"
    return say(
        f"influence.{first}",
        other=names[most],
        next=written(moved[most]),
        own=written(moved[own]),
    )


def _rollout(trace: "Trace") -> None:
    """Rollout of the attention that is open above; the row chosen there is marked."""
    import torch

    from core.analysis.rollout import decoder_rollout, encoder_rollout

    choices = frame.choices()
    through = choices.kind != "encoder"
    rolled = decoder_rollout(trace) if through else encoder_rollout(trace)
    columns = (trace.read, trace.source) if through else (trace.source,)
    rows, _ = trace.sides(attention(choices.kind, choices.layer))
    named = getattr(trace, choices.names) if through and choices.names else rows
    queries, keys = named.pieces, [piece for side in columns for piece in side.pieces]
    if not choices.pieces:
        query = rows.membership()
        key = torch.block_diag(*(side.membership() for side in columns))
        rolled = query / query.sum(-1, keepdim=True) @ rolled @ key.T
        queries, keys = named.words, [word for side in columns for word in side.words]
    title = say("rollout.decoder" if through else "rollout.encoder")
    row = (choices.row or (len(queries) + 1) // 2) - 1
    table = grids.shares(
        apart(queries),
        apart(keys),
        rolled.tolist(),
        title,
        dark=frame.night(),
        marks=("output" if through else "source", row),
    )
    st.html(table)
    frame.note(say("rollout.note"))
