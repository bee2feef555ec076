"""The open map before and after an experiment, and what changed in it."""

from itertools import pairwise
from typing import TYPE_CHECKING

import streamlit as st

from viz.address import experiments
from viz.figures import changes, grids
from viz.pages.app import frame
from viz.payload.maps import KINDS

if TYPE_CHECKING:
    from core.trace import Trace

OPEN = "{}: the map that is open above. Hatched: forbidden."
OLD_FRENCH = "After: with the old French given to the experiment, so that rows compare."
NEW_FRENCH = (
    "The old French cannot be given here piece by piece. After: the new French; the "
    "difference is that of the rows until the two part."
)
NO_ROW = (
    "After is the new French: the old one cannot be given here piece by piece. They "
    "part at the first word, so there is no row to subtract."
)
IN_BOTH = "The difference is that of the English words that stand in both."
MOVED = "A word that was moved is compared with itself."
MAPS = {kind.id: kind.label for kind in KINDS}
SIDES = {
    "encoder": ("source", "source"),
    "decoder": ("read", "read"),
    "cross": ("predicted", "source"),
}


def compared(before: "Trace", trace: "Trace", old_now: "Trace | None") -> None:
    """The map that is open above: before, after, and what changed in the same words."""
    choices = frame.choices()
    name = experiments.attention(choices.kind, choices.layer)
    head = choices.head - 1 if choices.head else None
    words, after = not choices.pieces, old_now or trace
    was, now = (trace.attention(name, head, words=words) for trace in (before, after))
    rows, columns = (
        changes.in_both(before, after, side, words) for side in SIDES[choices.kind]
    )
    which = f"head {choices.head}" if choices.head else "mean of the heads"
    title = f"{MAPS[choices.kind]}, layer {choices.layer}, {which}"
    night = frame.night()
    with st.container(key="maps"):
        one, two, three = st.columns(3, gap="medium")
        with one:
            _grid("before", grids.weights(was, f"before: {title}", dark=night))
        with two:
            _grid("after", grids.weights(now, f"after: {title}", dark=night))
        with three:
            if rows:
                caption = f"after − before: {title}"
                found = grids.difference(was, now, rows, columns, caption, dark=night)
                _grid("after − before", found)
            else:
                frame.note(NO_ROW)
    said = [OPEN.format(title)]
    if choices.kind != "encoder":
        said += _french(trace, old_now, rows)
    if choices.kind != "decoder":
        said += _english(columns, max(len(was.key_words), len(now.key_words)))
    frame.note(" ".join(said))


def _french(trace: "Trace", old_now: "Trace | None", rows: grids.Pairs) -> list[str]:
    """Whose French stands in the rows, where an experiment changed it."""
    if old_now is None:
        return [NEW_FRENCH] if rows else []
    return [OLD_FRENCH] if old_now.predicted_ids != trace.predicted_ids else []


def _english(columns: grids.Pairs, longest: int) -> list[str]:
    """What of the English is subtracted, where it is not all of it, or not in order."""
    said = [IN_BOTH] if len(columns) < longest else []
    if any(later < at for (_, at), (_, later) in pairwise(sorted(columns))):
        said.append(MOVED)
    return said


def _grid(title: str, table: str) -> None:
    with st.container(key=f"grid-{title.replace(' ', '')}"):
        st.markdown(f"**{title}**")
        st.html(table)
