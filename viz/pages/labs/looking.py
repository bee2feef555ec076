"""Looking: one sharp spot, where it goes by itself, and where a question sends it."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from core.errors import InputError
from core.labs.saliency import saliency
from core.worlds import streets
from core.worlds.photos import Photo, photos
from core.worlds.street import Street
from viz.address.labs.looking import Choices
from viz.components.fovea import fovea
from viz.content.texts import error, texts
from viz.figures.saliency import maps
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, percents, slider
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, show, table
from viz.pages.labs.typed_matrix import blank
from viz.pages.sentence import hands, view
from viz.pages.sentence.picture import Picture
from viz.payload.looking import asked_view, path_view, spot_view
from viz.say.captions import percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.labs.looks import Asked, Found

say = texts("labs/looking")
USUAL = "duck.yellow.24.36~car.red.2.30~stop-sign.red.37.9~tree.green.3.10"
SEEDS = 1_000
SPOT = {
    "x": view.Part("look_x", chosen=view.whole, needed=True),
    "y": view.Part("look_y", chosen=view.whole, needed=True),
}
PLACE = {"at": view.place("look_at", 6)}
ROW = {"row": view.place("look_row")}
NOTHING = np.zeros(0, np.float32)
RADIUS, BLANKED = 16, 8
"""Pixels of the spot by hand, and in the blank."""


def page() -> None:
    """Draw the lab."""
    lab(
        "looking",
        Step("spot", _spot, worked=_by_hand),
        Step("free", _free),
        Step("asked", _asked, _slots),
    )


# --- a photograph ---------------------------------------------------------------------


def _spot() -> None:
    """A photograph with its sharp spot, in the reader's hand."""
    photo, sharp = _photo(), frame.choices(Choices).look_sharp
    header = library.kept(("spot", photo.name, sharp), lambda: spot_view(photo, sharp))
    chosen = frame.choices(Choices)
    _draw("looking-spot", header, NOTHING, {"x": chosen.look_x, "y": chosen.look_y})
    slider("look_sharp", say("sharp"), format=percents())
    _credit(photo)


def _free() -> None:
    """The same, its spot where the picture draws it, and what it is drawn by."""
    photo, sharp = _photo(), frame.choices(Choices).look_sharp
    found = library.computed(("salient", photo.name), lambda: saliency(photo.pixels()))
    header, body = library.kept(
        ("free", photo.name, sharp), lambda: path_view(photo, sharp, found.whole)
    )
    at = min(frame.choices(Choices).look_at, len(header["places"])) - 1
    _draw("looking-free", header, body, {"at": at})
    dark = frame.night()
    show(
        library.kept(
            ("maps", photo.name, dark),
            lambda: maps(found, dark=dark),
        ),
        key="looking-maps",
        note=say("maps.note"),
    )
    _credit(photo)


def _photo() -> Photo:
    return photos()[choice("look_photo", say("photo"), say.all("called"))]


def _credit(photo: Photo) -> None:
    """Who took it, under which licence, and that it was cropped."""
    said = ("credit", "address", "licence", "terms")
    st.caption(say("credit", **{name: getattr(photo, name) for name in said}))


def _draw(key: str, header: Mapping[str, Any], body: Any, seen: view.View) -> None:
    """The photograph at the spot, or the place, that the choices ask for."""
    picture, parts = Picture(key), SPOT if "x" in seen else PLACE
    imposed, revision = picture.impose(seen, header["name"])
    if places := header["places"]:
        place = places[imposed["at"]]
        imposed = {**imposed, "x": place["x"], "y": place["y"]}
    shown = {"view": imposed, "view_rev": revision}
    fovea({**header, **shown}, body, key=key, on_view=lambda: picture.follow(parts))


def _by_hand() -> None:
    """The samples of a spot and two rings."""
    rows = [
        [
            say("hand.across", inner=str(inner), outer=str(inner * 2 or RADIUS)),
            written(_area(inner), ".0f"),
            str(4**level),
            written(_area(inner) / 4**level, ".0f"),
        ]
        for level, inner in enumerate((0, RADIUS, 2 * RADIUS))
    ]
    with play.case("looking"):
        table([say.row("hand.columns"), *rows], say("hand.table"))
    area = _area(BLANKED)
    reason = say("hand.reason", area=written(area, ".0f"))
    blank("look_hand", say("hand.blank"), area / 4, digits=0, reason=reason)


def _area(inner: int) -> float:
    """The pixels between a radius and twice that; of the spot, within its own."""
    return math.pi * (3 * inner**2 or RADIUS**2)


# --- a street -------------------------------------------------------------------------


def _asked() -> None:
    """A street, where each question is answered by looking; a bar for each thing."""
    street = _street()
    try:
        asked = _questions(street)
    except InputError as problem:
        frame.refuse(error(problem))
        return
    header, body = library.kept(
        ("asked", street.text()), lambda: asked_view(street, _cells(street), asked)
    )
    row = min(frame.choices(Choices).look_row, len(header["rows"])) - 1
    hands.draw(
        "looking-asked",
        header,
        body,
        {"row": row},
        ROW,
        HANDS,
        of=street.text(),
        veiled=True,
        results=_results(),
    )


def _street() -> Street:
    if asked := frame.choices(Choices).look_street.strip():
        try:
            return streets.parse(asked)
        except InputError as problem:
            frame.refuse(error(problem))
    return streets.parse(USUAL)


def _cells(street: Street) -> Any:
    from core.labs.looks import in_cells, salient

    return library.computed(
        ("salient", street.text()), lambda: in_cells(salient(street).whole)
    )


def _questions(street: Street) -> "list[Asked]":
    """What the captioner answers when asked for each thing, and where it looks."""
    from core.in_use.captioner import WRITERS
    from core.labs.looks import asked, kinds

    model, free = library.small(WRITERS["soft"]), _cells(street)
    return library.kept(
        (model.digest, street.text()),
        lambda: [asked(model, street, kind, free) for kind in kinds(street)],
    )


def _show(street: Street) -> None:
    frame.keep(look_street=street.text())


def _another(_: Mapping[str, Any]) -> None:
    seed = (frame.choices(Choices).look_seed + 1) % SEEDS
    frame.keep(look_street=streets.any_street(seed).text(), look_seed=seed, look_row=1)


HANDS = hands.Hands(_street, _show, {"another": _another})


def _found() -> "Found":
    return library.stored("looking").found


def _results() -> dict[str, Any] | None:
    """Means over things on streets that the captioner never learned from."""
    try:
        found = _found()
    except InputError:
        return None
    rows = [
        [say("results.asked"), percent(found.asked), percent(found.first_asked)],
        [say("results.free"), percent(found.free), percent(found.first_free)],
        [say("results.uniform"), percent(found.uniform), "–"],
    ]
    head = [say("results.title", n=str(found.things)), *say.row("results.columns")]
    return {"head": head, "rows": rows, "shown": 0}


def _slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    found = _found()
    before, after = (_questions(street)[0] for street in _with_and_without())
    return {
        "before": percent(before.on.weight),
        "after": percent(after.on.weight),
        "salient": percent(before.free.weight),
        "salient_after": percent(after.free.weight),
        "asked": percent(found.asked),
        "free": percent(found.free),
        "uniform": percent(found.uniform),
        "first": percent(found.first_free),
        "things": str(found.things),
        "streets": str(found.streets),
    }


def _with_and_without() -> tuple[Street, Street]:
    """The usual street, whose first thing is asked for; the same without its car."""
    street = streets.parse(USUAL)
    left = (one for one in street.things if one.kind != "car")
    return street, Street(tuple(left))
