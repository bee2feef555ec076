"""A key and a value that are dragged along a rail; weights and output follow at once.

What follows at every place is computed once, by `core`, and sent; the browser only
looks it up. Where the two come to rest is reported.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jaxtyping import Float
from numpy import ndarray

from viz.components import of_folder, spoken
from viz.components.attention import pack

_mount = of_folder(Path(__file__).parent, '<div class="pull"></div>')


def pull(
    header: Mapping[str, Any],
    numbers: Float[ndarray, " number"],
    *,
    key: str,
    on_moved: Callable[[], None],
) -> None:
    """Draw keys around a query and values around an output, the first of each to drag.

    `header` says what is drawn and in which colours, `numbers` what follows from it, as
    `viz.pages.labs.query_key_value_drag` makes them. When a hand rests `on_moved`
    is called, and
    `st.session_state[key].at` holds the first numbers of key and value. They come from
    a browser: check them like any other input.
    """
    _mount(
        key=key,
        data=pack({**header, "spoken": spoken("pull")}, numbers),
        on_at_change=on_moved,
    )
