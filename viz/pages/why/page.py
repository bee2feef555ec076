"""Why attention: a sentence grows, and one fixed vector loses it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.analysis.content_words import MOST, Story, sentence, stories
from core.errors import InputError
from viz.components.bottleneck import bottleneck
from viz.components.files import named
from viz.content.texts import error, texts
from viz.pages.app import chart, frame, library
from viz.pages.app.heading import marked
from viz.pages.app.session import reported
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


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    frame.heading(say("title"))
    with st.container(key="why-lead"):
        st.markdown(marked(say("lead")))
    frame.alone(_grown)


def _grown() -> None:
    """The sentence in both models, and below it what was measured on fifty."""
    choices = frame.choices()
    story, clauses = stories()[choices.why_story - 1], choices.why_clauses
    picture = st.container(key="why-picture")
    with frame.waiting(say("waiting")):
        traces = _traces(sentence(story, clauses))
    with picture:
        _picture(story, clauses, traces)
    from viz.pages.why import measured  # with Plotly: not before the picture

    models = {
        say(f"models.{name}"): library.model(MODELS[name])
        for name, trace in traces.items()
        if trace is not None
    }
    measured.curve(models, clauses)
    measured.numbers(models, clauses, _rows(story, clauses, traces))


def _traces(text: str) -> Passes:
    """The pass of each model; None, and a sentence, for one that cannot be loaded."""
    traces: dict[str, Trace | None] = {}
    for name, model in MODELS.items():
        try:
            traces[name] = library.trace(model, text)
        except InputError as problem:
            traces[name] = None
            frame.refuse(error(problem))
    return traces


def _picture(story: Story, clauses: int, traces: Passes) -> None:
    from viz.payload.bottleneck import bottleneck_view  # not before the paint

    passes = tuple(trace and trace.identity for trace in traces.values())
    header, body = library.kept(
        (passes, clauses), lambda: bottleneck_view(story, clauses, **traces)
    )
    number = frame.choices().why_story
    with chart.captioned(
        _said(header),
        _rows(story, clauses, traces),
        key="why",
        title=sentence(story, clauses),
        name=named("why", str(number), str(clauses)),
        walked=False,
    ):
        bottleneck(
            header,
            body,
            {"story": number, "clauses": clauses},
            most={"story": len(stories()), "clauses": MOST},
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


def _said(header: Mapping[str, Any]) -> str:
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


def _rows(story: Story, clauses: int, traces: Passes) -> list[list[tables.Cell]]:
    """A header, then a row for each content word: its clause, and who kept it."""
    from core.analysis.content_words import fates

    told = story[:clauses]
    found = {
        say(f"models.{name}"): [
            say("table.kept" if kept else "table.lost")
            for _, kept in fates(told, trace.translation.text)
        ]
        for name, trace in traces.items()
        if trace is not None
    }
    words = [
        (word, str(number))
        for number, clause in enumerate(told, start=1)
        for word, _ in clause.words
    ]
    lines = zip(words, *found.values(), strict=True)
    return [
        [say("table.word"), say("table.clause"), *found],
        *([*word, *kept] for word, *kept in lines),
    ]
