"""How good a captioner is, on streets that it never learned from.

Every figure comes from the passes that a reader sees (`core.in_use.captioner`).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from core.in_use.captioner import ask, describe
from core.in_use.small import Small
from core.in_use.told import Share, Told
from core.worlds.captions import told as seen
from core.worlds.questions import ASKED, Question, any_question, possible
from core.worlds.street import COLORS, Street
from core.worlds.streets import LECTURES, any_street, lecture

PLACES = 4
"""Digits that are kept."""


def looks(model: Small, streets: Mapping[int, Street]) -> dict[str, Any]:
    """Captions of streets by their seeds, by which a hard writer draws, too.

    `exact` is the share that is the one caption of its street, `true` the share in
    which nothing is wrong, `right_things` the share of right things among those told
    or there. `on` says of the words that name a thing rightly how much of their weight
    lies on it, how much equal weights would put there, and its share of the picture.
    """
    told = [describe(model, street, seed=seed) for seed, street in streets.items()]
    judged = [one.judged for one in told]
    return {
        "exact": _mean(one.exact for one in judged),
        "true": _mean(one.true for one in judged),
        "right_things": _rounded(
            sum(one.right for one in judged)
            / sum(max(one.told, one.there) for one in judged)
        ),
        "on": {
            "color": _on(told, lambda word: word in COLORS),
            "kind": _on(told, lambda word: word not in COLORS),
        },
    }


def _on(told: Sequence[Told], is_meant: Callable[[str], bool]) -> dict[str, float]:
    shares = [
        found
        for one in told
        for word, found in zip(one.words, one.shares(), strict=True)
        if found and is_meant(word)
    ]
    return _shares(shares)


def _shares(shares: Sequence[Share]) -> dict[str, float]:
    return {
        "share": _mean(one.weight for one in shares),
        "uniform": _mean(one.uniform for one in shares),
        "area": _mean(one.area for one in shares),
    }


def answers(model: Small, streets: Mapping[int, Street]) -> dict[str, Any]:
    """Answers by kind of question, one of each to every street that allows it.

    `commonest` is the share that one and the same answer would have got right; `on` is
    where the word lies that says what was asked for.
    """
    found: dict[str, Any] = {}
    for asked in ASKED:
        told = [
            ask(model, street, question, seed=seed)
            for seed, street in streets.items()
            if (question := one_question(street, asked, seed))
        ]
        truths = Counter(one.truth.text for one in told if one.truth)
        [(_, common)] = truths.most_common(1)
        found[asked] = {
            "questions": len(told),
            "right": _mean(one.right for one in told),
            "commonest": _rounded(common / len(told)),
        }
        if asked != "many":
            shares = [share for one in told if (share := said_share(one))]
            found[asked]["on"] = _shares(shares)
    return found


def one_question(street: Street, asked: str, seed: int) -> Question | None:
    """One of the questions of a kind that a street allows, by its seed."""
    can = possible(street, asked)
    return random.Random(seed).choice(can) if can else None


def said_share(told: Told) -> Share | None:
    """The share at the last word of an answer on the thing that it is about."""
    return told.shares()[-1]


def measured(model: Small, number: int) -> dict[str, Any]:
    """The figures on the streets of the first seeds."""
    streets = {seed: any_street(seed) for seed in range(number)}
    return {
        "streets": number,
        "captions": looks(model, streets),
        "answers": answers(model, streets),
    }


def validated(model: Small, seeds: Iterable[int]) -> dict[str, float]:
    """A quick look: right captions and answers, the first figure being their mean."""
    streets = {seed: any_street(seed) for seed in seeds}
    told = [describe(model, street, seed=seed) for seed, street in streets.items()]
    chance = random.Random(1)
    answered = [
        ask(model, street, any_question(street, chance), seed=seed)
        for seed, street in streets.items()
    ]
    exact, right = _mean(one.right for one in told), _mean(a.right for a in answered)
    return {"both": _rounded((exact + right) / 2), "exact": exact, "answers": right}


def golden(model: Small) -> list[dict[str, Any]]:
    """The streets of the lectures: captions and answers, and where was looked most."""
    found: list[dict[str, Any]] = []
    for name in LECTURES:
        street = lecture(name)
        passes = [describe(model, street)]
        passes += [
            ask(model, street, question)
            for asked in ASKED
            if (question := one_question(street, asked, 0))
        ]
        found += [_kept(name, one) for one in passes]
    return found


def _kept(name: str, told: Told) -> dict[str, Any]:
    return {
        "street": name,
        "seen": seen(told.street),
        "asked": " ".join(told.words[: told.given]),
        "said": " ".join(told.written),
        "right": told.right,
        "probabilities": [_rounded(p) for p in told.probabilities.tolist()],
        "looked": told.weights.argmax(-1).tolist(),
        "by": [_rounded(w) for w in told.weights.amax(-1).tolist()],
    }


def _mean(numbers: Iterable[float]) -> float:
    kept = list(map(float, numbers))
    return _rounded(fmean(kept)) if kept else 0.0


def _rounded(number: float) -> float:
    return round(number, PLACES)
