"""A clip of the lab of listening: chosen, spelled, and drawn at a letter."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from core.worlds.clips import Clip, clips
from core.worlds.sounds import heard, read_levels, samples_of
from viz.address.labs.listening import Choices
from viz.components.sound import sound
from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned
from viz.pages.app.session import Remembered, reported
from viz.pages.app.widgets import mirrored
from viz.pages.sentence import hands, view
from viz.pages.sentence.picture import Picture
from viz.payload.listening import Verdict, heard_view, table_of
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.listening import Heard

say = texts("labs/listening")
MODEL = "listening"
ROW = {"row": view.place("lis_row", 17)}


def clip() -> Clip:
    """The clip that is chosen."""
    return clips()[frame.choices(Choices).lis_clip]


def ask_for(name: str, label: str) -> None:
    """Ask for a clip, each called by what is said in it, and how where that matters."""
    told = names()
    mirrored(st.selectbox, name, label, list(told), format_func=told.__getitem__)


def names() -> Mapping[str, str]:
    """How each clip is called."""
    told = say.all("called")
    return {name: told.get(name, one.letters) for name, one in clips().items()}


def spelled(own: np.ndarray | None = None, of: str = "") -> "Heard":
    """What the model spells of the clip that is chosen, of another, or of one's own."""
    from core.in_use.listening import listen

    model, chosen = library.small(MODEL), clips()[of] if of else clip()
    if own is not None:
        return library.gated(lambda: listen(model, own))
    return library.computed(
        (model.digest, chosen.name), lambda: listen(model, heard(samples_of(chosen)))
    )


def word_of(found: "Heard") -> dict[str, Any]:
    """The word that was spelled, to be set off from what is said about it."""
    return {"word": True, "text": found.letters}


def verdict(found: "Heard", said: str) -> dict[str, Any]:
    """Whether it is what was said."""
    right = "right" if found.letters == said else "wrong"
    return {"text": say(f"verdict.{right}", word=said)}


def draw(
    key: str,
    found: "Heard",
    name: str,
    told: Verdict,
    **shown: Any,
) -> None:
    """The clip at the letter that the choices ask for, and what else is `shown`."""
    header, body = heard_view(found, name, told)
    row = min(frame.choices(Choices).lis_row, len(header["rows"])) - 1
    put(key, {**header, **shown}, body, {"row": row}, f"{name} {found.letters}", ROW)
    seconds = written(header["seconds"], ".1f")
    caption = f"{say('caption', word=found.letters, seconds=seconds)} {say('shared')}"
    title = say("title", word=found.letters)
    with captioned(caption, table_of(found), key=key, title=title, walked=False):
        pass


def put(
    key: str,
    header: Mapping[str, Any],
    body: np.ndarray,
    seen: view.View,
    of: str,
    parts: view.Parts,
) -> None:
    """A picture of rows over time, or over words, at the view that is asked for."""
    picture = Picture(key)
    imposed, revision = picture.impose(seen, of)
    sound(
        {**header, "view": imposed, "view_rev": revision},
        body,
        key=key,
        on_view=lambda: picture.follow(parts),
        on_asked=lambda: hands.done(key, reported(key, "asked"), HANDS),
    )


# --- a clip of the reader's own -------------------------------------------------------


def own() -> np.ndarray | None:
    """Its levels; they are forgotten once another clip is chosen."""
    of, levels = _kept().get()
    if of == frame.choices(Choices).lis_clip:
        return levels
    _kept().take()
    return None


def _kept() -> Remembered[tuple[str, np.ndarray | None]]:
    """The levels of the last one, and which clip was chosen then."""
    return Remembered("_own_clip", ("", None))


def _read(said: Mapping[str, Any]) -> None:
    """Take the levels that a browser made. InputError where they are none."""
    levels = read_levels(str(said.get("levels")))
    _kept().set((frame.choices(Choices).lis_clip, levels))
    frame.keep(lis_row=1)


def _forget(_: Mapping[str, Any]) -> None:
    _kept().take()


HANDS = hands.Hands(deeds={"clip": _read, "back": _forget})
