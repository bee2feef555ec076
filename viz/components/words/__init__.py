"""The words of a sentence, dragged or moved with the arrow keys into an order."""

from collections.abc import Callable, Sequence
from pathlib import Path

from viz.components import spoken
from viz.components.mounting import of_folder

_mount = of_folder(
    Path(__file__).parent,
    '<div class="words" role="group"></div><p class="said" role="status"></p>',
)


def words(
    shown: Sequence[str],
    order: Sequence[int],
    *,
    label: str,
    key: str,
    played: int | None = None,
    on_moved: Callable[[], None],
) -> None:
    """Draw the words in an order that the reader can change.

    `order` counts words from 0. They go there slowly, from the places in which they
    are `shown`, whenever `played` is another number. When one has found another place
    `on_moved` is called, and `st.session_state[key].order` is the order. It comes from
    a browser: check it like any other input.
    """
    _mount(
        key=key,
        data=[
            {
                "words": list(shown),
                "order": list(order),
                "label": label,
                "spoken": spoken("words"),
                "played": played,
            }
        ],
        on_order_change=on_moved,
    )
