"""The list of slips in lectures, of which each row names the lectures it is found in.

`errata.md` is one table, whose last column names them as their plans do (`short`).
"""

from viz.content import lessons
from viz.content.texts import language

NAME = "errata"


def rows() -> tuple[list[str], ...]:
    """The head of the table and its rows, each with its cells."""
    text = str(lessons.load(NAME, language()).parts[0])
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return tuple(
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in lines
        if not line.startswith("|---")
    )


def of_lecture(short: str) -> str:
    """The slips of one lecture as a table in Markdown; empty where it has none."""
    head, *slips = rows()
    own = [row for row in slips if short in lectures(row)]
    if not short or not own:
        return ""
    rule = ["---"] * (len(head) - 1)
    return "\n".join(
        f"| {' | '.join(row)} |" for row in (head[:-1], rule, *(o[:-1] for o in own))
    )


def lectures(row: list[str]) -> list[str]:
    """The lectures that a row names."""
    return row[-1].split(", ")
