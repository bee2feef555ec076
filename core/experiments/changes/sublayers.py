"""The sublayers of a Transformer by their names, in a trace and in an address.

An attention is named as in a trace: "encoder.0.self_attention",
"decoder.2.cross_attention"; an address says "encoder", "decoder" or "cross".
"""

import re

from core.errors import InputError

KINDS = {
    "self_attention": "self-attention",
    "cross_attention": "cross-attention",
    "feed_forward": "feed-forward",
}
SHORT = {"self": "self_attention", "cross": "cross_attention", "feed": "feed_forward"}
ATTENTIONS = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}
_NAME = re.compile(r"(encoder|decoder)\.([0-9]{1,3})\.([a-z_]+)")


def parts(sublayer: str) -> tuple[str, int, str]:
    """Stack, layer and kind of a sublayer; InputError where there is no such name."""
    match = _NAME.fullmatch(sublayer)
    if match is None or match[3] not in KINDS:
        raise InputError(f"There is no sublayer {sublayer!r}.")
    if match[1] == "encoder" and match[3] == "cross_attention":
        raise InputError("The encoder has no cross-attention: it looks at itself only.")
    return match[1], int(match[2]), match[3]


def spoken(sublayer: str) -> str:
    """The name of a sublayer in words: "decoder self-attention, layer 2"."""
    stack, layer, kind = parts(sublayer)
    return f"{stack} {KINDS[kind]}, layer {layer + 1}"


def attention(kind: str, layer: int) -> str:
    """The name of an attention in a trace, as an address has it; layers from 1."""
    stack, name = ATTENTIONS[kind]
    return f"{stack}.{layer - 1}.{name}"


def kind_of(name: str) -> str:
    """The kind of an attention in an address by its name in a trace."""
    stack, _, kind = parts(name)
    return next(key for key, value in ATTENTIONS.items() if value == (stack, kind))


def check_attention(name: str) -> None:
    """InputError for what has no heads and no cells."""
    if parts(name)[2] == "feed_forward":
        raise InputError("A feed-forward sublayer has no heads and no cells.")


def check_layer(sublayer: str, n_layers: int) -> None:
    """InputError where a stack has not so many layers."""
    stack, layer, _ = parts(sublayer)
    if layer >= n_layers:
        raise InputError(
            f"The {stack} has no layer {layer + 1}; they are 1 to {n_layers}."
        )


def check_head(head: int | None, n_heads: int) -> None:
    """InputError where an attention has not so many heads; None is all there are."""
    if head is not None and head >= n_heads:
        raise InputError(f"There is no head {head + 1}; they are 1 to {n_heads}.")
