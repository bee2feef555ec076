"""The third step of the lab of listening: two voices at once, and one is meant."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from jaxtyping import Float

from core.errors import InputError
from core.worlds.clips import Clip, clips
from core.worlds.sounds import samples_of, together
from viz.address.labs.listening import Choices
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs.listening_heard import ask_for, clip, draw, verdict, word_of
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.analysis.two_at_once import Followed
    from core.in_use.small import Small

say = texts("labs/listening")
MODEL = "listening-two"


def two() -> None:
    """Two clips, and the word that begins with a letter."""
    left, middle, right = st.columns(3)
    with left:
        ask_for("lis_other", say("two.other", one=clip().letters))
    one, other = clip(), clips()[frame.choices(Choices).lis_other]
    if one.letters[0] == other.letters[0]:
        frame.refuse(say("two.alike", letter=one.letters[0]))
        return
    letters = {"one": one.letters[0], "other": other.letters[0]}
    with middle:
        choice("lis_meant", say("two.meant"), letters)
    with right:
        slider("lis_later", say("two.later"))
    try:
        _draw(one, other)
    except InputError as problem:
        frame.refuse(error(problem))


def of_pairs() -> Mapping[str, str]:
    """The figures of the lesson, measured on voices that were never learned from."""
    found = library.small(MODEL).info["measured"]
    shares = {"meant": "exact", "alone": "alone", "share": "share", "even": "uniform"}
    return {
        "pairs": str(found["pairs"]),
        **{name: percent(found[share]) for name, share in shares.items()},
    }


def _draw(one: Clip, other: Clip) -> None:
    chosen, model = frame.choices(Choices), library.small(MODEL)
    later, meant = chosen.lis_later / 10, chosen.lis_meant
    found = library.computed(
        (model.digest, one.name, other.name, later, meant),
        lambda: _followed(model, one, other, later, meant),
    )
    said = (one if meant == "one" else other).letters
    shares = {"on": percent(found.share), "even": percent(found.uniform)}
    told = [
        {"text": say("two.spelled", letter=said[0])},
        word_of(found.heard),
        verdict(found.heard, said),
        {"text": say("two.share", **shares)},
    ]
    sounds = [(one.name, 0.0), (other.name, later)]
    draw("listening-two", found.heard, sounds, told, own=False)


def _followed(
    model: "Small", one: Clip, other: Clip, later: float, meant: str
) -> "Followed":
    from core.analysis.two_at_once import follow

    first, second = apart(one, other, later)
    if meant == "one":
        return follow(model, first, second, one.letters[0])
    return follow(model, second, first, other.letters[0])


def apart(
    one: Clip, other: Clip, later: float
) -> tuple[Float[np.ndarray, " time"], Float[np.ndarray, " time"]]:
    """Each of two clips alone, on the time of both."""
    silent = [np.zeros(len(samples_of(clip))) for clip in (one, other)]
    first = together(samples_of(one), silent[1], later)
    return first, together(silent[0], samples_of(other), later)
