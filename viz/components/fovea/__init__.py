"""A photograph seen through a sharp spot, which a reader or a list of places moves."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from viz.components import spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="fovea"></div>')


def fovea(
    header: Mapping[str, Any],
    body: np.ndarray,
    *,
    key: str,
    on_view: Callable[[], None],
) -> None:
    """Draw what `viz.payload.looking` packs, with the spot where its `view` says.

    When the reader lets it rest `on_view` is called; `st.session_state[key].view` has
    `x` and `y` in percent of the photograph, and `at`, the number of a place from 0.
    They come from a browser: check them like any other input. A picture of the reader's
    own stays there.
    """
    whole = {**header, "spoken": spoken("fovea")}
    _mount(key=key, data=pack(whole, body), on_view_change=on_view)
