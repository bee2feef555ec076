"""A beam search as rows: what it kept at every step, what ended, what it let go."""

from typing import TYPE_CHECKING

from viz.words import signed

if TYPE_CHECKING:
    from core.decoding import BeamTree
    from core.tokenizer import Tokenizer
    from core.trace import Translation

FATES = ("kept", "ended", "discarded")


def steps(tree: "BeamTree", tokenizer: "Tokenizer") -> list[list[str]]:
    """A header, then one row a step: its branches by fate, with log-probabilities.

    A branch is told by its last two pieces, so that one sees what it goes on from.
    """
    depth: list[int] = []
    found: list[dict[str, list[str]]] = []
    for branch in tree.branches:
        level = 0 if branch.parent is None else depth[branch.parent] + 1
        depth.append(level)
        if level == len(found):
            found.append({fate: [] for fate in FATES})
        before = ""
        if branch.parent is not None:
            before = tokenizer.piece(tree.branches[branch.parent].piece) + " "
        said = f"{before}{tokenizer.piece(branch.piece)}"
        found[level][branch.fate].append(f"{said} {signed(branch.log_probability)}")
    return [
        ["step", *FATES],
        *(
            [str(step), *("; ".join(row[fate]) for fate in FATES)]
            for step, row in enumerate(found, start=1)
        ),
    ]


def hypotheses(found: "Translation") -> list[list[str]]:
    """The finished ones, best first: log-probability, and that by length."""
    rows = [
        [text, signed(one.log_probability), signed(one.score)]
        for text, one in found.hypotheses
    ]
    return [["", "log-probability", "divided by the number of pieces"], *rows]
