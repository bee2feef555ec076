"""Clips of speech that ship: what is said in each, and how."""

import functools
import tomllib
from dataclasses import dataclass

from core.assets import ASSETS
from core.worlds.spoken import said

LISTED = ASSETS / "clips" / "clips.toml"
FOLDER = ASSETS.parent / "static" / "clips"
"""The sounds themselves: from here a browser fetches them."""


@dataclass(frozen=True)
class Clip:
    """A clip by its name: what is said, in which voice, and how.

    `speed` is in words a minute, `pitch` on the scale of espeak-ng, and `noise` in
    decibels below the loudest, 0 where there is none.
    """

    name: str
    letters: str
    voice: str
    accent: str
    speed: int
    pitch: int
    noise: int = 0

    @property
    def learned(self) -> bool:
        """Whether the word was learned, in other voices."""
        return self.letters in said()


@functools.cache
def clips() -> dict[str, Clip]:
    """All of them by name."""
    listed = tomllib.loads(LISTED.read_text("utf-8"))
    return {name: Clip(name, **told) for name, told in listed.items()}
