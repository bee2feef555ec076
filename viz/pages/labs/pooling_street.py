"""The third step of the lab of pooling: a street, with and without a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from core.attention import mix
from core.labs import scene
from viz.address.labs.pooling import Choices
from viz.figures.street import street as picture
from viz.pages.app import frame
from viz.pages.labs.lab import choice, figure, slider
from viz.say.captions import percent

WINDOW = 1.0
FREE_LABELS = {"average": "average", "max": "maximum", "gate": "gate"}
ASKED_LABELS = {
    "place": "here",
    "sign": "stop sign",
    "car": "car",
    "tree": "tree",
}


@dataclass(frozen=True, eq=False)
class Light:
    """How bright each cell is, what comes home of each feature, and both in words."""

    cells: Tensor
    home: Tensor
    brightness: str
    brought: str
    said: str
    shared: bool = True


def street() -> None:
    """Draw the two pictures and their controls."""
    choices = frame.choices(Choices)
    row, column = divmod(choices.pool_cell - 1, scene.COLUMNS)
    place = choices.pool_asked == "place"
    left, right = st.columns(2, gap="medium")
    with left:
        _show(without_query(choices.pool_free), "Without a query", "pooling-free")
        choice("pool_free", "weights", FREE_LABELS)
    with right:
        _show(
            with_query(choices.pool_asked, row, column),
            "With a query",
            "pooling-asked",
            spot=(row, column) if place else None,
        )
        choice("pool_asked", "look for", ASKED_LABELS)
        if place:
            slider("pool_cell", "cell looked at, row by row")


def _show(
    light: Light, title: str, key: str, spot: tuple[int, int] | None = None
) -> None:
    dark = frame.night()
    cells = light.cells.reshape(scene.ROWS, scene.COLUMNS)
    names = scene.things()
    figure(
        picture(
            cells.numpy(),
            names,
            scene.FEATURES,
            light.home.tolist(),
            told=light.brightness,
            brought=light.brought,
            shared=light.shared,
            spot=spot,
            dark=dark,
        ),
        light.said,
        [
            ["cell", "row", "column", light.brightness],
            *(
                [name, at // scene.COLUMNS + 1, at % scene.COLUMNS + 1, value]
                for at, (name, value) in enumerate(
                    zip(names, light.cells.tolist(), strict=True)
                )
            ),
            [],
            ["feature", light.brought],
            *map(list, zip(scene.FEATURES, light.home.tolist(), strict=True)),
        ],
        key=key,
        title=title,
        note="colour: √weight" if light.shared else "",
        chosen=_look if spot else None,
    )


def _look(point: Mapping[str, Any]) -> None:
    """Look at the cell that was clicked; a bar is no cell."""
    if isinstance(point["x"], int | float):
        place = int(point["y"]) * scene.COLUMNS + int(point["x"]) + 1
        frame.keep(pool_cell=place)


def without_query(kind: str) -> Light:
    """The picture alone decides: an average, a maximum, or a gate for each feature."""
    shown = scene.features()
    if kind == "max":
        rows = scene.max_weights(shown)
        return Light(
            rows.amax(0),
            (rows * shown.T).sum(-1),
            "largest for a feature",
            "maximum",
            f"For each of the {len(scene.FEATURES)} features the one cell where it "
            "shows most gets all the weight; the other cells count for nothing.",
            shared=False,
        )
    if kind == "gate":
        gates = scene.squeeze_excitation(shown, *scene.rare_opens(shown.shape[1]))
        return Light(
            scene.openness(shown, gates),
            gates,
            "passes the gates",
            "gate",
            f"A gate from 0 to 1 for each feature, each by itself: together "
            f"{gates.sum():.2f}, not 1. These open for what is rare.",
            shared=False,
        )
    weights = scene.average_weights(len(shown))
    return Light(
        weights[0],
        mix(weights, shown)[0],
        "weight",
        "average",
        f"Global average pooling: every cell weighs 1/{len(shown)} = "
        f"{1 / len(shown):.3f}. The sign is {percent(1 / len(shown))} of what comes "
        "home.",
    )


def with_query(kind: str, row: int, column: int) -> Light:
    """A query decides with the picture: a place to look at, or a thing to look for."""
    shown, names = scene.features(), scene.things()
    if kind == "place":
        weights = scene.window_weights(row, column, WINDOW)
        at = row * scene.COLUMNS + column
        said = (
            f"A Gaussian window one cell wide around row {row + 1}, column "
            f"{column + 1} ({names[at]}), which weighs {weights[0, at]:.3f}: the "
            "weights of the first step, in two dimensions."
        )
    else:
        weights = scene.search_weights(kind, shown)
        wanted = {"sign": "stop sign"}.get(kind, kind)
        cells = torch.tensor([name == wanted for name in names])
        said = (
            f"The query names two features, {' and '.join(scene.QUERIES[kind])}. "
            f"{percent(weights[0, cells].sum().item())} of the light falls on the "
            f"{wanted}; all of it adds up to 1."
        )
    return Light(weights[0], mix(weights, shown)[0], "weight", "weighted average", said)


def gates_said() -> dict[str, str]:
    """The sum of the gates, for the lesson."""
    return {"gates": f"{without_query('gate').home.sum():.2f}"}
