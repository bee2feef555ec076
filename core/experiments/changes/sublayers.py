"""The sublayers of a Transformer as an address names them, and whether one is there.

An address says "encoder", "decoder" or "cross" of an attention, and counts from 1.
"""

from core.errors import InputError
from core.networks.names import AttentionName, Sublayer

SHORT = {"self": "self_attention", "cross": "cross_attention", "feed": "feed_forward"}
ATTENTIONS = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}


def attention(kind: str, layer: int) -> str:
    """The name of an attention in a trace, as an address has it; layers from 1."""
    stack, name = ATTENTIONS[kind]
    return str(AttentionName(stack, layer - 1, name))


def kind_of(name: str | AttentionName) -> str:
    """The kind of an attention in an address by its name in a trace.

    That of a recurrent translator, which no address names, is its "alignment".
    """
    found = AttentionName.parse(name)
    if found.alone:
        return found.kind
    pair = found.stack, found.kind
    return next(key for key, value in ATTENTIONS.items() if value == pair)


def within(name: str) -> AttentionName:
    """The attention of a Transformer that a text names; InputError for another."""
    return AttentionName.parse(Sublayer.parse(name))


def check_layer(sublayer: Sublayer, n_layers: int) -> None:
    """InputError where a stack has not so many layers."""
    if sublayer.layer >= n_layers:
        raise InputError(
            "no_layer",
            "The {stack} has no layer {layer}; they are 1 to {last}.",
            stack=sublayer.stack,
            layer=sublayer.layer + 1,
            last=n_layers,
        )


def check_head(head: int | None, n_heads: int) -> None:
    """InputError where an attention has not so many heads; None is all there are."""
    if head is not None and head >= n_heads:
        raise InputError(
            "no_head",
            "There is no head {head}; they are 1 to {last}.",
            head=head + 1,
            last=n_heads,
        )
