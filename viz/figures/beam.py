"""A beam search as a tree: what it kept at every step, what ended, what it let go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.text.tokenizer import END
from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, axis, labelled, pen, plain, strokes
from viz.figures.figure import Figure
from viz.say import tables, theme
from viz.say.captions import signed

if TYPE_CHECKING:
    from core.decoding.search import BeamTree, Hypothesis
    from core.text.tokenizer import Tokenizer
    from core.trace import Translation

say = texts("sentence")

HIGH = 44  # pixels a branch
LETTER, ROOM = 9, 64  # pixels a letter of a piece, and round it
LABEL = 0.7  # the share of a step that the words of a branch take
SYMBOLS = {"kept": "circle", "ended": "square", "discarded": "x-thin-open"}


@dataclass(frozen=True)
class Node:
    """One branch where it is drawn: its step, and its rank there (both from 0).

    `before` is the place of the node that it goes on from. `best` nodes lead to the
    best sentence. `log_probability` is that of the whole path, in nats.
    """

    step: int
    rank: int
    before: int | None
    piece: str
    log_probability: float
    fate: str
    best: bool


def nodes(found: "BeamTree", tokenizer: "Tokenizer", given: int = 0) -> list[Node]:
    """The branches in the order in which the search saw them, the best first in a step.

    `given` is how many pieces stood before the search began.
    """
    steps: list[int] = []
    ranks: list[int] = []
    for branch in found.branches:
        step = 0 if branch.parent is None else steps[branch.parent] + 1
        ranks.append(steps.count(step))
        steps.append(step)
    best = _best(found, given)
    return [
        Node(
            steps[place],
            ranks[place],
            branch.parent,
            tokenizer.piece(branch.piece),
            branch.log_probability,
            branch.fate,
            place in best,
        )
        for place, branch in enumerate(found.branches)
    ]


def _best(found: "BeamTree", given: int) -> set[int]:
    """The places of the branches that lead to the best sentence."""
    if not found.hypotheses:
        return set()
    wanted = _pieces(found.hypotheses[0], given)
    for place in range(len(found.branches)):
        path = _path(found, place)
        if [found.branches[at].piece for at in path] == wanted:
            return set(path)
    return set()


def _pieces(best: "Hypothesis", given: int) -> list[int]:
    return [*best.ids[given:], *([END] if best.finished else [])]


def _path(found: "BeamTree", place: int) -> list[int]:
    path: list[int] = []
    at: int | None = place
    while at is not None:
        path.append(at)
        at = found.branches[at].parent
    return path[::-1]


def width(drawn: Sequence[Node]) -> int:
    """How wide the tree has to be for its words, in pixels."""
    longest = max((len(node.piece) for node in drawn), default=1)
    steps = max((node.step for node in drawn), default=0) + 1
    return steps * (ROOM + LETTER * longest) + 40


def tree(drawn: Sequence[Node], *, title: str = "", dark: bool = False) -> Figure:
    """Steps from left to right, in each the most probable path above.

    A thick line leads to the best sentence; a dotted one ends in a branch that was
    discarded, marked by a cross.
    """
    drawing = _steps(drawn, dark)
    colours = drawing.colours
    lines = {
        "discarded": pen(colours.muted, 1, "dot"),
        "kept": pen(colours.muted, 2),
        "best": pen(colours.text, 4),
    }
    for kind, line in lines.items():
        ends = (
            (drawn[node.before], node)
            for node in drawn
            if _kind(node) == kind and node.before is not None
        )
        steps = (
            ((start.step + LABEL, start.rank), (node.step - 0.06, node.rank))
            for start, node in ends
        )
        drawing.add_line(*strokes(steps), line)
    for fate, symbol in SYMBOLS.items():
        some = [node for node in drawn if node.fate == fate]
        ink = colours.muted if fate == "discarded" else colours.text
        drawing.add_points(
            [node.step for node in some],
            [node.rank for node in some],
            {"symbol": symbol, "size": 9, "color": ink, "line": pen(ink, 2)},
            text=[_label(node, colours) for node in some],
            textposition="middle right",
            textfont={"family": theme.LANGUAGE, "size": 16, "color": ink},
            hovertext=[_hover(node) for node in some],
            says="%{hovertext}",
            cliponaxis=False,
        )
    return Figure(drawing.made(), _caption(drawn), rows(drawn), title)


def _kind(node: Node) -> str:
    if node.best:
        return "best"
    return "discarded" if node.fate == "discarded" else "kept"


def _hover(node: Node) -> str:
    return say(
        "beam.hover",
        piece=plain(node.piece),
        fate=say(f"beam.fates.{node.fate}"),
        step=node.step + 1,
        place=node.rank + 1,
        number=signed(node.log_probability),
    )


def _label(node: Node, colours: theme.Palette) -> str:
    """The piece, and under it the log-probability of the whole path."""
    number = signed(node.log_probability)
    style = f"font-family:{theme.INSTRUMENT};font-size:14px;color:{colours.muted}"
    return f' {plain(node.piece)}<br> <span style="{style}">{number}</span>'


def _steps(drawn: Sequence[Node], dark: bool) -> Drawing:
    """The room for the tree, with its steps named above."""
    steps = max((node.step for node in drawn), default=0) + 1
    rows = max((node.rank for node in drawn), default=0) + 1
    return Drawing(
        dark,
        rows * HIGH + 60,
        width=width(drawn),
        margin={"l": 8, "r": 8, "t": 36, "b": 8},
        xaxis=labelled(
            [say("beam.step", step=step + 1) for step in range(steps)],
            side="top",
            range=[-0.15, steps - 0.02],
            automargin=False,
        ),
        yaxis=axis(
            range=[rows - 0.4, -0.6], showticklabels=False, automargin=False, **BARE
        ),
    )


def _caption(drawn: Sequence[Node]) -> str:
    """How many branches there were, and whether writing greedily finds the best."""
    fates = [node.fate for node in drawn]
    counts = say(
        "beam.counts",
        branches=say("beam.branches", n=len(drawn)),
        kept=fates.count("kept"),
        ended=fates.count("ended"),
        discarded=fates.count("discarded"),
    )
    best = [node for node in drawn if node.best]
    if not best:
        return counts
    low = max(best, key=lambda node: node.rank)
    if low.rank == 0:
        return say("beam.first", counts=counts)
    stood = {"counts": counts, "step": low.step + 1, "place": low.rank + 1}
    lost = _lost(drawn)
    if lost is None:
        return say("beam.found", **stood)
    if lost == low.step:
        return say("beam.lost_there", **stood)
    return say("beam.lost", **stood, left=lost + 1)


def _lost(drawn: Sequence[Node]) -> int | None:
    """The first step at which greedy leaves the best sentence; None where it does not.

    In the whole beam a path may stand behind others and still be the greedy one: that
    takes, at every step, the most probable piece after the pieces of this very path.
    """
    first: dict[int | None, Node] = {}
    for node in drawn:
        first.setdefault(node.before, node)  # the most probable comes first
    best = [node for node in drawn if node.best]
    left = (node.step for node in best if first[node.before] is not node)
    return next(left, None)


def rows(drawn: Sequence[Node]) -> list[list[tables.Cell]]:
    """A header, then one row a branch: step, where it goes on from, and its fate."""
    found: list[list[tables.Cell]] = [[*say.row("beam.columns")]]
    for node in drawn:
        before = "" if node.before is None else drawn[node.before].piece
        fate = say(f"beam.{'best' if node.best else 'fates'}.{node.fate}")
        path = node.log_probability
        found.append([str(node.step + 1), before, node.piece, path, fate])
    return found


def hypotheses(found: "Translation") -> list[list[str]]:
    """The finished ones, best first: log-probability, and that by length."""
    rows = [["", say("beam.log_probability"), say("beam.by_length")]]
    for text, one in found.hypotheses:
        rows.append([text, signed(one.log_probability), signed(one.score)])
    return rows
