"""How often each way to choose lines is right on stories held out, from the folders."""

from typing import Any

import streamlit as st

from core.errors import InputError
from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.say import html_tables
from viz.say.captions import percent_of

MODELS = {"pointing": "pointer", "alone": "pointer-alone"}
PLAIN = ("named", "last_named", "recent")
FIGURES = ("exact", "found", "right", "kept")
SLOTS = (
    *("exact", "alone", "named", "on", "equal", "of", "telling"),
    *("longest", "alone_longest"),
)

say = texts("summary")


def table() -> None:
    """A table: what each way to choose is right in, on stories held out."""
    found = _found()
    if not found:
        return
    first = next(iter(found.values()))
    ways = {**found, **{name: first[name] for name in PLAIN}}
    head = [say("measured.way"), *(say(f"measured.{name}") for name in FIGURES)]
    rows = [
        [say(f"measured.{way}"), *(percent_of(one[name]) for name in FIGURES)]
        for way, one in ways.items()
    ]
    lines = {"first": str(first["lines"][0]), "last": str(first["lines"][1])}
    with st.container(key="memory-bars"):
        title = say("measured.title", stories=first["stories"])
        st.subheader(title, anchor=False)
        frame.caption(say("measured.about", **lines))
        st.html(html_tables.table([head, *rows], title))


def slots() -> dict[str, str]:
    """The figures of the lesson; a question mark where a folder lacks them."""
    values: dict[str, str] = dict.fromkeys(SLOTS, "?")
    found = _found()
    if one := found.get("pointing"):
        values |= {
            "exact": percent_of(one["exact"]),
            "named": percent_of(one["named"]["exact"]),
            "on": percent_of(one["on"]),
            "equal": percent_of(one["on_uniform"]),
            "longest": percent_of([*one["by_lines"].values()][-1]),
            "of": str(one["of"]),
            "telling": str(one["telling"]),
        }
    if one := found.get("alone"):
        values["alone"] = percent_of(one["exact"])
        values["alone_longest"] = percent_of([*one["by_lines"].values()][-1])
    return values


def _found() -> dict[str, dict[str, Any]]:
    found = {}
    for way, name in MODELS.items():
        try:
            found[way] = library.small(name).info["measured"]
        except (InputError, KeyError):
            continue
    return found
