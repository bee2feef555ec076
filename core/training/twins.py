"""What marks twins learns: of every pixel, whether it shows a thing with a twin.

The truth is that of `core.worlds.twins`. What is held out is never drawn.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from core.in_use.captioner import seeing
from core.networks.pictures import (
    CELL,
    FIELD,
    Twins,
    TwinsAlone,
    TwinsRecord,
    far_apart,
)
from core.worlds.drawing import owners
from core.worlds.street import SIZE, Street
from core.worlds.twins import marked, twin_of_seed, twin_street, twins

HELD_OUT, VALIDATING = 1_000, 200
"""The streets of the seeds 0 … 999 are never learned from; the next ones validate."""
AT_ONCE = 50
MARKED_COUNTS = 2.0
"""How many times a pixel that is to be marked counts: there are eleven others to it."""
PLACES = 4
GOLDEN = 6

WHAT = {
    "twins": "Marks every pixel of a small street picture that shows a thing which has "
    "a twin, the same kind in the same colour, elsewhere: three convolutions of 3 × 3, "
    "a self-attention block over cells of {cell} × {cell} pixels (queries, keys and "
    "values are 1 × 1 convolutions; a residual), and every pixel judged for itself.",
    "twins_alone": "Marks every pixel of a small street picture that shows a thing "
    "which has a twin, the same kind in the same colour, elsewhere; without attention: "
    "convolutions, so that a cell of {cell} × {cell} pixels knows of {field} × {field} "
    "pixels alone, and every pixel judged by its cell and by what is next to it.",
}


@cache
def kept_apart() -> frozenset[str]:
    """The streets by which it is judged; no other is the same."""
    return frozenset(twin_of_seed(n).text() for n in range(HELD_OUT + VALIDATING))


class MarkTwins:
    """Streets with twins and without, for a network with attention or without."""

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """The binary cross-entropy of the marks, in nats a pixel."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        streets: list[Street] = []
        while len(streets) < batch:
            street = twin_street(rng)
            if street.text() not in kept_apart():
                streets.append(street)
        counts = torch.tensor(MARKED_COUNTS)
        return binary_cross_entropy_with_logits(
            marks(network, streets).logits, truth(streets), pos_weight=counts
        )

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Intersection over union, on streets that are kept apart."""
        seeds = range(HELD_OUT, HELD_OUT + VALIDATING)
        found = judged(network, [twin_of_seed(seed) for seed in seeds])
        return {name: found[name] for name in ("iou", "pixels")}

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Every figure, on the thousand streets that are held out."""
        streets = [twin_of_seed(seed) for seed in range(HELD_OUT)]
        return {"streets": HELD_OUT, **judged(network, streets)}

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """The marks of the first streets that are held out, by their things."""
        streets = [twin_of_seed(seed) for seed in range(GOLDEN)]
        logits = marks(network, streets).logits
        return [
            {"street": street.text(), "marked": shares_of(street, one > 0)}
            for street, one in zip(streets, logits, strict=True)
        ]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        what = WHAT[info["kind"]].format(cell=CELL, field=FIELD)
        rows = [
            f"On {found['streets']:,} streets that it never learned from:",
            "",
            f"- intersection over union of what it marks and what it should: "
            f"{_share(found['iou'])} (all things marked: {_share(found['iou_all'])})",
            f"- right pixels: {_share(found['pixels'])} (none marked: "
            f"{_share(found['pixels_none'])})",
            f"- things of which most pixels are right: {_share(found['things'])} "
            f"(always the commoner: {_share(found['things_common'])})",
        ]
        if "on" in found:
            rows.append(
                "- weight of the cells of a twin on those of the other twin, by head: "
                f"{', '.join(map(_share, found['on']))} (equal weights: "
                f"{_share(found['on_uniform'])})"
            )
        return what, "\n".join(rows)


def marks(network: nn.Module, streets: Sequence[Street]) -> TwinsRecord:
    """One pass over the pictures of the streets."""
    if not isinstance(network, TwinsAlone):
        raise TypeError("only a network of twins marks them")
    return network(seeing(streets))


def truth(streets: Sequence[Street]) -> Float[Tensor, "street row column"]:
    """1 where a pixel shows a thing with a twin."""
    return torch.from_numpy(np.stack([marked(one) for one in streets])).float()


def judged(network: nn.Module, streets: Sequence[Street]) -> dict[str, Any]:
    """How much of the marks is right, and where cells of twins look, by head."""
    sums: dict[str, float] = dict.fromkeys(
        ("both", "either", "pixels", "marked", "things", "right", "twins"), 0.0
    )
    things_pixels = 0.0
    looked: list[tuple[list[float], float]] = []
    for at in range(0, len(streets), AT_ONCE):
        some = streets[at : at + AT_ONCE]
        with torch.inference_mode():
            record = marks(network, some)
        said, wanted = record.logits > 0, truth(some) > 0
        sums["both"] += float((said & wanted).sum())
        sums["either"] += float((said | wanted).sum())
        sums["pixels"] += float((said == wanted).sum())
        sums["marked"] += float(wanted.sum())
        for place, street in enumerate(some):
            things_pixels += float((owners(street) >= 0).sum())
            for share, twin in zip(
                shares_of(street, said[place]), twins(street), strict=True
            ):
                sums["things"] += 1
                sums["right"] += (share > 0.5) == (twin is not None)
                sums["twins"] += twin is not None
            if isinstance(network, Twins):
                looked += looks(network, record, street, place)
    pixels = len(streets) * SIZE * SIZE
    with_twin = sums["twins"] / sums["things"]
    found = {
        "iou": sums["both"] / sums["either"],
        "iou_all": sums["marked"] / things_pixels,
        "pixels": sums["pixels"] / pixels,
        "pixels_none": 1 - sums["marked"] / pixels,
        "things": sums["right"] / sums["things"],
        "things_common": max(with_twin, 1 - with_twin),
    }
    rounded: dict[str, Any] = {n: round(one, PLACES) for n, one in found.items()}
    if looked:
        heads = np.mean([on for on, _ in looked], axis=0)
        uniform = np.mean([one for _, one in looked])
        rounded["on"] = [round(float(on), PLACES) for on in heads]
        rounded["on_uniform"] = round(float(uniform), PLACES)
    return rounded


def shares_of(street: Street, said: Bool[Tensor, "row column"]) -> list[float]:
    """The share of the pixels of each thing that are marked."""
    owner = torch.from_numpy(owners(street))
    return [
        round(float(said[owner == place].float().mean()), PLACES)
        for place in range(len(street.things))
    ]


def cells_of(network: Twins, street: Street, place: int) -> Bool[Tensor, " cell"]:
    """The cells that show a thing, at least with a quarter of their pixels."""
    grid = network.config.grid
    shown = torch.from_numpy(owners(street) == place).float()
    parts = shown.reshape(grid, CELL, grid, CELL).mean((1, 3)).flatten()
    return parts >= 0.25


def looks(
    network: Twins, record: TwinsRecord, street: Street, place: int
) -> list[tuple[list[float], float]]:
    """Of each thing with a twin: the weight of its cells on those of the twin.

    That in each head, and what equal weights would put there.
    """
    if record.attention is None:
        return []
    weights = record.attention.weights[place]
    allowed = far_apart(network.config.grid).float()
    even = allowed / allowed.sum(-1, keepdim=True)
    found: list[tuple[list[float], float]] = []
    for thing, twin in enumerate(twins(street)):
        if twin is not None:
            asks, asked = (cells_of(network, street, one) for one in (thing, twin))
            if asks.any() and asked.any():
                on = weights[:, asks][..., asked].sum(-1).mean(-1)
                uniform = even[asks][:, asked].sum(-1).mean()
                found.append((on.tolist(), float(uniform)))
    return found


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
