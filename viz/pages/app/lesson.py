"""The lesson of a page: its text, its places, guesses, answers that stay covered.

What stands after a line `{{ rows }}` is for those whose rows are queries, after
`{{ columns }}` for those whose columns are, after `{{ named }}` for those who call axes
by their names, after `{{ both }}` for all again.
"""

from collections import ChainMap
from collections.abc import Callable, Mapping

import streamlit as st

from viz.content import lessons
from viz.content.texts import texts, tongues
from viz.pages.app import frame, guess
from viz.pages.app.heading import marked, seen

say = texts("app")

GUESS, ANSWER = "guess", "answer"
NOTATIONS = ("rows", "columns", "named", "both")


def _with_tongues(values: Mapping[str, str] | None) -> Mapping[str, str]:
    """The values of a page and the languages; neither is looked up before its slot."""
    return ChainMap(tongues(), values or {})  # pyright: ignore[reportArgumentType]


def lead(page: str, values: Mapping[str, str] | None = None) -> None:
    """Draw the title of a lesson and the paragraph under it."""
    text = _text(page)
    if text is not None and isinstance(
        first := next(text.filled(_with_tongues(values)), ""), str
    ):
        _written(lessons.led(first)[0])


def lesson(
    page: str,
    values: Mapping[str, str] | None = None,
    places: Mapping[str, Callable[[], None]] | None = None,
    *,
    led: bool = False,
) -> None:
    """Draw the lesson of a page; `led`, without what `lead` has drawn.

    `values` fill the slots inside lines, `places` draw the slots that have a line of
    their own. The text after a line `{{ answer }}`, up to the next slot, the next
    heading or the end, is covered until the reader asks for it. What stands between a
    line `{{ guess }}` and that line is the card *Guess first*, and uncovers it. A
    projector shows the guesses of a lesson that is led, and no other lesson.
    """
    text = _text(page)
    if text is None or (frame.project() and not led):
        return
    notation, place, asked, guesses = "both", "", "", 0
    shown = _notation(text)
    with st.container(key="lesson"):
        for at, part in enumerate(text.filled(_with_tongues(values))):
            if isinstance(part, lessons.Slot) and part.name in NOTATIONS:
                notation = part.name
            elif notation not in (shown, "both"):
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
                _written(lessons.led(part)[1] if led and at == 0 else part)


def _notation(text: lessons.Lesson) -> str:
    """The chosen notation; rows or columns where a lesson says nothing of names."""
    chosen = frame.choices()
    if chosen.named and lessons.Slot("named") in text.parts:
        return "named"
    return "columns" if chosen.turned else "rows"


def _text(page: str) -> lessons.Lesson | None:
    """The lesson of a page; a line that says so where it cannot be read."""
    try:
        return lessons.load(page, frame.choices().lang)
    except OSError:
        frame.note(say("notices.no_lesson", page=page))
        return None


def _written(text: str) -> None:
    """Markdown of a lesson; a projector keeps the title and what stands under it."""
    if text.startswith("# "):
        seen()
    elif frame.project():
        return
    if text:
        st.markdown(marked(text))


def _answered(name: str, asked: str, text: str) -> None:
    """The answer up to the next heading, covered; then what follows."""
    answer, rest = lessons.until_heading(text)
    if asked:
        guess.card(name, asked, answer)
    else:
        guess.folded(answer)
    _written(rest)
