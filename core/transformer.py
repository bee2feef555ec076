"""The Transformer of Vaswani et al. (2017), figure 1: encoder, decoder, next word."""

import math
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import causal_mask
from core.layers import AttentionRecord, MultiHeadAttention, sinusoidal_positions


@dataclass(frozen=True)
class TransformerConfig:
    """The sizes of a Transformer; they check themselves."""

    vocabulary: int
    d_model: int = 256
    d_hidden: int = 1024
    n_heads: int = 8
    n_layers: int = 3
    dropout: float = 0.1
    max_positions: int = 512

    def __post_init__(self) -> None:
        for name in ("vocabulary", "d_model", "d_hidden", "n_heads", "n_layers"):
            if getattr(self, name) < 1:
                raise ValueError(
                    f"{name} must be at least 1, not {getattr(self, name)}"
                )
        if self.d_model % self.n_heads:
            raise ValueError(
                f"d_model must be a multiple of n_heads={self.n_heads}, "
                f"not {self.d_model}"
            )
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be at least 0, below 1, not {self.dropout}")


@dataclass(frozen=True, eq=False)
class EncoderLayerRecord:
    """One encoder layer.

    `input`, `after_attention` and `output` are the residual stream.
    """

    input: Float[Tensor, "*batch source d_model"]
    self_attention: AttentionRecord
    after_attention: Float[Tensor, "*batch source d_model"]
    hidden: Float[Tensor, "*batch source d_hidden"]
    output: Float[Tensor, "*batch source d_model"]


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


@dataclass(frozen=True, eq=False)
class TransformerRecord:
    """One whole pass: both stacks and the score of every word at every position."""

    source_embedding: Float[Tensor, "*batch source d_model"]
    encoder: tuple[EncoderLayerRecord, ...]
    target_embedding: Float[Tensor, "*batch target d_model"]
    decoder: tuple[DecoderLayerRecord, ...]
    logits: Float[Tensor, "*batch target word"]


@dataclass(frozen=True, eq=False)
class TransformerState:
    """What decoding keeps between two words: keys and values, one pair a layer."""

    cross_keys: tuple[Float[Tensor, "batch head source d_head"], ...]
    cross_values: tuple[Float[Tensor, "batch head source d_head"], ...]
    source_allowed: Bool[Tensor, "batch 1 source"]
    keys: tuple[Float[Tensor, "batch head target d_head"], ...]
    values: tuple[Float[Tensor, "batch head target d_head"], ...]


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network, each with its residual and norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_attention = nn.LayerNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, config.d_hidden)
        self.narrow = nn.Linear(config.d_hidden, config.d_model)
        self.norm_feed_forward = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch #source source"],
    ) -> EncoderLayerRecord:
        """LayerNorm(x + Sublayer(x)) twice. Vaswani et al. (2017), section 3.1.

        Dropout, in training, acts on what a sublayer adds (section 5.4).
        """
        attention = self.attention(x, x, allowed)
        after_attention = self.norm_attention(x + self.dropout(attention.output))
        hidden = self.widen(after_attention).relu()
        narrowed = self.dropout(self.narrow(hidden))
        output = self.norm_feed_forward(after_attention + narrowed)
        return EncoderLayerRecord(x, attention, after_attention, hidden, output)


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward, each with its norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_self_attention = nn.LayerNorm(config.d_model)
        self.cross_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.norm_cross_attention = nn.LayerNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, config.d_hidden)
        self.narrow = nn.Linear(config.d_hidden, config.d_model)
        self.norm_feed_forward = nn.LayerNorm(config.d_model)
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
        after_self = self.norm_self_attention(x + self.dropout(looking_back.output))
        looking_across = self.cross_attention(after_self, memory, source_allowed)
        after_cross = self.norm_cross_attention(
            after_self + self.dropout(looking_across.output)
        )
        hidden = self.widen(after_cross).relu()
        narrowed = self.dropout(self.narrow(hidden))
        output = self.norm_feed_forward(after_cross + narrowed)
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
        """`forward` for the newest position alone; older keys and values are kept."""
        attention = self.self_attention
        keys = torch.cat([keys, attention.split(attention.project_key(x))], dim=-2)
        values = torch.cat(
            [values, attention.split(attention.project_value(x))], dim=-2
        )
        x = self.norm_self_attention(x + attention.look(x, keys, values))
        x = self.norm_cross_attention(
            x + self.cross_attention.look(x, cross_keys, cross_values, source_allowed)
        )
        hidden = self.widen(x).relu()
        return self.norm_feed_forward(x + self.narrow(hidden)), keys, values


class Transformer(nn.Module):
    """Encoder and decoder with shared embedding and output.

    Vaswani et al. (2017), figure 1 and section 3.4: embeddings times √d_model plus
    sinusoidal positions; one matrix reads words in and scores them on the way out.
    """

    positions: Tensor

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.d_model)
        self.encoder = nn.ModuleList(
            EncoderLayer(config) for _ in range(config.n_layers)
        )
        self.decoder = nn.ModuleList(
            DecoderLayer(config) for _ in range(config.n_layers)
        )
        self.dropout = nn.Dropout(config.dropout)
        positions = sinusoidal_positions(config.max_positions, config.d_model)
        self.register_buffer("positions", positions, persistent=False)

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
        target_allowed: Bool[Tensor, "*#batch target target"] | None = None,
    ) -> TransformerRecord:
        """Read the source, then score every next word of the given target at once.

        `target_allowed` is the causal mask unless given.
        """
        if target_allowed is None:
            target_allowed = causal_mask(target.shape[-1], target.device)
        source_embedding = self.embed(source)
        encoder = self.encode(source_embedding, source_allowed)
        memory = encoder[-1].output
        x = target_embedding = self.embed(target)
        decoder = []
        for layer in self.decoder:
            decoder.append(layer(x, memory, target_allowed, source_allowed))
            x = decoder[-1].output
        return TransformerRecord(
            source_embedding, encoder, target_embedding, tuple(decoder), self.score(x)
        )

    def embed(
        self, words: Int[Tensor, "*batch position"], start: int = 0
    ) -> Float[Tensor, "*batch position d_model"]:
        """Scaled embedding plus position; the first word stands at position `start`."""
        scaled = self.embedding(words) * math.sqrt(self.config.d_model)
        positions = self.positions[start : start + words.shape[-1]]
        return self.dropout(scaled + positions)

    def encode(
        self,
        x: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> tuple[EncoderLayerRecord, ...]:
        """The encoder stack, layer by layer."""
        records = []
        for layer in self.encoder:
            records.append(layer(x, allowed))
            x = records[-1].output
        return tuple(records)

    def decoder_layers(self) -> list[DecoderLayer]:
        """The decoder's layers, first to last."""
        return [layer for layer in self.decoder if isinstance(layer, DecoderLayer)]

    def score(
        self, x: Float[Tensor, "*batch target d_model"]
    ) -> Float[Tensor, "*batch target word"]:
        """How well each word of the vocabulary would fit next: x Eᵀ."""
        return x @ self.embedding.weight.T

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> TransformerState:
        """Read the source once; what cross-attention needs of it is kept."""
        memory = self.encode(self.embed(source), source_allowed)[-1].output
        cross = [layer.cross_attention for layer in self.decoder_layers()]
        nothing = memory.new_zeros(
            len(source), self.config.n_heads, 0, memory.shape[-1] // self.config.n_heads
        )
        return TransformerState(
            tuple(c.split(c.project_key(memory)) for c in cross),
            tuple(c.split(c.project_value(memory)) for c in cross),
            source_allowed,
            (nothing,) * len(cross),
            (nothing,) * len(cross),
        )

    def step(
        self, state: TransformerState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch word"], TransformerState]:
        """Read one more word; score the next."""
        x = self.embed(word[:, None], start=state.keys[0].shape[-2])
        all_keys, all_values = [], []
        for i, layer in enumerate(self.decoder_layers()):
            x, keys, values = layer.step(
                x,
                state.keys[i],
                state.values[i],
                state.cross_keys[i],
                state.cross_values[i],
                state.source_allowed,
            )
            all_keys.append(keys)
            all_values.append(values)
        kept = (state.cross_keys, state.cross_values, state.source_allowed)
        return self.score(x[:, 0]), TransformerState(
            *kept, tuple(all_keys), tuple(all_values)
        )
