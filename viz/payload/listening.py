"""What the browser receives of a clip: its levels, and a row for each letter."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.worlds.sounds import BANDS, HOP, RATE, STEPS
from viz.content.texts import texts
from viz.say.captions import percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.attention_map import AttentionMap
    from core.in_use.listening import Heard

say = texts("labs/listening")
SOUNDS = "app/static/clips"
END = "‹end›"
SHORTEST = 0.12
"""Seconds of a piece of sound that is played, at least."""
HEARD = 0.15
"""From this share of the largest weight on a moment belongs to a letter."""

Verdict = Sequence[Mapping[str, Any]]


def heard_view(
    heard: "Heard", name: str, verdict: Verdict
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body: the levels of all frames, then the weights of each letter.

    `name` is that of the clip, which the browser fetches; "" where it has the sound.
    """
    from core.in_use.listening import TOGETHER

    weights, frames = heard.weights.numpy(), len(heard.levels)
    seconds = frames * HOP / RATE
    header = {
        "clip": f"{SOUNDS}/{name}.wav" if name else "",
        "told": say("told", seconds=written(seconds, ".1f"), n=len(heard.letters)),
        "frames": frames,
        "bands": BANDS,
        "keys": weights.shape[1],
        "together": TOGETHER,
        "seconds": seconds,
        "rows": _rows(heard, weights, TOGETHER * HOP / RATE, seconds),
        "label": say("letter.label"),
        "lang": "en",
        "verdict": list(verdict),
    }
    body = np.concatenate([(heard.levels / STEPS).ravel(), weights.ravel()])
    return header, body.astype(np.float32)


def words_view(
    shown: "AttentionMap", verdict: Verdict
) -> tuple[dict[str, Any], np.ndarray]:
    """The same of a translation: its keys are words, and no sound is there."""
    weights = shown.weights.numpy()
    rows = [
        {
            "word": word,
            "end": written(float(line.max()), ".2f"),
            "said": say(
                "forward.row",
                word=word,
                key=shown.key_words[int(line.argmax())],
                weight=written(float(line.max()), ".2f"),
            ),
        }
        for word, line in zip(shown.query_words, weights, strict=True)
    ]
    header = {
        "clip": "",
        "heads": list(shown.key_words),
        "frames": 0,
        "bands": 0,
        "keys": weights.shape[1],
        "rows": rows,
        "label": say("forward.label"),
        "lang": "fr",
        "verdict": list(verdict),
    }
    return header, weights.astype(np.float32)


def table_of(heard: "Heard") -> list[list[Any]]:
    """Letters down, the seconds at which moments begin across."""
    from core.in_use.listening import TOGETHER

    weights, key = heard.weights.tolist(), TOGETHER * HOP / RATE
    times = [written(n * key, ".2f") for n in range(len(weights[0]))]
    words = [*heard.letters, *([END] if heard.finished else [])]
    return [
        [say("letter.head"), *times],
        *([word, *line] for word, line in zip(words, weights, strict=False)),
    ]


def words_table(shown: "AttentionMap") -> list[list[Any]]:
    """The same of a translation."""
    return [
        [say("letter.head"), *shown.key_words],
        *(
            [word, *line]
            for word, line in zip(
                shown.query_words, shown.weights.tolist(), strict=True
            )
        ),
    ]


def _rows(
    heard: "Heard", weights: np.ndarray, key: float, seconds: float
) -> list[dict[str, Any]]:
    """A row each letter; its `walk` is the second from which on it lights up."""
    words = [*heard.letters, *([END] if heard.finished else [])]
    likely = heard.probabilities.tolist()
    middles = weights @ (np.arange(weights.shape[1]) + 0.5) * key
    walks = np.maximum.accumulate(middles[: len(heard.letters)]).tolist()
    rows = [
        _row(word, likely[place], weights[place], key, seconds)
        for place, word in enumerate(words)
    ]
    begins = [*walks, seconds][: len(rows)]
    return [row | {"walk": at} for row, at in zip(rows, begins, strict=True)]


def _row(
    word: str,
    likely: float,
    weights: np.ndarray,
    key: float,
    seconds: float,
) -> dict[str, Any]:
    """A letter: how likely it was, and the moments (seconds) it was heard in."""
    first, last = piece(weights)
    middle = (first + last + 1) * key / 2
    half = max(SHORTEST, (last + 1 - first) * key) / 2
    begin, end = max(0.0, middle - half), min(seconds, middle + half)
    shown = {" ": say("space"), END: say("end")}.get(word, word)
    slots = {
        "letter": shown,
        "begin": written(begin, ".2f"),
        "end": written(end, ".2f"),
        "likely": percent(likely),
    }
    return {
        "word": "␣" if word == " " else word,
        "end": percent(likely),
        "from": begin,
        "to": end,
        "said": say("letter.said", **slots),
    }


def piece(weights: np.ndarray) -> tuple[int, int]:
    """The first and the last key around the largest weight that belong to it."""
    most = int(weights.argmax())
    loud = weights >= HEARD * weights[most]
    first = last = most
    while first and loud[first - 1]:
        first -= 1
    while last + 1 < len(loud) and loud[last + 1]:
        last += 1
    return first, last
