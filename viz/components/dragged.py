"""Drawings with a hand that is dragged along a line; all that follows is there at once.

What follows at every place is computed once, by `core`, and sent; the browser only
looks it up. Where the hand comes to rest is reported.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jaxtyping import Float
from numpy import ndarray

from viz.components import COMMON, spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder


class Dragged:
    """The component of a folder, which reports its place under the name `reported`."""

    def __init__(self, folder: Path, reported: str):
        self.name = folder.name
        self.reported = reported
        html = f'<div class="{self.name}"></div>'
        self.mount = of_folder(folder, html, COMMON / "drag.css")

    def __call__(
        self,
        header: Mapping[str, Any],
        numbers: Float[ndarray, " number"],
        *,
        key: str,
        on_moved: Callable[[], None],
    ) -> None:
        """Draw what `header` says, in its colours; `numbers` are what follows.

        When the hand rests in another place `on_moved` is called, and
        `st.session_state[key]` holds the place under the name that is `reported`. It
        comes from a browser: check it like any other input.
        """
        self.mount(
            key=key,
            data=pack({**header, "spoken": spoken(self.name)}, numbers),
            **{f"on_{self.reported}_change": on_moved},
        )
