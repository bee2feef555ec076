"""A review whose words and sentences are lit by their weight, and its verdicts."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from viz.components import spoken
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="review"></div>')


def review(
    shown: Mapping[str, Any], *, key: str, on_chosen: Callable[[], None]
) -> None:
    """Draw what `viz.payload.reviews` says.

    When the reader presses a sentence `on_chosen` is called, and
    `st.session_state[key].sentence` is its number, from 0. It comes from a browser:
    check it like any other input.
    """
    data = [{**shown, "spoken": spoken("review")}]
    _mount(key=key, data=data, on_sentence_change=on_chosen)
