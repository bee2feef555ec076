"""Which edges carry a prediction: from the written piece back to what was read.

Every residual sum has parts: what stood there before, and what each head brings from
each place. A part counts by how much nearer it brings the sum to what it became, and
the shares are followed from the prediction down through all layers.

The rule for one sum is that of Ferrando et al. (2022a), "Measuring the Mixing of
Contextual Information in the Transformer" (ALTI), section 3, and of Ferrando & Voita
(2024), "Information Flow Routes", section 2, for each head by itself; through encoder
and decoder it is followed as in Ferrando et al. (2022b), "Towards Opening the Black Box
of Neural Machine Translation", section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError
from core.experiments.passes import rewired
from core.experiments.rewired import NormAlone, RewiredAttention
from core.in_use.translator import Translator
from core.layers import AddAndNorm, AttentionRecord, MultiHeadAttention
from core.networks.names import AttentionName
from core.networks.transformer import Transformer, TransformerRecord
from core.trace import Trace


@dataclass(frozen=True, eq=False)
class Shares:
    """How one residual sum is shared out; over a query all of it adds up to 1.

    A sum of which no part points its way is all `before`.
    """

    before: Float[Tensor, " query"]
    heads: Float[Tensor, "head query key"]


@dataclass(frozen=True)
class Edge:
    """One edge of the graph: an attention of a place to another, all heads together.

    `share` is the part of the prediction that passes here, `head` the one that brings
    most of it.
    """

    name: AttentionName
    query: int
    key: int
    share: float
    head: int


@dataclass(frozen=True, eq=False)
class Carried:
    """What carries the prediction of one row, all as shares of it, 0 to 1.

    `encoder` and `decoder` say how much passes each place: at the embeddings, then
    behind each layer. `before` says how much passes the residual connection of each
    attention, `heads` how much each head brings along each of its edges.
    """

    row: int
    encoder: tuple[Float[Tensor, " source"], ...]
    decoder: tuple[Float[Tensor, " target"], ...]
    before: Mapping[AttentionName, Float[Tensor, " query"]]
    heads: Mapping[AttentionName, Float[Tensor, "head query key"]]

    def edges(self) -> list[Edge]:
        """All that the prediction can be reached by, from the strongest on."""
        found = [
            Edge(name, query, key, float(heads[:, query, key].sum()), most)
            for name, heads in self.heads.items()
            for query, key in self._reaching(name)
            for most in [int(heads[:, query, key].argmax())]
        ]
        return sorted(found, key=lambda edge: (-edge.share, edge.name, edge.query))

    def _reaching(self, name: AttentionName) -> list[tuple[int, int]]:
        """The cells of an attention from which a way leads to the prediction."""
        _, queries, keys = self.heads[name].shape
        rows = range(queries)
        if name.stack == "decoder":
            last = name.layer == len(self.decoder) - 2
            rows = range(self.row if last else 0, self.row + 1)
        return [
            (query, key)
            for query in rows
            for key in range(query + 1 if name.looks_back else keys)
        ]


def carried(model: Translator, trace: Trace, row: int) -> Carried:
    """What carries the piece that decoder row `row` predicts, through all layers.

    The share of a place is 1 at the prediction; every sum hands its share on to its
    parts, as `shares` has them. A feed-forward network works within one place: what it
    adds comes from where it stands. InputError where there is no such row, or where
    the causal mask is off, or of a model without layers.
    """
    network, record = _read(model, trace)
    rows = len(trace.predicted.pieces)
    if not 0 <= row < rows:
        raise InputError(
            "no_decoder_row",
            "There is no row {row}; they are 1 to {last}.",
            row=row + 1,
            last=rows,
        )
    before: dict[AttentionName, Tensor] = {}
    heads: dict[AttentionName, Tensor] = {}

    def through(name: AttentionName, flow: Tensor) -> tuple[Tensor, Tensor]:
        """What a sum hands on: to where it stands, and to what it attends to."""
        found = shares(*_sum(network, record, name))
        before[name] = flow * found.before
        heads[name] = flow[:, None] * found.heads
        return before[name], heads[name].sum((0, 1))

    flow = torch.zeros(rows)
    flow[row] = 1.0
    decoder, english = [flow], torch.zeros(len(trace.source.pieces))
    for layer in reversed(range(len(record.decoder))):
        flow, across = through(AttentionName.of("cross", layer), flow)
        english = english + across
        stayed, back = through(AttentionName.of("decoder", layer), flow)
        flow = stayed + back
        decoder.insert(0, flow)
    encoder, flow = [english], english
    for layer in reversed(range(len(record.encoder))):
        stayed, around = through(AttentionName.of("encoder", layer), flow)
        flow = stayed + around
        encoder.insert(0, flow)
    return Carried(row, tuple(encoder), tuple(decoder), before, heads)


def shares(
    x: Float[Tensor, "query d_model"],
    brought: Float[Tensor, "head query key d_model"],
    gain: Float[Tensor, " d_model"],
) -> Shares:
    """How much of y = Σ parts each part is: max(0, ‖y‖₁ − ‖y − part‖₁), made to add
    up to 1.

    The parts are `x` and what is `brought`, each as the layer norm lets it through: its
    own mean is taken off, and it is multiplied by the `gain`; the division by one
    number changes no share. What every sentence has alike, the biases of the join and
    of the norm, is left out of the parts and of y.
    """
    x, brought = (part - part.mean(-1, keepdim=True) for part in (x, brought))
    x, brought = x * gain, brought * gain
    y = x + brought.sum((0, 2))
    size = y.abs().sum(-1)
    stayed = (size - (y - x).abs().sum(-1)).clamp(min=0)
    apart = (y[None, :, None] - brought).abs().sum(-1)
    came = (size[None, :, None] - apart).clamp(min=0)
    total = stayed + came.sum((0, 2))
    nothing = total <= 0
    total = total.where(~nothing, 1.0)
    stayed = torch.where(nothing, 1.0, stayed / total)
    return Shares(stayed, came / total[None, :, None])


def brought(
    attention: MultiHeadAttention, record: AttentionRecord
) -> Float[Tensor, "head query key d_model"]:
    """What each head brings from each place: weight · value, through its part of W_O.

    Over heads and keys it adds up to the attention's output, but for the bias of W_O.
    """
    heads, _, d_head = record.value.shape
    join = attention.join.weight.unflatten(1, (heads, d_head))
    found = torch.einsum("hqk,hkd,ehd->hqke", record.weights, record.value, join)
    if isinstance(attention, RewiredAttention) and attention.silent is not None:
        found = found.masked_fill(attention.silent[:, None, None, None], 0.0)
    return found


def _sum(
    network: Transformer, record: TransformerRecord, name: AttentionName
) -> tuple[Tensor, Tensor, Tensor]:
    """What stood there, what the heads bring, and the gain of the norm behind."""
    layer = getattr(network, name.stack)[name.layer]
    kept = getattr(record, name.stack)[name.layer]
    attention: MultiHeadAttention = getattr(layer, name.kind)
    norm: AddAndNorm = getattr(layer, f"norm_{name.kind}")
    x = kept.after_self_attention if name.across else kept.input
    if isinstance(norm, NormAlone):
        x = torch.zeros_like(x)
    return x, brought(attention, getattr(kept, name.kind)), norm.weight


def _read(model: Translator, trace: Trace) -> tuple[Transformer, TransformerRecord]:
    """The network of a pass, as it was rewired, and what it recorded."""
    network, record = rewired(model.network, trace.experiment), trace.record
    if not (isinstance(network, Transformer) and isinstance(record, TransformerRecord)):
        raise InputError(
            "nothing_to_follow",
            "{model} has no layers through which a prediction could be followed.",
            model=model.name,
        )
    if not trace.experiment.causal:
        raise InputError(
            "followed_with_causal_mask",
            "With the causal mask off, the way of a prediction is not followed here.",
        )
    return network, record
