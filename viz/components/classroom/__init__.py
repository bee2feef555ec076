"""A class in the header: to begin one, to follow one, to be asked in one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from viz.components import spoken
from viz.components.mounting import of_folder

_CLASSROOM = of_folder(Path(__file__).parent, "<span hidden></span>")


def classroom(
    code: dict[str, Any] | None,
    *,
    served: bool,
    key: str,
    on_asked: Callable[[], None],
) -> None:
    """The button, and the line at the foot of the page while there is a class.

    When a class is begun `on_asked` is called, and `st.session_state[key].asked` is its
    link: `code` is the QR code of that link (see `viz.components.link.qr`). Where no
    classes are `served` the button says what to start instead.
    """
    told = {"code": code, "served": served, "spoken": spoken("class")}
    _CLASSROOM(key=key, data=[told], on_asked_change=on_asked)
