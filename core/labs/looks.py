"""A street that is looked at twice: by what stands out, and with a question in mind.

Without a question a place is salient or it is not. A trained captioner that is asked
where something is attends to its cells while it answers.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from core.in_use.captioner import WRITERS, ask
from core.in_use.small import Small, load
from core.in_use.told import Share, Told, share
from core.labs.saliency import Saliency, fixations, saliency
from core.worlds import questions, streets
from core.worlds.drawing import draw
from core.worlds.street import GRID, Street

LARGER = 8
"""How much larger a street is shown to the eye: each pixel as 8 × 8."""
STREETS = 300


@dataclass(frozen=True)
class Asked:
    """A question about one thing, the answer, and where each way of looking looks.

    `on` is the share of the attention on the thing at the last word of the answer,
    which says where it is; `free` the share of the salience.
    """

    told: Told
    thing: int
    weights: Float[Tensor, " cell"]
    on: Share
    free: Share


@dataclass(frozen=True)
class Found:
    """Means over things, each the only one of its kind on its street.

    Shares of attention (`asked`), of salience (`free`), of equal weights (`uniform`);
    how often the answer is right, and how often what is looked at first is the thing:
    the cell with most attention, the first fixation.
    """

    model: str
    digest: str
    streets: int
    things: int
    right: float
    asked: float
    free: float
    uniform: float
    first_asked: float
    first_free: float


def salient(street: Street) -> Saliency:
    """What stands out on a street."""
    return saliency(np.kron(draw(street) / 255, np.ones((LARGER, LARGER, 1))))


def in_cells(whole: Float[np.ndarray, "row column"]) -> Float[Tensor, " cell"]:
    """How much of all salience falls on each cell of a street."""
    side = len(whole) // GRID
    cells = whole.reshape(GRID, side, GRID, side).sum((1, 3)).ravel()
    return torch.from_numpy(cells / cells.sum()).float()


def kinds(street: Street) -> list[str]:
    """What can be asked for by its kind alone."""
    there = [thing.kind for thing in street.things]
    return [kind for kind in dict.fromkeys(there) if there.count(kind) == 1]


def asked(model: Small, street: Street, kind: str, free: Tensor) -> Asked:
    """Ask where the thing of that kind is; `free` is the salience of each cell."""
    told = ask(model, street, questions.Question("where", kind))
    thing = next(n for n, one in enumerate(street.things) if one.kind == kind)
    weights = told.weights[len(told.words) - 1]
    on, by_itself = (share(street, thing, row) for row in (weights, free))
    return Asked(told, thing, weights, on, by_itself)


def measure(say: Callable[[str], None]) -> Found:
    """Ask for everything on streets that the captioner never learned from."""
    model = load(WRITERS["soft"])
    found: list[tuple[float, ...]] = []
    for seed in range(STREETS):
        if seed % 50 == 0:
            say(f"{seed} of {STREETS}")
        street = streets.any_street(seed)
        whole = salient(street).whole
        free, first = in_cells(whole), fixations(whole, 1)[0]
        cell = int(first.y * GRID) * GRID + int(first.x * GRID)
        for kind in kinds(street):
            one = asked(model, street, kind, free)
            found.append(
                (
                    one.told.right,
                    one.on.weight,
                    one.free.weight,
                    one.on.uniform,
                    int(one.weights.argmax()) in one.on.cells,
                    cell in one.on.cells,
                )
            )
    means = [sum(column) / len(found) for column in zip(*found, strict=True)]
    return Found(model.name, model.digest, STREETS, len(found), *means)
