"""A street and what is written about it: the weights of each word over the picture."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from viz.components import spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="street"></div>')


def street(
    header: Mapping[str, Any],
    body: np.ndarray,
    *,
    key: str,
    on_view: Callable[[], None],
    on_asked: Callable[[], None],
) -> None:
    """Draw what `viz.payload.street` packs, at the row of its `view`.

    When the reader rests on another word `on_view` is called, and
    `st.session_state[key].view` has its row, counted from 0. When something is done to
    the street `on_asked` is called; `st.session_state[key].asked` says `what`:
    "street" with its things, "add", "another", "draw", "forbid" with a cell, "allow".
    They come from a browser: check them like any other input.
    """
    whole = {**header, "spoken": spoken("street")}
    _mount(
        key=key,
        data=pack(whole, body),
        on_view_change=on_view,
        on_asked_change=on_asked,
    )
