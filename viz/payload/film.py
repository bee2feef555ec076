"""What the browser's picture receives of a film: its frames, and the rows of a pass."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.content.texts import texts
from viz.payload.street import plain, scene
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.films import Watched

say = texts("street")
ACROSS = 4
"""Frames that stand beside each other."""


def film_view(watched: "Watched") -> tuple[dict[str, Any], np.ndarray]:
    """Header and body: the frames as they were shown, and a row for each word."""
    drawn = scene(watched.film.street)
    sizes = drawn["kinds"]
    frames = [
        [
            {**asdict(one), "width": sizes[one.kind][0], "height": sizes[one.kind][1]}
            for one in watched.film.frames[n].things
        ]
        for n in watched.order
    ]
    weights = watched.weights[: len(watched.words)].numpy()
    told = say("film.alt", words=plain(watched.film.caption), n=len(frames))
    header = {
        **drawn,
        "grid": ACROSS,
        "lines": len(frames) // ACROSS,
        "frames": frames,
        "told": told,
        "forbidden": [],
        "rows": [
            _row(word, line) for word, line in zip(watched.words, weights, strict=True)
        ],
    }
    return header, weights


def _row(word: str, line: np.ndarray) -> dict[str, str]:
    """Which frame a word attends to most."""
    most = int(line.argmax())
    slots = {"frame": str(most + 1), "weight": written(float(line[most]))}
    said = say("film.said", word=word, **slots)
    return {"word": word, "told": say("film.most", **slots), "said": said}
