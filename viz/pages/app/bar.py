"""Where one is on the path: the bar under the header, the card at a page's end, and
below it the version.
"""

from collections.abc import Mapping
from html import escape

import streamlit as st

from core import __version__
from viz import address
from viz.components.presenter import presenter
from viz.content.path import Stop, the_path
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
    """Draw the bar of a page; Start has one only where the path leads through it."""
    stop, left = navigation.here(), the_path().named(state.choices().tour)
    if not (path or stop or left):
        return
    with st.container(key="bar", horizontal=True):
        if stop:
            _at(stop)
        else:
            _beside(path, left)
        _keys(path, stop)


def end(path: str) -> None:
    """Draw the card that closes a page: what one knows now, and what follows.

    Below it the steps of the page that are not on the path. A projector shows the bar
    alone.
    """
    stop = navigation.here()
    know = stop.know if stop else the_path().places[path].know
    if not know or state.project() or (not path and not stop):
        return
    with st.container(key="end", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{say('path.know')}**\n\n{know}")
        if stop:
            _on(_around(stop)[1], "onward")
        else:
            _off(path, "onward")
    if stop and (more := _more(stop)):
        with st.container(key="more-on-this", horizontal=True):
            st.markdown(say("path.more"))
            for step, name in more:
                said = {**navigation.to(stop), "step": str(step)}
                _link(path, f"{step} {name}", f"more-{step}", said)


def foot() -> None:
    """Draw the last line of a page, except on a projector: which version this is.

    On paper it says where the page comes from; the browser writes title and address.
    """
    if not state.project():
        said = escape(say("foot.version", version=__version__))
        st.html(FOOT.format(said))
        st.html(PRINTED.format(said))


# --- at a stop ------------------------------------------------------------------------


def _at(stop: Stop) -> None:
    before, after = _around(stop)
    st.html(_where(_number(stop, "stop"), stop.title, _segments(stop)))
    if before:
        _link(before.path, say("path.back"), "back", _to(before))
    _on(after, "next")


def _on(stop: Stop | None, key: str) -> None:
    """The way to a stop; past the last one to where the path ends."""
    if stop is None:
        end = the_path().end
        said = {**navigation.leading(the_path().places[end.path]), **dict(end.state)}
        _link(end.path, say("path.next", title=end.title), key, said)
    else:
        label = say("path.next", title=stop.title)
        _link(stop.path, label, key, _to(stop))


def _to(stop: Stop) -> dict[str, str]:
    again = state.choices().again
    return navigation.to(stop, again if stop.name in again.split(",") else "")


def _around(stop: Stop) -> tuple[Stop | None, Stop | None]:
    """The stops before and after, whose pages are there; None at an end."""
    way = [one for one in _way(stop) if one.path in navigation.pages() or one == stop]
    at = way.index(stop)
    return way[at - 1] if at else None, way[at + 1] if at + 1 < len(way) else None


def _way(stop: Stop) -> tuple[Stop, ...]:
    """The stops that are walked: all, or the few that are looked at again."""
    again = the_path().among(state.choices().again.split(","))
    return again if stop in again else the_path().stops


def _number(stop: Stop, name: str) -> str:
    way = _way(stop)
    at, number = str(way.index(stop) + 1), str(len(way))
    return say(f"path.{name}", number=at, all=number, title=stop.title)


def _more(stop: Stop) -> list[tuple[int, str]]:
    """The steps of the page of a stop that are not on the path: number and name."""
    if stop.path not in address.LABS:
        return []
    names = texts(f"labs/{stop.path}").all("steps").values()
    there = {one.step for one in the_path().stops if one.path == stop.path}
    return [(n, name) for n, name in enumerate(names, 1) if n not in there]


def _segments(open_now: Stop) -> str:
    """One segment a stop, by lessons: done, open now, to come."""
    way, mark, found = the_path(), "done", []
    for lesson in way.lessons:
        for stop in lesson.stops:
            here = stop == open_now
            first = " first" if stop == lesson.stops[0] else ""
            found.append(f'<li class="{"now" if here else mark}{first}"></li>')
            mark = "" if here else mark
    return SEGMENTS.format("".join(found))


# --- beside the path ------------------------------------------------------------------


def _beside(path: str, left: Stop | None) -> None:
    """Where one is, and the line that leads back to the path one came from."""
    way = the_path()
    place = way.places[path]
    if path in address.LABS and way.first(path):
        st.html(_where(say("path.more_on", title=place.title), "", ""))
    elif path:
        st.html(_where(place.title, place.line, ""))
    if path != ALL:
        _link(ALL, say("path.all"), "back", navigation.leading(way.places[ALL]))
    if left:
        _link(left.path, _number(left, "left"), "next", _to(left))
    else:
        _off(path, "next")


def _off(path: str, key: str) -> None:
    """The way on from a page, or a step, that is not on the path."""
    way = the_path()
    if onward := path in address.LABS and way.onward(path, state.choices().step):
        _on(onward, key)
        return
    seen, place = {path}, way.places[path]
    while place.leads is not None and place.leads not in seen:
        seen.add(place.leads)
        place = way.places[place.leads]
        stop = None if place.path in way.elsewhere else way.first(place.path)
        if stop or place.path == way.end.path:
            _on(stop, key)
            return
        if place.path in navigation.pages():
            label = say("path.next", title=place.title)
            _link(place.path, label, key, navigation.leading(place))
            return


# --- both -----------------------------------------------------------------------------


def _keys(path: str, stop: Stop | None) -> None:
    """What Page Down and Page Up press on a projector: the way on, the way back.

    Who is not on the tour walks the steps of a lab first; other pages have keys of
    their own then.
    """
    touring = stop is not None and bool(state.choices().tour)
    steps = ".st-key-lab-steps button"
    on, back = [".st-key-bar .st-key-next a"], [".st-key-bar .st-key-back a"]
    if not touring:
        on.insert(0, f"{steps}[aria-checked=true] + button")
        back.insert(0, f"{steps}:has(+ button[aria-checked=true])")
    follows = [".st-key-bar a", ".st-key-end a", ".st-key-more-on-this a"]
    keys = state.project() and (touring or path in address.LABS)
    keys = keys and not state.choices().present
    with st.container(key="bar-keys"):
        presenter(on if keys else [], back if keys else [], follows, key="bar-keys-of")


def _where(name: str, title: str, segments: str) -> str:
    return WHERE.format(escape(name), escape(title), segments)


def _link(path: str, label: str, key: str, said: Mapping[str, str]) -> None:
    page = navigation.pages().get(path)
    if page is not None:
        with st.container(key=key, width="content"):
            st.page_link(page, label=label, query_params=dict(said))
