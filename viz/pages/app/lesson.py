"""The lesson of a page: its text, its places, and answers that stay covered.

What stands after a line `{{ rows }}` is for those whose rows are queries, after
`{{ columns }}` for those whose columns are, after `{{ both }}` for all again.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from viz.content import lessons
from viz.content.texts import texts
from viz.pages.app import frame

say = texts("app")

ANSWER = "answer"
NOTATIONS = ("rows", "columns", "both")


def lesson(
    page: str,
    values: Mapping[str, str] | None = None,
    places: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Draw the lesson of a page; projector mode hides it.

    `values` fill the slots inside lines, `places` draw the slots that have a line of
    their own. The text after a line `{{ answer }}`, up to the next slot, the next
    heading or the end, is covered until the reader asks for it.
    """
    if frame.project():
        return
    covered, notation = False, "both"
    hidden = "rows" if frame.choices().turned else "columns"
    try:
        text = lessons.load(page, frame.choices().lang)
    except OSError:
        frame.note(say("notices.no_lesson", page=page))
        return
    with st.container(key="lesson"):
        for part in text.filled(values or {}):
            if isinstance(part, lessons.Slot) and part.name in NOTATIONS:
                notation = part.name
            elif notation == hidden:
                continue
            elif isinstance(part, str):
                _written(part, covered=covered)
                covered = False
            elif part.name == ANSWER:
                covered = True
            elif places and part.name in places:
                places[part.name]()


def _written(text: str, *, covered: bool) -> None:
    if not covered:
        st.markdown(text)
        return
    answer, rest = lessons.until_heading(text)
    with st.expander(say("lesson.answer")):
        st.markdown(answer)
    if rest:
        st.markdown(rest)
