"""Many weights in few bytes: one byte a weight, and the largest of each row exactly.

A row is [scale][its largest weights][where these stand][one byte a cell]: byte b says
b / 254 · scale, and 255 a forbidden cell. The eight largest weights are exact, and the
scale is the ninth, so that what is rounded is below it; the error of a weight is at
most half a step, scale / 508. Where weights may be below 0, b says (b − 127) / 127 ·
scale, and the largest are those furthest from 0. Where even that is too much for a file
(`Grain`) no scale is so small that a step is finer than the grain, so that most bytes
are small numbers, which pack well; or fewer weights are exact as well. Only a row whose
weights are nearly equal has finer steps: else nothing of it could be seen. Layers lie
one behind another, so that one can be drawn before the others are here. In a layer all
scales come first, then all largest weights (float32), all their places (uint16, 65535
for none), and all bytes, filled up to whole floats.
"""

import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

OVER = 16_000_000
"""Bytes of float32 beyond which a picture is packed so: 12 × 12 heads, 167 tokens."""
ROOM = 31_000_000
"""Bytes of what is packed; as a page it is a quarter larger."""
ROOM_OF_PATCHES, BITS_OF_PATCHES = 14_500_000, 7.3
"""The same of weights over patches, and bits of each, whichever is less.

12 heads over 50 × 50 patches make a page of 20 MB, 12 × 12 over 16 × 16 one of 12 MB.
"""
SAMPLE = 1_000_000  # weights by which a size is estimated
STEPS, FORBIDDEN, NOWHERE = 254, 255, 65535
ZERO = STEPS // 2
"""The byte of 0 where weights may be below it."""
NO_STEP = STEPS * np.finfo("f4").tiny
"""A scale below has no step in float32: all of such a row but the largest is 0."""
Packed = tuple[np.ndarray, float]


@dataclass(frozen=True)
class Grain:
    """How finely weights are rounded: so many of a row not at all, no step below this.

    `exact` is even, so that a layer fills whole floats. In a row that is flat, a step
    is `FLAT` mean deviations of what is not exact, if that is less. Where weights are
    `signed` half of the steps are below 0.
    """

    exact: int = 8
    step: float = 0.0
    signed: bool = False

    @property
    def zero(self) -> int:
        """The byte of 0."""
        return ZERO if self.signed else 0


USUAL, FEW, FLAT = Grain(), 2, 3.0
FINENESS = [1e-5 * 2 ** (at / 4) for at in range(35)]
"""Steps that are tried, from 0.00001 to 0.0036: no scale is above 1."""
WORTH = 2
"""Eight exact weights of a row are worth an error that is so many times as large."""


def grain_for(
    tensors: Sequence[np.ndarray], over_patches: bool = False, signed: bool = False
) -> Grain:
    """The finest grain with which these maps fit into their room; else the coarsest.

    Weights over patches have less room, see `ROOM_OF_PATCHES`.
    """
    room = ROOM
    if over_patches:
        cells = sum(tensor.size for tensor in tensors)
        room = min(ROOM_OF_PATCHES, cells * BITS_OF_PATCHES / 8)

    @cache
    def tried(grain: Grain) -> tuple[bool, float]:
        sizes, errors = zip(*(_tried(one, grain) for one in tensors), strict=True)
        return sum(sizes) <= room, max(errors)

    def finest(exact: int) -> Grain:
        grains = [Grain(exact, step, signed) for step in FINENESS]
        return grains[bisect_left(grains[:-1], True, key=lambda one: tried(one)[0])]

    usual = Grain(signed=signed)
    if tried(usual)[0]:
        return usual
    many, few = finest(USUAL.exact), finest(FEW)
    fits, error = tried(many)
    return many if fits and error <= WORTH * tried(few)[1] else few


def _tried(weights: np.ndarray, grain: Grain) -> tuple[float, float]:
    """About how many bytes maps take once packed, and their error; from some rows."""
    rows = weights.reshape(-1, weights.shape[-1])
    count = max(1, SAMPLE // rows.shape[-1])
    some = rows[np.random.default_rng(0).integers(0, len(rows), count)]
    *_, codes, error = _part(some, grain)
    packing = zlib.compressobj(9, zlib.DEFLATED, strategy=zlib.Z_HUFFMAN_ONLY)
    sent = codes[codes != FORBIDDEN].tobytes()
    size = len(packing.compress(sent) + packing.flush())
    return len(rows) * (size / count + 5 * grain.exact), error


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
    filled = np.where(forbidden, 0.0, rows).astype("<f4")
    most = min(grain.exact, keys)
    order = np.argpartition(
        np.where(forbidden, 1.0, -np.abs(filled)), min(most, keys - 1)
    )
    at = order[:, :most]
    largest = np.full((count, grain.exact), np.nan, "<f4")
    places = np.full((count, grain.exact), NOWHERE, "<u2")
    nowhere = np.take_along_axis(forbidden, at, -1)
    largest[:, :most] = np.where(nowhere, np.nan, np.take_along_axis(filled, at, -1))
    places[:, :most] = np.where(nowhere, NOWHERE, at)
    rest = filled.copy()
    np.put_along_axis(rest, at, 0.0, -1)
    steps = STEPS - grain.zero
    least = steps * _steps(rest, ~forbidden, grain)
    scales = np.maximum(np.abs(rest).max(-1), least).astype("<f4")
    scales[scales < NO_STEP] = 0.0
    step = np.where(scales > 0, scales, 1.0)[:, None] / steps
    codes = np.rint(np.clip(filled / step, -grain.zero, steps))
    error = np.abs(codes * step - filled)
    np.put_along_axis(error, at, 0.0, -1)
    codes = np.where(forbidden, FORBIDDEN, codes + grain.zero).astype("u1")
    return scales, largest, places, codes, float(error.max())


def _steps(rest: np.ndarray, known: np.ndarray, grain: Grain) -> np.ndarray:
    """The step of each row, of the `known` weights; those that are exact are 0."""
    if not grain.step:
        return np.zeros(len(rest))
    counts = np.maximum(known.sum(-1, keepdims=True), 1)
    means = rest.sum(-1, where=known, keepdims=True) / counts
    off = np.abs(rest - means).sum(-1, where=known) / counts[:, 0]
    return np.minimum(grain.step, FLAT * off)
