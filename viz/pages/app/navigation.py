"""The pages of the app and the way from one to another."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import streamlit as st

from viz.content.texts import texts
from viz.pages.app.session import Remembered

say = texts("app")

PAGES: Remembered[Mapping[str, Any]] = Remembered("_pages", MappingProxyType({}))
# Streamlit marks the page that is open, but not the section it stands in.
HERE = (
    '[data-testid="stTopNav"] > :nth-child({}) [data-testid="stTopNavSection"]'
    "{{color:var(--ink);font-weight:600;border-bottom-color:var(--ink)}}"
)
OUTLINE = '<div class="unseen"><h1>Headlight</h1><h2>{}</h2></div>'


@dataclass(frozen=True)
class Page:
    """A page of the app: its title, its address, and the section it stands in."""

    title: str
    path: str
    section: str = ""

    @property
    def module(self) -> str:
        """The module that draws it; imported when the page is first opened."""
        name = (self.path or "start").replace("-", "_")
        lab = self.section == "Labs"
        return f"viz.pages.labs.{name}" if lab else f"viz.pages.{name}.page"


def navigate(pages: tuple[Page, ...], logo: Path) -> Page:
    """Draw the way to every page; the one that the address names."""
    titles, headings = say.all("pages"), say.all("navigation")
    known = {
        entry.path: st.Page(
            lambda: None,
            title=titles.get(entry.path or "start", entry.title),
            url_path=entry.path or None,
            default=not entry.path,
        )
        for entry in pages
    }
    PAGES.set(known)
    sections: dict[str, list[Any]] = {}
    for entry in pages:
        heading = headings.get(entry.section, entry.section)
        sections.setdefault(heading, []).append(known[entry.path])
    chosen = st.navigation(sections, position="top")
    st.logo(logo, size="large")
    # for those who go from heading to heading; on the screen the sentence is the first
    st.html(OUTLINE.format(chosen.title))
    shown = next(entry for entry in pages if entry.path == chosen.url_path)
    if shown.section:
        top = [*sections.get("", ()), *filter(None, sections)]
        st.html(f"<style>{HERE.format(top.index(headings[shown.section]) + 1)}</style>")
    return shown


def pages() -> Mapping[str, Any]:
    """Every page by its address, for `st.page_link`; the choices travel along."""
    return PAGES.get()
