"""How well a listener spells voices that it never heard, and how it listens."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Float, UInt8

from core.analysis.forward import goes_back
from core.in_use.listening import AT_ONCE, listened, spelled
from core.networks.listening import Listener
from core.training.speech import Clips
from core.worlds.clips import clips as shipped
from core.worlds.sounds import heard, levels, samples_of
from core.worlds.spoken import ALPHABET

PLACES = 4
NOISE = 20.0
"""Decibels of the noise below the loudest band."""
STRETCHED = 24
"""Moments to which a clip is stretched, to be compared with others."""

Levels = UInt8[np.ndarray, "_ band"]
Pairs = list[tuple[str, str]]


def measured(
    network: Listener, learned: Clips, held_out: Clips, unheard: Clips
) -> dict[str, Any]:
    """Every figure: words that were learned, in voices that were not, unless said."""
    plain = [levels(held_out.of(place)) for place in range(len(held_out))]
    said = [one.letters for one in held_out.said]
    other = [levels(unheard.of(place)) for place in range(len(unheard))]
    in_noise = [noisy(held_out, place) for place in range(len(held_out))]
    return {
        "clips": len(held_out),
        **judged(told(network, plain, said)),
        "noisy": judged(told(network, in_noise, said)),
        "unheard": {
            "clips": len(unheard),
            **judged(told(network, other, [one.letters for one in unheard.said])),
        },
        "nearest": judged(list(zip(said, nearest(learned, plain), strict=True))),
        "forward": forward(network, plain),
    }


def golden(network: Listener) -> list[dict[str, Any]]:
    """What is spelled of the clips that ship, and the moment of each letter."""
    found = [
        (clip.name, listened(network, heard(samples_of(clip))))
        for clip in shipped().values()
    ]
    return [
        {
            "clip": name,
            "spelled": one.letters,
            "moments": one.weights.argmax(-1).tolist(),
        }
        for name, one in found
    ]


def judged(pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """The share of wrong letters, and that of words that are right as a whole.

    Letters that are put in, left out or changed, by all letters that were said.
    """
    wrong = sum(edits(said, wrote) for said, wrote in pairs)
    return {
        "letter_errors": round(wrong / sum(len(said) for said, _ in pairs), PLACES),
        "exact": round(sum(a == b for a, b in pairs) / len(pairs), PLACES),
    }


def told(network: Listener, clips: Sequence[Levels], said: Sequence[str]) -> Pairs:
    """What was said, and what is spelled of it."""
    ordered = sorted(range(len(clips)), key=lambda place: len(clips[place]))
    pairs = []
    for at in range(0, len(ordered), AT_ONCE):
        some = ordered[at : at + AT_ONCE]
        found = spelled(network, [clips[place] for place in some])
        for place, one in zip(some, found, strict=True):
            wrote = "".join(ALPHABET[number] for number in one.ids)
            pairs.append((said[place], wrote))
    return pairs


def edits(one: str, other: str) -> int:
    """How many letters are put in, left out or changed at least (Levenshtein 1966)."""
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, row = row, [n]
        for m, wrote in enumerate(other, 1):
            row.append(
                min(before[m] + 1, row[-1] + 1, before[m - 1] + (letter != wrote))
            )
    return row[-1]


def noisy(clips: Clips, place: int) -> Levels:
    """A clip in noise that is alike in all bands."""
    power = clips.of(place)
    grain = np.random.default_rng(place).gamma(2.0, 0.5, power.shape)
    return levels(power + 10 ** (-NOISE / 10) * grain)


def nearest(learned: Clips, clips: Sequence[Levels]) -> list[str]:
    """The word of the clip, among all that were learned, that is most alike.

    All clips are stretched to as many moments and compared level by level.
    """
    known = np.stack([stretched(levels(learned.of(n))) for n in range(len(learned))])
    squares = (known**2).sum(-1)
    found = []
    for clip in clips:
        distance = squares - 2 * known @ stretched(clip)
        found.append(learned.said[int(distance.argmin())].letters)
    return found


def stretched(clip: Levels) -> Float[np.ndarray, " number"]:
    """A clip at so many moments, evenly apart."""
    at = np.linspace(0, len(clip) - 1, STRETCHED)
    before = np.floor(at).astype(int)
    after, share = np.minimum(before + 1, len(clip) - 1), (at - before)[:, None]
    return ((1 - share) * clip[before] + share * clip[after]).ravel().astype(np.float32)


def forward(network: Listener, clips: Sequence[Levels]) -> float:
    """The share of steps between letters in which attention does not go back."""
    steps = back = 0
    for clip in clips:
        found = listened(network, clip)
        steps += max(0, len(found.letters) - 1)
        back += len(goes_back(found.written))
    return round(1 - back / max(1, steps), PLACES)
