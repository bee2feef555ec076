"""Start: a question, one sentence, and where each French word attends."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from core.analysis.unattended import unattended
from core.text import glossary
from viz import address
from viz.components.focus import focus
from viz.content.path import the_path
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.pages.app import frame, library, navigation
from viz.pages.app.heading import heading, marked
from viz.pages.app.lesson import lesson, stop
from viz.pages.app.navigation import to
from viz.pages.sentence import field, map_picture, own_words, view
from viz.pages.sentence.picture import Picture
from viz.pages.sentence.pieces import rows_are
from viz.pages.start import looks
from viz.pages.start.example import example
from viz.pages.start.meanings import meanings
from viz.pages.start.more import more
from viz.payload.look import SMALL, Look, picture_of
from viz.say import captions

say = texts("start")

STYLE = Path(__file__).parent / "start.css"
FIELD = ".st-key-sentence input"
PANELS = ("first",)
SHOWN = ("sentence", "preset", "target", "pieces")
"""What a picture shows beside its map and its row."""


@dataclass(frozen=True)
class Half:
    """One of the two models, and where it is shown at length.

    `row` is the choice that names the row of its map; `inside` the same on its page.
    """

    model: str
    page: str
    row: str
    inside: str

    @property
    def title(self) -> str:
        """What the model is called."""
        return say(f"models.{self.page}.title")


LIVE = (library.TRANSFORMER, library.BAHDANAU)
FIRST = Half(library.BAHDANAU, "bahdanau", row="start_b", inside="b_row")
SECOND = Half(library.TRANSFORMER, "transformer", row="start_t", inside="row")


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    letters = max(1, len(frame.choices().sentence))
    st.html(f"<style>:root{{--letters:{letters}}}</style>")
    both = _both()
    with st.container(key=f"landing{'-both' if both else ''}"):
        with st.container(key="intro"):
            _intro()
        with st.container(key="picture"):
            asked = field.sentence(say("sentence.prompt"))
            field.examples(asked.text)
            seen = _pictures(asked, both=both)
        if not both:
            with st.container(key="other"):
                _other(seen)
    if navigation.here() is None:
        _tour()
        example(seen.chosen, seen.wanted.english, seen.looks)
        more(seen.chosen, seen.wanted)
        lesson("start")
    else:
        with st.expander(texts("app")("lesson.later")):
            lesson("start")


def _both() -> bool:
    """Whether both models are shown; a link to a row of the second one says so too."""
    choices = frame.choices()
    return choices.start_beside or choices.start_t > 0


def _intro() -> None:
    if stop() is not None:
        return
    heading(say("intro.title"))
    st.markdown(marked(say("intro.lead")))
    with st.container(key="acts", horizontal=True):
        with st.container(key="tour-begins"):
            _begins_tour()
        focus(say("intro.try"), FIELD, key="try-it")


@dataclass(frozen=True)
class Seen:
    """What is on the screen: what was asked for, its preset, and the looks of both.

    `word` is the one that is lit in the first picture; `of_second` is what the second
    model shows, or what is wrong with it.
    """

    wanted: looks.Wanted
    chosen: Preset | None
    looks: Sequence[Look]
    word: str
    of_second: Look | str


def _pictures(asked: field.Asked, *, both: bool) -> Seen:
    said = st.container(key="said")
    with st.container(key="halves", horizontal=both, gap="large"):
        shown = (FIRST, SECOND) if both else (FIRST,)
        places = [st.container(key=f"half-{half.page}") for half in shown]
    with frame.waiting(say("sentence.waiting")):
        of = looks.wanted(asked)
        chosen = field.preset(of.english)
        if chosen is None:
            with said:
                own_words.unseen(of.english)
        first = looks.look(FIRST.model, of)
        with places[0]:
            word = _shown(FIRST, first, of, chosen, legend=True)
        second = looks.look(SECOND.model, of)
        if both:
            with places[1]:
                _shown(SECOND, second, of, chosen, beside=word, legend=not word)
    good = [one for one in (first, second) if isinstance(one, Look)]
    return Seen(of, chosen, good, word, second)


def _shown(
    half: Half,
    seen: Look | str,
    of: looks.Wanted,
    chosen: Preset | None,
    *,
    beside: str = "",
    legend: bool,
) -> str:
    """One model and its picture, or what is wrong with it; the word that is lit."""
    if isinstance(seen, str):
        _head(half, {})
        frame.refuse(seen)
        return ""
    row = min(getattr(frame.choices(), half.row), len(seen.written.items)) - 1
    row = row if row >= 0 else looks.begins(seen, chosen, beside)
    _head(half, inside(half, seen, row))
    _draw(half, seen, of, chosen, row, (*PANELS, *(["legend"] if legend else [])))
    if seen.forced:
        free = looks.look(half.model, looks.Wanted(of.english))
        if isinstance(free, Look):
            frame.note(say("half.free", model=half.title, french=free.french))
    elif not seen.finished:
        frame.note(captions.stopped(seen.pieces, half.title))
    if seen.finished and not seen.forced:
        words = max(seen.word_of, default=-1) + 1
        who = half.title if _both() else ""
        own = seen.written.kind == "words" and not chosen
        made_up: tuple[str, ...] = ()
        if own:  # else no glossary need be read, and the first text waits for none
            made_up = glossary.shipped().made_up(seen.written.items, seen.english)
        english = "" if chosen else seen.english
        own_words.how_sure(
            seen.model,
            seen.chances,
            words,
            english,
            made_up=made_up,
            unattended=_lost(seen) if own else (),
            who=who,
        )
    return seen.written.items[row] if seen.written.items else ""


def _lost(seen: Look) -> tuple[str, ...]:
    return unattended(seen.weights, seen.read.items, seen.read.special)


def _head(half: Half, query: dict[str, str]) -> None:
    with st.container(key=f"head-{half.page}", horizontal=True):
        st.subheader(half.title, anchor=False)
        st.markdown(say(f"models.{half.page}.about"))
        if half is SECOND:
            st.button(
                say("half.hide"), key="hide-second", type="tertiary", on_click=_one
            )
        navigation.link(half.page, say("half.inside"), query)


def _one() -> None:
    """Show the first model alone. For callbacks."""
    frame.keep(start_beside=False, start_t=0)


def inside(half: Half, seen: Look, row: int) -> dict[str, str]:
    """What a model's own page is told, so that it opens on this very row of this map.

    There a row is that of a step: a map taken where words are read is one step later.
    """
    chosen = address.encode(frame.choices())
    usual = address.encode(address.DEFAULTS)
    told = {name: chosen[name] for name in SHOWN if chosen[name] != usual[name]}
    which = seen.which
    if which.name.alone:
        return {**told, half.inside: str(row + 1)}
    read = which.reading == "read"
    told |= {
        "kind": which.name.short,
        "layer": str(which.name.layer + 1),
        "head": str(0 if which.head is None else which.head + 1),
        "names": which.reading if read else "",
        half.inside: str(row + 1 + read),
    }
    return {name: value for name, value in told.items() if value}


def _draw(
    half: Half,
    seen: Look,
    of: looks.Wanted,
    chosen: Preset | None,
    row: int,
    panels: Sequence[str],
) -> None:
    known = meanings(seen, chosen)
    header, body = picture_of(
        seen,
        label=map_picture.label(seen.which),
        gloss=known.english,
        meant=known.read,
        rare=known.rare,
        panels=panels,
        together="start",
        low=chosen is None and bool(own_words.unknown(of.english)),
    )
    small = panels == SMALL
    if not small:
        rows_are(half.row, seen.word_of)
    Picture(f"map-{half.page}{'-small' if small else ''}").draw(
        header,
        body,
        {"row": row},
        of=(header["id"], tuple(panels), (*header["gloss"], *header["meant"])),
        dim=of.dim,
        parts={} if small else {"row": view.place(half.row)},
        live=LIVE,
    )


def _other(seen: Seen) -> None:
    """The second model as a small picture of the same word."""
    with st.container(key="small"):
        if isinstance(seen.of_second, Look):
            row = looks.begins(seen.of_second, seen.chosen, seen.word)
            _draw(SECOND, seen.of_second, seen.wanted, seen.chosen, row, SMALL)
    with st.container(key="offer"):
        st.markdown(say("other.title"))
        if isinstance(seen.of_second, Look):
            st.markdown(say("other.about"))
            st.button(
                say("other.show"),
                key="show-beside",
                type="tertiary",
                on_click=lambda: frame.keep(start_beside=True),
            )
        else:
            frame.refuse(seen.of_second)


def _begins_tour() -> None:
    """The way to the first stop that there is."""
    stops, pages = the_path().stops, frame.pages()
    if first := next((one for one in stops if one.path in pages and one.path), None):
        minutes = round(sum(one.minutes for one in stops))
        st.page_link(
            pages[first.path],
            label=say("intro.tour", n=len(stops), minutes=minutes),
            query_params=to(first),
        )


def _tour() -> None:
    """The lessons of the path, each a way to it."""
    with st.container(key="tour", horizontal=True):
        st.markdown(say("tour.title"))
        for one in the_path().lessons:
            first = one.stops[0]
            with st.container(key=f"tour-{one.number}"):
                label = say("tour.lesson", n=one.number, title=one.title)
                if first.path in frame.pages():
                    page = frame.pages()[first.path]
                    st.page_link(page, label=label, query_params=to(first))
                else:
                    st.markdown(label)
