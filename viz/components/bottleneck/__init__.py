"""A sentence that grows: all of it in one vector, or a vector for every word."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from viz.components import spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="bottleneck"></div>')


def bottleneck(
    header: Mapping[str, Any],
    body: np.ndarray,
    chosen: Mapping[str, int],
    *,
    most: Mapping[str, int],
    key: str,
    on_chosen: Callable[[], None],
) -> None:
    """Draw what `viz.payload.bottleneck` packs, for the `chosen` story and clauses.

    When another one is chosen `on_chosen` is called, and `st.session_state[key].chosen`
    holds both numbers, from 1, at most as large as `most` says. A story of 0 is no
    example, and no other one can be chosen. They come from a browser: check them like
    any other input.
    """
    asked = {"chosen": dict(chosen), "most": dict(most)}
    whole = {**header, **asked, "spoken": spoken("bottleneck")}
    _mount(key=key, data=pack(whole, body), on_chosen_change=on_chosen)
