"""The weights of a pass over a story as the map of every page: a column each line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from viz.pages.app import frame, library
from viz.pages.sentence import view
from viz.pages.sentence.picture import Picture

if TYPE_CHECKING:
    from core.in_use.memory import MemoryPass
    from core.in_use.summaries import SummaryPass

PANELS = ("ribbons", "matrix", "row", "legend")


def as_map(
    picture: Picture,
    found: "MemoryPass | SummaryPass",
    rows: str,
    say: Callable[[str], str],
    most: int,
) -> None:
    """Draw it at the row that the choices ask for; `rows` names its only stack.

    There are at most so many rows. `say` gives the texts of the page.
    """
    from viz.payload.stacks import Called, view_of

    frame.caption(say("picture.about"))
    header, body = library.kept(
        found.identity,
        lambda: view_of(
            found,
            {rows: Called(say("picture.label"))},
            {rows: say(f"picture.{rows}"), "lines": say("picture.lines")},
            panels=PANELS,
            title=found.question,
        ),
    )
    parts = {"row": view.place("m_row", most)}
    row = min(max(0, frame.choices().m_row - 1), len(found.weights) - 1)
    header = {**header, "view": {**header["view"], "head": 0}}
    seen = {"row": row}
    picture.draw(header, body, seen, of=found.identity, dim=False, parts=parts)
