"""Two voices at once: whose moments does attention fall on?

The cocktail party of Cherry (1953): two sounds overlap, and one of them is meant.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.in_use.listening import TOGETHER, Heard, listen
from core.in_use.small import Small
from core.worlds.sounds import heard, powers

Power = Float[np.ndarray, "_ band"]


@dataclass(frozen=True, eq=False)
class Followed:
    """What was spelled of two voices after a letter that was given.

    `share` is the weight, in the mean over the letters that were written, on moments in
    which the voice that is meant is the louder one, and `uniform` the share of these
    moments among all.
    """

    heard: Heard
    share: float
    uniform: float


def follow(
    model: Small,
    meant: Float[np.ndarray, " time"],
    other: Float[np.ndarray, " time"],
    first: str,
) -> Followed:
    """Listen to both, which are as long as each other, for the word that begins so."""
    found = listen(model, heard(meant + other), first)
    where = louder(powers(meant), powers(other))
    return Followed(found, *shares(found.written, where))


def shares(
    weights: Float[Tensor, "letter source"], where: Bool[np.ndarray, " source"]
) -> tuple[float, float]:
    """The share of weight on these moments, and the share of these moments."""
    on = weights[:, torch.from_numpy(where)].sum(-1)
    return float(on.mean()) if len(on) else 0.0, float(where.mean())


def louder(meant: Power, other: Power) -> Bool[np.ndarray, " source"]:
    """The moments of the listener in which one voice has more power than the other."""
    more = meant.sum(-1) - other.sum(-1)
    rest = -len(more) % TOGETHER
    return np.pad(more, (0, rest)).reshape(-1, TOGETHER).sum(-1) > 0


def mixed(meant: Power, other: Power, later: int) -> tuple[Power, Power]:
    """Two powers on one time; the other begins so many frames later, or before."""
    at = max(0, -later), max(0, later)
    frames = max(at[0] + len(meant), at[1] + len(other))
    both = np.zeros((2, frames, meant.shape[1]))
    for row, begin, power in zip(both, at, (meant, other), strict=True):
        row[begin : begin + len(power)] = power
    return both[0], both[1]
