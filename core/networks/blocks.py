"""One layer of the encoder and one of the decoder, each with its record.

Vaswani et al. (2017), figure 1 and section 3.1.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from core.layers import AddAndNorm, AttentionRecord, MultiHeadAttention
from core.networks.sizes import Sizes
from core.showing import brief


@dataclass(frozen=True)
class TransformerConfig(Sizes):
    """The sizes of a Transformer; heads share its width evenly, else ValueError."""

    d_model: int = 256
    d_hidden: int = 1024
    n_heads: int = 8
    n_layers: int = 3
    dropout: float = 0.1
    max_positions: int = 512


@brief
@dataclass(frozen=True, eq=False)
class EncoderLayerRecord:
    """One encoder layer.

    `input`, `after_self_attention` and `output` are the residual stream.
    """

    input: Float[Tensor, "*batch source d_model"]
    self_attention: AttentionRecord
    after_self_attention: Float[Tensor, "*batch source d_model"]
    hidden: Float[Tensor, "*batch source d_hidden"]
    output: Float[Tensor, "*batch source d_model"]


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network, each with its residual and norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_self_attention = AddAndNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, config.d_hidden)
        self.narrow = nn.Linear(config.d_hidden, config.d_model)
        self.norm_feed_forward = AddAndNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch #source source"],
    ) -> EncoderLayerRecord:
        """LayerNorm(x + Sublayer(x)) twice. Vaswani et al. (2017), section 3.1.

        Dropout, in training, acts on what a sublayer adds (section 5.4).
        """
        attention = self.self_attention(x, x, allowed)
        after_attention = self.norm_self_attention(x, self.dropout(attention.output))
        hidden = self.widen(after_attention).relu()
        narrowed = self.dropout(self.narrow(hidden))
        output = self.norm_feed_forward(after_attention, narrowed)
        return EncoderLayerRecord(x, attention, after_attention, hidden, output)


@brief
@dataclass(frozen=True, eq=False)
class DecoderLayerRecord:
    """One decoder layer.

    `input`, `after_self_attention`, `after_cross_attention` and `output` are the
    residual stream.
    """

    input: Float[Tensor, "*batch target d_model"]
    self_attention: AttentionRecord
    after_self_attention: Float[Tensor, "*batch target d_model"]
    cross_attention: AttentionRecord
    after_cross_attention: Float[Tensor, "*batch target d_model"]
    hidden: Float[Tensor, "*batch target d_hidden"]
    output: Float[Tensor, "*batch target d_model"]


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward, each with its norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_self_attention = AddAndNorm(config.d_model)
        self.cross_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_cross_attention = AddAndNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, config.d_hidden)
        self.narrow = nn.Linear(config.d_hidden, config.d_model)
        self.norm_feed_forward = AddAndNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch target d_model"],
        memory: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch target target"],
        source_allowed: Bool[Tensor, "*#batch #target source"],
    ) -> DecoderLayerRecord:
        """LayerNorm(x + Sublayer(x)) three times, as in section 3.1 of the paper."""
        looking_back = self.self_attention(x, x, allowed)
        after_self = self.norm_self_attention(x, self.dropout(looking_back.output))
        looking_across = self.cross_attention(after_self, memory, source_allowed)
        after_cross = self.norm_cross_attention(
            after_self, self.dropout(looking_across.output)
        )
        hidden = self.widen(after_cross).relu()
        narrowed = self.dropout(self.narrow(hidden))
        output = self.norm_feed_forward(after_cross, narrowed)
        return DecoderLayerRecord(
            x, looking_back, after_self, looking_across, after_cross, hidden, output
        )

    def step(
        self,
        x: Float[Tensor, "batch 1 d_model"],
        keys: Float[Tensor, "batch head target d_head"],
        values: Float[Tensor, "batch head target d_head"],
        cross_keys: Float[Tensor, "batch head source d_head"],
        cross_values: Float[Tensor, "batch head source d_head"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> tuple[
        Float[Tensor, "batch 1 d_model"],
        Float[Tensor, "batch head longer d_head"],
        Float[Tensor, "batch head longer d_head"],
    ]:
        """`forward` for the newest position alone; older keys and values are kept.

        For so little work even a module's way to its `forward` is long, and is cut.
        """
        attention, across = self.self_attention, self.cross_attention
        key = attention.split(attention.project_key.forward(x))
        value = attention.split(attention.project_value.forward(x))
        keys, values = torch.cat([keys, key], -2), torch.cat([values, value], -2)
        x = self.norm_self_attention.forward(x, attention.attend(x, keys, values))
        found = across.attend(x, cross_keys, cross_values, source_allowed)
        x = self.norm_cross_attention.forward(x, found)
        narrowed = self.narrow.forward(self.widen.forward(x).relu())
        return self.norm_feed_forward.forward(x, narrowed), keys, values
