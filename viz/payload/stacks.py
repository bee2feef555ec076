"""The stacks of any model, as the attention component draws them.

A builder returns the header and the body that `viz.components.attention.pack` makes one
blob of. A page adds what belongs to the reader: view, view_rev, dim.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.payload.coarse import OVER, USUAL, coarse, grain_for

if TYPE_CHECKING:
    from core.attention_map import MapSide, Pictured, Stack


@dataclass(frozen=True)
class Called:
    """What a stack is called on the page."""

    label: str
    short: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False)
class OneStack:
    """A single stack to be drawn."""

    stack: "Stack"

    def stacks(self, words: bool = True) -> "tuple[Stack, ...]":
        """It alone, as it is."""
        return (self.stack,)


def view_of(
    model: "Pictured",
    called: Mapping[str, Called],
    sides: Mapping[str, str],
    *,
    words: bool = True,
    panels: Sequence[str] = ("choose", "ribbons", "matrix", "show", "heads"),
    title: str = "",
    file: str = "headlight",
    known: Callable[["Stack"], Mapping[str, Any]] = lambda stack: {},
) -> tuple[dict[str, Any], np.ndarray]:
    """The stacks of any model that is `core.attention_map.Pictured`.

    `called` and `sides` name stacks and sides for the reader; `known` is what else is
    sent of a stack. The page begins with the last layer of the last stack.
    """
    stacks = model.stacks(words)
    shown = [side for stack in stacks for side in (stack.queries, stack.keys)]
    header = {
        "sequences": {side.name: sequence(side, sides) for side in shown},
        "view_rev": "",
        "panels": list(panels),
        "labels": {"title": title, "file": file},
        "dim": False,
        "view": {
            "stack": stacks[-1].id,
            "layer": len(stacks[-1].names) - 1,
            "head": -1,
            "row": 0,
        },
    }
    told = [
        {**_stack(stack, called.get(stack.id, Called(stack.id))), **known(stack)}
        for stack in stacks
    ]
    return finished(header, told, [_numbers(stack) for stack in stacks])


def sequence(side: "MapSide", called: Mapping[str, str]) -> dict[str, Any]:
    """One side: what stands there, what it is, and what it is called."""
    found = {
        "words": list(side.items),
        "special": list(side.special),
        "name": called.get(side.name, ""),
        "side": side.of,
        "kind": side.kind,
    }
    if any(count > 1 for count in side.pieces):
        found["pieces"] = list(side.pieces)
    if side.given:
        found["given"] = True
    if side.prompt:
        found["prompt"] = side.prompt
    if side.grid:
        found["grid"] = list(side.grid)
    if side.patches:
        found["patches"] = [
            [one.first, one.rows, one.columns, one.picture] for one in side.patches
        ]
    return found


def _stack(stack: "Stack", called: Called) -> dict[str, Any]:
    return {
        "id": stack.id,
        "label": called.label,
        "short": called.short or called.label,
        "queries": stack.queries.name,
        "keys": stack.keys.name,
        "back": stack.back,
        "note": called.note,
        "maps": list(stack.names),
    }


def _numbers(stack: "Stack") -> np.ndarray:
    """The weights, with NaN for every forbidden cell."""
    return stack.weights.masked_fill(~stack.allowed, np.nan).numpy()


def tongued(header: dict[str, Any], languages: Sequence[str]) -> None:
    """Say of which languages words are: of a source, and of an output."""
    header["tongues"] = dict(zip(("source", "output"), languages, strict=True))


def finished(
    header: dict[str, Any], stacks: list[dict[str, Any]], tensors: list[np.ndarray]
) -> tuple[dict[str, Any], np.ndarray]:
    """The stacks with their shapes and offsets, and one body behind another.

    The id says whether two blobs show the same: a digest of words and numbers. Where
    there are very many numbers they are rounded, see `viz.payload.coarse`; a stack
    says its largest `error` then, how many weights of a row are `exact`, and whether
    any of its cells is `hatched`.
    """
    placed, parts, offset = [], [], 0
    rounded = sum(tensor.size for tensor in tensors) * 4 > OVER
    patches = any("patches" in one for one in header["sequences"].values())
    signed = any(stack.get("signed") for stack in stacks)
    grain = grain_for(tensors, patches, signed) if rounded else USUAL
    for stack, tensor in zip(stacks, tensors, strict=True):
        lower = _lower(tensor)
        known: dict[str, Any] = {} if lower is None else {"lower": True}
        if rounded:
            part, known["error"] = coarse(tensor, lower is not None, grain)
            known["exact"] = grain.exact
            known["hatched"] = bool(np.isnan(tensor).any())
        else:
            part = (tensor if lower is None else lower).ravel()
        parts.append(part)
        shape = list(tensor.shape)
        placed.append({**stack, **known, "shape": shape, "offset": offset})
        offset += parts[-1].size
    body = np.concatenate(parts).astype("<f4")
    told = json.dumps([header["sequences"], placed], ensure_ascii=False)
    digest = hashlib.sha256(told.encode() + body.tobytes()).hexdigest()[:16]
    return {"id": digest, **header, "stacks": placed}, body


def _lower(tensor: np.ndarray) -> np.ndarray | None:
    """Of a map that may not look ahead the rest, row after row; None of any other."""
    n, m = tensor.shape[-2:]
    ahead, rest = np.triu_indices(n, 1, m), np.tril_indices(n, 0, m)
    if n != m or not np.isnan(tensor[..., ahead[0], ahead[1]]).all():
        return None
    return tensor[..., rest[0], rest[1]]
