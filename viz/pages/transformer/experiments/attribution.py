"""Which source words matter: attention beside gradients and beside leaving out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from viz.address import experiments
from viz.figures import grids
from viz.pages.app import frame, library
from viz.say import html_tables
from viz.say.captions import apart, percent, signed

if TYPE_CHECKING:
    from core.analysis.attribution import Reasons
    from core.analysis.occlusion import LeftOut
    from core.trace import Trace
    from core.translator import Translator

ENTRY = (
    "Leave out the source word that {word} looks at most, “{most}”: its "
    "log-probability changes by {loss_most}. Leave out the one it looks at least, "
    "“{least}”: {loss_least}. Over the {n} words of this sentence the most looked-at "
    "word hurts more in {more}."
)
STORED = (
    "Over {n:,} output words of {sentences} stored sentences it hurts more in {share}: "
    "a tendency, with failures."
)
FOLLOWS = (
    "Left out means blanked in place; French before the word stays as it is. Where the "
    "ranks disagree, a weight has not told what the word was for: weights that look "
    "quite different can lead to the same word (Jain & Wallace 2019). That does not "
    "make them noise: what a weight can explain depends on what was asked of it "
    "(Wiegreffe & Pinter 2019)."
)
TOO_FEW = "{n} words: rank agreement is told from 8 words on."
IN_H = (
    "What is in h_j? A bar for each source word that is blanked: how far the encoder's "
    "output at “{word}” moves, divided by how long it was; it can move by more than "
    "its length. {first} Wherever another bar is above 0, a look at h_j is not a look "
    "at word j alone."
)
ROLLOUT = (
    "Rollout: all layers of weights multiplied, heads averaged, half of each layer the "
    "residual (Abnar & Zuidema 2020). It ignores values, feed-forward networks and "
    "norms. The one through the decoder is our extension: per layer a third looking "
    "back, a third looking across times the encoder's rollout, a third what was there. "
    "Rows are named as in the open map."
)
WAYS = {
    "head": "head",
    "layer": "mean of the layer",
    "gradient": "gradient × input",
    "loss": "left out (nats lost)",
}


def matter(model: "Translator", trace: "Trace") -> None:
    """Four rankings for one output word; then what the words left in the encoder."""
    from core.analysis.occlusion import left_out

    without = library.kept(
        ("left out", *trace.identity),
        lambda: library.gated(lambda: left_out(model, trace)),
    )
    with st.container(key="matter"):
        st.subheader("Is attention an explanation?", anchor=False)
        word = _output_word(trace)
        choices = frame.choices()
        name = experiments.attention("cross", choices.layer)
        head = max(choices.head - 1, 0)
        looked = _entry(trace, without, name, head if choices.head else None, word)
        _ranking(model, trace, without, name, head, word)
        frame.note(FOLLOWS)
        influence, rollout = st.columns(2, gap="large")
        with influence:
            _influence(trace, without, looked)
        with rollout:
            _rollout(trace)


def _output_word(trace: "Trace") -> int:
    """The output word that is asked about, counted from 0."""
    names = apart(trace.predicted.words)[: trace.written_words]
    chosen = frame.choices().word or frame.choices().row or (len(names) + 1) // 2
    index = min(chosen, len(names)) - 1
    return st.selectbox(
        "Output word",
        range(len(names)),
        index=index,
        format_func=names.__getitem__,
        key=f"_word-{len(names)}-{index}",
        on_change=_chosen,
        args=(f"_word-{len(names)}-{index}",),
        width=240,
    )


def _chosen(key: str) -> None:
    frame.keep(word=st.session_state[key] + 1)


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
        ENTRY.format(
            word=apart(trace.predicted.words)[word],
            most=names[one.most],
            least=names[one.least],
            loss_most=signed(-one.loss_of_most),
            loss_least=signed(-one.loss_of_least),
            n=len(found),
            more=more,
        )
    )
    kept = recorded(library.TRANSFORMER)
    if over := kept.get("removed", {}).get(name):
        more = over["mean"] if head is None else over["heads"][head]
        share = percent(more / over["words"])
        frame.note(
            STORED.format(n=over["words"], sentences=kept["sentences"], share=share)
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

    found = library.kept(
        ("reasons", *trace.identity, name, head, word),
        lambda: library.gated(lambda: reasons(model, trace, without, name, head, word)),
    )
    layer = int(name.split(".")[1]) + 1
    ways = {**WAYS, "head": f"cross-attention {layer}, head {head + 1}"}
    ranks = {way: _ranks(getattr(found, way)) for way in ways}
    order = sorted(range(len(found.words)), key=lambda at: ranks["loss"][at])
    names = apart(found.words)
    rows = [["source word", *ways.values()]]
    rows += [
        [names[at], *(_said(found, way, at, ranks[way][at]) for way in ways)]
        for at in order
    ]
    st.html(
        html_tables.table(rows, "Source words, ranked in four ways; rank and value")
    )
    agreement = found.agreement()
    if agreement is None:
        frame.note(TOO_FEW.format(n=len(found.words)))
        return
    pairs = "; ".join(
        f"{ways[one]} and {ways[other]} {signed(value)}"
        for (one, other), value in agreement.items()
    )
    frame.note(
        f"Rank agreement (Spearman, {len(found.words)} words; 1 the same order, −1 the "
        f"opposite): {pairs}."
    )


def _ranks(values: tuple[float, ...]) -> list[int]:
    order = sorted(range(len(values)), key=lambda at: -values[at])
    return [order.index(at) + 1 for at in range(len(values))]


def _said(found: "Reasons", way: str, at: int, rank: int) -> str:
    value = getattr(found, way)[at]
    written = signed(value) if way == "loss" else f"{value:.3f}"
    return f"{rank} · {written}"


def _influence(trace: "Trace", without: "LeftOut", looked: int) -> None:
    """What the encoder's output at one word has read; at first the word looked at."""
    from core.analysis.occlusion import source_words

    names = apart(source_words(trace))
    at = min(frame.choices().h_of or looked + 1, len(names)) - 1
    key = f"_h_of-{len(names)}-{at}"
    st.selectbox(
        "Encoder's output at",
        range(len(names)),
        index=at,
        format_func=names.__getitem__,
        key=key,
        on_change=lambda: frame.keep(h_of=st.session_state[key] + 1),
        width=240,
    )
    moved = without.moved[:, at].tolist()
    st.html(grids.bars(names, moved, at, f"How far h moves at “{names[at]}”"))
    frame.note(IN_H.format(word=names[at], first=own_first(names, moved, at)))


def own_first(names: Sequence[str], moved: Sequence[float], own: int) -> str:
    """Whether the word itself moves its output most, and who moves it next, or more."""
    others = [at for at in range(len(moved)) if at != own]
    if not others:
        return ""
    most = max(others, key=moved.__getitem__)
    other = f"“{names[most]}” ({moved[most]:.2f})"
    if moved[own] >= moved[most]:
        return f"The word itself moves it most ({moved[own]:.2f}), then {other}."
    return f"{other} moves it more than the word itself ({moved[own]:.2f})."


def _rollout(trace: "Trace") -> None:
    """Rollout of the attention that is open above; the row chosen there is marked."""
    import torch

    from core.analysis.rollout import decoder_rollout, encoder_rollout

    choices = frame.choices()
    through = choices.kind != "encoder"
    rolled = decoder_rollout(trace) if through else encoder_rollout(trace)
    columns = (trace.read, trace.source) if through else (trace.source,)
    rows, _ = trace.sides(experiments.attention(choices.kind, choices.layer))
    named = getattr(trace, choices.names) if through and choices.names else rows
    queries, keys = named.pieces, [piece for side in columns for piece in side.pieces]
    if not choices.pieces:
        query = rows.membership()
        key = torch.block_diag(*(side.membership() for side in columns))
        rolled = query / query.sum(-1, keepdim=True) @ rolled @ key.T
        queries, keys = named.words, [word for side in columns for word in side.words]
    title = "Rollout through the decoder" if through else "Rollout through the encoder"
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
    frame.note(ROLLOUT)
