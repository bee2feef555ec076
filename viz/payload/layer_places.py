"""The places of a network of layers, as the walk and the address name them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """One place of the machine: which stack, what it does, in which layer (from 0)."""

    stack: str
    part: str
    layer: int = 0

    @property
    def id(self) -> str:
        """Its name in the browser: "decoder.1.self", "encoder.words", "next"."""
        if self.part == "next":
            return "next"
        if self.part == "words":
            return f"{self.stack}.words"
        return f"{self.stack}.{self.layer}.{self.part}"


def place_of(kind: str, layer: int, place: str) -> Place:
    """The place that the choices name; `kind` and `layer` (from 0) are the map's.

    `place` is "attention", "feed", "words" or "next"; a place of another machine is the
    attention here.
    """
    stack = "encoder" if kind == "encoder" else "decoder"
    if place == "next":
        return Place("decoder", "next")
    if place in ("words", "feed"):
        return Place(stack, place, layer)
    return Place(stack, "cross" if kind == "cross" else "self", layer)


def needed(place: Place, walk: str, attention: Place) -> tuple[Place, ...]:
    """The places whose numbers a walk of that length shows around a place.

    The short walk goes from the words through one attention to the next word.
    """
    if walk == "short":
        return Place(attention.stack, "words"), attention, Place("decoder", "next")
    return (place,)
