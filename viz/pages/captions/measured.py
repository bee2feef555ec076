"""What was measured of the three writers on pictures that were never trained on."""

import re
from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.errors import InputError
from viz.content.texts import texts
from viz.pages.app import library
from viz.pages.captions.asked import SEEING, model
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("street")

WRITERS = ("none", "soft", "hard")
HEADING = re.compile("^#", re.MULTILINE)
"""Of a card, whose headings stand below those of the page."""
COLUMNS = ("exact", "things", "share", "answers")


def figures(writer: str) -> dict[str, Any] | None:
    """What the folder of a writer says was measured; None where it cannot be had.

    `share` and `uniform` are the means of the words for a colour and those for a thing,
    which have their own as well; `answers` the share of right ones among all questions.
    """
    try:
        found = model(writer).info["measured"]
    except (InputError, KeyError):
        return None
    told, answered = found["captions"], found["answers"].values()
    color, kind = told["on"]["color"], told["on"]["kind"]
    asked = sum(one["questions"] for one in answered)
    return {
        "streets": found["streets"],
        "exact": told["exact"],
        "things": told["right_things"],
        "share": (color["share"] + kind["share"]) / 2,
        "uniform": (color["uniform"] + kind["uniform"]) / 2,
        "color": color["share"],
        "kind": kind["share"],
        "answers": sum(one["right"] * one["questions"] for one in answered) / asked,
    }


def table(shown: str) -> dict[str, Any] | None:
    """The table beside the words, as the browser draws it; None without any figure."""
    known = {writer: one for writer in WRITERS if (one := figures(writer))}
    if not known:
        return None
    streets = next(iter(known.values()))["streets"]
    columns = [say(f"results.{column}") for column in COLUMNS]
    rows = [
        [say(f"writers.{writer}"), *(_cell(writer, one, at) for at in COLUMNS)]
        for writer, one in known.items()
    ]
    at = list(known).index(shown) if shown in known else -1
    head = [say("results.pictures", n=streets), *columns]
    return {"head": head, "rows": rows, "shown": at}


def _cell(writer: str, found: Mapping[str, Any], column: str) -> str:
    if column != "share":
        return percent(found[column])
    if writer == "none":
        return say("results.none")
    uniform = percent(found["uniform"])
    return say("results.beside", share=percent(found["share"]), uniform=uniform)


def seen() -> dict[str, Any] | None:
    """How the frozen writer does with its gates shut, half open, and as trained."""
    try:
        found = library.small(SEEING).info["measured"]
    except (InputError, KeyError):
        return None
    columns = [say(f"results.{column}") for column in COLUMNS[:2]]
    rows = [
        [say(f"gates.{name}"), percent(one["exact"]), percent(one["right_things"])]
        for name, one in (
            ("open", found),
            ("half", found["half"]),
            ("shut", found["shut"]),
        )
    ]
    head = [say("results.pictures", n=found["streets"]), *columns]
    return {"head": head, "rows": rows, "shown": -1}


def slots() -> dict[str, str]:
    """The figures of the lesson; a dash for those of a folder that is not there."""
    said = {"annotation": _wide(), "variance": _variance()}
    for writer in WRITERS:
        found = figures(writer)
        for name in (*COLUMNS, "uniform", "color", "kind"):
            none = say("results.none")
            said[f"{writer}_{name}"] = percent(found[name]) if found else none
    for name, at in (("seeing", 0), ("half", 1), ("shut", 2)):
        table = seen()
        said[name] = table["rows"][at][1] if table else say("results.none")
    return said


def _wide() -> str:
    """How many numbers a cell has."""
    from core.in_use.captioner import captioner

    for writer in WRITERS:
        try:
            return str(captioner(model(writer)).config.d_annotation)
        except InputError:
            continue
    return say("results.none")


def _variance() -> str:
    """How much more the gradient of a draw varies than that of a mean: "10.3 times"."""
    try:
        found = model("hard").info["measured"]["gradient_variance"]
    except (InputError, KeyError):
        return say("results.none")
    return say("results.times", times=written(found["hard"] / found["soft"], ".1f"))


def trained() -> None:
    """The card of the folder of the chosen writer."""
    with st.container(key="captions-card"):
        st.markdown(HEADING.sub("###", model().card))
