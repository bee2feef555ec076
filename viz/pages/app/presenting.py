"""While a class or a lecture is being presented: a bar that walks its states.

Everything stands in the address, `course` and `present`: nothing is stored.
"""

import contextlib
from collections.abc import Mapping
from html import escape
from pathlib import Path

import streamlit as st

from viz.components.presenter import presenter
from viz.content import plans
from viz.content.opened import Opened
from viz.content.plans import Plan
from viz.content.slips import SlipError
from viz.content.texts import texts
from viz.pages.app import navigation, state

say = texts("app")

STYLE = Path(__file__).parent / "presenting.css"
OVERVIEW = "lessons"
KEPT = ("lang", "project")
WHERE = '<p class="where" title="{}"><strong>{}</strong> <span>{}</span></p>'
BACK, NEXT, LEAVE = "presented-before", "presented-after", "presented-leave"


def bar() -> None:
    """Draw the bar, if the address says what is being presented."""
    chosen = state.choices()
    if not (chosen.course and chosen.present):
        return
    with contextlib.suppress(SlipError):
        _bar(plans.plan(chosen.course), int(chosen.present))


def _bar(plan: Plan, number: int) -> None:
    last = len(plan.stops)
    number = min(number, last)
    stop = plan.stops[number - 1]
    st.html(STYLE)
    with st.container(key="presenting", horizontal=True, vertical_alignment="center"):
        where = say("presenting.where", number=str(number), all=str(last))
        asked = stop.ask or stop.line
        st.html(WHERE.format(*map(escape, (say("presenting.keys"), where, asked))))
        for key, to in ((BACK, number - 1), (NEXT, number + 1)):
            if 1 <= to <= last:
                label = say(f"presenting.{'back' if key == BACK else 'next'}")
                link(plan.stops[to - 1], label, key, presented(plan, to))
        with st.container(key=LEAVE, width="content"):
            st.page_link(
                navigation.pages()[OVERVIEW],
                label=say("presenting.leave"),
                query_params={**_kept(), "course": plan.name},
            )
        presenter([f".st-key-{NEXT} a"], [f".st-key-{BACK} a"], key="presenter")


def presented(plan: Plan, number: int) -> dict[str, str]:
    """What an address says while the state of that number is being presented."""
    return {"course": plan.name, "present": str(number)}


def link(to: Opened, label: str, key: str, more: Mapping[str, str]) -> None:
    """Draw the link to a state; of a page that the app has not, its label alone.

    While something is presented, such a state is its line in the overview.
    """
    pages, query = navigation.pages(), to.opened
    page = pages.get(to.path)
    if page is None and more:
        page, query = pages[OVERVIEW], {}
    with st.container(key=key, width="content"):
        if page is None:
            st.markdown(label)
        else:
            st.page_link(page, label=label, query_params={**_kept(), **query, **more})


def _kept() -> dict[str, str]:
    """What goes along from state to state: how the reader reads, not what."""
    return state.travelling(*KEPT)
