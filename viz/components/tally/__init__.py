"""The tally of a set and the notes of its reader: in the browser, and nowhere else."""

from collections.abc import Sequence
from pathlib import Path

from viz.components.mounting import of_folder
from viz.content.texts import language, load

_mount = of_folder(Path(__file__).parent, '<div class="tally"></div>')


def tally(
    name: str,
    ids: Sequence[str],
    now: tuple[str, int, str] | None,
    *,
    asks_why: bool,
    key: str,
) -> None:
    """Draw the tally of a set, kept in the storage of this tab of the browser.

    `ids` are its exercises, `now` the one that is open: its id, its number, and what
    came of it ("" before an answer). Nothing is ever reported to the server.
    """
    said = {**load("exercises"), **load("exercises", language())}
    texts = {
        entry.removeprefix("tally."): text
        for entry, text in said.items()
        if entry.startswith("tally.")
    }
    _mount(
        key=key,
        data=[
            {"set": name, "ids": [*ids], "now": now, "why": asks_why, "texts": texts}
        ],
    )
