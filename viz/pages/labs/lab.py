"""What the labs share: steps, the lesson beside the picture, pictures with their words.

A lab is one to three steps; a step is one question with its own address, one picture
and at most three controls. Its text is `assets/lessons/<lang>/<lab>-<step>.md`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from core.errors import InputError
from viz import address
from viz.address import rules
from viz.content.texts import texts
from viz.figures.matrix_panels import picture
from viz.figures.small_matrices import Matrix
from viz.pages.app import frame, widgets
from viz.pages.app.chart import captioned, draw, plotted
from viz.pages.app.gate import Busy
from viz.pages.app.lesson import lead, lesson
from viz.pages.app.session import Remembered
from viz.say import html_tables, tables

if TYPE_CHECKING:
    from viz.figures.figure import Figure

Align = Literal["top", "bottom"]
STYLE = Path(__file__).parent / "lab.css"

say = texts("labs/shared")


@dataclass(frozen=True)
class Step:
    """One question: its name, and what draws its picture and controls.

    Its few words on the way stand under that name in `steps` of the texts of the lab.
    `values` are written into the places of its lesson. `worked` draws a case by hand
    that stands under the picture and does not depend on its controls. Whether the
    guesses of its lesson are about what is shown, `guessing` says.
    """

    name: str
    picture: Callable[[], None]
    values: Callable[[], Mapping[str, str]] = dict
    worked: Callable[[], None] | None = None
    guessing: Callable[[], bool] = lambda: True


class Late(Mapping[str, str]):
    """The values of a lesson, worked out once its text comes to the first of them.

    What stands above is on the page by then. Where they cannot be worked out, each is
    a question mark; the picture says why.
    """

    def __init__(self, values: Callable[[], Mapping[str, str]]) -> None:
        self._values = values

    @cached_property
    def _found(self) -> Mapping[str, str]:
        try:
            return self._values()
        except (InputError, Busy):
            return defaultdict(lambda: "?")

    def __getitem__(self, name: str) -> str:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return True


def lab(name: str, *steps: Step) -> None:
    """Draw a lab: steps, title and lead, the picture, then the rest of the lesson.

    Where there is room the picture stands beside the text. What a lab says beside its
    lessons stands in `texts/labs/<name>.toml`.
    """
    called = texts(f"labs/{name}")
    st.html(STYLE)
    number = frame.choices().step
    number = number if number <= len(steps) else 1
    step, text = steps[number - 1], f"{name}-{number}"
    values = Late(step.values)
    with st.container(key="lab"):
        if len(steps) > 1:
            with st.container(key="lab-steps"):
                _way([called(f"steps.{one.name}") for one in steps])
        with st.container(key="lab-lead"):
            lead(text, values)
        with st.container(key="lab-picture"):
            frame.alone(step.picture)
            if step.worked is not None and not frame.project():
                with st.container(key="lab-worked"):
                    st.markdown(f"**{say('lab.by_hand')}**")
                    frame.alone(step.worked)
        with st.container(key="lab-lesson"):
            turned = "turned" in address.used(name)
            later = _notations if turned else None
            lesson(text, values, led=True, later=later, guessing=step.guessing())


def _way(titles: Sequence[str]) -> None:
    """The steps as a row of choices, each with its number and its few words."""
    numbered = {n: f"{n} {title}" for n, title in enumerate(titles, 1)}
    widgets.pills("step", say("lab.step"), numbered, hidden=True)


def _notations() -> None:
    """Rows, columns, or axes by their names: in map and formula."""
    titles = say.all("lab.notations")
    widgets.mirrored(
        st.pills,
        "turned",
        say("lab.notation"),
        list(titles),
        format_func=titles.__getitem__,
        required=True,
        shown=frame.choices().notation,
        picked=lambda one: frame.keep(turned=one == "columns", named=one == "named"),
    )


# --- beside and under a picture -------------------------------------------------------


def controls(align: Align = "top", **labels: str) -> None:
    """Choices beside each other, by their names with their labels.

    Numbers stand on sliders, and so do words, which must have an order.
    """
    drawn = {rules.Switch: widgets.switch, rules.OneOf: widgets.stops}
    with st.container(horizontal=True, vertical_alignment=align):
        for name, label in labels.items():
            drawn.get(type(address.RULES[name]), widgets.slider)(name, label)


def table(rows: Sequence[Sequence[str]], heading: str) -> None:
    """Numbers to be read, not drawn."""
    st.html(html_tables.table(rows, heading))


# --- a picture with its words ---------------------------------------------------------


def show(
    shown: "Figure",
    *,
    key: str,
    note: str = "",
    chosen: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """A figure under its title; `note` stands beside it."""
    _title(key, shown.title, note)
    draw(shown, key=key, chosen=chosen)


def drawn(
    draw: Callable[[], None],
    said: str,
    rows: Sequence[Sequence[tables.Cell]],
    *,
    key: str,
    title: str,
    note: str = "",
) -> None:
    """A picture of our own under its title, the same in a sentence, and as a table."""
    _title(key, title, note)
    with captioned(said, rows, key=key, title=title, walked=False):
        draw()


def matrices(
    panels: Sequence[Matrix],
    said: str,
    *,
    key: str,
    title: str,
    note: str = "",
    row: int | None = None,
    named: bool = False,
    chosen: Callable[[int, int], None] | None = None,
) -> None:
    """Small matrices beside each other, below each other on a phone.

    They turn with the notation; `named` calls their axes by name whatever it is. `row`
    is framed in those whose rows are queries; `chosen` is called with the row and
    column of the cell that is clicked in the first, which is drawn anew after a click:
    the same cell can be clicked again.
    """
    _title(key, title, note)
    choices, dark = frame.choices(), frame.night()
    drawn = [
        picture(
            panel,
            turn=choices.turned,
            named=named or choices.named,
            row=row if panel.down == "query" and panel.columns[1:] else None,
            dark=dark,
        )
        for panel in panels
    ]
    table = [line for shown in drawn for line in ([shown.title], *shown.rows, [])]
    with (
        captioned(said, table, key=key, title=title),
        st.container(key=f"{key}-panels", horizontal=True),
    ):
        for at, shown in enumerate(drawn):
            name, click = f"{key}-{at + 1}", None
            if chosen is not None and at == 0:
                name += f"-{_clicks(key).get()}"
                click = partial(_cell, key, chosen)
            plotted(
                shown.plot,
                shown.alt,
                key=name,
                width=shown.plot.layout.width,
                chosen=click,
            )


def _clicks(key: str) -> Remembered[int]:
    """How often a cell of that picture was clicked."""
    return Remembered(f"_clicks_{key}", 0)


def _cell(
    key: str, chosen: Callable[[int, int], None], point: Mapping[str, Any]
) -> None:
    _clicks(key).set(_clicks(key).get() + 1)
    row, column = point["customdata"]
    chosen(int(row), int(column))


def _title(key: str, title: str, note: str) -> None:
    with st.container(
        key=f"lab-title-{key}", horizontal=True, vertical_alignment="bottom"
    ):
        st.markdown(f"**{title}**")
        st.caption(note)
