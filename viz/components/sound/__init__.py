"""A clip of sound as a picture, and what is spelled of it, letter by letter."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from viz.components import spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="sound"></div>')


def sound(
    header: Mapping[str, Any],
    body: np.ndarray,
    *,
    key: str,
    on_view: Callable[[], None],
    on_asked: Callable[[], None],
) -> None:
    """Draw what `viz.payload.listening` packs, at the letter that its `view` says.

    When the reader rests on another letter `on_view` is called;
    `st.session_state[key].view` has `row`, from 0. When a clip of their own was read
    `on_asked` is called; `st.session_state[key].asked` has its `levels`, in base 64.
    Both come from a browser: check them like any other input. The sound itself stays
    there.
    """
    whole = {**header, "spoken": spoken("sound")}
    _mount(
        key=key,
        data=pack(whole, body),
        on_view_change=on_view,
        on_asked_change=on_asked,
    )
