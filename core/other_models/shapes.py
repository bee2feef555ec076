"""Weights in other shapes than a plain map: a window around a token, a sink, one row.

What a shape leaves out is NaN in the map: nobody may attend to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.errors import InputError
from core.other_models.checking import Wanted, checked
from core.other_models.reading import layers_of, tensor_of

POOLED, SINK = "‹pooled›", "‹sink›"
"""What the one row of a pooling is called, and a column that is no token."""


@dataclass(frozen=True)
class Shape:
    """What the columns of weights are, and what the weights should be."""

    wanted: Wanted
    window: bool = False
    everywhere: Any = None
    sink: bool = False


def shaped(
    given: dict[str, Any], item: int | None, shape: Shape
) -> dict[str, Float[Tensor, "layer head _ _"]]:
    """Attentions by name, as maps whose gaps are NaN; checked."""
    window = shape.window or given.get("global") is not None
    other = (window or shape.sink) and "attentions" in given
    wanted = replace(shape.wanted, gaps=True)
    found = {
        name: layers_of(one, name, item, replace(wanted, anything=other))
        for name, one in given.items()
        if name != "global" or one is not None
    }
    if window and "attentions" in found:
        rows = found.pop("global", None)
        everywhere = places_of(rows, shape.everywhere)
        found["attentions"] = unrolled(found["attentions"], everywhere, rows)
    if shape.sink and "attentions" in found:
        found["attentions"] = with_sink(found["attentions"])
    if other:
        for name, layers in found.items():
            for at, layer in enumerate(layers):
                checked(layer, f"{name}, layer {at + 1},", wanted=wanted)
    return found


def groups_of(given: Any) -> list[tuple[int, ...]]:
    """The numbers of layers that have equally many heads, the first ones first."""
    if not isinstance(given, list | tuple):
        return []
    shapes = [list(getattr(layer, "shape", ())) for layer in given]
    heads = [shape[-3] if len(shape) in (3, 4) else 1 for shape in shapes]
    return [
        tuple(at for at, count in enumerate(heads) if count == each)
        for each in dict.fromkeys(heads)
    ]


def is_one_row(given: Any) -> bool:
    """Whether these are weights of one row over words, in one layer or in several."""
    while isinstance(given, list | tuple) and given and hasattr(given[0], "shape"):
        given = given[0]
    return len(np.shape(given)) == 1


def unrolled(
    weights: Float[Tensor, "layer head query column"],
    everywhere: Sequence[int],
    rows: Float[Tensor, "layer head padded _"] | None,
) -> Float[Tensor, "layer head query query"]:
    """A window around each token as a map; cells outside of it are NaN.

    Columns are first those of the tokens that all may attend to (`everywhere`), then
    the places from `reach` before the query to `reach` behind it; Beltagy et al.
    (2020), section 3.1, as Longformer of `transformers` returns them. `rows` are those
    of the tokens that attend to all, which the window does not hold.
    """
    first, count = len(everywhere), weights.shape[-2]
    wide = weights.shape[-1] - first
    if wide < 1 or wide % 2 == 0:
        raise InputError(
            f"A window has its token in the middle, so {wide} columns make none. "
            f"Say global_tokens=[…], which tokens the first columns stand for: "
            f"{first} are said."
        )
    if len(set(everywhere)) < first or not all(0 <= at < count for at in everywhere):
        raise InputError(
            f"global_tokens are places from 0 to {count - 1}, not {[*everywhere]}. "
            "Each is said once."
        )
    query = torch.arange(count)[:, None]
    whole = weights.new_full((*weights.shape[:2], count, count + wide - 1), torch.nan)
    whole[:, :, query, query + torch.arange(wide)] = weights[..., first:]
    before, behind = wide // 2, wide // 2 + count
    beyond = torch.cat([whole[..., :before], whole[..., behind:]], dim=-1)
    if bool(beyond.nan_to_num(0.0).any()):
        raise InputError(
            "With window=True columns are the places around each token, and some of "
            "these give weight to places before the first token or behind the last. "
            "If columns are tokens, leave window out."
        )
    whole = whole[..., before:behind]
    whole[..., list(everywhere)] = weights[..., :first]
    if rows is not None:
        whole[..., list(everywhere), :] = rows[..., :count, :].transpose(-1, -2)
    return whole


def places_of(rows: Tensor | None, said: Any) -> list[int]:
    """Which tokens attend to all and are attended to by all: as said, or the first."""
    if said is not None:
        return _whole(said)
    if rows is None:
        return []
    if rows.shape[-1] != 1:
        raise InputError(
            f"{rows.shape[-1]} tokens attend to all others: say which, "
            "global_tokens=[0, …], the places of global_attention_mask."
        )
    return [0]


def _whole(said: Any) -> list[int]:
    """Places as whole numbers, of Python, numpy or torch."""
    try:
        return [index(one) for one in said]
    except TypeError as error:
        raise InputError(
            f"global_tokens={said!r}: a list of places is wanted, [0] for the first "
            "token."
        ) from error


def with_sink(
    weights: Float[Tensor, "layer head query _"],
) -> Float[Tensor, "layer head query with_sink"]:
    """The column of a sink behind the keys: as it came, or what each row leaves over.

    A sink takes a share of the softmax and gives nothing (Xiao et al., 2024, section
    3.3; gpt-oss). Where a model gives no column for it, it is 1 less the row.
    """
    if weights.shape[-1] == weights.shape[-2] + 1:
        return weights
    left = 1 - weights.nansum(-1, keepdim=True)
    if bool((left < -1e-2).any()):
        raise InputError(
            "sink=True adds what rows leave over, but some add up to more than 1: "
            f"{float((1 - left).max()):.4f}. Leave sink out, and say normalised=False."
        )
    return torch.cat([weights, left.clamp(min=0.0)], dim=-1)


def open_cells(
    weights: Float[Tensor, "layer head query key"], allowed: Any
) -> Bool[Tensor, "#layer #head query key"] | None:
    """Which cells NaN and `allowed` leave open; None where neither says anything."""
    found = ~weights.isnan()
    if allowed is not None:
        known = tensor_of(allowed, "allowed").bool()
        try:
            known = known.expand_as(weights)
        except RuntimeError as error:
            raise InputError(
                f"allowed has the shape {tuple(known.shape)}; expected [query, key], "
                f"or with heads and layers in front: {tuple(weights.shape)}."
            ) from error
        found = found & known
        if bool((weights.nan_to_num(0.0)[~known] != 0).any()):
            raise InputError(
                "allowed forbids cells that have weight. It is True where a query may "
                "look: give ~allowed, if yours is True where it may not."
            )
        if not bool(found.any(-1).all()):
            raise InputError(
                "allowed leaves a query that may look nowhere: leave its row out, or "
                "let it attend to itself."
            )
    elif bool(found.all()):
        return None
    alike = bool((found == found[:, :1]).all())
    return found[:, :1] if alike else found
