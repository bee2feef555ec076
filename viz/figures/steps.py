"""Steps of the recurrent decoder as rows: two runs, two looks, three scores."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.say import captions
from viz.say.captions import apart, percent, probability, signed
from viz.say.lists import called, parted
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.other_scores import Scored
    from core.trace import Trace

say = texts("bahdanau")

NONE = "–"


def beside(given: "Trace", free: "Trace", parted: int | None) -> list[list[str]]:
    """One target given, one written freely: every piece and its probability.

    `parted` is the first step (from 0) at which they differ.
    """
    found = [[*say.row("given.columns"), ""]]
    one, other = (_pieces(trace) for trace in (given, free))
    for step in range(max(len(one), len(other))):
        mark = say("given.here") if step == parted else ""
        found.append([str(step + 1), *_at(one, step), *_at(other, step), mark])
    return found


def _pieces(trace: "Trace") -> list[tuple[str, str]]:
    pieces = trace.predicted.pieces
    if not trace.translation.finished:
        pieces = pieces[:-1]
    chances = trace.written().tolist()
    return [(p, probability(c)) for p, c in zip(pieces, chances, strict=False)]


def _at(run: Sequence[tuple[str, str]], step: int) -> tuple[str, str]:
    return run[step] if step < len(run) else (NONE, NONE)


def told(given: "Trace", free: "Trace", step: int | None) -> str:
    """Where the two runs part, and what each wrote there."""
    if step is None:
        return say("given.same")
    return say(
        "given.parted",
        before=step,
        step=step + 1,
        free=free.predicted.pieces[step],
        given=given.predicted.pieces[step],
        probability=probability(given.written()[step].item()),
    )


def ranked(pieces: Sequence[str], scored: Sequence["Scored"]) -> list[list[str]]:
    """Every source piece with its rank and weight under each score function."""
    header = [say("scores.key")]
    for one in scored:
        rank = "rank" if one.trained else "untrained_rank"
        header += (say(f"scores.{rank}", score=_called(one)), say("scores.weight"))
    found = [header]
    for place, name in enumerate(apart(pieces)):
        line = [name]
        for one in scored:
            line += (str(one.ranks[place]), percent(one.weights[place]))
        found.append(line)
    return found


def agreed(pieces: Sequence[str], scored: Sequence["Scored"]) -> str:
    """Which key each score function puts first."""
    names = apart(pieces)
    first = (called(_called(one), names[one.ranks.index(1)]) for one in scored)
    return say("scores.first", ranks=parted(first))


def _called(one: "Scored") -> str:
    return say(f"scores.names.{one.name}")


def scores_caption(
    step: int,
    row: int,
    piece: str,
    keys: Sequence[str],
    scores: Sequence[float],
    weights: Sequence[float],
) -> str:
    """What one step of the decoder scored best and worst, and their weights."""
    names = apart(keys)
    high = max(range(len(scores)), key=scores.__getitem__)
    low = min(range(len(scores)), key=scores.__getitem__)
    return say(
        "scored.caption",
        step=captions.step_called(step, row),
        word=piece,
        number=captions.subscript(step),
        least=signed(scores[low]),
        worst=names[low],
        most=signed(scores[high]),
        best=names[high],
        least_weight=written(weights[low], ".3f"),
        most_weight=written(weights[high], ".3f"),
    )


def moved(
    pieces: Sequence[str],
    order: Sequence[int],
    before: Sequence[float],
    after: Sequence[float],
) -> list[list[str]]:
    """The annotations in their new order: annotation order[j] stands at place j now."""
    names = apart(pieces)
    found = [say.row("order.columns")]
    for place, old in enumerate(order):
        weights = (written(before[old], ".3f"), written(after[place], ".3f"))
        found.append([str(place + 1), names[old], str(old + 1), *weights])
    return found


def chances(before: "Trace", after: "Trace", step: int, k: int = 4) -> list[list[str]]:
    """The most probable pieces of one step before and after.

    Two pieces may look alike, "le" and " le": then the space is shown, "␣le".
    """
    was, now = before.probabilities[step], after.probabilities[step]
    ids = dict.fromkeys(i for row in (was, now) for i in row.topk(k).indices.tolist())
    names = [before.vocabulary.piece(i) for i in ids]
    found = [[*captions.say.all("next").values()]]
    for i, name in zip(ids, names, strict=True):
        if names.count(name) > 1:
            name = before.vocabulary.spaced(i)
        found.append([name, *(probability(float(row[i])) for row in (was, now))])
    return found
