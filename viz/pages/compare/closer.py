"""Compare, closer: baselines of agreement, links drawn by hand, exchanged words."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from core.text.words import join_words
from viz.components.files import named
from viz.figures import agreements
from viz.pages.app import frame, library
from viz.pages.app.chart import chart
from viz.pages.app.sections import Section, more
from viz.pages.compare.alignment import TITLES, align, aligned, pieces_of
from viz.pages.compare.exchanged_words import swap
from viz.pages.sentence import field
from viz.say import html_tables, tables

if TYPE_CHECKING:
    from core.analysis.agreement import Agreement
    from core.analysis.alignment_links import Aligned, Counts
    from core.text.tokenizer import Pieces
    from core.trace import AttentionMap, Trace

NOT_BY_DEFINITION = (
    "Cross-attention is not by definition an alignment: nothing in the training asks a "
    "row to look at the word it translates. How far it does is a measurement, here by "
    "the alignment error rate of Och and Ney (2003): 0 % is perfect. A model's links "
    "are the largest weight of each row, ‹end› left out."
)
FRAMES = "A frame is a sure link, a dotted frame a possible one."
NO_LINKS = (
    "Nobody has linked this pair by hand. Choose one of those that are linked; most of "
    "them are reordered."
)


def sections(english: str, french: "str | Pieces") -> None:
    """The sections of the page, for the sentence and the French on the screen."""

    def guarded(draw: Callable[[dict[str, "Trace"]], None]) -> Callable[[], None]:
        return lambda: _with_both(english, french, draw)

    more(
        "compare_more",
        {
            "baselines": Section(
                "Baselines",
                "How much would any two maps agree?",
                guarded(_baselines),
            ),
            "links": Section(
                "Links by hand",
                "Do the maps find the links that people draw?",
                guarded(_links),
            ),
            "swap": Section(
                "Exchange words",
                "Does the light follow a word to another place?",
                guarded(swap),
            ),
        },
    )


def _with_both(
    english: str, french: "str | Pieces", draw: Callable[[dict[str, "Trace"]], None]
) -> None:
    """Draw with both passes; what keeps a model away is said in the page's picture."""
    traces = {name: library.trace(name, english, french) for name in TITLES}
    draw(traces)


# --- baselines ----------------------------------------------------------------------


def _baselines(traces: dict[str, "Trace"]) -> None:
    source, target = pieces_of(next(iter(traces.values())))
    found, away = baselines(source, target)
    together, *others = found.values()
    st.text(agreements.said(together, others))
    frame.note(agreements.elsewhere(away, len(source.words), len(target.words)))


def baselines(
    source: "Pieces", target: "Pieces"
) -> tuple[dict[str, "Agreement"], "Aligned"]:
    """The agreement of both maps first, then each beside what knows nothing of it.

    That is a plain diagonal, and the other model's map of another sentence, which is
    returned too. Where it has another size, its map is stretched to this one.
    """
    from core.analysis.agreement import agreement, compared, diagonal, stretched
    from core.analysis.alignment_links import another

    here = {name: aligned(name, source, target) for name in TITLES}
    one, other = (here[name].weights for name in TITLES)
    n, m = one.shape
    plain, away = diagonal(n, m), another(source.words, target.words)
    fitted = "" if away.size == (m, n) else ", stretched to this size"
    far = {
        name: stretched(aligned(name, away.source, away.target).weights, n, m)
        for name in TITLES
    }
    found = {
        "both maps of this sentence": agreement(*here.values()),
        "Bahdanau and a plain diagonal": compared(one, plain),
        "Transformer and a plain diagonal": compared(other, plain),
        f"Bahdanau and the Transformer of another sentence{fitted}": compared(
            one, far[library.TRANSFORMER]
        ),
        f"Transformer and Bahdanau of another sentence{fitted}": compared(
            other, far[library.BAHDANAU]
        ),
    }
    return found, away


# --- links drawn by hand ------------------------------------------------------------


def _links(traces: dict[str, "Trace"]) -> None:
    from core.analysis.alignment_links import (
        counted,
        diagonal_links,
        drawn,
        strongest_links,
    )

    source, target = pieces_of(next(iter(traces.values())))
    pair = drawn(source.words, target.words)
    _choose(pair)
    if pair is None:
        frame.note(NO_LINKS)
    else:
        maps = {name: aligned(name, source, target) for name in TITLES}
        _maps(maps, pair)
        plain = diagonal_links(len(pair.source), len(pair.target))
        found = {
            **{
                TITLES[name]: counted(strongest_links(shown.weights), pair)
                for name, shown in maps.items()
            },
            "plain diagonal": counted(plain, pair),
        }
        st.html(html_tables.table(agreements.errors(found), "Links of this sentence"))
    st.html(
        html_tables.table(agreements.errors(_all()), "Links of all pairs drawn by hand")
    )
    frame.note(NOT_BY_DEFINITION)


def _maps(maps: dict[str, "AttentionMap"], pair: "Aligned") -> None:
    from viz.figures import links

    frame.note(FRAMES)
    dark = frame.night()
    for column, (name, shown) in zip(
        st.columns(2, gap="large"), maps.items(), strict=True
    ):
        with column:
            st.text(TITLES[name])
            chart(
                links.linked(shown, pair, dark=dark),
                f"{TITLES[name]}: {links.said(shown, pair)}",
                tables.weights(shown),
                key=f"linked-{name}",
                title=f"{TITLES[name]}, and links drawn by hand",
                name=named("links", TITLES[name], *pair.source),
            )


def _choose(pair: "Aligned | None") -> None:
    """All linked pairs; choosing one makes both models write it."""
    from core.analysis.alignment_links import shipped

    st.session_state["compare-pair"] = pair and shipped().index(pair)
    st.selectbox(
        "Pairs linked by hand",
        range(len(shipped())),
        format_func=lambda i: join_words(shipped()[i].source, "en"),
        key="compare-pair",
        placeholder="Choose a pair",
        on_change=_open,
    )


def _open() -> None:
    from core.analysis.alignment_links import shipped

    chosen = st.session_state["compare-pair"]
    if chosen is None:
        return
    pair = shipped()[chosen]
    field.afresh(
        sentence=join_words(pair.source, "en"),
        target=join_words(pair.target, "fr"),
        compare_from="typed",
    )


def _all() -> "dict[str, Counts]":
    """The links of every pair, counted for both models and for the diagonal."""
    choices = frame.choices()
    digests = tuple(library.model(name).digest for name in TITLES)
    key = ("linked", digests, choices.compare_layer, choices.compare_head)
    return library.kept(key, lambda: library.gated(_count))


def _count() -> "dict[str, Counts]":
    from core.analysis.alignment_links import (
        Counts,
        diagonal_links,
        shipped,
        strongest_links,
    )

    counts = {title: Counts() for title in (*TITLES.values(), "plain diagonal")}
    for pair in shipped():
        for name, title in TITLES.items():
            shown = align(name, pair.source, pair.target)
            counts[title].add(strongest_links(shown.weights), pair)
        size = len(pair.source), len(pair.target)
        counts["plain diagonal"].add(diagonal_links(*size), pair)
    return counts
