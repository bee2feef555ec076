"""Given French beside the free run, word by word, while both have written the same."""

from html import escape
from math import log
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.say.captions import probability
from viz.say.html_tables import boxed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace

Word = tuple[str, float]
"""A word and its probability, the product of those of its pieces."""
say = texts("experiments")


def chances(trace: "Trace") -> list[Word]:
    """The words that were written or forced, each with its probability, then ‹end›."""
    names = trace.predicted.words[: trace.written_words]
    found = [1.0] * len(names)
    pieces = zip(trace.predicted.word_of, trace.written().tolist(), strict=True)
    for word, share in pieces:
        if word < len(found):
            found[word] *= share
    return list(zip(names, found, strict=True))


def parting(given: "Trace", free: "Trace") -> int | None:
    """The first word in which two passes differ; None where they write the same."""
    from core.decoding.search import parting

    piece = parting(given.predicted_ids, free.predicted_ids)
    if piece is None:
        return None
    return min(trace.predicted.word_of[piece] for trace in (given, free))


def table(given: "Trace", free: "Trace", caption: str) -> str:
    """A line a word: what was given, what the free run writes there, both with bars.

    Until they part, and in the word in which they do, a line is one question and the
    probabilities compare; after it the two read different words, and the lines are
    drawn apart.
    """
    ours, theirs, at = chances(given), chances(free), parting(given, free)
    lines = []
    for step in range(max(len(ours), len(theirs))):
        kind = "" if at is None or step < at else "parting" if step == at else "apart"
        lines.append(
            f'<tr class="{kind}"><th scope="row">{step + 1}</th>'
            f"{_cells(ours, step)}{_cells(theirs, step)}</tr>"
        )
        if kind == "parting":
            lines.append(f'<tr><td colspan="5">{say("beside.after")}</td></tr>')
    head = f'<th scope="col">{say("beside.step")}</th>' + "".join(
        f'<th scope="colgroup" colspan="2">{say(f"beside.{name}")}</th>'
        for name in ("given", "free")
    )
    groups = "".join(f'<colgroup span="{span}"></colgroup>' for span in (1, 2, 2))
    return boxed("beside", caption, f"<tr>{head}</tr>", lines, columns=groups)


def _cells(words: list[Word], step: int) -> str:
    if step >= len(words):
        return "<td></td><td></td>"
    word, share = words[step]
    says = written(log(max(share, 1e-30)))
    return (
        f'<td class="word">{escape(word)}</td>'
        f"<td>{escape(probability(share))}<small> {says}</small>"
        f'<span style="width:{100 * share:.1f}%"></span></td>'
    )
