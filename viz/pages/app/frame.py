"""What surrounds every page: the way, notices, errors, the look.

The address is the state. Session state only caches it; whatever a page shows can be
copied as a link, undone with the browser's Back, and opened by somebody else.
"""

import contextlib
import itertools
import logging
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitDuplicateElementKey

from core.errors import InputError
from viz import address
from viz.content import presets, texts
from viz.content.path import the_path
from viz.pages.app import (
    bar,
    callbacks,
    echoes,
    library,
    menus,
    presenting,
    references,
    shown_model,
    state,
    written,
)
from viz.pages.app.header import tools
from viz.pages.app.heading import headed, heading, marked_plain, resume, used
from viz.pages.app.navigation import Page, navigate, pages
from viz.pages.app.nowhere import nowhere
from viz.pages.app.session import Remembered
from viz.pages.app.state import bare, choices, keep, project
from viz.pages.app.titles import title
from viz.say import theme

__all__ = [
    "Page",
    "alone",
    "bare",
    "caption",
    "choices",
    "guarded",
    "heading",
    "keep",
    "night",
    "note",
    "pages",
    "project",
    "refuse",
    "run",
    "waiting",
]

say = texts.texts("app")

ROOT = Path(__file__).parents[3]
STYLE = Path(__file__).parent / "frame.css"
PAPER = Path(__file__).parent / "print.css"
BARE = Path(__file__).parent / "bare.css"
PROJECTOR = Path(__file__).parent / "projector.css"
MOST_NOTICES = 3
NOTICES: Remembered[tuple[Any, tuple[str, ...], frozenset[str]]] = Remembered(
    "_notices", (None, (), frozenset())
)
"""The view that they were said of, those on the screen, and all that were said."""

log = logging.getLogger(__name__)


def run(pages: tuple[Page, ...]) -> None:
    """Draw the frame and the page that the address names."""
    callbacks.finish()
    callbacks.queue()
    echoes.drop(state.known)
    references.belong()
    state.follow_address()
    with state.settle():
        _page(pages)


def _page(pages: tuple[Page, ...]) -> None:
    texts.speak(state.language())
    _style()
    logo = ROOT / "assets" / f"logo-{'dark' if night() else 'light'}.svg"
    shown = navigate(pages, logo)
    if state.rewrite_address():
        st.rerun()
    if shown is None:
        _configure(say("titles.page", page=say("nowhere.title")))
        tools("", night=night())
        nowhere()
        return
    _configure(title(shown.path, state.choices(address.Choices)))
    notices = _notices(shown)  # before the first widget: it tidies the address up
    if state.mend_address():
        st.rerun()
    tools(shown.path, night=night())
    if not bare():
        presenting.bar()
        bar.bar(shown.path)
    for notice in (presets.problem(), *_few(notices)):
        if notice:
            note(notice)
    # Not `st.Page.run()`: widgets drawn by a page would belong to it alone, and its
    # part of the address would be lost on the way to another page and back.
    try:
        with headed(the_path().places[shown.path].title):
            guarded(shown.draw)
    finally:
        state.remember_address()
    if not bare():
        bar.end(shown.path)
        bar.foot()
    library.warm_up(address.DEFAULTS.sentence)


def _configure(title: str) -> None:
    st.set_page_config(
        page_title=title,
        page_icon=ROOT / "assets" / "icon.svg",
        layout="wide",
        menu_items={"Get help": None, "Report a bug": None, "About": None},
    )


def night() -> bool:
    """True when the reader sees the dark theme."""
    return st.context.theme.type == "dark"


# --- what is said --------------------------------------------------------------------


def note(text: str) -> None:
    """A quiet line. Plain text, whatever it holds."""
    with _line("note", text):
        st.text(text)


def caption(text: str) -> None:
    """A quiet line in which terms are explained. Plain text, whatever it holds."""
    with _line("note", text):
        if html := marked_plain(text):
            st.html(f"<p>{html}</p>")
        else:
            st.text(text)


def refuse(text: str) -> None:
    """A red line: what the reader can mend. Plain text, whatever it holds."""
    with _line("refused", text):
        st.text(text)


def _line(kind: str, text: str) -> Any:
    """A container of that kind; the same text may be said twice in one run."""
    for time_said in itertools.count(1):
        with contextlib.suppress(StreamlitDuplicateElementKey):
            return st.container(key=f"{kind}-{abs(hash(text))}-{time_said}")
    raise AssertionError("counting never ends")


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """A quiet line while something computes; it shows after 300 ms."""
    place = st.empty()
    with place, _line("waiting", text):
        st.text(say("notices.waiting", what=text))
    try:
        yield
    finally:
        place.empty()


def guarded(draw: Callable[[], None]) -> None:
    """Draw, and turn what goes wrong into a sentence; also for bodies of fragments.

    Nothing a reader typed is logged: the kind of the error and its place are enough.
    """
    texts.speak(state.language())  # a fragment is drawn on a thread of its own
    texts.speak_of(shown_model.languages())
    try:
        draw()
    except library.Busy as problem:
        refuse(str(problem))
        time.sleep(2)
        st.rerun()
    except InputError as problem:
        refuse(texts.error(problem))
    except Exception as problem:
        place = traceback.extract_tb(problem.__traceback__)[-1]
        kind = type(problem).__name__
        log.error("%s in %s, line %s", kind, place.filename, place.lineno)
        refuse(say("notices.broken"))


def alone(draw: Callable[[], None]) -> None:
    """Draw a part of the page that is redrawn alone by what is touched in it."""
    _alone(draw, used())


@st.fragment
def _alone(draw: Callable[[], None], terms_used: frozenset[str]) -> None:
    written.write_again()
    resume(terms_used)
    guarded(draw)


def _notices(shown: Page) -> tuple[str, ...]:
    """What the address said that could not be used; gone with the next choice."""
    chosen, notices = address.decode(st.query_params.to_dict(), shown.path)
    digests = library.digests()
    notices += shown_model.notices(shown.path)
    made_with = {
        shown_model.transformer(): chosen.tm,
        shown_model.recurrent(): chosen.bm,
    }
    if any(
        made and name in digests and digests[name] != made
        for name, made in made_with.items()
    ):
        notices += (say("notices.other_weights"),)
    view = (shown.path, chosen)
    before, kept, said = NOTICES.get()
    notices = tuple(notice for notice in notices if notice not in said)
    if before == view:
        notices = (*kept, *notices)
    NOTICES.set((view, notices, said | {*notices}))
    return notices


def _few(notices: tuple[str, ...]) -> tuple[str, ...]:
    """The first notices and how many more; a broken link must not hide the page."""
    more = len(notices) - MOST_NOTICES
    if more <= 1:
        return notices
    return (*notices[:MOST_NOTICES], say("notices.more", number=more))


# --- the look -------------------------------------------------------------------------


def _style() -> None:
    """The sheet, and its colours: as drawn now, and as the browser may flip them."""
    rules = [f":root{{{_variables(night())}}}"]
    rules += [f':root[data-theme="day"]{{{_variables(False)}}}']
    rules += [f':root[data-theme="night"]{{{_variables(True)}}}']
    rules += [f":root{{--menu:{menus.quoted(say('header.menu'))}}}"]
    st.html(f"<style>{''.join(rules)}</style>")
    st.html(STYLE)
    st.html(PAPER)
    if bare():
        st.html(BARE)
    elif project():
        st.html(PROJECTOR)


def _variables(dark: bool) -> str:
    colours = theme.palette(dark)
    values = {
        "page": colours.page,
        "surface": colours.surface,
        "ink": colours.text,
        "muted": colours.muted,
        "hair": colours.hair,
        "edge": colours.border,
        "control": colours.control,
        "query": colours.query,
        "key": colours.key,
        "value": colours.value,
        "beam": colours.beam,
        "refused": colours.refused,
        "language": theme.LANGUAGE,
        "instrument": theme.INSTRUMENT,
    }
    return "".join(f"--{name}:{value};" for name, value in values.items())
