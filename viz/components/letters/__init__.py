"""Letters with their answers over maps of weights, at one moment of training or twelve.

Letters can be dragged, or moved with the arrow keys, where answers go along with them;
all that is drawn at every moment is there at once.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jaxtyping import Float
from numpy import ndarray

from viz.components import spoken
from viz.components.attention import pack
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="letters"></div>')


def letters(
    header: Mapping[str, Any],
    numbers: Float[ndarray, " number"],
    *,
    key: str,
    on_moved: Callable[[], None],
) -> None:
    """Draw what `header` says; `numbers` are the weights, map by map, moment by moment.

    When letters have been moved, or another moment was chosen and the hand rests,
    `on_moved` is called, and `st.session_state[key]` holds `letters` or `moment`. They
    come from a browser: check them like any other input.
    """
    _mount(
        key=key,
        data=pack({**header, "spoken": spoken("letters")}, numbers),
        on_letters_change=on_moved,
        on_moment_change=on_moved,
    )
