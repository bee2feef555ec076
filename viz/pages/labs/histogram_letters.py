"""The letters of the lab: their field, their answers and maps, how they are moved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from core.errors import InputError
from core.labs import letters as typed
from viz import address
from viz.address.labs.histogram import Choices
from viz.components.letters import letters as component
from viz.content.texts import error, texts
from viz.pages.app import frame, widgets
from viz.pages.app.session import Remembered, reported
from viz.pages.labs.pooling_lamp import colours
from viz.pages.labs.typed_matrix import refused
from viz.say import theme

say, shared = texts("labs/histogram"), texts("labs/shared")
KEY = "histogram-letters"


@dataclass(frozen=True)
class Letters:
    """The letters to show, and what is wrong with what was typed.

    Where something is wrong they are the last good ones of this reader.
    """

    letters: str
    problem: str = ""


def read(*, few: bool) -> Letters:
    """What was typed; with `few`, no more different letters than the layers know."""
    last_good = Remembered(f"_letters_{few}", address.DEFAULTS.hist_letters)
    try:
        letters = typed.read(frame.choices(Choices).hist_letters)
        if few:
            typed.different(letters)
    except InputError as problem:
        return Letters(last_good.get(), error(problem))
    last_good.set(letters)
    return Letters(letters)


def field(found: Letters, label: str) -> None:
    """The field of the letters; under it what is wrong with them."""
    with st.container():
        widgets.text("hist_letters", label, autocomplete="off")
        if found.problem:
            refused(found.problem)


@dataclass(frozen=True)
class Line:
    """Answers under the letters: at each moment one a letter, and which are wrong."""

    label: str
    answers: Sequence[Sequence[str]]
    wrong: Sequence[Sequence[bool]] = ()


def draw(
    letters: str,
    maps: Mapping[str, Sequence[Tensor]],
    lines: Sequence[Line],
    moments: Sequence[str] = ("",),
    *,
    moved: bool = False,
) -> None:
    """Draw letters, answers and maps by their titles, each at one moment or at all.

    `moved` lets the reader move the letters: for layers that take answers along.
    """
    chosen, dark = frame.choices(Choices), frame.night()
    own = colours(dark)
    component(
        {
            "id": f"{letters} {sorted(maps)} {len(moments)} {dark} {chosen.notation}",
            "label": say("letters.label"),
            "moving": say("letters.moment"),
            "axes": say(f"letters.axes.{chosen.notation}"),
            "items": [typed.BOS, *letters],
            "drag": moved,
            "turn": chosen.turned,
            "moment": min(chosen.hist_moment, len(moments)),
            "moments": list(moments),
            "maps": [
                {"title": title, "moments": len(each)} for title, each in maps.items()
            ],
            "lines": [
                {
                    "label": line.label,
                    "answers": [list(each) for each in line.answers],
                    **({"wrong": [list(w) for w in line.wrong]} if line.wrong else {}),
                }
                for line in lines
            ],
            "colours": {**own, "inks": [theme.ink_on(one) for one in own["ramp"]]},
        },
        np.concatenate([_flat(one) for each in maps.values() for one in each]),
        key=KEY,
        on_moved=_moved,
    )


def _flat(weights: Tensor) -> np.ndarray:
    return weights.to(torch.float32).flatten().numpy()


def _moved() -> None:
    """What comes from a browser: what are not the same letters changes nothing."""
    now = reported(KEY, "letters")
    letters = frame.choices(Choices).hist_letters
    if isinstance(now, str) and sorted(now) == sorted("".join(letters.split())):
        frame.keep(hist_letters=now)
    moment = reported(KEY, "moment")
    if type(moment) in (int, float):
        frame.keep(hist_moment=int(moment))
