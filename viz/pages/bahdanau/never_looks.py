"""A wrong model to find out: of two attentions, one never looks at the source."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import streamlit as st

from core.analysis.content_words import MOST, sentence, stories
from viz.components.files import named
from viz.content import presets
from viz.content.texts import texts
from viz.figures import never_looks as figures
from viz.pages.app import frame, guess, library, shown_model, widgets
from viz.pages.app.chart import draw
from viz.pages.bahdanau.shuffled_annotations import another, shuffle
from viz.say import html_tables
from viz.say.captions import percent
from viz.say.lists import called

if TYPE_CHECKING:
    from core.analysis.never_looks import Kept
    from core.in_use.translator import Translator
    from core.networks.bahdanau import BahdanauConfig
    from core.text.sides import Side
    from core.trace import AttentionMap, Trace

say = texts("bahdanau")

LETTERS = ("A", "B")


class Source(NamedTuple):
    """What stands under both maps: its pieces and their ids, ‹end› only among pieces.

    `order` says which piece of the sentence stands at each place; None where it is
    another sentence. `text` is how it is read.
    """

    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    order: tuple[int, ...] | None
    text: str


def never(trace: "Trace") -> None:
    """Both maps over a source that the reader chooses, the guess, and what is so."""
    from core.analysis.never_looks import both, read
    from core.networks.bahdanau import Bahdanau

    model = library.model(shown_model.recurrent())
    if not isinstance(model.network, Bahdanau):
        raise TypeError("only additive attention is imitated")
    kept = library.kept(model.digest, lambda: read(model))
    frame.note(say("never.lead"))
    usual = _usual(trace)
    shown = _chosen(model, trace, usual)
    st.text(shown.text)
    before, now = (
        both(model.network, kept.attention, trace, one.ids) for one in (usual, shown)
    )
    first = never_first(usual.text)
    names = ("never", "looks") if first else ("looks", "never")
    moved = [
        figures.Moved(letter, getattr(before, name), getattr(now, name))
        for letter, name in zip(LETTERS, names, strict=True)
    ]
    target = trace.predicted.pieces
    for column, one in zip(st.columns(2, gap="large"), moved, strict=True):
        with column:
            _map(one, target, shown)
            if shown is not usual:
                st.text(figures.caption(one, shown.order))
    if shown is not usual:
        rows = figures.rows(target, (usual.pieces, shown.pieces), moved)
        with st.expander(say("never.table")):
            st.html(html_tables.table(rows, say("never.table_caption")))
    _guess(kept, first, model.network.config)


def never_first(text: str) -> bool:
    """Whether the one that never looks is called A; sentences differ in it."""
    return crc32(text.encode()) % 2 == 0


# --- what stands under both maps ------------------------------------------------------


def _chosen(model: "Translator", trace: "Trace", usual: Source) -> Source:
    """The source that the reader chose; the usual one where there is no other."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        titles = say.all("never.sources")
        which = widgets.segments("b_never", say("never.source"), titles)
        if which == "order":
            st.button(say("never.again"), key="never-again", on_click=another)
    if which == "typed":
        return usual
    found = reordered(trace, frame.choices().b_shuffle)
    if which == "other":
        found = as_long(model, trace)
    if found is None:
        frame.note(say(f"never.none.{which}", n=len(usual.pieces)))
        return usual
    return found


def _usual(trace: "Trace") -> Source:
    order = tuple(range(len(trace.source.pieces)))
    text = trace.source.text(trace.languages[0])
    return Source(trace.source_ids, trace.source.pieces, order, text)


def reordered(trace: "Trace", number: int) -> Source | None:
    """The words of the sentence in another order; None where that is the same."""
    from core.text.words import join_words

    side: Side = trace.source
    words = shuffle(len(side.words), number)
    order = tuple(at for word in words for at in side.pieces_of(word) or ())
    ids = tuple(trace.source_ids[at] for at in order[:-1])
    if ids == trace.source_ids:
        return None
    text = join_words([side.words[word] for word in words[:-1]], trace.languages[0])
    return Source(ids, tuple(side.pieces[at] for at in order), order, text)


def as_long(model: "Translator", trace: "Trace") -> Source | None:
    """Another sentence of ours with as many pieces; None where there is none."""
    from core.text.sides import source_side

    def by_length() -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for text in candidates():
            found.setdefault(len(model.tokenizer.encode(text).ids), []).append(text)
        return found

    known = library.kept(("as long", model.digest), by_length)
    for text in known.get(len(trace.source_ids), ()):
        pieces = model.tokenizer.encode(text)
        if pieces.ids != trace.source_ids:
            side = source_side(pieces, 0)
            return Source(pieces.ids, side.pieces, None, text)
    return None


def candidates() -> list[str]:
    """The English of the presets and of the stories, each with one clause to five."""
    told = [sentence(story, n) for n in range(1, MOST + 1) for story in stories()]
    return [*(preset.english for preset in presets.shipped()), *told]


# --- the maps, the guess --------------------------------------------------------------


def _map(moved: figures.Moved, target: Sequence[str], shown: Source) -> None:
    from viz.figures.heatmap import heatmap

    title = say("never.map", letter=moved.letter)
    st.markdown(f"**{title}**")
    figure = heatmap(
        attention_map(moved, target, shown),
        title=called(title, shown.text),
        called=title,
        dark=frame.night(),
    )
    key = f"never-{moved.letter.lower()}"
    draw(figure, key=key, name=named(key, shown.text))


def attention_map(
    moved: figures.Moved, target: Sequence[str], shown: Source
) -> "AttentionMap":
    """The weights of an attention now, with the pieces on both sides."""
    import torch

    from core.trace import AttentionMap

    everywhere = torch.ones_like(moved.now, dtype=torch.bool)
    return AttentionMap(
        moved.now, everywhere, tuple(target), shown.pieces, moved.letter
    )


def _guess(kept: "Kept", first: bool, sizes: "BahdanauConfig") -> None:
    """The card, and what is so, with the sizes and what was measured."""
    wrong, right = LETTERS if first else LETTERS[::-1]
    longest, both = kept.attention.table.shape
    found = kept.measured
    numbers = {
        "longest": longest,
        "both": both,
        "d_align": sizes.d_align,
        "d_state": sizes.d_state,
        "d_annotation": sizes.d_context,
        "fitted": found.fitted,
        "held_out": found.held_out,
        "apart": percent(found.apart),
        "even": percent(found.even),
        "same_place": percent(found.same_place),
    }
    explained = say("never.explained", never=wrong, looks=right, **numbers)
    asked = say("never.guess.a" if first else "never.guess.b")
    guess.card(f"never-{wrong.lower()}", asked, explained)
