"""The training loss as two strips, and the tree of a beam search."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from core.tokenizer import END

if TYPE_CHECKING:
    from core.decoding import BeamTree
    from core.trace import Trace


@dataclass(frozen=True)
class Loss:
    """What is fed, what is wanted in its place, and −log p of each wanted piece."""

    fed: tuple[str, ...]
    wanted: tuple[str, ...]
    losses: tuple[float, ...]
    instead: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The training loss of the sentence, in nats a piece (without smoothing)."""
        return sum(self.losses) / len(self.losses)

    @property
    def perplexity(self) -> float:
        """exp of the mean: as unsure as an even choice among so many pieces."""
        return math.exp(self.mean)

    def rows(self) -> list[list[str]]:
        """The strips as a table, one column a row of the decoder."""
        losses = [f"{loss:.2f}" for loss in self.losses]
        return [
            ["row", *(str(i + 1) for i in range(len(self.fed)))],
            ["fed", *self.fed],
            ["wanted", *self.wanted],
            ["−log p", *losses],
            ["most probable", *self.instead],
        ]


def loss(trace: "Trace") -> Loss:
    """The loss of every row that wrote its piece (or was forced), computed at once."""
    rows = len(trace.predicted_ids) - (not trace.translation.finished)
    written = trace.written()[:rows].clamp_min(1e-30).log().neg()
    best = trace.probabilities[:rows].argmax(-1).tolist()
    return Loss(
        trace.read.pieces[:rows],
        trace.predicted.pieces[:rows],
        tuple(written.tolist()),
        tuple(trace.vocabulary.piece(index) for index in best),
    )


def parting(forced: Sequence[int], free: Sequence[int]) -> int | None:
    """The first step at which two translations differ; None where they are equal."""
    if tuple(forced) == tuple(free):
        return None
    pairs = zip(forced, free, strict=False)
    different = (i for i, (one, other) in enumerate(pairs) if one != other)
    return next(different, min(len(forced), len(free)))


@dataclass(frozen=True)
class Line:
    """A path of a beam's tree from a fork on.

    `before` is what stands before the fork; `text` what follows it: one continuation,
    or all that were discarded there. `log_probability` is that of the whole path.
    """

    before: str
    text: str
    log_probability: float | None
    fate: str


def tree(found: "BeamTree", trace: "Trace") -> list[Line]:
    """The tree line by line: each path to its end, then its forks, the last one first.

    What was discarded at one fork is one line, each piece with its log-probability.
    """
    branches, vocabulary = found.branches, trace.vocabulary
    children: dict[int | None, list[int]] = {}
    for place, branch in enumerate(branches):
        children.setdefault(branch.parent, []).append(place)

    def fork(parent: int | None) -> tuple[list[int], list[int]]:
        places = children.get(parent, [])
        dead = [place for place in places if branches[place].fate == "discarded"]
        return [place for place in places if place not in dead], dead

    def spelled(ids: list[int]) -> str:
        return vocabulary.decode(ids) + (" ‹end›" if END in ids else "")

    def path(place: int, before: list[int]) -> list[Line]:
        ids, forks = [*before, branches[place].piece], []
        alive, dead = fork(place)
        while alive or dead:
            forks.append((list(ids), alive[1:], dead))
            if not alive:
                break
            place = alive[0]
            ids.append(branches[place].piece)
            alive, dead = fork(place)
        start, end = spelled(before), branches[place]
        line = Line(start, spelled(ids)[len(start) :], end.log_probability, end.fate)
        below = [one for at in reversed(forks) for one in split(*at)]
        return [line, *below]

    def split(before: list[int], alive: list[int], dead: list[int]) -> list[Line]:
        lines = [line for place in alive for line in path(place, before)]
        if dead:
            pieces = (
                f"{vocabulary.piece(branches[place].piece)} "
                f"{branches[place].log_probability:.2f}".replace("-", "−")
                for place in dead
            )
            lines.append(Line(spelled(before), " · ".join(pieces), None, "discarded"))
        return lines

    return split(list(trace.predicted_ids[: trace.given]), *fork(None))


def tree_html(lines: Sequence[Line], caption: str) -> str:
    """The tree as a list; what stands before a fork only keeps its place."""
    items = "".join(
        f'<li class="{line.fate}"><span class="before" aria-hidden="true">'
        f"{escape(line.before)}</span><span>{escape(line.text)}</span>"
        f"<small>{_ending(line)}</small></li>"
        for line in lines
    )
    label = escape(caption)
    return (
        f'<div class="beam" role="region" tabindex="0" aria-label="{label}">'
        f"<ul>{items}</ul></div>"
    )


def _ending(line: Line) -> str:
    if line.log_probability is None:
        return "discarded"
    number = f"{line.log_probability:.2f}".replace("-", "−")
    return number if line.fate == "ended" else f"{number}, goes no further"
