"""The lesson of a page: its text, its places, guesses, answers that stay covered.

What stands after a line `{{ rows }}` is for those whose rows are queries, after
`{{ columns }}` for those whose columns are, after `{{ named }}` for those who call axes
by their names, after `{{ both }}` for all again.
"""

from collections import ChainMap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from viz.content import lessons
from viz.content.texts import texts, tongues
from viz.pages.app import frame, guess, navigation
from viz.pages.app.heading import marked, seen

say = texts("app")

STYLE = Path(__file__).parent / "stop.css"
STOPS = "stops/"
"""The folder of their questions."""
GUESS, ANSWER = "guess", "answer"
NOTATIONS = ("rows", "columns", "named", "both")


def _with_ours(values: Mapping[str, str] | None) -> Mapping[str, str]:
    """The values of a page, the languages, and the idea of the stop that one is at.

    No value of a page is looked up before its slot.
    """
    stop = navigation.here()
    ours = {**tongues(), "idea": stop.idea if stop else ""}
    return ChainMap(ours, values or {})  # pyright: ignore[reportArgumentType]


def stop() -> Any | None:
    """Draw the question of the stop that one is at, where its page has none itself.

    Title and idea stand beside the card *Guess first*; what is returned is the place
    under them, for a control of the page. None beside the path.
    """
    here = navigation.here()
    if here is None:
        return None
    page = f"{STOPS}{here.name}"
    st.html(STYLE)
    with st.container(key="stop"):
        with st.container(key="stop-lead"):
            lead(page)
            control = st.container(key="stop-control")
        with st.container(key="stop-guess"):
            lesson(page, led=True)
    return control


def lead(page: str, values: Mapping[str, str] | None = None) -> None:
    """Draw the title of a lesson and the paragraph under it."""
    text = _text(page)
    if text is not None and isinstance(
        first := next(text.filled(_with_ours(values)), ""), str
    ):
        _written(lessons.led(first)[0])


def lesson(
    page: str,
    values: Mapping[str, str] | None = None,
    places: Mapping[str, Callable[[], None]] | None = None,
    *,
    led: bool = False,
    later: Callable[[], None] | None = None,
    guessing: bool = True,
) -> None:
    """Draw the lesson of a page; `led`, without what `lead` has drawn.

    Its guesses are left out unless `guessing`: they may be about another picture.

    `values` fill the slots inside lines, `places` draw the slots that have a line of
    their own. The text after a line `{{ answer }}`, up to the next slot, the next
    heading or the end, is covered until the reader asks for it. What stands between a
    line `{{ guess }}` and that line is the card *Guess first*, and uncovers it.

    Of a lesson that is led the guesses come first, then what it teaches. What stands
    from its first heading on is for a second reading, and is folded; so is what `later`
    draws. A projector shows those guesses, and no other lesson.
    """
    text = _text(page)
    if text is None or (frame.project() and not led):
        return
    notation, place, asked, guesses = "both", "", "", 0
    shown = _notation(text)
    asks, teaches, rest = _areas(page, text, led=led)
    area = teaches
    for at, part in enumerate(text.filled(_with_ours(values))):
        if isinstance(part, lessons.Slot) and part.name in NOTATIONS:
            notation = part.name
        elif notation not in (shown, "both"):
            continue
        elif isinstance(part, lessons.Slot):
            place = part.name
            if places and place in places:
                with area:
                    places[place]()
        elif place == GUESS:
            asked = part
        else:
            text_here = lessons.led(part)[1] if led and at == 0 else part
            before, after = lessons.until_heading(text_here)
            if place == ANSWER:
                guesses += bool(asked)
                if guessing or not asked:
                    with asks if asked else area:
                        _answered(asked and f"{page}-{guesses}", asked, before)
                place, asked = "", ""
            else:
                with area:
                    _written(before)
            if after:
                area = rest
                with area:
                    _written(after)
    if later is not None and led and not frame.project():
        with rest:
            later()


def _areas(page: str, text: lessons.Lesson, *, led: bool) -> tuple[Any, Any, Any]:
    """Where its guesses stand, what it teaches, and the rest: of a led one, folded."""
    name = "lesson-stop" if page.startswith(STOPS) else "lesson"
    whole = st.container(key=name)
    if not led:
        return whole, whole, whole
    with whole:
        asks, teaches = st.container(), st.container()
        folded = not frame.project() and any(
            lessons.until_heading(part)[1]
            for part in text.parts[1:]
            if isinstance(part, str)
        )
        rest = st.expander(say("lesson.later")) if folded else st.container()
    return asks, teaches, rest


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


def _answered(name: str, asked: str, answer: str) -> None:
    """The answer, covered: by its guess, or folded where there is none."""
    if asked:
        guess.card(name, asked, answer)
    else:
        guess.folded(answer)
