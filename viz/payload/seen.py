"""What the browser's picture receives where its cells attend to each other."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.worlds.digits import DARKEST, SIDE, Digit
from core.worlds.street import KINDS, Street
from viz.content.texts import texts
from viz.payload.street import scene
from viz.say.captions import percent
from viz.say.streets import called

if TYPE_CHECKING:
    from torch import Tensor

    from core.in_use.pictures import Marked, PatchesRead

say = texts("labs/pictures")


def twins_view(found: "Marked", alone: "Marked") -> tuple[dict[str, Any], np.ndarray]:
    """Where each cell looks, in the mean of the heads and in each; what both mark.

    What a cell may not look at is NaN.
    """
    from core.networks.pictures import far_apart

    weights = found.weights
    cells = weights.shape[-1]
    grid = round(cells**0.5)
    maps = _heads(weights).masked_fill(~far_apart(grid), np.nan)
    names = [
        say("maps.mean"),
        *(say("maps.head", head=n + 1) for n in range(len(maps) - 1)),
    ]
    header = {
        **scene(found.street),
        **_cells(grid, 0, names),
        "marks": [
            {
                "title": say(f"twins.{name}"),
                "said": _shared(one.shared),
                "pixels": ["".join(map(str, line)) for line in one.said.int().tolist()],
            }
            for name, one in (("with", found), ("without", alone))
        ],
    }
    return header, maps.numpy()


def gates_view(street: Street, likely: "Tensor") -> tuple[dict[str, Any], np.ndarray]:
    """A street by itself, and what is thought to stand there."""
    header = {**scene(street), "rows": [], "forbidden": [], "picks": True, "before": 0}
    return {**header, "verdicts": _kinds(street, likely)}, np.zeros(0, np.float32)


def patches_view(
    picture: Street | Digit, read: "PatchesRead", covered: Sequence[int]
) -> tuple[dict[str, Any], np.ndarray]:
    """Where the class token and each patch look, head by head, and rolled out."""
    import torch

    from core.analysis.rollout import rolled_out

    weights = read.weights
    grid = round((weights.shape[-1] - 1) ** 0.5)
    means = weights.mean(1)
    names, maps = [say("maps.rollout")], [rolled_out([*means])]
    for layer, (heads, mean) in enumerate(zip(weights, means, strict=True), 1):
        names.append(say("maps.layer_mean", layer=layer))
        maps.append(mean)
        for head, one in enumerate(heads, 1):
            names.append(say("maps.layer_head", layer=layer, head=head))
            maps.append(one)
    if isinstance(picture, Street):
        header = {**scene(picture), "verdicts": _kinds(picture, read.likely)}
    else:
        header = {**_ink(picture), "verdicts": _digits(picture, read.likely)}
    header |= {**_cells(grid, 1, names), "forbidden": list(covered)}
    return {**header, "forbids": True, "covers": True}, torch.stack(maps).numpy()


def _heads(weights: "Tensor") -> "Tensor":
    """The mean of the heads, then each."""
    import torch

    return torch.cat([weights.mean(0, keepdim=True), weights])


def _cells(grid: int, before: int, maps: Sequence[str]) -> dict[str, Any]:
    """Cells that are queries as well as keys, with what stands before them."""
    rows: list[Mapping[str, Any]] = [{} for _ in range(before + grid * grid)]
    return {
        "grid": grid,
        "before": before,
        "rows": rows,
        "maps": list(maps),
        "picks": True,
        "veiled": True,
        "forbidden": [],
    }


def _ink(digit: Digit) -> dict[str, Any]:
    """A digit, to be drawn on; there are no things on it."""
    name = "digit.own" if digit.digit is None else "digit.known"
    return {
        "size": SIDE,
        "darkest": DARKEST,
        "ink": digit.text(),
        "things": [],
        "told": say(name, digit=str(digit.digit)),
    }


def _kinds(street: Street, likely: "Tensor") -> list[dict[str, Any]]:
    there = {thing.kind for thing in street.things}
    return [
        {"name": called(kind), "likely": float(share), "right": kind in there}
        for kind, share in zip(KINDS, likely, strict=True)
    ]


def _digits(digit: Digit, likely: "Tensor") -> list[dict[str, Any]]:
    return [
        {"name": str(n), "likely": float(share), "right": n == digit.digit}
        for n, share in enumerate(likely)
    ]


def _shared(share: float | None) -> str:
    return (
        say("twins.none")
        if share is None
        else say("twins.shared", share=percent(share))
    )
