"""What a listener learns: to spell what is said, in whatever voice."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from core.networks.listening import Listener
from core.training import listening_card, listening_measured
from core.training.captions import read_and_wanted
from core.training.speech import Clips, held_out, kept, learned, unheard
from core.worlds.sounds import BANDS, STEPS, levels, middles
from core.worlds.spoken import PAD, numbered

VALIDATING = 200
NEAR = 1_500
"""A batch is of clips that are about as long: the next ones, this many."""
LEAD = 10
"""Frames of silence before and after a clip, at most."""
THROAT = 0.15
"""By how much a throat is longer or shorter, at most: all pitches of it move."""
NOISE = 15.0, 55.0
"""Decibels of a noise below the loudest band of the clip."""
SMEAR = 0.7
"""What is left, after a frame, of an echo at most."""
TILT, WAVE = 1.0, 0.4
"""How much brighter a microphone is at one end than at the other, its waves: log₁₀."""


class Spell:
    """Words of clips; the clips are made once, and kept in the file `clips`."""

    source = (
        "Clips were spoken by the synthesiser espeak-ng, for training alone; the words "
        "are the app's own list."
    )

    drawn = "drawn from clips that a synthesiser spoke once, each altered anew"

    def __init__(self, clips: str = "runs/clips.npz", times: int = 24) -> None:
        self.path, self.times = Path(clips), times

    @cached_property
    def clips(self) -> Clips:
        """What is learned from."""
        return kept(self.path, learned(self.times))

    @cached_property
    def held_out(self) -> Clips:
        """The same words in voices that are not learned."""
        return kept(self.path.with_stem(f"{self.path.stem}-held-out"), held_out())

    @cached_property
    def by_length(self) -> list[int]:
        """The places of the clips, the shortest first."""
        return np.argsort(np.diff([0, *self.clips.ends]), kind="stable").tolist()

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Minus the log-probability of the letters, in nats a letter."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        begin = rng.randrange(len(self.clips))
        near = self.by_length[max(0, min(begin, len(self.clips) - NEAR)) :][:NEAR]
        places = rng.sample(near, batch)
        sound = heard_through(self.clips, places, rng)
        words = [numbered(self.clips.said[place].letters) for place in places]
        read, wanted = read_and_wanted(words)
        counts = wanted.ne(PAD)
        allowed = torch.ones(batch, 1, sound.shape[1], dtype=torch.bool)
        logits = listening(network)(sound, read, allowed).logits
        letters = logits.log_softmax(-1).gather(-1, wanted[..., None]).squeeze(-1)
        return -(letters * counts).sum() / counts.sum()

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Right letters of held-out voices, as a share; below 0 for a babbler."""
        clips, every = self.held_out, len(self.held_out) // VALIDATING
        places = range(0, len(clips), every)
        heard = [levels(clips.of(place)) for place in places]
        said = [clips.said[place].letters for place in places]
        pairs = listening_measured.told(listening(network), heard, said)
        found = listening_measured.judged(pairs)
        return {"right": round(1 - found["letter_errors"], 4), "words": found["exact"]}

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Every figure, on voices that were never learned from."""
        return listening_measured.measured(
            listening(network),
            self.clips,
            self.held_out,
            kept(self.path.with_stem(f"{self.path.stem}-unheard"), unheard()),
        )

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What is spelled of the clips that ship."""
        return listening_measured.golden(listening(network))

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        return listening_card.WHAT, listening_card.table(info["measured"])


def listening(network: nn.Module) -> Listener:
    """The network; TypeError where it does not listen."""
    if not isinstance(network, Listener):
        raise TypeError("only a listener learns to spell")
    return network


def heard_through(
    clips: Clips, places: Sequence[int], rng: random.Random
) -> Float[Tensor, "clip frame band"]:
    """Clips from other throats, through some microphone: moved, echoed, in noise."""
    rows = [(rng.randint(0, LEAD), clips.of(place)) for place in places]
    longest = max(at + len(power) for at, power in rows) + rng.randint(0, LEAD)
    numbers = np.random.default_rng(rng.getrandbits(64))
    power = np.zeros((len(rows), longest, BANDS))
    for row, (at, one) in zip(power, rows, strict=True):
        throat = 1 + numbers.uniform(-THROAT, THROAT)
        row[at : at + len(one)] = from_throat(one, throat)
    power = through_air(power, numbers)
    return torch.from_numpy(np.stack([levels(one) for one in power])).float() / STEPS


def from_throat(
    power: Float[np.ndarray, "frame band"], throat: float
) -> Float[np.ndarray, "frame band"]:
    """The same from a throat so many times as long: what was at f is at f / throat.

    Jaitly & Hinton (2013), "Vocal tract length perturbation".
    """
    middle = np.array(middles()[1:-1])
    asked = np.interp(middle * throat, middle, np.arange(BANDS))
    below = np.floor(asked).astype(int)
    above, share = np.minimum(below + 1, BANDS - 1), asked - below
    return (1 - share) * power[:, below] + share * power[:, above]


def through_air(
    power: Float[np.ndarray, "clip frame band"], numbers: np.random.Generator
) -> Float[np.ndarray, "clip frame band"]:
    """An echo that dies away, the colour of a microphone, and a coloured noise."""
    n = len(power)
    left = numbers.uniform(0, SMEAR, (n, 1)) * (numbers.random((n, 1)) < 0.5)
    share, echo = numbers.uniform(0, 0.3, (n, 1)), np.zeros_like(power[:, 0])
    for frame in range(power.shape[1]):
        echo = left * (echo + power[:, frame])
        power[:, frame] += share * echo
    loudest = power.max((1, 2), keepdims=True)
    noise = loudest * 10 ** -(numbers.uniform(*NOISE, (n, 1, 1)) / 10)
    grain = numbers.gamma(2.0, 0.5, power.shape)
    return (power * colour(numbers, n) + noise * colour(numbers, n) * grain) / loudest


def colour(numbers: np.random.Generator, n: int) -> Float[np.ndarray, "clip 1 band"]:
    """How much of each band comes through: a slope and a wave over the bands."""
    along = np.linspace(-0.5, 0.5, BANDS)
    slope, wave = numbers.uniform(-TILT, TILT, (n, 1)), numbers.uniform(0, WAVE, (n, 1))
    turns, begin = (
        numbers.uniform(0.5, 3, (n, 1)),
        numbers.uniform(0, 2 * np.pi, (n, 1)),
    )
    shape = slope * along + wave * np.cos(2 * np.pi * turns * along + begin)
    return 10 ** shape[:, None]
