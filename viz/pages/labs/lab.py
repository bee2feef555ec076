"""What the labs share: steps, the lesson beside the picture, pictures with their words.

A lab is one to three steps; a step is one question with its own address, one picture
and at most three controls. Its text is `assets/lessons/<lang>/<lab>-<step>.md`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from viz import address, tables
from viz.pages import frame
from viz.pages.lesson import lesson

STYLE = Path(__file__).parent.parent.parent / "lab.css"
CONFIG = {"displayModeBar": False, "typesetMath": False, "scrollZoom": False}


@dataclass(frozen=True)
class Step:
    """One question: its few words on the way, and what draws its picture and controls.

    `values` are written into the places of its lesson.
    """

    title: str
    picture: Callable[[], None]
    values: Callable[[], Mapping[str, str]] = dict


def lab(name: str, title: str, steps: Sequence[Step]) -> None:
    """Draw a lab: the way on the left, the open step's picture on the right."""
    st.html(STYLE)
    number = min(frame.choices().step, len(steps))
    with st.container(key="lab"):
        left, right = st.columns([366, 794], gap="large")
    with left, st.container(key="lab-lesson"):
        st.caption(f"Labs · {title}")
        if len(steps) > 1:
            _way(steps)
        lesson(f"{name}-{number}", dict(steps[number - 1].values()))
    with right, st.container(key="lab-picture"):
        _picture(steps[number - 1].picture)


def _way(steps: Sequence[Step]) -> None:
    """The steps as a row of choices, each named by its question."""
    titles = {n: f"{n} {step.title}" for n, step in enumerate(steps, 1)}
    _pick("step", "Step", titles, hidden=True)


@st.fragment
def _picture(draw: Callable[[], None]) -> None:
    """A control redraws its own picture and nothing else."""
    frame.guarded(draw)


# --- a picture with its words ---------------------------------------------------------


def figure(
    build: Callable[[], Any],
    said: str,
    rows: Sequence[Sequence[tables.Cell]],
    *,
    key: str,
    title: str,
    note: str = "",
) -> None:
    """A Plotly figure, the same in a sentence, and as a table.

    `said` is what the picture shows, in words; `note` stands beside the title.
    """
    with st.container(key="lab-title", horizontal=True, vertical_alignment="bottom"):
        st.markdown(f"**{title}**")
        st.caption(note)
    st.plotly_chart(build(), theme=None, config=CONFIG, key=key, alt=said)
    frame.note(said)
    st.download_button(
        "Table (CSV)",
        tables.as_csv(rows),
        f"headlight-{key}.csv",
        "text/csv",
        key=f"{key}-csv",
        type="tertiary",
        on_click="ignore",
    )


# --- controls -------------------------------------------------------------------------


def slider(name: str, label: str) -> None:
    """A whole number of the address, within its range."""
    rule = address.RULES[name]
    if not isinstance(rule, address.Between):
        raise TypeError(f"{name} is not a whole number")
    st.slider(
        label,
        rule.low,
        rule.high,
        getattr(address.DEFAULTS, name),
        key=name,
        bind="query-params",
    )


def choice(name: str, label: str, said: Mapping[str, str] | None = None) -> None:
    """One of a closed set; `said` is how each is called on the page."""
    rule = address.RULES[name]
    if not isinstance(rule, address.OneOf):
        raise TypeError(f"{name} is not one of a set")
    _pick(name, label, {word: (said or {}).get(word, word) for word in rule.words})


def _pick(
    name: str, label: str, titles: Mapping[Any, str], *, hidden: bool = False
) -> None:
    """Pills for a value of the address.

    They are not bound to it: Streamlit would write the titles into the address.
    """
    key = f"pick-{name}"
    st.session_state[key] = getattr(frame.choices(), name)
    st.pills(
        label,
        list(titles),
        format_func=lambda value: titles[value],
        required=True,
        key=key,
        on_change=lambda: frame.keep(**{name: st.session_state[key]}),
        label_visibility="collapsed" if hidden else "visible",
    )
