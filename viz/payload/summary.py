"""A story that is summed up as its component draws it: steps over lines, and boxes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viz.payload.story import Known, Wrong, story_view

if TYPE_CHECKING:
    from core.in_use.summaries import SummaryPass


@dataclass(frozen=True)
class Box:
    """What one way to choose gives: its lines, whether each is wrong, what is said."""

    label: str
    lines: Sequence[tuple[str, bool]]
    notes: Sequence[str]


def summary_view(
    lines: Sequence[str],
    question: str,
    told: "SummaryPass | None",
    *,
    steps: int,
    hidden: Sequence[int],
    most: int,
    known: Known,
    wrong: Wrong,
    boxes: Sequence[Box],
    said: str,
    turn: int,
) -> dict[str, Any]:
    """What is sent: as for a story, with a column for each step, and a row for ‹end›.

    Weights of a line that a step may not point at are None. `steps` are made at most;
    `said` is the whole in a sentence.
    """
    made = told.steps if told else steps
    of_steps = {"weights": weights_of(told), "states": []} if told else None
    sent = story_view(
        lines,
        question,
        {},
        hops=made,
        hidden=hidden,
        most=most,
        known=known,
        wrong=wrong,
        turn=turn,
    )
    return sent | {
        "networks": {str(made): of_steps} if of_steps else {},
        "points": True,
        "boxes": [
            {"label": box.label, "lines": list(box.lines), "notes": list(box.notes)}
            for box in boxes
        ],
        "said": said,
    }


def weights_of(told: "SummaryPass") -> list[list[float | None]]:
    """The weights of each step; None where it may not point."""
    rows = zip(told.weights, told.record.steps, strict=False)
    return [
        [
            round(weight, 4) if may else None
            for weight, may in zip(row.tolist(), step.allowed.tolist(), strict=True)
        ]
        for row, step in rows
    ]
