"""Many weights in few bytes: one byte a weight, and the largest of each row exactly.

A row is [scale][its eight largest weights][where these stand][one byte a cell]: byte b
says b / 254 · scale, and 255 a forbidden cell. The scale is the ninth largest weight of
the row, so that what is rounded is below it; the error of a weight is at most half a
step, scale / 508. Where even that is too much for a file (`coarseness`), the scale of a
row is larger, so that fewer bytes differ and they pack better: a step is then as large
as so many mean deviations of the row. Layers lie one behind another, so that one can be
drawn before the others are here. In a layer all scales come first, then all largest
weights (float32), all their places (uint16, 65535 for none), and all bytes, filled up
to whole floats.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

OVER = 16_000_000
"""Bytes of float32 beyond which a picture is packed so: 12 × 12 heads, 167 tokens."""
EXACT = 8
STEPS, FORBIDDEN, NOWHERE = 254, 255, 65535
Packed = tuple[np.ndarray, float]
Part = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, float]
ROOM = 14_500_000
"""Packed bytes of weights over a picture: a page of them is 20 MB at most."""
BITS = 7.3
"""Packed bits of each, at most: 12 × 12 heads over 16 × 16 patches take 12 MB then."""
DEVIATIONS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
SAMPLE = 600  # rows that tell how well all of them pack


def coarseness(tensors: Sequence[np.ndarray]) -> float:
    """The finest step of `DEVIATIONS` with which maps fit into `ROOM` and `BITS`."""
    cells = sum(tensor.size for tensor in tensors)
    lines = sum(tensor.size // tensor.shape[-1] for tensor in tensors)
    room = min(ROOM, cells * BITS / 8) - lines * (4 + 4 * EXACT + 2 * EXACT)
    largest = max(tensors, key=lambda tensor: tensor.size)
    rows = largest.reshape(-1, largest.shape[-1])
    some = rows[:: max(1, len(rows) // SAMPLE)]
    for steps in DEVIATIONS:
        _, _, _, codes, _ = _part(some, steps)
        packing = zlib.compressobj(9, zlib.DEFLATED, strategy=zlib.Z_HUFFMAN_ONLY)
        packed = len(packing.compress(codes.tobytes()) + packing.flush())
        if packed * cells / codes.size <= room:
            return steps
    return DEVIATIONS[-1]


def coarse(weights: np.ndarray, lower: bool, steps: float = 0.0) -> Packed:
    """Maps [layer, head, query, key] as bytes, and the largest error of any weight.

    Forbidden cells are NaN. Of maps that are `lower` the cells ahead are left out.
    """
    layers, errors = zip(
        *(_layer(layer, lower, steps) for layer in weights), strict=True
    )
    return np.concatenate(layers), max(errors)


def layers_of(header: Mapping[str, Any]) -> Iterator[tuple[str, int, int, int]]:
    """Stack, layer, and where it begins and ends, in floats; of what was rounded."""
    for stack in header["stacks"]:
        if "error" not in stack:
            continue
        layers, heads, queries, keys = stack["shape"]
        lower = stack.get("lower", False)
        cells = queries * (queries + 1) // 2 if lower else queries * keys
        floats = heads * queries * (1 + EXACT + EXACT // 2) + -(-heads * cells // 4)
        for layer in range(layers):
            begin = stack["offset"] + layer * floats
            yield stack["id"], layer, begin, begin + floats


def _layer(heads: np.ndarray, lower: bool, steps: float) -> Packed:
    queries, keys = heads.shape[-2:]
    rows = heads.reshape(-1, keys)
    parts = [
        _part(block, steps) for block in np.array_split(rows, max(1, len(rows) // 4096))
    ]
    scales, largest, places, codes, errors = zip(*parts, strict=True)
    whole = np.concatenate(codes).reshape(-1, queries, keys)
    kept = whole[:, *np.tril_indices(queries, 0, keys)] if lower else whole
    laid = (np.concatenate(each) for each in (scales, largest, places))
    data = b"".join([*(part.tobytes() for part in laid), kept.tobytes()])
    return np.frombuffer(data + bytes(-len(data) % 4), "<f4"), max(errors)


def _part(rows: np.ndarray, steps: float) -> Part:
    """Some rows: scales, largest weights, their places, bytes, the largest error."""
    count, keys = rows.shape
    forbidden = np.isnan(rows)
    filled = np.where(forbidden, -1.0, rows).astype("<f4")
    most = min(EXACT, keys)
    order = np.argpartition(-filled, min(most, keys - 1), axis=-1)
    at = order[:, :most]
    largest = np.full((count, EXACT), np.nan, "<f4")
    places = np.full((count, EXACT), NOWHERE, "<u2")
    found = np.take_along_axis(filled, at, -1)
    largest[:, :most] = np.where(found < 0, np.nan, found)
    places[:, :most] = np.where(found < 0, NOWHERE, at)
    rest = filled.copy()
    np.put_along_axis(rest, at, 0.0, -1)
    scales = np.maximum(rest.max(-1), 0.0)
    if steps:
        mean = rest.mean(-1, keepdims=True)
        wider = STEPS * steps * np.abs(rest - mean).mean(-1)
        scales = np.clip(wider, scales, 1.0)
    scales = scales.astype("<f4")
    step = np.where(scales > 0, scales, 1.0)[:, None] / STEPS
    codes = np.rint(np.clip(filled / step, 0, STEPS)).astype("u1")
    error = np.abs(codes * step - filled)
    np.put_along_axis(error, at, 0.0, -1)
    error[forbidden] = 0.0
    codes[forbidden] = FORBIDDEN
    return scales, largest, places, codes, float(error.max())
