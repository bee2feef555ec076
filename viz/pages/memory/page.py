"""Stories: a question answered from its lines in one, two or three hops."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from core.worlds.shown_stories import SHOWN
from core.worlds.stories import LONGEST, TASKS, story
from viz.components.files import named
from viz.components.story import story as component
from viz.content.texts import error, texts
from viz.pages.app import chart, frame, library, widgets
from viz.pages.app.heading import marked
from viz.pages.app.lesson import lesson
from viz.pages.app.session import reported
from viz.pages.memory import begin, measured, summary, summed, told
from viz.pages.memory.as_map import as_map
from viz.pages.memory.told import Told
from viz.pages.sentence.picture import Picture
from viz.payload.story import Known, percent, story_view

if TYPE_CHECKING:
    from core.in_use.memory import MemoryPass

    Passes = Mapping[str, MemoryPass]
else:
    Passes = Mapping

STYLE = Path(__file__).parent / "page.css"
KEY, PICTURE = "memory-story", Picture("memory_map")
MODELS = {
    "1": "memory-1",
    "2": "memory-2",
    "3": "memory-3",
    "words": "memory-hierarchical",
}
"""What answers: 1 to 3 hops, or one look at words, then lines."""
NEXT_LENGTHS = range(6, 10)

say = texts("memory")


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    short = frame.choices().m_step == "summary"
    of = summary.say if short else say
    with st.container(key="memory-top", horizontal=True, vertical_alignment="bottom"):
        with st.container(key="memory-lead"):
            frame.heading(of("title"))
            st.markdown(marked(of("lead")))
        with st.container(key="memory-step", width="content"):
            widgets.segments("m_step", say("step"), say.all("steps"))
    frame.alone(summary.step if short else _story)
    if short:
        lesson("memory-summary", summed.slots())
    else:
        lesson("memory", measured.values(MODELS))


def _story() -> None:
    """The story with its weights and answers, and what was measured of many."""
    of = told.told()
    _presets(of)
    (wrong, problems), (known, unanswered) = told.wrong(of), told.known(of)
    passes: Passes = {}
    if not problems:
        passes, problems = _passes(of)
    hops = frame.choices().m_hops
    shown = story_view(
        of.lines,
        of.question,
        passes,
        hops=hops,
        hidden=of.hidden,
        most=LONGEST,
        known=known,
        wrong=wrong,
        turn=told.TURN.get(),
    )
    with st.container(key="memory-picture"):
        _captioned(shown, of, passes, known)
        for problem in problems[: told.SHOWN_PROBLEMS]:
            frame.refuse(problem)
    if passes and unanswered:
        frame.note(say("unanswered", why=unanswered))
    if of.name in SHOWN:
        begin.look(say("look"), say(f"about.{of.name}"))
    measured.bars(MODELS, hops)
    if found := passes.get(str(hops)):
        widgets.opened(
            "m_open",
            say("picture.open"),
            lambda: as_map(PICTURE, found, "hops", say, 3),
        )


def _captioned(
    shown: Mapping[str, Any], of: Told, passes: Passes, known: Known
) -> None:
    """The picture, the same in a sentence, and as a table.

    It stands there whatever is wrong: a line that is being typed keeps the focus.
    """
    hops = str(frame.choices().m_hops)
    with chart.captioned(
        _said(passes.get(hops), known),
        _rows(of, passes),
        key="memory",
        title=of.question or say("title"),
        name=named("story", of.name or say("own"), hops),
        walked=False,
    ):
        component(shown, key=KEY, on_told=_told)


def _passes(of: Told) -> tuple[Passes, list[str]]:
    """The pass of every network, and why there is none of some."""
    passes: dict[str, MemoryPass] = {}
    refused: dict[str, None] = {}
    for name, model in MODELS.items():
        try:
            passes[name] = _passed(model, of)
        except InputError as problem:
            refused[error(problem)] = None  # what all say is said once
    return passes, list(refused)


def _passed(name: str, of: Told) -> "MemoryPass":
    model = library.small(name)
    from core.in_use.memory import tell

    key = (name, model.digest, of.lines, of.question, of.hidden)
    return library.kept(key, lambda: tell(model, of.lines, of.question, of.hidden))


def _told() -> None:
    """A browser tells another story."""
    seen = reported(KEY, "told")
    if isinstance(seen, Mapping):
        told.keep(seen)


# --- stories to begin with ------------------------------------------------------------


def _presets(of: Told) -> None:
    titles = {name: say(f"stories.{name}") for name in SHOWN}
    begin.presets(of, titles, "m_story", _named, _another)


def _named(name: str | None) -> None:
    if name is not None:
        frame.keep(m_story=name, m_question="", m_asked="", m_hide="")


def _another() -> None:
    """The next story made up by seed, each of the next task."""
    seed = begin.next_seed()
    length = NEXT_LENGTHS[seed % len(NEXT_LENGTHS)]
    made = story(f"page {seed}", TASKS[seed % len(TASKS)], length)
    begin.tell(seed, made.lines, made.question)


# --- the same in words, as a table, and as the picture of every page -----------------


def _said(found: "MemoryPass | None", known: Known) -> str:
    """What each hop attends to most, and the answer."""
    if found is None:
        return say("nothing")
    hops = [
        say(
            "caption.hop",
            n=hop,
            line=found.lines[int(row.argmax())],
            weight=percent(float(row.max())),
        )
        for hop, row in enumerate(found.weights, start=1)
    ]
    answer = say(
        "caption.answer",
        answer=found.answer.word,
        share=percent(found.answer.probability),
    )
    right = [say("caption.right", right=known.right)] if known.right else []
    return " ".join([*hops, answer, *right])


def _rows(of: Told, passes: Passes) -> list[list[str | float | None]]:
    """A row a line: its weight in every hop of every network."""
    names = [
        (say(f"table.{name}", hop=hop + 1), found.weights[hop].tolist())
        for name, found in passes.items()
        for hop in range(len(found.weights))
    ]
    return [
        [say("table.line"), *(name for name, _ in names)],
        *(
            [line, *(None if at in of.hidden else row[at] for _, row in names)]
            for at, line in enumerate(of.lines)
        ),
    ]
