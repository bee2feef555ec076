"""The words of a sentence, dragged or moved with the arrow keys into an order."""

from collections.abc import Callable, Sequence
from pathlib import Path

from streamlit.components.v2 import component

HERE = Path(__file__).parent
_mount = component(
    "headlight_words",
    html='<div class="words" role="group"></div><p class="said" role="status"></p>\n',
    css=(HERE / "words.css").read_text("utf-8"),
    js=(HERE / "words.js").read_text("utf-8"),
)


def words(
    shown: Sequence[str],
    order: Sequence[int],
    *,
    label: str,
    key: str,
    on_moved: Callable[[], None],
) -> None:
    """Draw the words in an order that the reader can change.

    `order` counts words from 0. When one has found another place `on_moved` is called,
    and `st.session_state[key].order` is the order. It comes from a browser: check it
    like any other input.
    """
    _mount(
        key=key,
        data={"words": list(shown), "order": list(order), "label": label},
        on_order_change=on_moved,
    )
