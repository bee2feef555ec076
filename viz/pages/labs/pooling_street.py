"""The third step of the lab of pooling: a street, with and without a question."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core.attention import mix
from core.labs import scene
from core.worlds.streets import lecture
from viz.address.labs.pictures import Choices as Trained
from viz.address.labs.pooling import Choices
from viz.content.texts import texts
from viz.figures import street as figures
from viz.figures.street import Light
from viz.pages.app import frame
from viz.pages.app.widgets import choice, slider
from viz.pages.labs.lab import show
from viz.pages.labs.pictures_gates import beside
from viz.say.captions import percent
from viz.say.lists import together
from viz.say.numbers import written

say = texts("labs/pooling")
WINDOW = 1.0


def street() -> None:
    """Draw the two pictures and their controls."""
    choices = frame.choices(Choices)
    row, column = divmod(choices.pool_cell - 1, scene.COLUMNS)
    place = choices.pool_asked == "place"
    left, right = st.columns(2, gap="medium")
    with left:
        if choices.pool_free == "gate":
            beside(lecture("sign"), Trained.pic_channel - 1, "pooling-gates")
        else:
            _show(without_query(choices.pool_free), "pooling-free")
        choice("pool_free", say("without.label"), say.all("without.parts"))
    with right:
        _show(
            with_query(choices.pool_asked, row, column),
            "pooling-asked",
            spot=(row, column) if place else None,
        )
        choice("pool_asked", say("with.label"), say.all("with.parts"))
        if place:
            slider("pool_cell", say("with.cell"))


def _show(light: Light, key: str, spot: tuple[int, int] | None = None) -> None:
    show(
        figures.street(
            light, things(), say.row("features"), spot=spot, dark=frame.night()
        ),
        key=key,
        note=say("street.colour") if light.shared else "",
        chosen=_look if spot else None,
    )


def things() -> list[str]:
    """What stands in each cell, row by row."""
    return [say(f"things.{name}") for name in scene.things()]


def _look(point: Mapping[str, Any]) -> None:
    """Look at the cell that was clicked; a bar is no cell."""
    if isinstance(point["x"], int | float):
        place = int(point["y"]) * scene.COLUMNS + int(point["x"]) + 1
        frame.keep(pool_cell=place)


def without_query(kind: str) -> Light:
    """The picture alone decides: an average, or a maximum of each feature."""
    shown = scene.features()
    if kind == "max":
        rows = scene.max_weights(shown)
        caption = say("maximum.caption", features=len(scene.FEATURES))
        return _light("maximum", rows.amax(0), (rows * shown.T).sum(-1), caption)
    weights, share = scene.average_weights(len(shown)), 1 / len(shown)
    caption = say(
        "average.caption",
        cells=len(shown),
        share=written(share, ".3f"),
        percent=percent(share),
    )
    return _light("average", weights[0], mix(weights, shown)[0], caption)


def with_query(kind: str, row: int, column: int) -> Light:
    """A query decides with the picture: a place to look at, or a thing to look for."""
    shown, names = scene.features(), scene.things()
    if kind == "place":
        weights = scene.window_weights(row, column, WINDOW)
        at = row * scene.COLUMNS + column
        caption = say(
            "with.place",
            row=row + 1,
            column=column + 1,
            thing=things()[at],
            weight=written(weights[0, at].item(), ".3f"),
        )
    else:
        weights = scene.search_weights(kind, shown)
        wanted = {"sign": "stop sign"}.get(kind, kind)
        cells = torch.tensor([name == wanted for name in names])
        features = (say(f"features.{name}") for name in scene.QUERIES[kind])
        caption = say(
            "with.thing",
            features=together(features),
            share=percent(weights[0, cells].sum().item()),
            thing=say(f"things.{wanted}"),
        )
    return _light("with", weights[0], mix(weights, shown)[0], caption)


def _light(way: str, cells: Tensor, home: Tensor, caption: str) -> Light:
    """What falls on the cells in one of the ways, and what it brings home."""
    shared = way in ("average", "with")
    return Light(
        cells.reshape(scene.ROWS, scene.COLUMNS).numpy(),
        home.tolist(),
        say("street.weight" if shared else f"{way}.brightness"),
        say(f"{way}.brought"),
        caption,
        say("with.title" if way == "with" else "without.title"),
        shared,
    )
