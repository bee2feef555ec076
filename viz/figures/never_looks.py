"""Two unnamed attentions over one source and another: what moved, in words and rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.say.captions import percent

if TYPE_CHECKING:
    from torch import Tensor

say = texts("bahdanau")


@dataclass(frozen=True, eq=False)
class Moved:
    """One attention, called by a letter, before the source was exchanged and now.

    Rows are steps, columns the pieces of the source in their places.
    """

    letter: str
    before: "Tensor"
    now: "Tensor"


def caption(moved: Moved, order: Sequence[int] | None) -> str:
    """How much of a row lies elsewhere now, and where the largest weights stayed.

    With an `order` the piece order[j] stands at place j now, so that a largest weight
    can have followed its piece.
    """
    from core.analysis.never_looks import distance

    if bool((moved.before == moved.now).all()):
        return say("never.same", letter=moved.letter, rows=len(moved.now))
    was, now = (each.argmax(-1).tolist() for each in (moved.before, moved.now))
    said = say(
        "never.differs",
        letter=moved.letter,
        share=percent(distance(moved.before, moved.now).mean().item()),
        stayed=sum(a == b for a, b in zip(was, now, strict=True)),
        rows=len(was),
    )
    if order is None:
        return said
    followed = sum(a == order[b] for a, b in zip(was, now, strict=True))
    return f"{said} {say('never.followed', followed=followed, rows=len(was))}"


def rows(
    target: Sequence[str],
    source: tuple[Sequence[str], Sequence[str]],
    both: Sequence[Moved],
) -> list[list[str]]:
    """Of each row the place with the largest weight and what stands there.

    `source` are the pieces before and now.
    """
    head = [say("never.columns.row")]
    columns: list[list[str]] = []
    for moved in both:
        for when, weights, pieces in zip(
            ("before", "now"), (moved.before, moved.now), source, strict=True
        ):
            head.append(say(f"never.columns.{when}", letter=moved.letter))
            places = weights.argmax(-1).tolist()
            columns.append([f"{at + 1} {pieces[at]}" for at in places])
    return [head, *([*line] for line in zip(target, *columns, strict=True))]
