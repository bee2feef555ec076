"""Why an example is worth a look, and what to look for in it, with its number."""

from collections.abc import Sequence

import streamlit as st

from viz.content import examples
from viz.content.presets import Expectation, Preset
from viz.content.texts import texts
from viz.pages.app import frame
from viz.payload.look import Look
from viz.say.captions import percent

say = texts("start")
shared = texts("sentence")


def example(chosen: Preset | None, english: str, seen: Sequence[Look]) -> None:
    """Why an example is one, and what to look for; nothing for other sentences."""
    why = chosen.why if chosen else _of_a_set(english)
    if frame.project() or not why:
        return
    with st.container(key="example"):
        st.subheader(say("example.title"), anchor=False)
        st.markdown(why)
        if chosen is None:
            return
        if seen and (said := look_for(chosen, seen[0])):
            st.text(said)
        if chosen.note:
            st.caption(chosen.note)


def _of_a_set(english: str) -> str:
    every = (one for of_set in examples.shipped() for one in of_set.sentences)
    return next((one.why for one in every if one.english == english), "")


def look_for(chosen: Preset, seen: Look) -> str:
    """What a preset says of the first model's picture, as it is there."""
    for expected in chosen.expects:
        if expected.model == seen.model:
            return _found(expected, seen, chosen.fails)
    return ""


def _found(expected: Expectation, seen: Look, fails: str) -> str:
    row, other = expected.row, expected.less_sure_than
    largest = seen.largest(row)
    if largest is None:
        return fails or say("example.not_written", word=row)
    if other:
        surer = seen.largest(other)
        if surer is None:
            return say("example.not_written", word=other)
        sure, surer = percent(largest), percent(surer)
        words = {"word": row, "other": other}
        return shared("expected.less_sure", **words, sure=sure, surer=surer)
    weight = seen.weight(row, expected.column)
    if weight is None:
        return ""
    words = {"query": row, "key": expected.column}
    return shared("expected.points", **words, weight=percent(weight))
