"""How the sublayers of a network are named, and which map of an attention is meant.

Layers and heads count from 0, as everywhere in the code. Nothing here needs torch.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.errors import InputError


class StackName(StrEnum):
    """Which stack of layers of a Transformer."""

    ENCODER = "encoder"
    DECODER = "decoder"


STACKS = tuple(stack.value for stack in StackName)
ATTENTIONS = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}
"""The three attentions of a Transformer by their short names: stack and kind."""
READINGS = ("predicted", "read")
SUBLAYERS = {
    "self_attention": "self-attention",
    "cross_attention": "cross-attention",
    "feed_forward": "feed-forward",
}
_NAME = re.compile(r"(encoder|decoder)\.([0-9]{1,3})\.([a-z_]+)")


@dataclass(frozen=True, order=True)
class Sublayer:
    """One sublayer of a Transformer; as text "decoder.1.feed_forward".

    InputError for a cross-attention of the encoder: there is none.
    """

    stack: str
    layer: int
    kind: str

    def __post_init__(self) -> None:
        if self.stack == "encoder" and self.kind == "cross_attention":
            raise InputError(
                "encoder_looks_across",
                "The encoder has no cross-attention: it attends only to itself.",
            )

    @staticmethod
    def parse(name: "str | Sublayer") -> "Sublayer":
        """The sublayer that a text names; InputError where there is none."""
        match = _NAME.fullmatch(str(name))
        if match is None or match[3] not in SUBLAYERS:
            raise InputError(
                "no_sublayer",
                "There is no sublayer {name}.",
                name=repr(str(name)),
            )
        return Sublayer(match[1], int(match[2]), match[3])

    def __str__(self) -> str:
        return f"{self.stack}.{self.layer}.{self.kind}"

    @property
    def spoken(self) -> str:
        """In words, counted from 1: "decoder self-attention, layer 2"."""
        return f"{self.stack} {SUBLAYERS[self.kind]}, layer {self.layer + 1}"


@dataclass(frozen=True, order=True)
class AttentionName(Sublayer):
    """Which attention of a model: "encoder.0.self_attention", "decoder.alignment".

    The recurrent translator has a single one, `ALIGNMENT`. InputError for a
    feed-forward sublayer.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind == "feed_forward":
            raise InputError(
                "feed_forward_has_no_heads",
                "A feed-forward sublayer has no heads and no cells.",
            )

    @staticmethod
    def parse(name: "str | Sublayer") -> "AttentionName":
        """The attention that a text names; InputError where it names none."""
        if str(name) == "decoder.alignment":
            return ALIGNMENT
        found = Sublayer.parse(name)
        return AttentionName(found.stack, found.layer, found.kind)

    @staticmethod
    def of(short: str, layer: int) -> "AttentionName":
        """The attention of that short name in a layer."""
        stack, kind = ATTENTIONS[short]
        return AttentionName(stack, layer, kind)

    def __str__(self) -> str:
        return "decoder.alignment" if self.alone else super().__str__()

    @property
    def spoken(self) -> str:
        """In words, counted from 1: "decoder self-attention, layer 2"."""
        return "alignment" if self.alone else super().spoken

    @property
    def alone(self) -> bool:
        """Whether it is the one attention of its model, without layers and heads."""
        return self.kind == "alignment"

    @property
    def short(self) -> str:
        """As pictures and addresses call it: one of `ATTENTIONS`, or "alignment"."""
        pair = self.stack, self.kind
        return next(
            (key for key, each in ATTENTIONS.items() if each == pair), self.kind
        )

    @property
    def across(self) -> bool:
        """Whether it looks from one language at the other."""
        return self.kind != "self_attention"

    @property
    def looks_back(self) -> bool:
        """Whether later keys are hidden from a query: the decoder's look at itself."""
        return self.stack == "decoder" and not self.across

    @property
    def sides(self) -> tuple[str, str]:
        """Which side of a trace its queries are, and which its keys.

        Rows of an attention across languages are named by the word predicted; the
        decoder's own rows and columns by the word read.
        """
        if self.stack == "encoder":
            return "source", "source"
        return ("predicted", "source") if self.across else ("read", "read")


ALIGNMENT = AttentionName("decoder", 0, "alignment")


def of_stacks(encoder: int, decoder: int) -> tuple[AttentionName, ...]:
    """The attentions of a Transformer with that many encoder and decoder layers."""
    layers = {"encoder": encoder, "decoder": decoder}
    return tuple(
        AttentionName(stack, layer, kind)
        for stack, kind in ATTENTIONS.values()
        for layer in range(layers[stack])
    )


@dataclass(frozen=True)
class Parts:
    """What a network of layers is made of: its attentions, and how many heads each."""

    attentions: tuple[AttentionName, ...]
    n_heads: int

    def layers(self, stack: str, kind: str = "self_attention") -> int:
        """How many layers of a stack have this sublayer; every layer feeds forward."""
        kind = "self_attention" if kind == "feed_forward" else kind
        return sum(one.stack == stack and one.kind == kind for one in self.attentions)

    def sublayers(self) -> Iterator[Sublayer]:
        """All of them, stack by stack and layer by layer."""
        for stack in STACKS:
            for layer in range(self.layers(stack)):
                for kind in SUBLAYERS:
                    if layer < self.layers(stack, kind):
                        yield Sublayer(stack, layer, kind)


@dataclass(frozen=True)
class MapChoice:
    """One map of a model: an attention, a head of it, and the step of its rows.

    `head` None is the mean of the heads. The row of a word is taken where the word is
    "predicted" or, one step later, where it is "read".
    """

    name: AttentionName = ALIGNMENT
    head: int | None = None
    reading: str = "predicted"

    def __post_init__(self) -> None:
        if self.reading not in READINGS:
            raise InputError(
                "no_reading",
                "The reading is predicted or read, not {given}.",
                given=repr(self.reading),
            )

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "MapChoice":
        """The choice that a model folder keeps: its `map`, `head` and `reading`.

        There the mean is "mean" or null, and the one head of an alignment may be 0.
        """
        name, head = AttentionName.parse(kept["map"]), kept.get("head")
        head = None if name.alone or head is None or head == "mean" else int(head)
        return cls(name, head, kept.get("reading", "predicted"))

    @property
    def title(self) -> str:
        """As maps are headed: "decoder.2.cross_attention head 3"."""
        return f"{self.name} {'mean' if self.head is None else f'head {self.head}'}"
