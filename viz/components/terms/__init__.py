"""The list of the terms, each with a small picture that follows day and night."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from viz.components import spoken
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, "<dl></dl>")


def terms(entries: Sequence[Mapping[str, str]], *, key: str) -> None:
    """Draw the entries: `id`, `name`, `says`, `role` (query, key, value or nothing).

    `picture` is what the picture shows, for those who do not see it.
    """
    _mount(key=key, data=[{"entries": list(entries), "spoken": spoken()}])
