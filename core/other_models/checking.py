"""What weights have to be before they are drawn: what a model may mean by them."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError

EXACT, HALF = 1e-3, 1e-2  # how far a row of numbers of that kind may be from 1


@dataclass(frozen=True)
class Wanted:
    """What weights should be: rows that add up to 1, and nothing below 0.

    Unless a model means it otherwise: sigmoid attention has rows of any sum, a
    difference of two maps is `signed`. With `gaps` NaN stays, where nothing may be.
    """

    normalised: bool = True
    signed: bool = False
    gaps: bool = False
    anything: bool = False


SOFTMAX = Wanted()


def checked(
    weights: Float[Tensor, "head query key"],
    what: str,
    within: float = EXACT,
    wanted: Wanted = SOFTMAX,
) -> Float[Tensor, "head query key"]:
    """The same weights; InputError where they are not what is wanted."""
    if not weights.numel():
        raise InputError(f"{what} has the shape {tuple(weights.shape)}: it is empty.")
    empty = weights.isnan().all(-1)
    if empty.any():
        head, row = empty.nonzero()[0].tolist()
        raise InputError(
            f"{what} head {head + 1}, row {row + 1} is NaN throughout: this query may "
            "look nowhere. Leave padding out with mask=attention_mask."
        )
    if wanted.anything:
        return weights
    known = weights.nan_to_num(0.0, torch.inf, -torch.inf)
    off = (known.sum(-1) - 1).abs()
    if wanted.normalised and float(off.max()) > within:
        head, row = (off == off.max()).nonzero()[0].tolist()
        raise InputError(
            f"{what} head {head + 1}, row {row + 1} adds up to "
            f"{known[head, row].sum().item():.4f}, not to 1. Weights are wanted as "
            "they are after the softmax: no scores, no dropout (call model.eval()), no "
            "part of the keys. Where rows need not add up to 1, say normalised=False."
        )
    least, most = float(known.min()), float(known.max())
    if least < 0 and not wanted.signed:
        raise InputError(
            f"{what} holds {least:.4f}, which is below 0. Say signed=True, and it is "
            "drawn in another colour."
        )
    if max(most, -least) > 1 + within:
        raise InputError(
            f"{what} holds {most if most > -least else least:.4f}; colours run to 1. "
            "Divide the weights by the largest."
        )
    return weights if wanted.gaps else known


def check_sizes(
    what: str, weights: Tensor, queries: int, keys: int, advice: str
) -> None:
    """InputError, with advice, where a row or column has no token, or a token none."""
    rows, columns = weights.shape[-2:]
    if (rows, columns) != (queries, keys):
        raise InputError(
            f"{what} are weights of {rows} queries over {columns} keys, but the tokens "
            f"given are {queries} and {keys}. {advice}"
        )
