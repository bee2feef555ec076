"""The tools of the header: Project, Copy link with its QR code, and Reset."""

import os
from typing import Any

import streamlit as st

from viz import address
from viz.components.link import link, qr
from viz.content.path import the_path
from viz.content.texts import texts
from viz.pages.app import (
    library,
    navigation,
    shown_model,
    state,
    titles,
    widgets,
)
from viz.pages.app.session import Remembered, reported
from viz.say.cited import cited, cited_page

say = texts("app")

FRAMED_BY = "FRAMED_BY"
"""Names the origins that may show the app in a frame, where there are any."""
MAX_LINK = 2_000
CODE: Remembered[dict[str, Any] | None] = Remembered("_code", None)
THEME_FLIPPED = Remembered("_theme_flipped", False)


def tools(path: str, *, night: bool) -> None:
    """Draw them for the page at `path`, in the theme that it is drawn in."""
    with st.container(key="tools", horizontal=True, gap="small"):
        widgets.switch("project", say("header.project"))
        _link(path, night)


@st.fragment
def _link(path: str, night: bool) -> None:
    if THEME_FLIPPED.take():
        st.rerun()
    defaults = address.encode(address.DEFAULTS, path)
    digests = library.digests()
    digest_names = {"tm": shown_model.transformer(), "bm": shown_model.recurrent()}
    models = {name: model for name, model in digest_names.items() if name in defaults}
    for name, model in models.items():
        defaults[name] = digests.get(model, "")
    link(
        {name: value for name, value in defaults.items() if value},
        CODE.get(),
        cited=_cited(path, {name: digests.get(name, "") for name in models.values()}),
        embedded="view" in defaults and bool(os.environ.get(FRAMED_BY)),
        bare=state.bare(),
        page=path or navigation.strange(),
        menu=navigation.menu(),
        tongues=shown_model.languages(),
        longest=MAX_LINK,
        night=night,
        titles=titles.of_seats(),
        key="link",
        on_asked=_draw_code,
        on_theme=lambda: THEME_FLIPPED.set(True),
    )


def _cited(path: str, models: dict[str, str]) -> str:
    """What is on the page, by its sentence and its models or by its title."""
    if not models:
        return cited_page(the_path().places[path].title)
    shown = [f"{name} {digest}".strip() for name, digest in models.items()]
    return cited(state.choices().sentence, " + ".join(shown))


def _draw_code() -> None:
    asked = reported("link", "asked")
    if isinstance(asked, str) and 0 < len(asked) <= MAX_LINK:
        CODE.set(qr(asked))
