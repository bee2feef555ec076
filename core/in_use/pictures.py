"""Networks of pictures in use: what they find, with every number of one pass."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.errors import InputError
from core.in_use.captioner import seeing
from core.in_use.small import Small
from core.networks.patches import Patches, PatchesRecord
from core.networks.pictures import GatesAlone, GatesRecord, TwinsAlone, TwinsRecord
from core.worlds.digits import DARKEST, SIDE, Digit
from core.worlds.street import Street
from core.worlds.twins import marked

PAPER = 0.5
"""What a covered pixel is: what the networks take from every pixel first."""


@dataclass(frozen=True, eq=False)
class Marked:
    """What a network marks on a street as having a twin, and how."""

    street: Street
    record: TwinsRecord

    @property
    def said(self) -> Bool[Tensor, "row column"]:
        """The pixels that are marked."""
        return self.record.logits[0] > 0

    @property
    def shared(self) -> float | None:
        """Intersection over union with the truth; None where both are empty."""
        wanted = torch.from_numpy(marked(self.street))
        either = (self.said | wanted).sum()
        return float((self.said & wanted).sum() / either) if either else None

    @property
    def weights(self) -> Float[Tensor, "head cell cell"]:
        """Where every cell looks, in each head; none without attention."""
        cells = self.record.found.shape[-2]
        if self.record.attention is None:
            return torch.zeros(0, cells, cells)
        return self.record.attention.weights[0]


@dataclass(frozen=True, eq=False)
class PatchesRead:
    """A picture as a row of patches: the class token first, and its verdict.

    `likely` is a probability a class: of each by itself for what stands on a street,
    together 1 for a digit.
    """

    record: PatchesRecord
    likely: Float[Tensor, " class"]

    @property
    def weights(self) -> Float[Tensor, "layer head token token"]:
        """The weights of all heads."""
        return torch.stack(
            [one.self_attention.weights[0] for one in self.record.layers]
        )


def find_twins(model: Small, street: Street) -> Marked:
    """Mark what has a twin; InputError where the model marks nothing."""
    if not isinstance(model.network, TwinsAlone):
        raise _unable(model)
    with torch.inference_mode():
        return Marked(street, model.network(seeing([street])))


def find_kinds(model: Small, street: Street) -> GatesRecord:
    """Which kinds of things stand there; InputError where the model cannot say."""
    if not isinstance(model.network, GatesAlone):
        raise _unable(model)
    with torch.inference_mode():
        return model.network(seeing([street]))


def read_patches(
    model: Small, picture: Street | Digit, covered: Sequence[int] = ()
) -> PatchesRead:
    """Read a picture whose `covered` patches, from 0, show nothing.

    InputError where the model reads no patches, or pictures of another kind.
    """
    network = model.network
    if not isinstance(network, Patches):
        raise _unable(model)
    seen = seeing([picture]) if isinstance(picture, Street) else _written(picture)
    size, side = network.config, network.config.patch
    if seen.shape[1:] != (size.colors, size.side, size.side):
        raise _unable(model)
    for patch in covered:
        row, column = (side * at for at in divmod(patch, size.grid))
        seen[..., row : row + side, column : column + side] = PAPER
    with torch.inference_mode():
        record = network(seen)
    (logits,) = record.logits
    alone = isinstance(picture, Street)
    return PatchesRead(record, logits.sigmoid() if alone else logits.softmax(-1))


def alike(model: Small) -> Float[Tensor, "patch patch"]:
    """The cosine of the learned places of every two patches, without the class token.

    Dosovitskiy et al. (2021), figure 7 (centre).
    """
    if not isinstance(model.network, Patches):
        raise _unable(model)
    place = model.network.place.detach()[1:]
    place = place / place.norm(dim=-1, keepdim=True)
    return place @ place.T


def _written(digit: Digit) -> Float[Tensor, "1 1 row column"]:
    pixels = torch.tensor(digit.pixels, dtype=torch.float32) / DARKEST
    return pixels.reshape(1, 1, SIDE, SIDE)


def _unable(model: Small) -> InputError:
    return InputError(
        "no_such_picture", "{model} does not do this with a picture.", model=model.name
    )
