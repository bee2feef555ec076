"""Page Down and Page Up, which a presentation remote sends, press what is there."""

from collections.abc import Sequence
from pathlib import Path

from viz.components.mounting import of_folder

_PRESENTER = of_folder(Path(__file__).parent, "<span hidden></span>")


def presenter(on: Sequence[str], back: Sequence[str], *, key: str) -> None:
    """Listen while it is drawn; the first of `on`, or `back`, that is there is pressed.

    They are selectors of links or buttons.
    """
    _PRESENTER(key=key, data=[{"PageDown": [*on], "PageUp": [*back]}])
