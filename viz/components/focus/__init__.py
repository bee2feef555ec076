"""A button that puts the reader's cursor into a field of the page."""

from pathlib import Path

from viz.components.mounting import of_folder

_FOCUS = of_folder(Path(__file__).parent, '<button type="button"></button>')


def focus(label: str, field: str, *, key: str) -> None:
    """Draw the button; `field` is the selector of what it goes to."""
    _FOCUS(key=key, data=[{"label": label, "field": field}])
