"""The tools of the header: Project, a class, Copy link with its QR code, and Reset."""

import os
from typing import Any

import streamlit as st

from core.assets import digest
from core.shelf.models import shelved
from viz import address
from viz.components.classroom import classroom
from viz.components.link import link, qr
from viz.content import languages
from viz.content.path import the_path
from viz.content.texts import language, texts
from viz.pages.app import (
    classes,
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
CLASS_CODE: Remembered[dict[str, Any] | None] = Remembered("_class_code", None)
THEME_FLIPPED = Remembered("_theme_flipped", False)


def tools(path: str, *, night: bool) -> None:
    """Draw them for the page at `path`, in the theme that it is drawn in."""
    with st.container(key="tools", horizontal=True, gap="small"):
        widgets.switch("project", say("header.project"))
        if not state.bare():
            _class()
        _link(path, night)


@st.fragment
def _class() -> None:
    classroom(
        CLASS_CODE.get(),
        served=classes.CLASSES.is_set(),
        key="class",
        on_asked=lambda: _draw_code("class", CLASS_CODE),
    )


@st.fragment
def _link(path: str, night: bool) -> None:
    if THEME_FLIPPED.take():
        st.rerun()
    defaults = address.encode(address.DEFAULTS, path)
    shown = {"tm": shown_model.transformer(), "bm": shown_model.recurrent()}
    models = {name: model for name, model in shown.items() if name in defaults}
    digests = {model: _digest(model) for model in models.values()}
    defaults |= {name: digests[model] for name, model in models.items()}
    defaults["lang"] = language()
    link(
        {name: value for name, value in defaults.items() if value},
        CODE.get(),
        cited=_cited(path, digests),
        embedded="view" in defaults and bool(os.environ.get(FRAMED_BY)),
        bare=state.bare(),
        page=path or navigation.strange(),
        menu=navigation.menu(),
        tongues=shown_model.languages(),
        longest=MAX_LINK,
        night=night,
        titles=titles.of_seats(),
        languages=languages.languages(),
        key="link",
        on_asked=lambda: _draw_code("link", CODE),
        on_theme=lambda: THEME_FLIPPED.set(True),
    )


def _cited(path: str, models: dict[str, str]) -> str:
    """What is on the page, by its sentence and its models or by its title."""
    if not models:
        return cited_page(the_path().places[path].title)
    shown = [f"{name} {digest}".strip() for name, digest in models.items()]
    return cited(state.choices().sentence, " + ".join(shown))


def _digest(model: str) -> str:
    """The short digest of a model, loaded or not yet; "" where there is none."""
    try:
        return library.digests().get(model) or digest(shelved()[model])
    except (KeyError, OSError):
        return ""


def _draw_code(key: str, kept: Remembered[dict[str, Any] | None]) -> None:
    asked = reported(key, "asked")
    if isinstance(asked, str) and 0 < len(asked) <= MAX_LINK:
        kept.set(qr(asked))
