"""How far the two maps agree, beside maps that know nothing of each other."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.components.files import files, named
from viz.content.texts import error, texts
from viz.figures import agreements
from viz.pages.app import frame
from viz.pages.compare.alignment import aligned, pieces_of, titles
from viz.say import html_tables

if TYPE_CHECKING:
    from core.analysis.agreement import Agreement
    from core.analysis.alignment_links import Aligned
    from core.text.tokenizer import Pieces
    from core.trace import AttentionMap, Trace

say = texts("compare")

FORMULA = r"\text{overlap}_i=1-\tfrac12\textstyle\sum_j\lvert a_{ij}-b_{ij}\rvert"


def measured(
    english: str, one: "AttentionMap", other: "AttentionMap", row: int, trace: "Trace"
) -> None:
    """The agreement of the two maps on the screen, which is of `trace`, in numbers."""
    from core.analysis.agreement import agreement

    rows = min(len(one.query_words), len(other.query_words))
    # Where rows are words read, nothing reads ‹end›.
    one, other = one.part(slice(rows)), other.part(slice(rows))
    found = agreement(one, other)
    queries = one.query_words
    with st.container(key="agreement"):
        numbers, formula = st.columns([7, 6], gap="large")
        with numbers:
            st.text(agreements.caption(found, queries))
            if row < len(queries):
                st.text(agreements.caption_of_row(found, queries, row))
            files(
                agreements.by_word(found, queries),
                name=named("agreement", english),
                key="files",
            )
        with formula:
            st.latex(FORMULA)
    with st.container(key="agreement-baselines"):
        _beside(trace)


def _beside(trace: "Trace") -> None:
    """The agreement is a number only beside those of maps that know nothing."""
    try:
        found, _ = _baselines(*pieces_of(trace))
    except InputError as problem:
        frame.note(error(problem))
        return
    st.html(html_tables.table(agreements.rows(found), say("baselines.caption")))


def explained(trace: "Trace") -> None:
    """What the baselines come to, and which sentence the other maps are of."""
    source, target = pieces_of(trace)
    found, away = _baselines(source, target)
    together, *others = found.values()
    st.text(agreements.more_than_by_accident(together, others))
    frame.note(agreements.elsewhere(away, len(source.words), len(target.words)))


def _baselines(
    source: "Pieces", target: "Pieces"
) -> tuple[dict[str, "Agreement"], "Aligned"]:
    """The agreement of both maps first, then each beside what knows nothing of it.

    That is a plain diagonal, and the other model's map of another sentence, which is
    returned too. Where it has another size, its map is stretched to this one.
    """
    from core.analysis.agreement import agreement, compared, diagonal, stretched
    from core.analysis.alignment_links import another

    here = {name: aligned(name, source, target) for name in titles()}
    one, other = (here[name].weights for name in titles())
    n, m = one.shape
    plain, away = diagonal(n, m), another(source.words, target.words)
    other_sentence = "same_size" if away.size == (m, n) else "stretched"
    far_one, far_other = (
        stretched(aligned(name, away.source, away.target).weights, n, m)
        for name in titles()
    )
    found = {
        say("baselines.both"): agreement(*here.values()),
        say("baselines.bahdanau_diagonal"): compared(one, plain),
        say("baselines.transformer_diagonal"): compared(other, plain),
        say(f"baselines.{other_sentence}.bahdanau"): compared(one, far_other),
        say(f"baselines.{other_sentence}.transformer"): compared(other, far_one),
    }
    return found, away
