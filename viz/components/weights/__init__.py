"""The weights of one row, dragged: one bar a word, and the row always adds up to 1."""

from collections.abc import Callable, Sequence
from pathlib import Path

from viz.components import spoken
from viz.components.mounting import of_folder

_mount = of_folder(
    Path(__file__).parent,
    '<div class="weights" role="group"></div>',
)


def weights(
    names: Sequence[str],
    shown: Sequence[float],
    own: Sequence[float],
    *,
    label: str,
    key: str,
    on_set: Callable[[], None],
) -> None:
    """Draw a bar a word, as long as `shown` says, with a tick at what was its `own`.

    A bar that is dragged, or moved with the arrow keys, leaves the others their
    proportions; a click on a word gives it all the weight. When the row rests `on_set`
    is called, and `st.session_state[key].weights` are the new weights. They come from
    a browser: check them like any other input.
    """
    _mount(
        key=key,
        data=[
            {
                "names": list(names),
                "weights": list(shown),
                "own": list(own),
                "label": label,
                "spoken": spoken("weights"),
            }
        ],
        on_weights_change=on_set,
    )
