"""The Transformer of Vaswani et al. (2017), figure 1: encoder, decoder, next word."""

import math
from dataclasses import dataclass, replace

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import causal_mask
from core.layers import sinusoidal_positions
from core.networks.blocks import (
    DecoderLayer,
    DecoderLayerRecord,
    EncoderLayer,
    EncoderLayerRecord,
    TransformerConfig,
)
from core.networks.names import AttentionName, Parts, of_stacks
from core.showing import brief


@brief
@dataclass(frozen=True, eq=False)
class TransformerRecord:
    """One whole pass: both stacks and the score of every word at every position."""

    source_embedding: Float[Tensor, "*batch source d_model"]
    encoder: tuple[EncoderLayerRecord, ...]
    target_embedding: Float[Tensor, "*batch target d_model"]
    decoder: tuple[DecoderLayerRecord, ...]
    logits: Float[Tensor, "*batch target word"]

    def attentions(self) -> tuple[AttentionName, ...]:
        """Those of the encoder, of the decoder, and from the decoder to the encoder."""
        return of_stacks(len(self.encoder), len(self.decoder))

    def attention(
        self, name: AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as the layer computed them."""
        record = getattr(getattr(self, name.stack)[name.layer], name.kind)
        return record.weights, record.allowed


@brief
@dataclass(frozen=True, eq=False)
class TransformerState:
    """What decoding keeps between two words: keys and values, one pair a layer."""

    cross_keys: tuple[Float[Tensor, "batch head source d_head"], ...]
    cross_values: tuple[Float[Tensor, "batch head source d_head"], ...]
    source_allowed: Bool[Tensor, "batch 1 source"]
    keys: tuple[Float[Tensor, "batch head target d_head"], ...]
    values: tuple[Float[Tensor, "batch head target d_head"], ...]


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

    def attention_names(self) -> tuple[AttentionName, ...]:
        """Those of the encoder, of the decoder, and from the decoder to the encoder."""
        return of_stacks(self.config.n_layers, self.config.n_layers)

    def parts(self) -> Parts:
        """What an experiment can name in it."""
        return Parts(self.attention_names(), self.config.n_heads)

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
        return self.read(
            self.embed_source(source),
            self.embed_target(target),
            source_allowed,
            target_allowed,
        )

    def read(
        self,
        source: Float[Tensor, "*batch source d_model"],
        target: Float[Tensor, "*batch target d_model"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
        target_allowed: Bool[Tensor, "*#batch target target"],
    ) -> TransformerRecord:
        """`forward` from the embeddings on, where gradients begin."""
        encoder = self.encode(source, source_allowed)
        memory = encoder[-1].output
        decoder = self.decode(target, memory, target_allowed, source_allowed)
        logits = self.score(decoder[-1].output)
        return TransformerRecord(source, encoder, target, decoder, logits)

    def embed_source(
        self, words: Int[Tensor, "*batch source"]
    ) -> Float[Tensor, "*batch source d_model"]:
        """What the encoder reads."""
        return self.embed(words)

    def embed_target(
        self, words: Int[Tensor, "*batch target"], start: int = 0
    ) -> Float[Tensor, "*batch target d_model"]:
        """What the decoder reads."""
        return self.embed(words, start)

    def embed(
        self, words: Int[Tensor, "*batch position"], start: int = 0
    ) -> Float[Tensor, "*batch position d_model"]:
        """Scaled embedding plus position; the first word stands at position `start`."""
        positions = self.positions[start : start + words.shape[-1]]
        return self.dropout(self.scaled_embedding(words) + positions)

    def scaled_embedding(
        self, words: Int[Tensor, "*batch position"]
    ) -> Float[Tensor, "*batch position d_model"]:
        """The embedding times √d_model. Vaswani et al. (2017), section 3.4."""
        return self.embedding(words) * math.sqrt(self.config.d_model)

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

    def decode(
        self,
        x: Float[Tensor, "*batch target d_model"],
        memory: Float[Tensor, "*batch source d_model"],
        allowed: Bool[Tensor, "*#batch target target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> tuple[DecoderLayerRecord, ...]:
        """The decoder stack, layer by layer."""
        records = []
        for layer in self.decoder:
            records.append(layer(x, memory, allowed, source_allowed))
            x = records[-1].output
        return tuple(records)

    def encoder_layers(self) -> list[EncoderLayer]:
        """The encoder's layers, first to last."""
        return [layer for layer in self.encoder if isinstance(layer, EncoderLayer)]

    def decoder_layers(self) -> list[DecoderLayer]:
        """The decoder's layers, first to last."""
        return [layer for layer in self.decoder if isinstance(layer, DecoderLayer)]

    def score(
        self, x: Float[Tensor, "*batch target d_model"]
    ) -> Float[Tensor, "*batch target word"]:
        """How well each word of the vocabulary would fit next: x Eᵀ."""
        return x @ self.embedding.weight.T

    def say(
        self, x: Float[Tensor, "*batch target d_model"]
    ) -> Float[Tensor, "*batch target word"]:
        """The scores of the next word, were x the residual stream at the end."""
        return self.score(x)

    def remember(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Float[Tensor, "batch source d_model"]:
        """What the decoder looks at of the source: the encoder's output."""
        return self.encode(self.embed_source(source), source_allowed)[-1].output

    def score_all(
        self,
        words: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch source d_model"],
        allowed: Bool[Tensor, "target target"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Float[Tensor, "batch target word"]:
        """The scores of every next word, of a source that was read before."""
        x = self.embed_target(words)
        return self.score(self.decode(x, memory, allowed, source_allowed)[-1].output)

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> TransformerState:
        """Read the source once; what cross-attention needs of it is kept."""
        memory = self.remember(source, source_allowed)
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
        x = self.embed_target(word[:, None], start=state.keys[0].shape[-2])
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
        following = replace(state, keys=tuple(all_keys), values=tuple(all_values))
        return self.score(x[:, 0]), following


class TransformerWithoutSourceOrder(Transformer):
    """One whose encoder is not told where its words stand: it reads a bag of words.

    The decoder keeps its positions. Vaswani et al. (2017), section 3.5, say what for.
    """

    def embed_source(
        self, words: Int[Tensor, "*batch source"]
    ) -> Float[Tensor, "*batch source d_model"]:
        return self.dropout(self.scaled_embedding(words))
