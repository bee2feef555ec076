"""Handwritten digits of 8 × 8 pixels: as text, and forty that ship."""

import functools
import re
import tomllib
from dataclasses import dataclass

from core.assets import ASSETS
from core.errors import InputError

SIDE, DARKEST = 8, 16
INKS = "0123456789abcdefg"
"""A letter for each darkness of a pixel, from paper to ink."""


@dataclass(frozen=True)
class Digit:
    """The pixels, row by row, from 0 (paper) to 16 (ink); what is written, if known."""

    pixels: tuple[int, ...]
    digit: int | None = None

    def text(self) -> str:
        """The same, as it stands in an address."""
        return "".join(INKS[pixel] for pixel in self.pixels)


def parse(text: str) -> Digit:
    """Read 64 letters; InputError where they are none, or nothing is drawn."""
    if not re.fullmatch(f"[{INKS}]{{{SIDE * SIDE}}}", text):
        raise InputError(
            "no_digit",
            "A digit is {n} letters from 0 to g, one for each pixel.",
            n=SIDE * SIDE,
        )
    known = {one.text(): one for one in examples()}
    return known.get(text) or Digit(tuple(map(INKS.index, text)))


@functools.cache
def examples() -> tuple[Digit, ...]:
    """The forty digits: four of each, none of which was learned from."""
    path = ASSETS / "digits" / "digits.toml"
    written = tomllib.loads(path.read_text("utf-8"))["written"]
    return tuple(
        Digit(tuple(map(INKS.index, text)), int(digit))
        for digit, texts in written.items()
        for text in texts
    )
