"""Three photographs that may be shipped, each with who took it."""

import functools
import io
import tomllib
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.assets import ASSETS

LISTED = ASSETS / "photos" / "photos.toml"
FOLDER = ASSETS.parent / "static" / "photos"
"""From here a browser fetches them itself."""


@dataclass(frozen=True)
class Photo:
    """A photograph by its name: who took it, where it was had, what may be done."""

    name: str
    credit: str
    address: str
    licence: str
    terms: str

    def jpeg(self) -> bytes:
        """The file."""
        return (FOLDER / f"{self.name}.jpg").read_bytes()

    def pixels(self) -> Float[np.ndarray, "row column 3"]:
        """Red, green and blue of every pixel, between 0 and 1."""
        from PIL import Image  # the library alone has no photographs to read

        with Image.open(io.BytesIO(self.jpeg())) as image:
            return np.asarray(image.convert("RGB")) / 255


@functools.cache
def photos() -> dict[str, Photo]:
    """All of them by name."""
    listed = tomllib.loads(LISTED.read_text("utf-8"))
    return {name: Photo(name, **said) for name, said in listed.items()}
