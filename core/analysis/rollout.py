"""Attention rollout: how the weights of all layers combine, if weights were all.

Abnar & Zuidema (2020), section 3. What it ignores: the values (a large weight on a
small value carries little), the feed-forward networks and the norms.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError
from core.networks.transformer import TransformerRecord
from core.trace import Trace


def encoder_rollout(trace: Trace) -> Float[Tensor, "source source"]:
    """How much of each source position has reached each other one; rows add up to 1.

    Heads are averaged, and the residual stream counts as much as the attention:
    R_l = (½ A_l + ½ I) R_{l−1}, R_0 = I.
    """
    layers = _record(trace).encoder
    rolled = torch.eye(len(trace.source.pieces))
    for layer in layers:
        rolled = (layer.self_attention.weights.mean(0) @ rolled + rolled) / 2
    return rolled


def decoder_rollout(trace: Trace) -> Float[Tensor, "target joined"]:
    """How much of each position has reached each target position; rows add up to 1.

    Columns are the target as it is read, then the source. Our extension, for the paper
    has one stream only: each layer is ⅓ self-attention, ⅓ cross-attention times the
    rollout of the encoder, and ⅓ what was there before.
    """
    record = _record(trace)
    n, m = len(trace.read.pieces), len(trace.source.pieces)
    rolled = torch.cat([torch.eye(n), torch.zeros(n, m)], dim=-1)
    encoder = torch.cat([torch.zeros(m, n), encoder_rollout(trace)], dim=-1)
    for layer in record.decoder:
        back = layer.self_attention.weights.mean(0) @ rolled
        across = layer.cross_attention.weights.mean(0) @ encoder
        rolled = (back + across + rolled) / 3
    return rolled


def _record(trace: Trace) -> TransformerRecord:
    if not isinstance(trace.record, TransformerRecord):
        raise InputError(
            "nothing_to_roll_out",
            "{model} has no layers of attention to roll out.",
            model=trace.model,
        )
    return trace.record
