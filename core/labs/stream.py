"""The residual stream of one encoder layer: what goes by, and what a sublayer adds."""

from dataclasses import dataclass

from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional

from core.networks.blocks import EncoderLayer, EncoderLayerRecord

PARTS = ("attention", "feed-forward")


@dataclass(frozen=True, eq=False)
class Added:
    """One sublayer: the stream before it, what it adds, the stream after its norm.

    `active` are the units of the feed-forward network that are above 0; None for the
    attention.
    """

    before: Float[Tensor, "position d_model"]
    update: Float[Tensor, "position d_model"]
    after: Float[Tensor, "position d_model"]
    active: Bool[Tensor, "position d_hidden"] | None


def added(layer: EncoderLayer, record: EncoderLayerRecord, part: str) -> Added:
    """What a sublayer of a recorded pass added to the stream.

    Vaswani et al. (2017), section 3.1: after = LayerNorm(before + update).
    """
    if part == "attention":
        update = record.self_attention.output
        return Added(record.input, update, record.after_self_attention, None)
    update = layer.narrow(record.hidden)
    return Added(record.after_self_attention, update, record.output, record.hidden > 0)


def kept(found: Added) -> Float[Tensor, " position"]:
    """How much of each word is left: the cosine of the stream before and after."""
    return functional.cosine_similarity(found.before, found.after, dim=-1)


def alike(x: Float[Tensor, "position d_model"]) -> float:
    """How alike the words are: the mean cosine of two different rows.

    NaN for a single row.
    """
    n = len(x)
    rows = functional.normalize(x, dim=-1)
    every = (rows @ rows.T).sum() - n
    return (every / (n * (n - 1))).item() if n > 1 else float("nan")
