"""Compare: two words change places, in the English or in the French."""

from typing import TYPE_CHECKING

import streamlit as st

from core.text.words import join_words
from viz.content.texts import texts
from viz.figures import agreements
from viz.pages.app import frame, widgets
from viz.pages.compare.alignment import aligned, pieces_of, titles
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

say = texts("compare")


def swap(trace: "Trace") -> None:
    """Two words change places with all their pieces, and both models answer."""
    from core.experiments.changes import WordChange
    from core.experiments.word_changes import with_word_changes

    frame.note(say("exchange.explained"))
    source, target = pieces_of(trace)
    side, one, other = st.columns([6, 9, 9])
    with side:
        in_french = _side() == "fr"
    words = (target if in_french else source).words
    with one:
        a = _word(say("exchange.word"), words, "compare_a")
    with other:
        b = _word(say("exchange.other"), words, "compare_b")
    if not (a and b) or a == b:
        frame.note(say("exchange.choose"))
        return
    exchanged = list(range(len(words)))
    exchanged[a - 1], exchanged[b - 1] = b - 1, a - 1
    swapped = (WordChange("swap", a - 1, b - 1),)
    sides = (
        (source, with_word_changes(target, swapped))
        if in_french
        else (with_word_changes(source, swapped), target)
    )
    before = {titles()[n]: aligned(n, source, target) for n in titles()}
    after = {titles()[n]: aligned(n, *sides) for n in titles()}
    if in_french:
        order = list(range(len(source.words)))
        rows = [(a - 1, b - 1), (b - 1, a - 1)]
    else:
        order = exchanged
        rows = [(row, row) for row in _looking(before, {a - 1, b - 1})]

    now = [words[place] for place in exchanged]
    st.text(join_words(now, trace.languages[in_french]))
    followed = agreements.followed(before, after, order, rows)
    st.html(html_tables.table(followed, say("exchange.caption")))
    if not rows:
        frame.note(say("exchange.nothing"))


def _looking(before: dict[str, "AttentionMap"], keys: set[int]) -> list[int]:
    """The rows that look most at one of the keys, in any of the maps."""
    best = [shown.weights.argmax(-1).tolist() for shown in before.values()]
    return [row for row in range(len(best[0])) if keys & {found[row] for found in best}]


def _side() -> str:
    return widgets.segments(
        "compare_side",
        say("exchange.side"),
        say.all("exchange.sides"),
        picked=lambda side: frame.keep(compare_side=side, compare_a=0, compare_b=0),
    )


def _word(label: str, words: tuple[str, ...], name: str) -> int:
    """A word of the sentence, counted from 1; 0 where none is chosen."""
    chosen = getattr(frame.choices(), name)
    if chosen > len(words):
        chosen = 0
    widgets.mirrored(
        st.selectbox,
        name,
        label,
        range(len(words) + 1),
        format_func=lambda i: f"{words[i - 1]} ({i})" if i else "–",
        shown=chosen,
    )
    return chosen
