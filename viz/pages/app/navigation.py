"""The pages of the app, the menus of the header, and the way from page to page."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.shelf.models import stands
from viz.content.path import AGAIN, START, Lesson, Place, Stop, the_path
from viz.content.path import Path as Way
from viz.content.texts import texts
from viz.pages.app import menus, shown_model, state, travel
from viz.pages.app.session import Remembered

say = texts("app")

STRANGE: Remembered[str] = Remembered("_strange", "")
PAGES: Remembered[Mapping[str, Any]] = Remembered("_pages", MappingProxyType({}))
ENTRIES: Remembered[tuple["Entry", ...]] = Remembered("_entries", ())
HERE: Remembered[str] = Remembered("_here", "")
"""The page that is drawn."""
# Streamlit marks the page that is open, but not the section it stands in.
OPEN = (
    '[data-testid="stTopNav"] > :nth-child({}) [data-testid="stTopNavSection"]'
    "{{color:var(--ink);font-weight:600;border-bottom-color:var(--ink)}}"
)
OF_A_MODEL = ("sentence", "preset", "target")
TRAVELLING = (*OF_A_MODEL, "lang", "project", "model", "tour", "again")
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
    """An entry of a menu: where it leads, under which address, for which lesson.

    A page stands in one menu only; a lesson whose page stands elsewhere, or which
    begins at a later step, has an address of its own, which leads there.
    """

    place: Place
    url: str
    lesson: Lesson | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether it leads to another state than its page alone is."""
        return self.url != self.place.path

    @property
    def title(self) -> str:
        """What it is called."""
        return self._said.title

    @property
    def line(self) -> str:
        """One line on it."""
        return self._said.line

    @property
    def _said(self) -> Lesson | Place:
        return self.lesson if self.lesson and self.elsewhere else self.place

    @property
    def leads(self) -> dict[str, str]:
        """What it adds to the address of its page."""
        if self.lesson and self.elsewhere:
            return to(self.lesson.stops[0])
        return leading(self.place)


def navigate(pages: tuple[Page, ...], logo: Path) -> Page | None:
    """Draw the way to every page; the one that the address names, if it names one.

    Letter case, a closing slash and an underscore make no difference.
    """
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
    urls = {entry.url for _, entry, _ in of}
    for path in known.keys() - urls:  # a lesson that begins at a later step
        page = _page(way.places[path], shown=False)
        drawn[say("navigation.lessons")].append(page)
        of.append((page, Entry(way.places[path], path), say("navigation.lessons")))
    strange = _strange({*urls, *known})
    if strange:
        page = st.Page(
            lambda: None,
            title=say("nowhere.title"),
            url_path=strange,
            visibility="hidden",
        )
        drawn[""].append(page)
    ENTRIES.set(tuple(entry for _, entry, _ in of if entry.url in urls))
    chosen = st.navigation(drawn, position="top")
    st.logo(logo, size="large")
    if chosen.url_path == strange and strange:
        meant = spelled(strange, known)
        if meant is not None:
            st.switch_page(known[meant], query_params=st.query_params.to_dict())
        return None
    entry, heading = next((entry, under) for page, entry, under in of if page == chosen)
    if leads := travel.left_out(chosen.url_path, HERE.get()) or (
        entry.elsewhere and entry.leads
    ):
        travel.go_on(known[entry.place.path], leads)
    rules = menus.sheet(
        [
            (entry.url, entry.line, entry.lesson and entry.lesson.number)
            for _, entry, under in of
            if under and entry.url in urls and offered(entry.place)
        ],
        say("navigation.beside"),
    )
    if heading:
        rules += OPEN.format(list(drawn).index(heading) + 1)
    st.html(f"<style>{rules}</style>")
    HERE.set(chosen.url_path)
    travel.LEADS.set({entry.url: entry.leads for entry in ENTRIES.get()})
    return next(page for page in pages if page.path == chosen.url_path)


def strange() -> str:
    """The name in the address that no page has; "" where one has it."""
    return STRANGE.get()


def _strange(urls: Collection[str]) -> str:
    """The name that is asked for where no page has it.

    Streamlit would open the first page and put a message over it, in its own words: so
    the name gets a page of its own, which stands in no menu.
    """
    context = get_script_run_ctx(suppress_warning=True)
    asked = (context and context.pages_manager.intended_page_name) or ""
    if asked.strip("/_ ") and asked not in urls and "/" not in asked.strip("/"):
        STRANGE.set(asked)
    return STRANGE.get()


def spelled(asked: str, paths: Iterable[str]) -> str | None:
    """The page whose address differs in case, a slash or an underscore at most."""
    plain = asked.strip("/").lower().replace("_", "-")
    return next((path for path in paths if plain == (path or START)), None)


def offered(place: Place) -> bool:
    """Whether a page stands in the menus: its model is there, if it needs one."""
    return not place.needs or stands(place.needs)


def pages() -> Mapping[str, Any]:
    """Every page by its address, for `st.page_link`; the choices travel along."""
    return PAGES.get()


def link(path: str, label: str, said: Mapping[str, str]) -> None:
    """Draw a link to a page in the state that is said; the language goes along."""
    said = {**state.travelling("lang"), **said}
    st.page_link(PAGES.get()[path], label=label, query_params=said)


def leading(place: Place) -> dict[str, str]:
    """What a link to a page adds to its address: what travels."""
    return _fit(_said(), place.path)


def to(stop: Stop, again: str = "") -> dict[str, str]:
    """What a link to a stop adds to the address: what travels, and the stop's own.

    `again` are the stops that are looked at again, if it is one of those.
    """
    found = {**_fit(_said(), stop.path), **stop.opened, AGAIN: again}
    return {name: said for name, said in found.items() if said}


def here() -> Stop | None:
    """The stop of the path at which one is."""
    chosen = state.choices()
    return the_path().at(HERE.get(), chosen.step, chosen.tour)


def menu() -> dict[str, str]:
    """What the links of the menus add, as it stands in an address.

    Streamlit's own lead to the page alone, and a tab of its own would have no more.
    """
    return {url: urlencode(leads) for url, leads in travel.LEADS.get().items()}


def _said() -> dict[str, str]:
    """What goes along from page to page, where it is not as usual."""
    presented = PRESENTED if state.choices().present else ()
    said = state.travelling(*TRAVELLING, *presented)
    if "tour" in said and (stop := here()):
        said["tour"] = stop.name
    return said


def _fit(said: dict[str, str], path: str) -> dict[str, str]:
    """Less what is of a sentence, where a page's model reads another language."""
    if said and shown_model.languages() != shown_model.languages(path):
        said = {name: one for name, one in said.items() if name not in OF_A_MODEL}
    return said


def _lessons(way: Way, known: Mapping[str, Any]) -> Iterator[Entry]:
    for lesson in way.lessons:
        first = lesson.stops[0]
        for place in way.pages(lesson):
            other = place.path in way.elsewhere
            if place.path in known and (place.path == first.path or not other):
                begins = place.path == first.path and (other or first.step > 1)
                url = f"lesson-{lesson.number}" if begins else place.path
                yield Entry(place, url, lesson)
    yield from _entries((*way.beside, *way.help), known)


def _entries(places: Iterable[Place], known: Mapping[str, Any]) -> Iterator[Entry]:
    """Those whose pages there are."""
    return (Entry(place, place.path) for place in places if place.path in known)


def _drawn(entry: Entry, known: Mapping[str, Any]) -> Any:
    if entry.elsewhere:
        return _page(entry.place, entry.url, entry.title)
    return known[entry.place.path]


def _page(place: Place, url: str = "", title: str = "", *, shown: bool = True) -> Any:
    return st.Page(
        lambda: None,
        title=title or place.title,
        url_path=url or place.path or None,
        default=not place.path and not url,
        visibility="visible" if shown and offered(place) else "hidden",
    )
