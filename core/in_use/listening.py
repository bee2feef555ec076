"""A listener in use: what it spells of a clip, and where it heard each letter."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, UInt8
from torch import Tensor

from core.decoding.limits import AtMost
from core.decoding.search import Hypothesis, greedy
from core.errors import InputError
from core.in_use.small import Small
from core.networks.listening import HALVED, Listener, ListenerRecord
from core.worlds.sounds import STEPS
from core.worlds.spoken import ALPHABET, LONGEST, START, numbered

TOGETHER = 2**HALVED
"""Frames that one key stands for."""
AT_ONCE = 50

Levels = UInt8[np.ndarray, "_ band"]


@dataclass(frozen=True, eq=False)
class Heard:
    """One recorded pass over a clip.

    Row i of the weights is where it listened for letter i; the last row chose ‹end›. A
    column stands for `TOGETHER` frames.
    """

    levels: Levels
    letters: str
    record: ListenerRecord
    finished: bool

    @property
    def weights(self) -> Float[Tensor, "letter source"]:
        """A row for each letter, and one for ‹end›."""
        return torch.stack([one.attention.weights for one in self.record.decoder])

    @property
    def written(self) -> Float[Tensor, "written source"]:
        """The rows of the letters, without ‹end›."""
        return self.weights[: len(self.letters)]

    @property
    def probabilities(self) -> Float[Tensor, " letter"]:
        """That of each letter that was written, and of ‹end›, in (0, 1)."""
        wanted = torch.tensor([*numbered(self.letters), ALPHABET.index("‹end›")])
        chosen = self.record.logits.softmax(-1)
        return chosen.gather(-1, wanted[:, None]).squeeze(-1)


def listen(model: Small, levels: Levels) -> Heard:
    """What the model spells of a clip. InputError where it does not listen."""
    return listened(listener(model), levels)


def listened(network: Listener, levels: Levels) -> Heard:
    """The same of a network."""
    (found,) = spelled(network, [levels])
    letters = "".join(ALPHABET[number] for number in found.ids)
    sound, allowed = filled([levels])
    target = torch.tensor([START, *numbered(letters)])
    with torch.inference_mode():
        record = network(sound[0], target, allowed[0])
    return Heard(levels, letters, record, found.finished)


def listener(model: Small) -> Listener:
    """The network of a model; InputError where it does not listen."""
    if not isinstance(model.network, Listener):
        raise InputError("no_listener", "{model} does not listen.", model=model.name)
    return model.network


def spelled(network: Listener, clips: Sequence[Levels]) -> list[Hypothesis]:
    """The likeliest letters, one after another."""
    with torch.inference_mode():
        return greedy(AtMost(network, LONGEST), *filled(clips))


def filled(
    clips: Sequence[Levels],
) -> tuple[Float[Tensor, "clip frame band"], Bool[Tensor, "clip 1 frame"]]:
    """Clips as a network hears them, from 0 to 1; the shorter ones are filled up."""
    longest, bands = max(map(len, clips)), clips[0].shape[1]
    sound = torch.zeros(len(clips), longest, bands)
    allowed = torch.zeros(len(clips), 1, longest, dtype=torch.bool)
    for row, clip in enumerate(clips):
        sound[row, : len(clip)] = torch.from_numpy(clip) / STEPS
        allowed[row, :, : len(clip)] = True
    return sound, allowed
