"""Where one is on the path: the bar under the header, the card at a page's end, and
below it the version.
"""

from html import escape

import streamlit as st

from core import __version__
from viz.content.path import Lesson, Place, the_path
from viz.content.texts import texts
from viz.pages.app import navigation, state

say = texts("app")

ALL = "lessons"
SEGMENTS = '<ol aria-hidden="true">{}</ol>'
WHERE = '<p class="where"><strong>{}</strong> <span>{}</span></p>{}'
PRINTED = (
    '<p class="paper"><b class="which"></b> · {} · <span class="where"></span></p>'
)
FOOT = '<p class="colophon">{}</p>'


def bar(path: str) -> None:
    """Draw the bar of a page; Start has one only where it is a lesson."""
    if not path and not state.choices().tour:
        return
    way, place = the_path(), the_path().places[path]
    lesson = way.lesson(path)
    with st.container(key="bar", horizontal=True):
        if lesson:
            number = say("path.lesson", number=lesson.number, all=len(way.lessons))
            st.html(_where(number, place.lesson, _segments(lesson)))
            _link(_to(path, back=True), say("path.back"), "back")
        else:
            st.html(_where(place.title, place.line, ""))
            if path != ALL:
                _link(_known(way.places[ALL]), say("path.all"), "back")
        _next(path, "next")


def end(path: str) -> None:
    """Draw the card that closes a page: what one knows now, and the page that follows.

    A projector shows the bar alone.
    """
    know = the_path().places[path].know
    if not know or state.project() or (not path and not state.choices().tour):
        return
    with st.container(key="end", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{say('path.know')}**\n\n{know}")
        _next(path, "onward")


def foot() -> None:
    """Draw the last line of a page, except on a projector: which version this is.

    On paper it says where the page comes from; the browser writes title and address.
    """
    if not state.project():
        said = escape(say("foot.version", version=__version__))
        st.html(FOOT.format(said))
        st.html(PRINTED.format(said))


def _where(name: str, title: str, segments: str) -> str:
    return WHERE.format(escape(name), escape(title), segments)


def _segments(open_now: Lesson) -> str:
    """One segment a lesson: done, open now, to come."""
    marks = [
        "now"
        if lesson == open_now
        else "done"
        if lesson.number < open_now.number
        else ""
        for lesson in the_path().lessons
    ]
    return SEGMENTS.format("".join(f'<li class="{mark}"></li>' for mark in marks))


def _next(path: str, key: str) -> None:
    place = _to(path)
    if place is not None:
        _link(place, say("path.next", title=place.lesson), key)


def _to(path: str, *, back: bool = False) -> Place | None:
    """The nearest page on the way that is a page of the app."""
    way, place = the_path(), None
    seen = {path}
    while True:
        place = way.before(path) if back else way.following(path)
        if place is None or place.path in seen:
            return None
        if _known(place):
            return place
        path = place.path
        seen.add(path)


def _known(place: Place) -> Place | None:
    return place if place.path in navigation.pages() else None


def _link(place: Place | None, label: str, key: str) -> None:
    if place is None:
        return
    with st.container(key=key, width="content"):
        st.page_link(
            navigation.pages()[place.path],
            label=label,
            query_params=navigation.leading(place),
        )
