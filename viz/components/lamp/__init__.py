"""A query as a lamp that is dragged along an axis; its light follows at once.

What the light does at every place of the lamp is computed once, by `core`, and sent;
the browser only looks it up. Where the lamp comes to rest is reported.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jaxtyping import Float
from numpy import ndarray

from viz.components import of_folder, spoken
from viz.components.attention import pack

_mount = of_folder(
    Path(__file__).parent,
    '<div class="lamp"></div>',
)


def lamp(
    header: Mapping[str, Any],
    numbers: Float[ndarray, " number"],
    *,
    key: str,
    on_moved: Callable[[], None],
) -> None:
    """Draw points lit by a lamp that the reader can drag, tap or move with the arrows.

    `header` says what is drawn and in which colours, `numbers` what the light does, as
    `viz.pages.labs.pooling_lamp` makes them. When the lamp rests in another place
    `on_moved` is called, and `st.session_state[key].x` is the place. It comes from a
    browser: check it like any other input.
    """
    _mount(
        key=key,
        data=pack({**header, "spoken": spoken("lamp")}, numbers),
        on_x_change=on_moved,
    )
