"""Why attention: a sentence grows, and one fixed vector loses it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.analysis.content_words import MOST, Told, stories, told
from core.errors import InputError
from viz.components.bottleneck import bottleneck
from viz.components.files import named
from viz.content.texts import error, texts
from viz.pages.app import chart, frame, library, widgets
from viz.pages.app.lesson import stop
from viz.pages.app.session import reported
from viz.pages.sentence import field, own_words
from viz.say import captions, tables

if TYPE_CHECKING:
    from core.trace import Trace

    Passes = Mapping[str, Trace | None]
else:
    Passes = Mapping

say = texts("why")

STYLE = Path(__file__).parent / "page.css"
PICTURE = "bottleneck"
MODELS = {"fixed": library.FIXED, "attention": library.BAHDANAU}


@dataclass(frozen=True)
class Shown:
    """A sentence and the pass of each model over it.

    `story` is its number among the examples, 0 for a reader's own; it has at `most` so
    many clauses.
    """

    told: Told
    traces: Passes
    story: int
    most: int


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    stop()
    typed = frame.choices().why_own
    fold = st.expander(say("own.fold"), expanded=bool(typed.strip()))
    with (
        fold,
        st.container(key="why-own", horizontal=True, vertical_alignment="bottom"),
    ):
        widgets.text("why_own", say("own.prompt"), on_change=_whole, autocomplete="off")
        if typed.strip():
            st.button(say("own.leave"), key="why-leave", on_click=_write, args=("",))
    # not among what is drawn alone: a button here changes the field above it
    _noted(typed)
    frame.alone(_grown)


def _write(english: str) -> None:
    """Another sentence, or none for the examples. For callbacks."""
    frame.keep(why_own=english)
    _whole()


def _whole() -> None:
    """All clauses of another sentence are shown. For callbacks."""
    frame.keep(why_clauses=MOST)


def _noted(typed: str) -> None:
    """What is changed in a reader's sentence, and its words that no model has read."""
    if not typed.strip():
        return
    from core.text.accept import accept

    try:
        text = accept(typed).text
    except InputError:
        return  # said where it would be drawn
    field.say_what_changed(typed)
    own_words.unseen(text, _write)


def _grown() -> None:
    """The sentence in both models, and below it what was measured on fifty."""
    choices = frame.choices()
    with frame.waiting(say("waiting")):
        shown = _own(choices.why_own, choices.why_clauses)
        if shown is None:
            story = stories()[choices.why_story - 1]
            of = told(story, choices.why_clauses)
            shown = Shown(of, _traces(of.sentence), choices.why_story, MOST)
    _picture(shown)
    from viz.pages.why import measured  # with Plotly: not before the picture

    models = {
        say(f"models.{name}"): library.model(MODELS[name])
        for name, trace in shown.traces.items()
        if trace is not None
    }
    clauses = len(shown.told.parts)
    measured.curve(models, clauses)
    measured.numbers(models, clauses, _rows(shown))


def _own(typed: str, clauses: int) -> Shown | None:
    """A reader's own sentence; None, and why, where no model can read it."""
    if not typed.strip():
        return None
    from core.analysis.own_clauses import cut, own_told
    from core.text.accept import accept

    try:
        text = accept(typed).text
        of = own_told(text, clauses)
    except InputError as problem:
        frame.refuse(error(problem))
        return None
    traces = _traces(of.sentence)
    return Shown(of, traces, 0, len(cut(text))) if any(traces.values()) else None


def _traces(text: str) -> Passes:
    """The pass of each model; None, and why, for one that cannot be had."""
    traces: dict[str, Trace | None] = {}
    refused: dict[str, None] = {}
    for name, model in MODELS.items():
        try:
            traces[name] = library.trace(model, text)
        except InputError as problem:
            traces[name] = None
            refused[error(problem)] = None  # what both say is said once
    for why in refused:
        frame.refuse(why)
    return traces


def _picture(shown: Shown) -> None:
    from viz.payload.bottleneck import bottleneck_view  # not before the paint

    of, traces, number = shown.told, shown.traces, shown.story
    passes = tuple(trace and trace.identity for trace in traces.values())
    header, body = library.kept((passes, of), lambda: bottleneck_view(of, **traces))
    clauses = len(of.parts)
    with (
        st.container(key="why-picture"),
        chart.captioned(
            _said(header, own=not number),
            _rows(shown),
            key="why",
            title=of.sentence,
            name=named("why", str(number or of.sentence), str(clauses)),
            walked=False,
        ),
    ):
        bottleneck(
            header,
            body,
            {"story": number, "clauses": clauses},
            most={"story": len(stories()), "clauses": shown.most},
            key=PICTURE,
            on_chosen=_chosen,
        )
    for name, trace in traces.items():
        if trace and (stopped := captions.unfinished(trace.translation, _title(name))):
            frame.note(stopped)


def _chosen() -> None:
    """A browser says which sentence, how long: what does not fit changes nothing."""
    asked = reported(PICTURE, "chosen")
    if isinstance(asked, Mapping):
        frame.keep(why_story=asked.get("story"), why_clauses=asked.get("clauses"))


def _title(name: str) -> str:
    title = say(f"models.{name}")
    return f"{title[:1].upper()}{title[1:]}"


def _said(header: Mapping[str, Any], *, own: bool) -> str:
    """What each model keeps of this sentence, and what is drawn."""
    said = [
        say(
            f"kept.{name}",
            kept=sum(kept for _, kept in header[name]["fates"]),
            all=len(header[name]["fates"]),
        )
        for name in MODELS
        if name in header
    ]
    if own:
        said.append(say("own.counted"))
    if all(name in header for name in MODELS):
        attention = header["attention"]
        said.append(
            say(
                "drawn",
                size=header["fixed"]["size"],
                drawn=attention["drawn"],
                each=attention["size"],
            )
        )
        if attention["cut"]:
            said.append(say("cut"))
    return " ".join(said)


def _rows(shown: Shown) -> list[list[tables.Cell]]:
    """A header, then a row for each content word: its clause, and who kept it."""
    from core.analysis.content_words import fates

    clauses = shown.told.clauses
    found = {
        say(f"models.{name}"): [
            say("table.kept" if kept else "table.lost")
            for _, kept in fates(clauses, trace.translation.text)
        ]
        for name, trace in shown.traces.items()
        if trace is not None
    }
    words = [
        (word, str(number))
        for number, clause in enumerate(clauses, start=1)
        for word, _ in clause.words
    ]
    lines = zip(words, *found.values(), strict=True)
    return [
        [say("table.word"), say("table.clause"), *found],
        *([*word, *kept] for word, *kept in lines),
    ]
