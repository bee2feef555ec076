"""Steps of the recurrent decoder as rows: two runs, two looks, three scores."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz.say.captions import apart, percent, probability

if TYPE_CHECKING:
    from core.analysis.other_scores import Scored
    from core.trace import Trace

NONE = "–"


def beside(given: "Trace", free: "Trace", parted: int | None) -> list[list[str]]:
    """One target given, one written freely: every piece and its probability.

    `parted` is the first step (from 0) at which they differ.
    """
    header = ["step", "given", "probability", "free", "probability", ""]
    one, other = (_written(trace) for trace in (given, free))
    found = [header]
    for step in range(max(len(one), len(other))):
        mark = "they part here" if step == parted else ""
        pairs = [*_at(one, step), *_at(other, step)]
        found.append([str(step + 1), *pairs, mark])
    return found


def _written(trace: "Trace") -> list[tuple[str, str]]:
    pieces = trace.predicted.pieces
    if not trace.translation.finished:
        pieces = pieces[:-1]
    chances = trace.written().tolist()
    return [(p, probability(c)) for p, c in zip(pieces, chances, strict=False)]


def _at(run: Sequence[tuple[str, str]], step: int) -> tuple[str, str]:
    return run[step] if step < len(run) else (NONE, NONE)


def parted(given: "Trace", free: "Trace", step: int | None) -> str:
    """Where the two runs part, and what each wrote there."""
    if step is None:
        return (
            "Left to itself the model writes exactly this French: forced and free are "
            "one run."
        )
    one, other = given.predicted.pieces[step], free.predicted.pieces[step]
    chance = probability(given.written()[step].item())
    return (
        f"Up to step {step} both have read the same and every number is the same. At "
        f"step {step + 1} the model would write {other}; {one}, which is given, had "
        f"{chance}. From there on the two have read different French, and their maps "
        "may differ anywhere."
    )


def ranked(pieces: Sequence[str], scored: Sequence["Scored"]) -> list[list[str]]:
    """Every source piece with its rank and weight under each score function."""
    header = ["key"]
    for one in scored:
        mark = "" if one.trained else ", not trained for this"
        header += [f"{one.name}{mark}: rank", "weight"]
    return [
        header,
        *(
            [
                name,
                *(
                    cell
                    for one in scored
                    for cell in (str(one.ranks[j]), percent(one.weights[j]))
                ),
            ]
            for j, name in enumerate(apart(pieces))
        ),
    ]


def agreed(pieces: Sequence[str], scored: Sequence["Scored"]) -> str:
    """Which key each score function puts first."""
    names = apart(pieces)
    first = {one.name: names[one.ranks.index(1)] for one in scored}
    said = "; ".join(f"{name}: {key}" for name, key in first.items())
    return f"The first in rank by each score. {said}."


def moved(
    pieces: Sequence[str],
    order: Sequence[int],
    before: Sequence[float],
    after: Sequence[float],
) -> list[list[str]]:
    """The annotations in their new order: annotation order[j] stands at place j now."""
    names = apart(pieces)
    header = ["place", "annotation of", "stood at", "weight there", "weight now"]
    return [
        header,
        *(
            [
                str(place + 1),
                names[old],
                str(old + 1),
                f"{before[old]:.3f}",
                f"{after[place]:.3f}",
            ]
            for place, old in enumerate(order)
        ),
    ]


def chances(before: "Trace", after: "Trace", step: int, k: int = 4) -> list[list[str]]:
    """The most probable pieces of one step before and after.

    Two pieces may look alike, "le" and " le": then the space is shown, "␣le".
    """
    was, now = before.probabilities[step], after.probabilities[step]
    ids = dict.fromkeys(i for row in (was, now) for i in row.topk(k).indices.tolist())
    names = [before.vocabulary.piece(i) for i in ids]
    found = [["next piece", "before", "after"]]
    for i, name in zip(ids, names, strict=True):
        if names.count(name) > 1:
            name = before.vocabulary.spaced(i)
        found.append([name, *(probability(float(row[i])) for row in (was, now))])
    return found
