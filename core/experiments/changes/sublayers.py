"""What a change names in a Transformer: a sublayer, or a head of an attention."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from core.errors import InputError
from core.experiments.changes.change import Change, Names
from core.networks.names import (
    ATTENTIONS,
    AttentionName,
    Parts,
    StackName,
    Sublayer,
)

SHORT = {"self": "self_attention", "cross": "cross_attention", "feed": "feed_forward"}
EVERY = "*"
ATTENTION = rf"(?:{'|'.join(ATTENTIONS)})\.[1-9]"
"""How an address writes an attention: its short name and its layer."""


@dataclass(frozen=True)
class OfHeads(Change):
    """A change within one head of an attention; None stands for every head."""

    attention: str
    head: int | None

    def __post_init__(self) -> None:
        AttentionName.parse(Sublayer.parse(self.attention))
        if self.head is not None and self.head < 0:
            raise InputError(
                "head_below_0",
                "A head cannot be {head}; they count from 0.",
                head=self.head,
            )

    @cached_property
    def name(self) -> AttentionName:
        """The attention whose heads are changed."""
        return AttentionName.parse(self.attention)

    def written(self) -> str:
        return f"{self.name.short}.{self.name.layer + 1}.{star(self.head)}"

    def called(self, names: Names) -> dict[str, Any]:
        """Its attention and its head, as slots of a text."""
        return {"attention": self.name, "head": names.head(self.head)}

    def check_fit(self, parts: Parts) -> None:
        check_layer(self.name, parts)
        if self.head is not None and self.head >= parts.n_heads:
            raise InputError(
                "no_head",
                "There is no head {head}; they are 1 to {last}.",
                head=self.head + 1,
                last=parts.n_heads,
            )


def check_layer(sublayer: Sublayer, parts: Parts) -> None:
    """InputError where a model has no such stack, or no such layer in it."""
    n_layers = parts.layers(sublayer.stack, sublayer.kind)
    if not n_layers:
        raise InputError(
            "no_such_part",
            "This model has no {sublayer}.",
            sublayer=sublayer,
        )
    if sublayer.layer >= n_layers:
        raise InputError(
            "no_layer",
            "The {stack} has no layer {layer}; they are 1 to {last}.",
            stack=StackName(sublayer.stack),
            layer=sublayer.layer + 1,
            last=n_layers,
        )


def attention(short: str, layer: int) -> str:
    """The name of an attention that an address means by "cross" and a layer from 1."""
    return str(AttentionName.of(short, layer - 1))


def place(text: str) -> int | None:
    """A place from 0, as an address counts it from 1; None is every one."""
    return None if text == EVERY else int(text) - 1


def star(place: int | None) -> str:
    """A place as an address writes it."""
    return EVERY if place is None else str(place + 1)
