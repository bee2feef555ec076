"""Page Down and Page Up, which a presentation remote sends, follow two real links."""

from pathlib import Path

from viz.components import of_folder

_PRESENTER = of_folder(Path(__file__).parent, "<span hidden></span>")


def presenter(on: str, back: str, *, key: str) -> None:
    """Listen while it is drawn; `on` and `back` are the selectors of the links."""
    _PRESENTER(key=key, data=[{"PageDown": on, "PageUp": back}])
