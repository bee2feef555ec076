"""References: papers and books of the lectures, and what attention is used for."""

import itertools
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from viz.content.opened import Opened
from viz.content.path import the_path
from viz.content.references import Reading, references
from viz.content.slips import SlipError
from viz.content.texts import texts
from viz.pages.app import frame, presenting
from viz.pages.references.gato import gato

say = texts("references")

STYLE = Path(__file__).parent / "page.css"


def page() -> None:
    """Draw the page; a file that cannot be read says where its slip is."""
    st.html(STYLE)
    frame.heading(the_path().places["references"].title)
    st.markdown(say("lead"))
    try:
        found = references()
    except SlipError as slip:
        frame.refuse(say("slip", slip=str(slip)))
        return
    st.header(say("uses.heading"), anchor=False)
    st.markdown(say("uses.note"))
    columns = say.row("uses.columns")
    _row("use-head", "head", columns)
    for number, use in enumerate(found.uses):
        told = (use.attended, use.by, use.writes, use.source)
        _row(f"use-{number}", "use", told, use.opens, say("uses.none"), columns)
    st.header(say("readings.heading"), anchor=False)
    _readings("reading", found.readings)
    st.header(say("books.heading"), anchor=False)
    _readings("book", found.books)
    gato()


def _readings(kind: str, readings: Iterable[Reading]) -> None:
    for number, one in enumerate(readings):
        named = say("readings.named", lectures=", ".join(one.lectures))
        told = (one.who, one.title, one.line, f"{one.where}. {named}")
        _row(f"{kind}-{number}", "reading", told, one.opens)


def _row(
    key: str,
    kind: str,
    told: Iterable[str],
    opens: Opened | None = None,
    otherwise: str = "",
    columns: Iterable[str] = (),
) -> None:
    """What is told, cell by cell, and the page that shows it, else what is said.

    In each cell the name of its column comes first, where there are `columns`: it is
    seen where their heads are not.
    """
    names = [f"<small>{escape(say('uses.column', name=n))} </small>" for n in columns]
    cells = "".join(
        f"<span>{name}{escape(text)}</span>"
        for name, text in itertools.zip_longest(names, told, fillvalue="")
    )
    with _line(key):
        st.html(f'<p class="{kind}">{cells}</p>')
        if opens and opens.path in frame.pages():
            title = the_path().places[opens.path].title
            presenting.link(opens, title, f"to-{key}", {})
        else:
            st.markdown(otherwise or " ")


def _line(key: str) -> Any:
    return st.container(key=f"line-{key}", horizontal=True)
