"""Links that people drew by hand, over both maps, and how many of them each finds."""

from typing import TYPE_CHECKING

import streamlit as st

from core.text.words import join_words
from viz.components.files import named
from viz.content.texts import texts
from viz.figures import agreements
from viz.pages.app import frame, library, widgets
from viz.pages.app.chart import draw
from viz.pages.compare.alignment import align, aligned, pieces_of, titles
from viz.pages.sentence import field
from viz.say import html_tables

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned, Counts
    from core.trace import AttentionMap, Trace

say = texts("compare")


def links(trace: "Trace") -> None:
    """The links of the pair on the screen over both maps; the errors over all pairs."""
    from core.analysis.alignment_links import drawn

    source, target = pieces_of(trace)
    pair = drawn(source.words, target.words)
    _choose(pair)
    if pair is None:
        frame.note(say("links.none"))
    else:
        maps = {name: aligned(name, source, target) for name in titles()}
        _maps(maps, pair)
        found = agreements.errors(_counted(maps, pair))
        st.html(html_tables.table(found, say("links.here")))
    st.html(html_tables.table(agreements.errors(_all()), say("links.all")))
    frame.note(say("links.measured"))


def _maps(maps: dict[str, "AttentionMap"], pair: "Aligned") -> None:
    from viz.figures.links import linked

    frame.note(say("links.frames"))
    dark, columns = frame.night(), st.columns(2, gap="large")
    for column, (name, shown) in zip(columns, maps.items(), strict=True):
        with column:
            st.text(titles()[name])
            draw(
                linked(shown, pair, model=titles()[name], dark=dark),
                key=f"linked-{name}",
                name=named("links", titles()[name], *pair.source),
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
    digests = tuple(library.model(name).digest for name in titles())
    place = choices.compare_layer, choices.compare_head
    return library.computed((digests, *place), _count)


def _count() -> "dict[str, Counts]":
    from core.analysis.alignment_links import Counts, shipped

    total: dict[str, Counts] = {}
    for pair in shipped():
        maps = {name: align(name, pair.source, pair.target) for name in titles()}
        for title, counts in _counted(maps, pair).items():
            total[title] = total.get(title, Counts()) + counts
    return total


def _counted(maps: dict[str, "AttentionMap"], pair: "Aligned") -> "dict[str, Counts]":
    """The links of one pair that each map finds, and those on the diagonal."""
    from core.analysis.alignment_links import counted, diagonal_links, strongest_links

    found = {
        titles()[name]: counted(strongest_links(shown.weights), pair)
        for name, shown in maps.items()
    }
    plain = diagonal_links(len(pair.source), len(pair.target))
    return {**found, say("links.diagonal"): counted(plain, pair)}
