"""What a model or a cache of one gives out, taken apart into its attentions.

Told by what it offers, not by its class: neither library is needed here.
"""

import re
from typing import Any

from core.errors import InputError

HOOKS = re.compile(
    r"(?P<stack>blocks|encoder|decoder)\.(?P<layer>\d+)\."
    r"(?P<kind>attn|cross_attn)\.hook_pattern"
)
"""How TransformerLens names attention weights in its `ActivationCache`."""


def taken_apart(given: Any) -> dict[str, Any] | None:
    """The attentions of an output or a cache by the names that `show` knows.

    None where `given` is neither, but arrays.
    """
    if _is_cache(given):
        return _of_cache(given)
    if getattr(given, "decoder_attentions", None) is not None:
        return _of_translator(given)
    if hasattr(given, "attentions"):
        known = {"attentions": given.attentions}
        everywhere = getattr(given, "global_attentions", None)  # of Longformer
        return known if everywhere is None else known | {"global": everywhere}
    if hasattr(given, "encoder_attentions"):
        return _of_translator(given)
    return None


def _of_translator(output: Any) -> dict[str, Any]:
    found = {
        "attentions": output.encoder_attentions,
        "decoder": output.decoder_attentions,
        "cross": output.cross_attentions,
    }
    for name, attentions in found.items():
        if attentions is None:
            kind = {"attentions": "encoder", "decoder": "decoder", "cross": "cross"}
            raise InputError(
                f"The output has no {kind[name]}_attentions. Call the model with "
                "output_attentions=True and attn_implementation='eager', and not with "
                "encoder_outputs that were computed without them."
            )
    return found


def _is_cache(given: Any) -> bool:
    keys = getattr(given, "keys", None)
    if keys is None or hasattr(given, "attentions"):
        return False
    return any(isinstance(key, str) and HOOKS.fullmatch(key) for key in keys())


def _of_cache(cache: Any) -> dict[str, Any]:
    """The patterns of a cache, layer after layer; InputError where one is missing."""
    layers: dict[str, dict[int, Any]] = {}
    for key in cache.keys():  # noqa: SIM118, an ActivationCache iterates differently
        if match := HOOKS.fullmatch(str(key)):
            name = "cross" if match["kind"] == "cross_attn" else match["stack"]
            layers.setdefault(name, {})[int(match["layer"])] = cache[key]
    for found in layers.values():
        if missing := set(range(max(found) + 1)) - set(found):
            raise InputError(
                f"The cache has no hook_pattern of layer {min(missing)}. Run the model "
                "with a names_filter that keeps all of them."
            )
    names = {"blocks": "attentions", "encoder": "attentions", "decoder": "decoder"}
    return {
        names.get(name, name): [found[at] for at in range(len(found))]
        for name, found in layers.items()
    }
