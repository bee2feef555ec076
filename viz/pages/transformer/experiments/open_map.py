"""The open map before and after an experiment, and what changed in it."""

from itertools import pairwise
from typing import TYPE_CHECKING

from core.experiments.changes.sublayers import attention
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures import changes, grids
from viz.pages.app import frame
from viz.pages.sentence.before_after import before_after
from viz.payload.maps import stacks

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("experiments")


def compared(before: "Trace", trace: "Trace", old_now: "Trace | None") -> None:
    """The map that is open above: before, after, and what changed in the same words."""
    choices = frame.choices()
    name = attention(choices.kind, choices.layer)
    head = choices.head - 1 if choices.head else None
    words, after = not choices.pieces, old_now or trace
    was, now = (trace.attention(name, head, words=words) for trace in (before, after))
    rows, columns = (
        changes.in_both(before, after, side, words)
        for side in AttentionName.parse(name).sides
    )
    title = title_of_the_map()
    before_after(was, now, rows, columns, title)
    said = [say("map.open", title=title)]
    if choices.kind != "encoder":
        said += _french(trace, old_now, rows)
    if choices.kind != "decoder":
        said += _english(columns, max(len(was.key_words), len(now.key_words)))
    frame.note(" ".join(said))


def _french(trace: "Trace", old_now: "Trace | None", rows: grids.Pairs) -> list[str]:
    """Whose French stands in the rows, where an experiment changed it."""
    if old_now is None:
        return [say("map.new_french")] if rows else []
    another = old_now.predicted_ids != trace.predicted_ids
    return [say("map.old_french")] if another else []


def _english(columns: grids.Pairs, longest: int) -> list[str]:
    """What of the English is subtracted, where it is not all of it, or not in order."""
    said = [say("map.in_both")] if len(columns) < longest else []
    if any(later < at for (_, at), (_, later) in pairwise(sorted(columns))):
        said.append(say("map.moved"))
    return said


def title_of_the_map() -> str:
    """The map that is open above: its attention, layer and head."""
    choices = frame.choices()
    mean, head = say("names.mean"), say("names.head", head=choices.head)
    return say(
        "names.map",
        attention=stacks()[choices.kind].label,
        layer=choices.layer,
        head=head if choices.head else mean,
    )
