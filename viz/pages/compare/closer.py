"""Compare, closer: baselines of agreement, links drawn by hand, exchanged words."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from core.text.words import join_words
from viz.components.files import named
from viz.content.texts import texts
from viz.figures import agreements
from viz.pages.app import frame, library, widgets
from viz.pages.app.chart import draw
from viz.pages.app.sections import more
from viz.pages.compare.alignment import TITLES, align, aligned, pieces_of
from viz.pages.compare.exchanged_words import swap
from viz.pages.sentence import field
from viz.say import html_tables

if TYPE_CHECKING:
    from core.analysis.agreement import Agreement
    from core.analysis.alignment_links import Aligned, Counts
    from core.text.tokenizer import Pieces
    from core.trace import AttentionMap, Trace

say = texts("compare")


def sections(english: str, french: "str | Pieces") -> None:
    """The sections of the page, for the sentence and the French on the screen."""

    def guarded(section: Callable[[dict[str, "Trace"]], None]) -> Callable[[], None]:
        return lambda: _with_both(english, french, section)

    drawn = {"baselines": _baselines, "links": _links, "swap": swap}
    more(
        "compare_more", say, {name: guarded(section) for name, section in drawn.items()}
    )


def _with_both(
    english: str, french: "str | Pieces", section: Callable[[dict[str, "Trace"]], None]
) -> None:
    """Draw with both passes; what keeps a model away is said in the page's picture."""
    traces = {name: library.trace(name, english, french) for name in TITLES}
    section(traces)


# --- baselines ----------------------------------------------------------------------


def _baselines(traces: dict[str, "Trace"]) -> None:
    source, target = pieces_of(next(iter(traces.values())))
    found, away = baselines(source, target)
    together, *others = found.values()
    st.text(agreements.more_than_by_accident(together, others))
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
    other_sentence = "same_size" if away.size == (m, n) else "stretched"
    far = {
        name: stretched(aligned(name, away.source, away.target).weights, n, m)
        for name in TITLES
    }
    found = {
        say("baselines.both"): agreement(*here.values()),
        say("baselines.bahdanau_diagonal"): compared(one, plain),
        say("baselines.transformer_diagonal"): compared(other, plain),
        say(f"baselines.{other_sentence}.bahdanau"): compared(
            one, far[library.TRANSFORMER]
        ),
        say(f"baselines.{other_sentence}.transformer"): compared(
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
        frame.note(say("links.none"))
    else:
        maps = {name: aligned(name, source, target) for name in TITLES}
        _maps(maps, pair)
        plain = diagonal_links(len(pair.source), len(pair.target))
        found = {
            TITLES[name]: counted(strongest_links(shown.weights), pair)
            for name, shown in maps.items()
        }
        found[say("links.diagonal")] = counted(plain, pair)
        st.html(html_tables.table(agreements.errors(found), say("links.here")))
    st.html(html_tables.table(agreements.errors(_all()), say("links.all")))
    frame.note(say("links.measured"))


def _maps(maps: dict[str, "AttentionMap"], pair: "Aligned") -> None:
    from viz.figures.links import linked

    frame.note(say("links.frames"))
    dark, columns = frame.night(), st.columns(2, gap="large")
    for column, (name, shown) in zip(columns, maps.items(), strict=True):
        with column:
            st.text(TITLES[name])
            draw(
                linked(shown, pair, model=TITLES[name], dark=dark),
                key=f"linked-{name}",
                name=named("links", TITLES[name], *pair.source),
            )


def _choose(pair: "Aligned | None") -> None:
    """All linked pairs; choosing one makes both models write it."""
    from core.analysis.alignment_links import shipped

    widgets.mirrored(
        st.selectbox,
        "sentence",
        say("links.choose"),
        range(len(shipped())),
        format_func=lambda i: join_words(shipped()[i].source, "en"),
        placeholder=say("links.placeholder"),
        shown=pair and shipped().index(pair),
        picked=_open,
    )


def _open(chosen: int | None) -> None:
    from core.analysis.alignment_links import shipped

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
    place = choices.compare_layer, choices.compare_head
    key = ("linked", digests, *place)
    return library.kept(key, lambda: library.gated(_count))


def _count() -> "dict[str, Counts]":
    from core.analysis.alignment_links import (
        Counts,
        diagonal_links,
        shipped,
        strongest_links,
    )

    plain = say("links.diagonal")
    counts = {title: Counts() for title in (*TITLES.values(), plain)}
    for pair in shipped():
        for name, title in TITLES.items():
            shown = align(name, pair.source, pair.target)
            counts[title].add(strongest_links(shown.weights), pair)
        size = len(pair.source), len(pair.target)
        counts[plain].add(diagonal_links(*size), pair)
    return counts
