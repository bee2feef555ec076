"""A picture that a model read, as the browser draws it: an address that holds it."""

import base64
import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

from viz.content.texts import texts

if TYPE_CHECKING:
    import numpy as np

    from core.other_models.pictures import Picture

QUALITY = 92
say = texts("own_models")


def packed(picture: "Picture") -> dict[str, Any]:
    """The picture, its size as a model saw it, and what is said of it."""
    high, wide = picture.size
    said = say(f"pictures.{picture.how}", width=str(wide), height=str(high))
    if picture.cut:
        said = f"{said} {say('pictures.cut')}"
    return {"src": _address(picture.pixels), "size": [high, wide], "said": said}


def _address(pixels: "np.ndarray") -> str:
    """JPEG where Pillow is there, else PNG, which is larger."""
    try:
        from PIL import Image
    except ImportError:
        kind, data = "png", png(pixels)
    else:
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=QUALITY, subsampling=0)
        kind, data = "jpeg", file.getvalue()
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def png(pixels: "np.ndarray") -> bytes:
    """Red, green and blue as a PNG file (third edition, section 11), unfiltered."""
    high, wide, _ = pixels.shape
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + _sum(name + data)
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(lines, 9)),
            (b"IEND", b""),
        )
    )


def _sum(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))
