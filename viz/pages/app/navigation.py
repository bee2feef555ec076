"""The pages of the app, the menus of the header, and the way from page to page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import streamlit as st

from core.shelf.models import stands
from viz import address
from viz.content.path import Path as Way
from viz.content.path import Place, the_path
from viz.content.texts import texts
from viz.pages.app import menus, shown_model, state
from viz.pages.app.session import Remembered

say = texts("app")

PAGES: Remembered[Mapping[str, Any]] = Remembered("_pages", MappingProxyType({}))
# Streamlit marks the page that is open, but not the section it stands in.
HERE = (
    '[data-testid="stTopNav"] > :nth-child({}) [data-testid="stTopNavSection"]'
    "{{color:var(--ink);font-weight:600;border-bottom-color:var(--ink)}}"
)
OF_A_MODEL = ("sentence", "preset", "target")
TRAVELLING = (*OF_A_MODEL, "lang", "project", "model")
"""What goes along from page to page."""
PRESENTED = ("course", "present")
"""What goes along too while something is being presented."""


@dataclass(frozen=True)
class Page:
    """A page of the app: its address, and the module that draws it.

    The module is one of `viz.pages`, imported when the page is first opened. What the
    page is called and where it stands is said by the path.
    """

    path: str
    module: str

    def draw(self) -> None:
        """Draw it."""
        within = __name__.removesuffix(".app.navigation")
        import_module(f"{within}.{self.module}").page()


@dataclass(frozen=True)
class Entry:
    """An entry of a menu: where it leads, under which address, its lesson's number.

    A page stands in one menu only; a lesson whose page stands elsewhere has an address
    of its own, which leads there.
    """

    place: Place
    url: str
    number: int | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether its page stands in another place of the header."""
        return self.url != self.place.path


def navigate(pages: tuple[Page, ...], logo: Path) -> Page:
    """Draw the way to every page; the one that the address names."""
    way = the_path()
    known = {page.path: _page(way.places[page.path]) for page in pages}
    PAGES.set({path: page for path, page in known.items() if offered(way.places[path])})
    sections = (
        ("", (Entry(way.places[""], ""),)),
        (say("navigation.lessons"), tuple(_lessons(way, known))),
        (say("navigation.models"), tuple(_entries(way.models, known))),
        (say("navigation.beyond"), tuple(_entries(way.beyond, known))),
    )
    drawn: dict[str, list[Any]] = {}
    of: list[tuple[Any, Entry, str]] = []
    for heading, entries in sections:
        for entry in entries:
            page = _drawn(entry, known)
            drawn.setdefault(heading, []).append(page)
            of.append((page, entry, heading))
    chosen = st.navigation(drawn, position="top")
    st.logo(logo, size="large")
    entry, heading = next((entry, under) for page, entry, under in of if page == chosen)
    if entry.elsewhere:
        st.switch_page(known[entry.place.path], query_params=leading(entry.place))
    rules = menus.sheet(
        [
            (entry.url, entry.place, entry.number)
            for _, entry, under in of
            if under and offered(entry.place)
        ],
        say("navigation.beside"),
    )
    if heading:
        rules += HERE.format(list(drawn).index(heading) + 1)
    st.html(f"<style>{rules}</style>")
    return next(page for page in pages if page.path == chosen.url_path)


def offered(place: Place) -> bool:
    """Whether a page stands in the menus: its model is there, if it needs one."""
    return not place.needs or stands(place.needs)


def pages() -> Mapping[str, Any]:
    """Every page by its address, for `st.page_link`; the choices travel along."""
    return PAGES.get()


def leading(place: Place) -> dict[str, str]:
    """What a link of the path adds to the address: what travels, and the page's own."""
    chosen = address.encode(state.choices())
    usual = address.encode(address.DEFAULTS)
    names = (*TRAVELLING, *(PRESENTED if chosen["present"] else ()))
    said = {name: chosen[name] for name in names if chosen[name] != usual[name]}
    if shown_model.languages() != shown_model.languages(place.path):
        said = {name: one for name, one in said.items() if name not in OF_A_MODEL}
    return {**said, **dict(place.state)}


def _lessons(way: Way, known: Mapping[str, Any]) -> Iterator[Entry]:
    elsewhere = {"", *(place.path for place in way.models)}
    for lesson in way.lessons:
        for entry in _entries(lesson.pages, known):
            own = entry.place.path in elsewhere
            url = f"lesson-{lesson.number}" if own else entry.url
            yield Entry(entry.place, url, lesson.number)
    yield from _entries((*way.beside, *way.help), known)


def _entries(places: Iterable[Place], known: Mapping[str, Any]) -> Iterator[Entry]:
    """Those whose pages there are."""
    return (Entry(place, place.path) for place in places if place.path in known)


def _drawn(entry: Entry, known: Mapping[str, Any]) -> Any:
    return _page(entry.place, entry.url) if entry.elsewhere else known[entry.place.path]


def _page(place: Place, url: str = "") -> Any:
    return st.Page(
        lambda: None,
        title=place.lesson if url else place.title,
        url_path=url or place.path or None,
        default=not place.path and not url,
        visibility="visible" if offered(place) else "hidden",
    )
