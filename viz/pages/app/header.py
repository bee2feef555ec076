"""The tools of the header: Project, Copy link with its QR code, and Reset."""

from typing import Any

import streamlit as st

from viz import address
from viz.components.link import link, qr
from viz.content.texts import texts
from viz.pages.app import library, shown_model, widgets
from viz.pages.app.session import Remembered, reported

say = texts("app")

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
    for name, model in digest_names.items():
        if name in defaults:
            defaults[name] = digests.get(model, "")
    link(
        {name: value for name, value in defaults.items() if value},
        CODE.get(),
        longest=MAX_LINK,
        night=night,
        key="link",
        on_asked=_draw_code,
        on_theme=lambda: THEME_FLIPPED.set(True),
    )


def _draw_code() -> None:
    asked = reported("link", "asked")
    if isinstance(asked, str) and 0 < len(asked) <= MAX_LINK:
        CODE.set(qr(asked))
