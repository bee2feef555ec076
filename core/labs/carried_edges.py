"""Do the edges that are said to carry a prediction carry it? They are cut, to see.

For every piece that the Transformer writes in the hand-linked sentences: its strongest
edges are cut together, or as many others, and it is asked how much log-probability the
piece loses. Others are the weakest of the same rows, any at random, and those that are
strongest by the weights alone.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from core import sealed
from core.analysis.alignment_links import shipped
from core.analysis.contributions import Edge, carried
from core.analysis.cut_edges import beside, cuttable, without
from core.experiments.passes import log_probabilities
from core.in_use.translator import Translator, load
from core.shelf.models import TRANSFORMER
from core.text.words import join_words
from core.trace import Trace

COUNTS = (1, 2, 4, 8)
WAYS = ("strongest", "weights", "random", "same_rows")
SEED = 7


@dataclass(frozen=True)
class Cut:
    """Several edges cut at once: what a piece loses on average, nats, by the way in
    which they were chosen; and the share of pieces that lose more without the strongest
    than without the weakest of the same rows.
    """

    edges: int
    strongest: float
    weights: float
    random: float
    same_rows: float
    more: float


@dataclass(frozen=True)
class Found:
    """What was measured on weights of that checksum, and over how many pieces."""

    model: str
    weights: str
    sentences: int
    pieces: int
    cuts: tuple[Cut, ...]


def measure(say: Callable[[str], None]) -> Found:
    """Cut the edges of every piece of the hand-linked sentences."""
    model, chance = load(TRANSFORMER), random.Random(SEED)
    texts = [join_words(pair.source, "en") for pair in shipped()]
    return over(model, texts, chance, say)


def over(
    model: Translator,
    texts: list[str],
    chance: random.Random,
    say: Callable[[str], None] = lambda _: None,
) -> Found:
    """The same of any sentences."""
    lost: dict[tuple[int, str], list[float]] = {}
    for number, text in enumerate(texts, 1):
        say(f"{number} of {len(texts)}")
        trace = model.explain(text)
        written = log_probabilities(trace.record.logits, trace.predicted_ids).tolist()
        rows, cuts = _cases(model, trace, chance)
        after = without(model, trace, rows, cuts)
        ways = [(k, way) for k in COUNTS for way in WAYS]
        for case, (row, log) in enumerate(zip(rows, after, strict=True)):
            place = ways[case % len(ways)]
            lost.setdefault(place, []).append(written[row] - log)
    return Found(
        model.name,
        sealed.sum_of_weights(model.folder),
        len(texts),
        len(lost[COUNTS[0], WAYS[0]]),
        tuple(_cut(k, lost) for k in COUNTS),
    )


def _cut(k: int, lost: dict[tuple[int, str], list[float]]) -> Cut:
    means = {way: sum(lost[k, way]) / len(lost[k, way]) for way in WAYS}
    pairs = list(zip(lost[k, "strongest"], lost[k, "same_rows"], strict=True))
    more = sum(most > least for most, least in pairs) / len(pairs)
    return Cut(k, more=more, **means)


def _cases(
    model: Translator, trace: Trace, chance: random.Random
) -> tuple[list[int], list[list[Edge]]]:
    """Of every piece that was written: each way to choose each number of edges."""
    rows, cuts = list[int](), list[list[Edge]]()
    for row in range(len(trace.predicted_ids) - (not trace.translation.finished)):
        edges = carried(model, trace, row).edges()
        heavy = by_weight(trace, edges)
        for k in COUNTS:
            strongest = cuttable(trace, edges, k)
            others = [edge for edge in edges if edge not in strongest]
            chosen = {
                "strongest": strongest,
                "weights": cuttable(trace, heavy, k),
                "random": cuttable(trace, chance.sample(others, len(others)), k),
                "same_rows": beside(edges, strongest),
            }
            rows += [row] * len(WAYS)
            cuts += [chosen[way] for way in WAYS]
    return rows, cuts


def by_weight(trace: Trace, edges: list[Edge]) -> list[Edge]:
    """The edges from the largest weight on, the mean over the heads."""
    maps = {edge.name: None for edge in edges}
    weights = {name: trace.record.attention(name)[0].mean(0).tolist() for name in maps}
    return sorted(edges, key=lambda edge: -weights[edge.name][edge.query][edge.key])
