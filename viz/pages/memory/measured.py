"""How often each network is right on stories held out, from its folder."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from core.worlds.stories import TASKS
from viz.content.texts import texts
from viz.figures import answered
from viz.pages.app import chart, frame, library
from viz.say.captions import percent_of

if TYPE_CHECKING:
    from core.in_use.small import Small

CALLED = {"1": "one", "2": "two", "3": "three"}
"""Hops as a slot of the lesson names them."""

say = texts("memory")


def bars(models: Mapping[str, str], hops: int) -> None:
    """Bars for every network whose folder holds what was measured."""
    found = _measured(models)
    if not found:
        return
    one = next(iter(found.values()))
    first, last = one["lines"]
    with st.container(key="memory-bars"):
        title = say("bars.title", stories=one["stories"])
        st.subheader(title, anchor=False)
        frame.caption(say("bars.about", first=str(first), last=str(last)))
        with chart.captioned(
            answered.caption(found),
            answered.rows(found),
            key="memory-answered",
            title=title,
            walked=False,
        ):
            st.html(answered.bars(found, str(hops)))


def values(models: Mapping[str, str]) -> Mapping[str, str]:
    """What the lesson says of the networks; a question mark where a folder lacks it."""
    values = dict.fromkeys(("width", "words"), "?")
    called = [CALLED.get(name, name) for name in (*models, "last")]
    values |= {f"{task}_{name}": "?" for task in TASKS for name in called}
    for name, model in models.items():
        if (small := _small(model)) is None:
            continue
        sizes, measured = small.info["sizes"], small.info.get("measured")
        values["width"] = str(sizes["d_state"])
        values["words"] = str(sizes["vocabulary"])
        for task, one in (measured or {"tasks": {}})["tasks"].items():
            values[f"{task}_{CALLED.get(name, name)}"] = percent_of(one["right"])
            values[f"{task}_last"] = percent_of(one["last_named"])
    return values


def _measured(models: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    return {
        name: small.info["measured"]
        for name, model in models.items()
        if (small := _small(model)) and "measured" in small.info
    }


def _small(name: str) -> "Small | None":
    """The network, if its folder is sound; the picture says so where it is not."""
    try:
        return library.small(name)
    except InputError:
        return None
