"""The lesson of a page: its text, its places, guesses, answers that stay covered.

What stands after a line `{{ rows }}` is for those whose rows are queries, after
`{{ columns }}` for those whose columns are, after `{{ both }}` for all again.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from viz.content import lessons
from viz.content.texts import texts
from viz.pages.app import frame, guess
from viz.pages.app.heading import seen

say = texts("app")

GUESS, ANSWER = "guess", "answer"
NOTATIONS = ("rows", "columns", "both")


def lesson(
    page: str,
    values: Mapping[str, str] | None = None,
    places: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Draw the lesson of a page; projector mode hides it.

    `values` fill the slots inside lines, `places` draw the slots that have a line of
    their own. The text after a line `{{ answer }}`, up to the next slot, the next
    heading or the end, is covered until the reader asks for it. What stands between a
    line `{{ guess }}` and that line is the card *Guess first*, and uncovers it.
    """
    if frame.project():
        return
    notation, place, asked, guesses = "both", "", "", 0
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
            elif isinstance(part, lessons.Slot):
                place = part.name
                if places and place in places:
                    places[place]()
            elif place == GUESS:
                asked = part
            elif place == ANSWER:
                guesses += bool(asked)
                _answered(asked and f"{page}-{guesses}", asked, part)
                place, asked = "", ""
            else:
                _written(part)


def _written(text: str) -> None:
    if text.startswith("# "):
        seen()
    st.markdown(text)


def _answered(name: str, asked: str, text: str) -> None:
    """The answer up to the next heading, covered; then what follows."""
    answer, rest = lessons.until_heading(text)
    if asked:
        guess.card(name, asked, answer)
    else:
        guess.folded(answer)
    if rest:
        st.markdown(rest)
