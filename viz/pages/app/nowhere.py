"""An address that is no page: a slip of the pen, or nothing of ours."""

from collections.abc import Iterable
from difflib import get_close_matches

import streamlit as st

from viz.content.path import START, the_path
from viz.content.texts import texts
from viz.pages.app import navigation
from viz.pages.app.heading import heading
from viz.say.html_tables import label

say = texts("app")
ALIKE = 0.6
"""From how alike on two names are one with a slip, 0 to 1."""


def near(asked: str, paths: Iterable[str]) -> list[str]:
    """The pages that may be meant, by their addresses or titles, nearest first."""
    places = the_path().places
    pages = [path for path in paths if path]
    named = {
        name: path for path in pages for name in (path, places[path].title.lower())
    }
    found = get_close_matches(asked.strip("/").lower(), named, 4, ALIKE)
    return list(dict.fromkeys(named[name] for name in found))[:2]


def nowhere() -> None:
    """Say that there is no such page, and draw links to those that may be meant."""
    asked = navigation.strange()
    heading(say("nowhere.title"))
    st.text(say("nowhere.asked", name=asked))
    pages, places = navigation.pages(), the_path().places
    for path in [*near(asked, pages), ""]:
        said = "nowhere.near" if path else "nowhere.start"
        with st.container(key=f"near-{path or START}", width="content"):
            leads = navigation.leading(places[path]) if path else {}
            navigation.link(path, say(said, title=label(places[path].title)), leads)
