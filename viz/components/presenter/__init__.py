"""Page Down and Page Up, which a presentation remote sends, press what is there."""

from collections.abc import Sequence
from pathlib import Path

from viz.components.mounting import of_folder

_PRESENTER = of_folder(Path(__file__).parent, "<span hidden></span>")


def presenter(
    on: Sequence[str], back: Sequence[str], follows: Sequence[str] = (), *, key: str
) -> None:
    """Listen while it is drawn; the first of `on`, or `back`, that is there is pressed.

    They are selectors of links or buttons. Of these, and of those in `follows`, a link
    to another state of the same page brings that state when it is clicked. A key with
    nothing to press stays the browser's.
    """
    keys = {"PageDown": [*on], "PageUp": [*back]}
    pressed = {name: links for name, links in keys.items() if links}
    _PRESENTER(key=key, data=[{"keys": pressed, "follows": [*follows]}])
