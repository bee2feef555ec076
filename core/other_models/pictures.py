"""Pictures that a model read, from whatever they come as: a file, Pillow, an array."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import UInt8

from core.errors import InputError
from core.other_models.reading import tensor_of

LONGEST = 1024
"""Pixels of a side: what is larger is shown smaller, its patches where they were."""
CHANNELS = (1, 3, 4)
OVER = 0.01
"""By how much a picture from 0 to 1 may leave that: resizing overshoots."""
BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError)
"""What Pillow raises of files that are no pictures, or not all there."""


@dataclass(frozen=True, eq=False)
class Picture:
    """Red, green and blue of every pixel of what the patches lie on.

    `how` says what it is: "given" by the caller, "seen" as a processor made it, or
    "rescaled": an array whose numbers were no colours, from its least to its largest.
    `size` is its height and width before it was made smaller, `cut` says that a
    processor took a part of what was given.
    """

    pixels: UInt8[np.ndarray, "height width 3"]
    how: str = "given"
    size: tuple[int, int] = (0, 0)
    cut: bool = False


def picture_of(given: Any, how: str = "", *, cut: bool = False) -> Picture:
    """What `pixels_of` reads, as a page shows it; `how` says what it is otherwise."""
    pixels, known = pixels_of(given)
    size = (pixels.shape[0], pixels.shape[1])
    return Picture(_smaller(pixels), how or known, size, cut)


def pixels_of(given: Any) -> tuple[UInt8[np.ndarray, "height width 3"], str]:
    """A path, a picture of Pillow or an array as colours; InputError for all else.

    Arrays are [height, width], with colours in front or behind, or a batch of one. The
    text says how they became colours, see `Picture`.
    """
    if isinstance(given, str | Path):
        given = _opened(given)
    if hasattr(given, "convert"):  # of Pillow, which is not needed to import this
        given = _of_pillow(given)
    return _colours(_channels_last(_array(given)))


def slices_of(given: Any, count: int) -> list[Picture]:
    """The middle of each of `count` slabs of a volume [depth, height, width]."""
    flat = isinstance(given, str | Path) or hasattr(given, "convert")
    found = pixels_of(given)[0] if flat else _array(given)
    while found.ndim > 3 and found.shape[0] == 1:
        found = found[0]
    if found.ndim != 3 or found.shape[-1] in (0, *CHANNELS) or not found.size:
        raise InputError(
            "A grid of three numbers lies in a volume [depth, height, width]; the "
            f"image has the shape {tuple(found.shape)}."
        )
    if count > len(found):
        raise InputError(
            f"The grid has {count} slices and the volume {len(found)}: a volume is "
            "[depth, height, width], a grid (slices, rows, columns)."
        )
    least, most = float(found.min()), float(found.max())
    scaled = (found - least) / ((most - least) or 1.0)  # one scale for all slices
    at = ((np.arange(count) + 0.5) * len(found) / count).astype(int)
    return [picture_of(scaled[one], "rescaled") for one in at]


def _opened(path: str | Path) -> np.ndarray:
    try:
        from PIL import Image
    except ImportError as error:
        raise InputError(
            "A picture file is read by Pillow (pip install pillow); or give the "
            "picture as an array."
        ) from error
    try:
        with Image.open(path) as found:
            return _of_pillow(found)
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}.") from error
    except Image.DecompressionBombError as error:
        raise InputError(
            f"{path} is larger than Pillow opens: {error} Save it with fewer pixels, "
            "or give it as an array."
        ) from error
    except BROKEN as error:
        raise InputError(
            f"{path} is no picture that can be opened. Give the path of a PNG or JPEG "
            "file, a picture of Pillow, or an array [height, width, 3]."
        ) from error


def _of_pillow(picture: Any) -> np.ndarray:
    """Colours, or all the shades of grey where there are more than 256 of them."""
    deep = picture.mode.startswith(("I", "F"))
    try:
        return np.asarray(picture if deep else picture.convert("RGB"))
    except BROKEN as error:
        raise InputError(
            f"This picture of Pillow can't be read ({error}): open it again, or give "
            "its path."
        ) from error


def _array(given: Any) -> np.ndarray:
    unfit = dict | bytes | bytearray
    if given is None or isinstance(given, unfit) or hasattr(given, "read"):
        raise InputError(
            f"image is {type(given).__name__}, which is no picture. Give a path, a "
            "picture of Pillow, or an array [height, width, 3]."
        )
    found = tensor_of(given, "image")
    return found.float().numpy() if found.is_floating_point() else found.numpy()


def _channels_last(found: np.ndarray) -> np.ndarray:
    """[height, width, colours] of any of the usual shapes."""
    while found.ndim > 3 and found.shape[0] == 1:
        found = found[0]
    if found.ndim == 2:
        found = found[..., None]
    if found.ndim == 3 and found.shape[-1] not in CHANNELS:
        found = np.moveaxis(found, 0, -1)
    if found.ndim != 3 or found.shape[-1] not in CHANNELS or not found.size:
        raise InputError(
            f"image has the shape {tuple(found.shape)}; a picture is [height, width], "
            "[height, width, 3] or [3, height, width]. Of a batch give one: image[0]. "
            "Of a volume give grid three numbers, (slices, rows, columns)."
        )
    return found


def _colours(found: np.ndarray) -> tuple[np.ndarray, str]:
    """Numbers as red, green and blue from 0 to 255, and what was done for it."""
    how = "given"
    if found.dtype != np.uint8:
        real = found.astype(np.float64)
        least, most = float(real.min()), float(real.max())
        if not np.isfinite([least, most]).all():
            raise without_numbers()
        shades = most < 2 and bool((real % 1).any())  # too few to be out of 255
        if least >= -OVER and most <= 1 + OVER:
            real = real.clip(0, 1) * 255
        elif found.shape[-1] == 4 and (least < 0 or most > 255):
            raise InputError(
                f"image has four channels from {least:.4g} to {most:.4g}, which are no "
                "colours with transparency. Give three of them: image[..., :3]."
            )
        elif least < 0 or most > 255 or shades:
            real, how = (real - least) / ((most - least) or 1.0) * 255, "rescaled"
        found = np.rint(real).astype(np.uint8)
    if found.shape[-1] == 4:  # on white
        opaque = found[..., 3:] / 255.0
        found = np.rint(found[..., :3] * opaque + 255 * (1 - opaque)).astype(np.uint8)
    return np.repeat(found, 3, -1) if found.shape[-1] == 1 else found, how


def without_numbers() -> InputError:
    """What is said of a picture that is not finite."""
    return InputError(
        "image holds numbers that are not finite (NaN or ∞): it can't be shown."
    )


def _smaller(pixels: np.ndarray) -> np.ndarray:
    """At most `LONGEST` pixels a side, each the mean of those it stands for."""
    high, wide, _ = pixels.shape
    share = LONGEST / max(high, wide)
    if share >= 1:
        return np.ascontiguousarray(pixels)
    size = (max(1, round(high * share)), max(1, round(wide * share)))
    return np.stack([_averaged(pixels[..., at], size) for at in range(3)], axis=-1)


def _averaged(colour: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """One colour at a time: a large picture takes four times its room so."""
    whole = torch.from_numpy(colour.astype(np.float32))[None, None]
    small = torch.nn.functional.interpolate(whole, size=size, mode="area")[0, 0]
    return small.round().byte().numpy()
