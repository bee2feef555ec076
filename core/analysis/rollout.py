"""Attention rollout: how the weights of all layers combine, if weights were all.

Abnar & Zuidema (2020), section 3. What it ignores: the values (a large weight on a
small value carries little), the feed-forward networks and the norms.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention_map import AttentionMap
from core.errors import InputError
from core.networks.maps import Maps
from core.networks.names import ATTENTIONS, AttentionName


def rollout(of: Maps) -> AttentionMap:
    """The rollout of the decoder, or of the encoder where there is no decoder.

    Rows are its pieces; where a decoder attends to an encoder the columns are its own
    pieces, then those of the encoder. InputError where there is nothing to roll out.
    """
    parts = {name.short for name in _named(of)}
    last = "decoder" if "decoder" in parts else "encoder"
    rows, keys = of.sides(AttentionName.of(last, 0))
    if len(rows.pieces) != len(keys.pieces):
        raise InputError(
            "no_square_to_roll_out",
            "A rollout needs a square of weights, not {rows} rows over {keys} columns. "
            "Take away columns that are no tokens (a sink), and give the rows of every "
            "token.",
            rows=len(rows.pieces),
            keys=len(keys.pieces),
        )
    rolled = decoder_rollout(of) if last == "decoder" else encoder_rollout(of)
    columns = rows.pieces
    if "cross" in parts:
        columns += of.sides(AttentionName.of("cross", 0))[1].pieces
    # a causal mask leaves rows that nothing to their right can ever reach
    return AttentionMap(rolled, rolled > 0, rows.pieces, columns, f"{last} rollout")


def encoder_rollout(of: Maps) -> Float[Tensor, "source source"]:
    """How much of each source position has reached each other one; rows add up to 1.

    Heads are averaged, and the residual stream counts as much as the attention:
    R_l = (½ A_l + ½ I) R_{l−1}, R_0 = I.
    """
    return rolled_out(_means(of, "encoder"))


def decoder_rollout(of: Maps) -> Float[Tensor, "target joined"]:
    """How much of each position has reached each target position; rows add up to 1.

    Columns are the target as it is read, then the source. Our extension, for the paper
    has one stream only: each layer is ⅓ self-attention, ⅓ cross-attention times the
    rollout of the encoder, and ⅓ what was there before. A decoder that stands alone is
    rolled out as an encoder is.
    """
    own = _means(of, "decoder")
    if not any(name.short == "cross" for name in _named(of)):
        return rolled_out(own)
    encoder = encoder_rollout(of)
    n, m = len(own[0]), len(encoder)
    rolled = torch.cat([torch.eye(n), torch.zeros(n, m)], dim=-1)
    encoder = torch.cat([torch.zeros(m, n), encoder], dim=-1)
    for back, across in zip(own, _means(of, "cross"), strict=True):
        rolled = (back @ rolled + across @ encoder + rolled) / 3
    return rolled


def rolled_out(
    layers: Sequence[Float[Tensor, "position position"]],
) -> Float[Tensor, "position position"]:
    """The rollout of one stream: a layer is half attention, half what was there.

    Each layer is the mean of its heads.
    """
    rolled = torch.eye(len(layers[0]))
    for layer in layers:
        rolled = (layer @ rolled + rolled) / 2
    return rolled


def _means(of: Maps, short: str) -> list[Tensor]:
    """Layer after layer of one kind of attention, averaged over its heads."""
    found = [
        of.heads(name, words=False).nan_to_num(0.0).mean(0)
        for name in _named(of)
        if name.short == short
    ]
    if not found:
        raise InputError(
            "nothing_to_roll_out",
            "{model} has no layers of attention to roll out.",
            model=of.model,
        )
    return found


def _named(of: Maps) -> list[AttentionName]:
    """The attentions that stand in layers: not the one of the recurrent model."""
    names = [AttentionName.parse(name) for name in of.names()]
    return [name for name in names if name.short in ATTENTIONS]
