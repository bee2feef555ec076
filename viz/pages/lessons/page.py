"""All lessons: the path in its order; classes and lectures, state by state."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from viz.content import errata, plans
from viz.content.path import Place, the_path
from viz.content.path import Stop as OnPath
from viz.content.plans import Plan, Stop
from viz.content.slips import SlipError
from viz.content.texts import texts
from viz.pages.app import frame, made, navigation, presenting
from viz.pages.app.navigation import leading, to

say = texts("lessons")

STYLE = Path(__file__).parent / "page.css"
HERE = "lessons"


def page() -> None:
    """Draw the overview, or the plan that the address names."""
    st.html(STYLE)
    name = frame.choices().course
    if not name:
        _overview()
        return
    try:
        found = plans.plan(name)
    except SlipError as slip:
        frame.heading(say("title"))
        frame.refuse(say("slip", slip=str(slip)))
        return
    _plan(found)


# --- what there is --------------------------------------------------------------------


def _overview() -> None:
    way = the_path()
    frame.heading(say("title"))
    st.markdown(say("lead"))
    left, right = st.columns(2, gap="large")
    with left:
        st.header(say("path.heading"), anchor=False)
        for lesson in way.lessons:
            st.markdown(f"**{lesson.number}** {lesson.title}")
            for stop in lesson.stops:
                _of_the_path(stop)
        _listed(plans.TOUR)
        st.subheader(say("path.beside"), anchor=False)
        for place in (*way.beside, *way.models, *way.beyond):
            if way.first(place.path) is None or place.path in way.elsewhere:
                _place(place)
    with right:
        for folder in plans.FOLDERS:
            st.header(say(f"{folder}.heading"), anchor=False)
            st.markdown(say(f"{folder}.note"))
            for name in plans.names(folder):
                _listed(name)
        st.header(say("edit.heading"), anchor=False)
        st.markdown(say("edit.note"))


def _of_the_path(stop: OnPath) -> None:
    _linked(f"place-on-path-{stop.name}", stop.path, stop.title, stop.idea, to(stop))


def _place(place: Place) -> None:
    name = f"place-{place.path or 'start'}"
    _linked(name, place.path, place.title, place.line, leading(place))


def _linked(name: str, path: str, title: str, line: str, said: dict[str, str]) -> None:
    page = frame.pages().get(path)
    if page is not None:
        with _line(name):
            st.page_link(page, label=title, query_params=said)
            st.markdown(line)


def _listed(name: str) -> None:
    try:
        found = plans.plan(name)
    except SlipError as slip:
        frame.refuse(say("unread", title=name, slip=str(slip)))
        return
    with _line(f"plan-{name}"):
        navigation.link(HERE, found.title, {"course": name})
        st.markdown(found.line)


# --- one of them ----------------------------------------------------------------------


def _plan(plan: Plan) -> None:
    frame.heading(plan.title)
    st.markdown(plan.line)
    with st.container(key="plan-do", horizontal=True, vertical_alignment="center"):
        first = presenting.presented(plan, 1)
        presenting.link(plan.stops[0], say("plan.present"), "present", first)
        _handout(plan)
        navigation.link(HERE, say("all"), {})
    st.markdown(say("plan.present_note", n=len(plan.stops)))
    of_classes, *others = plans.FOLDERS
    folder = next((one for one in others if plan.name in plans.names(one)), of_classes)
    st.header(say(f"plan.steps.{folder}"), anchor=False)
    for number, stop in enumerate(plan.stops, 1):
        _stop(f"{folder}-{number}", stop)
    if plan.symbols:
        st.header(say("plan.symbols"), anchor=False)
        rows = [[one.theirs, one.ours, one.means] for one in plan.symbols]
        st.markdown(_table([say.row("plan.columns"), *rows]))
    if slips := errata.of_lecture(plan.short):
        st.header(say("plan.slips"), anchor=False)
        st.markdown(slips)
    if plan.missing:
        with st.expander(say("plan.missing")):
            st.markdown("\n".join(f"- {one}" for one in plan.missing))


def _stop(name: str, stop: Stop) -> None:
    with _line(f"stop-{name}"):
        st.markdown(stop.when)
        presenting.link(stop, stop.line, f"open-{name}", {})
        asked = (("plan.ask", stop.ask), ("plan.say", stop.say))
        st.markdown(
            "\n\n".join(f"*{say(name)}* {said}" for name, said in asked if said)
        )


def _line(key: str) -> Any:
    return st.container(key=f"line-{key}", horizontal=True)


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join((head, "|---" * len(rows[0]) + "|", *body))


def _handout(plan: Plan) -> None:
    from viz.components.files import named
    from viz.pages.lessons.handout import handout

    base = (st.context.url or "").partition(f"/{HERE}")[0]
    made.button(
        say("plan.handout"),
        lambda: handout(plan, base),
        f"{named('handout', plan.name)}.html",
        key="handout",
    )
