"""The roles of heads: what most of a head's weight has in common, if anything.

A head that attends with at least half of its weight to the piece before, to itself, to
the piece after, to the first or to ‹end› has that role; a head between the languages
whose links are those that people drew, more often than not, aligns. All others are
mixed. A role that stays when the words of the sentences have changed places is
positional: the head goes by places, whatever stands there.
"""

import contextlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from core.analysis.head_statistics import MapStatistics, Values, statistics
from core.errors import InputError
from core.in_use.language_model import LanguageModel
from core.in_use.loading import Model
from core.networks.names import AttentionName, MapChoice
from core.text.sides import Side
from core.trace import Trace

SENTENCES = 200
SHARE = 0.5
ERROR = 0.5
SEED = 1
PLACES = ("previous", "same", "next", "first", "end")

Both = tuple[dict[str, MapStatistics], dict[str, MapStatistics]]
Sides = tuple[tuple[str, ...], ...]
"""The words of both sentences, or of the one."""


def observed(model: Model, sentences: Iterable[str]) -> tuple[Both, int]:
    """The statistics over sentences, and over the same with their words shuffled.

    Then how many sentences were measured: what the app would refuse is left out.

    Shuffled are the words of the English and, given as they then stand, those of the
    model's French (seed 1). A model that only writes reads the English alone.
    """
    texts: list[Sides] = []

    def plain() -> Iterator[Trace]:
        for text in sentences:
            try:
                trace, sides = _passed_over(model, text)
            except InputError:
                continue  # too long for the input rules, as it would be on a page
            if all(sides):
                texts.append(sides)
                yield trace

    found = statistics(plain())
    order = random.Random(SEED)
    shuffled = [[order.sample(side, len(side)) for side in sides] for sides in texts]
    return (found, statistics(_forced(model, shuffled))), len(texts)


def _passed_over(model: Model, text: str) -> tuple[Trace, Sides]:
    """A pass over a sentence, and the words of its sides."""
    if isinstance(model, LanguageModel):
        trace = model.explain(text, pieces=0)
        return trace, (_words(trace.predicted),)
    trace = model.explain(text)
    return trace, (_words(trace.source), _words(trace.predicted))


def _forced(model: Model, texts: Iterable[Sequence[list[str]]]) -> Iterator[Trace]:
    """A pass over each that fits: words in another order may take more pieces."""
    for sides in texts:
        with contextlib.suppress(InputError):
            yield model.force(*sides)


def _words(side: Side) -> tuple[str, ...]:
    both = zip(side.words, side.special, strict=True)
    return tuple(word for word, special in both if not special)


def role(values: Values, shuffled: Values, error: float | None) -> dict[str, Any]:
    """The role of one head, with the figure that it was given for.

    `error` is the head's alignment error rate, None where it never looks from one
    language into the other. In a model that only writes every head does.
    """
    if error is not None and error <= ERROR:
        return {"role": "aligns", "error_rate": error}
    place = max(PLACES, key=lambda place: values[place] or 0.0)
    share, base = values[place] or 0.0, shuffled[place] or 0.0
    if share < SHARE:
        return {"role": "mixed"}
    figures = {"share": round(share, 3), "shuffled": round(base, 3)}
    return {"role": place, **figures, "positional": base >= SHARE}


def heads(both: Both, maps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Statistics and role of every head, as they are kept in the model folder.

    `maps` are the alignment error rates of all maps, in both readings.
    """
    plain, shuffled = both
    errors: dict[MapChoice, float] = {}
    for found in maps:
        either = replace(MapChoice.of(found), reading="predicted")
        errors[either] = min(found["error_rate"], errors.get(either, 1.0))

    def error(name: str, head: int) -> float | None:
        return errors.get(MapChoice.of({"map": name, "head": head}))

    return {
        "share_at_least": SHARE,
        "error_rate_at_most": ERROR,
        "maps": {name: _rounded(found) for name, found in plain.items()},
        "shuffled": {name: _rounded(found) for name, found in shuffled.items()},
        "roles": {
            name: [
                role(values, shuffled[name].heads[head], error(name, head))
                for head, values in enumerate(found.heads)
            ]
            for name, found in plain.items()
        },
    }


def best_of_each(roles: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, Any]:
    """The head of self-attention with the largest share for each place."""
    best: dict[str, Any] = {}
    for name, of_heads in roles.items():
        if AttentionName.parse(name).across:
            continue
        for head, found in enumerate(of_heads):
            share = best.get(found["role"], {}).get("share", 0.0)
            if found.get("share", 0.0) > share:
                figures = {key: found[key] for key in ("share", "shuffled")}
                best[found["role"]] = {"map": name, "head": head, **figures}
    return best


def _rounded(found: MapStatistics) -> dict[str, Any]:
    def short(values: Values) -> Values:
        return {m: None if v is None else round(v, 4) for m, v in values.items()}

    kept = asdict(found)
    kept["heads"] = [short(values) for values in found.heads]
    return {**kept, "uniform": short(found.uniform)}
