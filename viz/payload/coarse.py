"""Many weights in few bytes: one byte a weight, and the largest of each row exactly.

A row is [scale][its largest weights][where these stand][one byte a cell]: byte b says
b / 254 · scale, and 255 a forbidden cell. The eight largest weights are exact, and the
scale is the ninth, so that what is rounded is below it; the error of a weight is at
most half a step, scale / 508. Where even that is too much for a file (`Grain`) fewer
are exact, and no scale is so small that a step is finer than the grain: most bytes are
small numbers then, which pack well. Layers lie one behind another, so that one can be
drawn before the others are here. In a layer all scales come first, then all largest
weights (float32), all their places (uint16, 65535 for none), and all bytes, filled up
to whole floats.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

OVER = 16_000_000
"""Bytes of float32 beyond which a picture is packed so: 12 × 12 heads, 167 tokens."""
ROOM = 31_000_000
"""Bytes of a packed picture; as a page it is a quarter larger."""
SAMPLE = 4096  # rows by which a size is estimated
STEPS, FORBIDDEN, NOWHERE = 254, 255, 65535
Packed = tuple[np.ndarray, float]


@dataclass(frozen=True)
class Grain:
    """How finely weights are rounded: so many of a row not at all, no step below this.

    `exact` is even, so that a layer fills whole floats.
    """

    exact: int = 8
    step: float = 0.0


USUAL = Grain()
GRAINS = USUAL, *(Grain(2, step / 10_000) for step in (5, 7, 10, 14, 20, 28, 40))


def grain_for(tensors: Sequence[np.ndarray]) -> Grain:
    """The finest grain with which these maps fit into `ROOM`; else the coarsest."""
    fits = (grain for grain in GRAINS if sum(_size(t, grain) for t in tensors) <= ROOM)
    return next(fits, GRAINS[-1])


def _size(weights: np.ndarray, grain: Grain) -> float:
    """About how many bytes maps take once packed, told by the entropy of some rows."""
    rows = weights.reshape(-1, weights.shape[-1])
    some = rows[np.random.default_rng(0).integers(0, len(rows), SAMPLE)]
    *_, codes, _ = _part(some, grain)
    counts = np.bincount(codes[codes != FORBIDDEN])
    shares = counts[counts > 0] / counts.sum()
    bits = max(1.0, float(-(shares * np.log2(shares)).sum()))  # of Huffman's code
    return len(rows) * (counts.sum() / SAMPLE * bits / 8 + 5 * grain.exact)


def coarse(weights: np.ndarray, lower: bool, grain: Grain = USUAL) -> Packed:
    """Maps [layer, head, query, key] as bytes, and the largest error of any weight.

    Forbidden cells are NaN. Of maps that are `lower` the cells ahead are left out.
    """
    packed = (_layer(layer, lower, grain) for layer in weights)
    layers, errors = zip(*packed, strict=True)
    return np.concatenate(layers), max(errors)


def layers_of(header: Mapping[str, Any]) -> Iterator[tuple[str, int, int, int]]:
    """Stack, layer, and where it begins and ends, in floats; of what was rounded."""
    for stack in header["stacks"]:
        if "error" not in stack:
            continue
        layers, heads, queries, keys = stack["shape"]
        lower = stack.get("lower", False)
        cells = queries * (queries + 1) // 2 if lower else queries * keys
        exact = stack.get("exact", USUAL.exact)
        floats = heads * queries * (1 + exact + exact // 2) + -(-heads * cells // 4)
        for layer in range(layers):
            begin = stack["offset"] + layer * floats
            yield stack["id"], layer, begin, begin + floats


def _layer(heads: np.ndarray, lower: bool, grain: Grain) -> Packed:
    queries, keys = heads.shape[-2:]
    rows = heads.reshape(-1, keys)
    blocks = np.array_split(rows, max(1, len(rows) // 4096))
    parts = [_part(block, grain) for block in blocks]
    scales, largest, places, codes, errors = zip(*parts, strict=True)
    whole = np.concatenate(codes).reshape(-1, queries, keys)
    kept = whole[:, *np.tril_indices(queries, 0, keys)] if lower else whole
    laid = (np.concatenate(each) for each in (scales, largest, places))
    data = b"".join([*(part.tobytes() for part in laid), kept.tobytes()])
    return np.frombuffer(data + bytes(-len(data) % 4), "<f4"), max(errors)


def _part(rows: np.ndarray, grain: Grain) -> tuple[*tuple[np.ndarray, ...], float]:
    """Some rows: scales, largest weights, their places, bytes, the largest error."""
    count, keys = rows.shape
    forbidden = np.isnan(rows)
    filled = np.where(forbidden, -1.0, rows).astype("<f4")
    most = min(grain.exact, keys)
    order = np.argpartition(-filled, min(most, keys - 1), axis=-1)
    at = order[:, :most]
    largest = np.full((count, grain.exact), np.nan, "<f4")
    places = np.full((count, grain.exact), NOWHERE, "<u2")
    found = np.take_along_axis(filled, at, -1)
    largest[:, :most] = np.where(found < 0, np.nan, found)
    places[:, :most] = np.where(found < 0, NOWHERE, at)
    rest = filled.copy()
    np.put_along_axis(rest, at, 0.0, -1)
    scales = np.maximum(rest.max(-1), grain.step * STEPS).astype("<f4")
    step = np.where(scales > 0, scales, 1.0)[:, None] / STEPS
    codes = np.rint(np.clip(filled / step, 0, STEPS)).astype("u1")
    error = np.abs(codes * step - filled)
    np.put_along_axis(error, at, 0.0, -1)
    error[forbidden] = 0.0
    codes[forbidden] = FORBIDDEN
    return scales, largest, places, codes, float(error.max())
