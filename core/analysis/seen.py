"""Attention rollout over a picture: all layers together as one more map of a pass."""

from collections import Counter

from core.analysis.rollout import decoder_rollout, encoder_rollout
from core.other_models.attentions import Attentions, Derived


def rolled(attentions: Attentions) -> Derived | None:
    """How much of each patch has reached each place, if weights were all.

    Abnar & Zuidema (2020), section 3, see `core.analysis.rollout`. Of a decoder that
    attends to a picture only what came from there, so that rows are parts of rows. None
    of a pass that is over no picture, where one layer is all there is, where rows need
    not add up to 1, and where a sink takes a share.
    """
    kinds = {kind.short: kind for kind in attentions.kinds}
    first = attentions.kinds[0]
    depths = Counter(kind.short for kind in attentions.kinds for _ in kind.weights)
    if not attentions.pictures or max(depths.values()) == 1:
        return None
    if not attentions.normalised:  # shares of rows are what is handed on
        return None
    if set(kinds) == {"encoder", "decoder", "cross"}:
        cross = kinds["cross"]
        if depths["decoder"] != depths["cross"]:
            return None
        whole = decoder_rollout(attentions)[:, cross.weights.shape[-2] :]
        return Derived("rollout", cross.queries, cross.keys, whole, part=True)
    if first.queries != first.keys or not attentions.lines[first.queries].patches:
        return None
    if first.short == "encoder":
        whole = encoder_rollout(attentions)
    else:
        whole = decoder_rollout(attentions)
    return Derived("rollout", first.queries, first.keys, whole)
