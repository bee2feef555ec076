"""Attention rollout over a picture: all layers together as one more map of a pass."""

from core.analysis.rollout import decoder_rollout, encoder_rollout
from core.other_models.attentions import Attentions, Derived


def rolled(attentions: Attentions) -> Derived | None:
    """How much of each patch has reached each place, if weights were all.

    Abnar & Zuidema (2020), section 3, see `core.analysis.rollout`. Of a decoder that
    attends to a picture only what came from there, so that rows are parts of rows. None
    of a pass that is over no picture, or where one layer is all there is.
    """
    kinds = {kind.short: kind for kind in attentions.kinds}
    first = attentions.kinds[0]
    depths = {len(kind.weights) for kind in attentions.kinds}
    if not attentions.pictures or max(depths) == 1:
        return None
    if set(kinds) == {"encoder", "decoder", "cross"}:
        cross = kinds["cross"]
        if len(kinds["decoder"].weights) != len(cross.weights):
            return None
        whole = decoder_rollout(attentions)[:, cross.weights.shape[-2] :]
        return Derived("rollout", cross.queries, cross.keys, whole, part=True)
    if first.short == "cross" or not attentions.lines[first.queries].patches:
        return None
    if first.short == "encoder":
        whole = encoder_rollout(attentions)
    else:
        whole = decoder_rollout(attentions)
    return Derived("rollout", first.queries, first.keys, whole)
