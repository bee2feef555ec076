"""A story in fewer words: the lines that say what happened to a thing, by pointing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.worlds.shown_stories import SUMMED
from core.worlds.stories import LONGEST, Story
from core.worlds.summaries import MOST, kept, naming, thing_of
from viz.components.files import named
from viz.components.story import story as component
from viz.content.texts import error, texts
from viz.pages.app import chart, frame, library, widgets
from viz.pages.memory import asked, begin, summed, told
from viz.pages.memory.as_map import as_map
from viz.pages.memory.summed import MODELS
from viz.pages.memory.told import Told
from viz.pages.sentence.picture import Picture
from viz.payload.story import percent
from viz.payload.summary import Box, summary_view, weights_of

if TYPE_CHECKING:
    from core.in_use.summaries import SummaryPass

PICTURE = Picture("summary_map")

say = texts("summary")


def step() -> None:
    """The story with a column for each step, and what was measured of many."""
    of = asked.of_address()
    titles = {name: say(f"stories.{name}") for name in SUMMED}
    begin.presets(of, titles, "m_summed", asked.named, asked.another)
    wrong, problems = told.wrong(of, thing_of)
    known, one, unanswered = asked.known(of)
    found, boxes = None, []
    if not problems:
        found, boxes, problems = _chosen(of, one)
    said = _said(of, found, one)
    shown = summary_view(
        of.lines,
        of.question,
        found,
        steps=MOST,
        hidden=of.hidden,
        most=LONGEST,
        known=known,
        wrong=wrong,
        boxes=boxes,
        said=said,
        turn=told.TURN.get(),
    )
    with st.container(key="memory-picture"):
        with chart.captioned(
            said,
            _rows(of, found),
            key="summary",
            title=of.question,
            name=named("summary", of.name or say("own")),
            walked=False,
        ):
            component(shown, key=asked.KEY, on_told=asked.changed)
        for problem in problems[: told.SHOWN_PROBLEMS]:
            frame.refuse(problem)
    if found and unanswered:
        frame.note(say("unanswered", why=unanswered))
    if of.name in SUMMED:
        begin.look(say("look"), say(f"about.{of.name}"))
    summed.table()
    if found:
        widgets.opened(
            "m_open",
            say("picture.open"),
            lambda: as_map(PICTURE, found, "steps", say, MOST),
        )


# --- what is chosen -------------------------------------------------------------------


def _chosen(
    of: Told, one: Story | None
) -> tuple["SummaryPass | None", list[Box], list[str]]:
    """The pass, a box for each way to choose, and why there is none of some."""
    found: SummaryPass | None = None
    boxes: list[Box] = []
    refused: dict[str, None] = {}
    try:
        found = _passed(of)
        boxes.append(_pointing(of, found, one))
    except InputError as problem:
        refused[error(problem)] = None
    try:
        boxes.append(_box("alone", of, _alone(of), one))
    except InputError as problem:
        refused[error(problem)] = None
    boxes.append(_box("named", of, naming(of.lines, thing_of(of.question)), one))
    return found, boxes, list(refused)


def _passed(of: Told) -> "SummaryPass":
    from core.in_use.summaries import summarise

    model = library.small(MODELS["pointing"])
    key = (model.name, model.digest, of.lines, of.question, of.hidden)
    return library.kept(key, lambda: summarise(model, of.lines, of.question, of.hidden))


def _alone(of: Told) -> tuple[int, ...]:
    from core.in_use.summaries import judged_alone

    model = library.small(MODELS["alone"])
    key = (model.name, model.digest, of.lines, of.question, of.hidden)
    return library.kept(
        key, lambda: judged_alone(model, of.lines, of.question, of.hidden)
    )


def _pointing(of: Told, found: "SummaryPass", one: Story | None) -> Box:
    """The summary, and how much of the attention is on the lines that tell it."""
    box = _box("pointing", of, found.chosen, one)
    if one is None or not found.chosen:
        return box
    on = say(
        "on",
        share=percent(found.on(one.supporting)),
        equal=percent(found.uniform_on(one.supporting)),
    )
    return replace(box, notes=(*box.notes, on))


def _box(name: str, of: Told, chosen: Sequence[int], one: Story | None) -> Box:
    lines = [
        (
            say("chosen", n=str(at + 1), line=of.lines[at]),
            one is not None and at not in one.supporting,
        )
        for at in chosen
    ]
    notes = [] if lines else [say("none")]
    if one is not None:
        same = tuple(chosen) == one.supporting
        notes.append(say("same" if same else "other", lines=_numbers(one.supporting)))
        if one.answer and lines:
            where = "kept" if kept(one, chosen) else "lost"
            notes.append(say(where, thing=thing_of(one.question), place=one.answer))
    return Box(say(f"by.{name}", n=len(lines), all=len(of.lines)), lines, notes)


def _numbers(lines: Sequence[int]) -> str:
    numbers = ", ".join(str(at + 1) for at in lines)
    return say("lines", n=len(lines), lines=numbers)


# --- the same in words, as a table, and as the picture of every page ------------------


def _said(of: Told, found: "SummaryPass | None", one: Story | None) -> str:
    """Where each step points, and what the checker chooses."""
    if found is None:
        return say("nothing")
    steps = [
        say(
            "caption.step" if at < len(found.chosen) else "caption.end",
            n=at + 1,
            line=of.lines[found.chosen[at]] if at < len(found.chosen) else "",
            weight=percent(float(row.max())),
        )
        for at, row in enumerate(found.weights)
    ]
    checker = [say("caption.checker", lines=_numbers(one.supporting))] if one else []
    return " ".join([*steps, *checker])


def _rows(of: Told, found: "SummaryPass | None") -> list[list[str | float | None]]:
    """A row a line, and one for ‹end›: its weight in every step."""
    from core.in_use.summaries import END

    weights = weights_of(found) if found else []
    steps = [say("table.step", n=str(n + 1)) for n in range(len(weights))]
    return [
        [say("table.line"), *steps],
        *(
            [line, *(row[at] for row in weights)]
            for at, line in enumerate((*of.lines, END))
        ),
    ]
