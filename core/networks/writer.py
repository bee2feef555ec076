"""A decoder alone, which only writes: Radford et al. (2019), GPT-2.

Of figure 1 of Vaswani et al. (2017) the right half without its cross-attention is left.
Three things differ there from the paper: the norm stands before a sublayer, positions
are learned, and the hidden units are GELUs.
"""

from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import gelu

from core.attention import causal_mask
from core.errors import InputError
from core.layers import Add, AttentionRecord, MultiHeadAttention
from core.networks.names import AttentionName, Parts
from core.networks.sizes import Sizes
from core.showing import brief

WIDER = 4
"""How many times wider than the model the hidden layer is."""


@dataclass(frozen=True)
class WriterConfig(Sizes):
    """The sizes of a writer; heads share its width evenly, else ValueError."""

    d_model: int = 192
    n_heads: int = 6
    n_layers: int = 4
    dropout: float = 0.1
    max_positions: int = 128


@brief
@dataclass(frozen=True, eq=False)
class WriterLayerRecord:
    """One layer of a decoder alone.

    `input`, `after_self_attention` and `output` are the residual stream; each sublayer
    reads it normed.
    """

    input: Float[Tensor, "*batch target d_model"]
    normed_input: Float[Tensor, "*batch target d_model"]
    self_attention: AttentionRecord
    after_self_attention: Float[Tensor, "*batch target d_model"]
    normed_after_self_attention: Float[Tensor, "*batch target d_model"]
    hidden: Float[Tensor, "*batch target d_hidden"]
    output: Float[Tensor, "*batch target d_model"]


class WriterLayer(nn.Module):
    """Masked self-attention and a feed-forward network: x + Sublayer(LayerNorm(x)).

    Radford et al. (2019), section 2.3.
    """

    def __init__(self, config: WriterConfig) -> None:
        super().__init__()
        self.norm_self_attention = nn.LayerNorm(config.d_model)
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.add_self_attention = Add()
        self.norm_feed_forward = nn.LayerNorm(config.d_model)
        self.widen = nn.Linear(config.d_model, WIDER * config.d_model)
        self.narrow = nn.Linear(WIDER * config.d_model, config.d_model)
        self.add_feed_forward = Add()
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch target d_model"],
        allowed: Bool[Tensor, "*#batch target target"],
    ) -> WriterLayerRecord:
        """Dropout, in training, acts on what a sublayer adds."""
        normed = self.norm_self_attention(x)
        attention = self.self_attention(normed, normed, allowed)
        after = self.add_self_attention(x, self.dropout(attention.output))
        normed_after = self.norm_feed_forward(after)
        hidden = activated(self.widen(normed_after))
        output = self.add_feed_forward(after, self.dropout(self.narrow(hidden)))
        return WriterLayerRecord(
            x, normed, attention, after, normed_after, hidden, output
        )

    def step(
        self,
        x: Float[Tensor, "batch 1 d_model"],
        keys: Float[Tensor, "batch head target d_head"],
        values: Float[Tensor, "batch head target d_head"],
    ) -> tuple[
        Float[Tensor, "batch 1 d_model"],
        Float[Tensor, "batch head longer d_head"],
        Float[Tensor, "batch head longer d_head"],
    ]:
        """`forward` for the newest position alone; older keys and values are kept."""
        attention, normed = self.self_attention, self.norm_self_attention(x)
        key = attention.split(attention.project_key(normed))
        value = attention.split(attention.project_value(normed))
        keys, values = torch.cat([keys, key], -2), torch.cat([values, value], -2)
        x = self.add_self_attention(x, attention.attend(normed, keys, values))
        hidden = activated(self.widen(self.norm_feed_forward(x)))
        return self.add_feed_forward(x, self.narrow(hidden)), keys, values


@brief
@dataclass(frozen=True, eq=False)
class WriterRecord:
    """One whole pass: every layer, and the score of every word at every position."""

    target_embedding: Float[Tensor, "*batch target d_model"]
    decoder: tuple[WriterLayerRecord, ...]
    normed_output: Float[Tensor, "*batch target d_model"]
    logits: Float[Tensor, "*batch target word"]

    def attentions(self) -> tuple[AttentionName, ...]:
        """One a layer: every word looks at itself and at those before it."""
        return _names(len(self.decoder))

    def attention(
        self, name: AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as the layer computed them."""
        record = self.decoder[name.layer].self_attention
        return record.weights, record.allowed


@dataclass(frozen=True, eq=False)
class WriterState:
    """What writing keeps between two words: keys and values, one pair a layer."""

    keys: tuple[Float[Tensor, "batch head target d_head"], ...]
    values: tuple[Float[Tensor, "batch head target d_head"], ...]


class Writer(nn.Module):
    """A stack of masked self-attention; one matrix reads words in and scores them.

    It translates nothing of its own: what stands in the place of a source is not read,
    so that it is trained, decoded and recorded as every other network.
    """

    def __init__(self, config: WriterConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.d_model)
        self.position_embedding = nn.Embedding(config.max_positions, config.d_model)
        self.decoder = nn.ModuleList(
            WriterLayer(config) for _ in range(config.n_layers)
        )
        self.norm_output = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def attention_names(self) -> tuple[AttentionName, ...]:
        """One a layer: every word looks at itself and at those before it."""
        return _names(self.config.n_layers)

    def parts(self) -> Parts:
        """What an experiment can name in it."""
        return Parts(self.attention_names(), self.config.n_heads)

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
        target_allowed: Bool[Tensor, "*#batch target target"] | None = None,
    ) -> WriterRecord:
        """Score every next word of the given text at once; no source is read.

        `target_allowed` is the causal mask unless given.
        """
        if target_allowed is None:
            target_allowed = causal_mask(target.shape[-1], target.device)
        return self.read(self.embed_target(target), target_allowed)

    def read(
        self,
        target: Float[Tensor, "*batch target d_model"],
        target_allowed: Bool[Tensor, "*#batch target target"],
    ) -> WriterRecord:
        """`forward` from the embeddings on, where gradients begin."""
        x, records = target, list[WriterLayerRecord]()
        for layer in self.decoder:
            records.append(layer(x, target_allowed))
            x = records[-1].output
        normed = self.norm_output(x)
        return WriterRecord(target, tuple(records), normed, self.score(normed))

    def embed_target(
        self, words: Int[Tensor, "*batch target"], start: int = 0
    ) -> Float[Tensor, "*batch target d_model"]:
        """Embedding plus learned position; the first word stands at `start`."""
        places = self.positions(start, start + words.shape[-1])
        return self.dropout(self.embedding(words) + places)

    def positions(self, start: int, end: int) -> Float[Tensor, "position d_model"]:
        """The learned vectors of the positions from `start` to before `end`.

        InputError behind the last position: nothing was learned of it.
        """
        most = self.config.max_positions
        if end > most:
            raise InputError(
                "no_more_positions",
                "{n} pieces; this model has learned {most} positions and knows nothing "
                "of the next. Begin anew with the last sentence.",
                n=end,
                most=most,
            )
        table = self.position_embedding
        return table(torch.arange(start, end, device=table.weight.device))

    def score(
        self, normed: Float[Tensor, "*batch target d_model"]
    ) -> Float[Tensor, "*batch target word"]:
        """How well each word of the vocabulary would fit next: LayerNorm(x) Eᵀ."""
        return normed @ self.embedding.weight.T

    def remember(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> None:
        """Nothing: no source is read."""

    def score_all(
        self,
        words: Int[Tensor, "batch target"],
        memory: None,
        allowed: Bool[Tensor, "target target"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Float[Tensor, "batch target word"]:
        """The scores of every next word."""
        return self.read(self.embed_target(words), allowed).logits

    def say(
        self, x: Float[Tensor, "*batch target d_model"]
    ) -> Float[Tensor, "*batch target word"]:
        """The scores of the next word, were x the residual stream at the end."""
        return self.score(self.norm_output(x))

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> WriterState:
        """Nothing is read yet, and nothing kept."""
        heads, width = self.config.n_heads, self.config.d_model
        nothing = self.embedding.weight.new_zeros(len(source), heads, 0, width // heads)
        return WriterState(
            (nothing,) * len(self.decoder), (nothing,) * len(self.decoder)
        )

    def step(
        self, state: WriterState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch word"], WriterState]:
        """Read one more word; score the next."""
        x = self.embed_target(word[:, None], start=state.keys[0].shape[-2])
        all_keys, all_values = [], []
        for layer, keys, values in zip(
            self.layers(), state.keys, state.values, strict=True
        ):
            x, longer_keys, longer_values = layer.step(x, keys, values)
            all_keys.append(longer_keys)
            all_values.append(longer_values)
        following = replace(state, keys=tuple(all_keys), values=tuple(all_values))
        return self.score(self.norm_output(x[:, 0])), following

    def layers(self) -> list[WriterLayer]:
        """Its layers, first to last."""
        return [layer for layer in self.decoder if isinstance(layer, WriterLayer)]


def activated(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """GELU as in GPT-2, by tanh. Hendrycks & Gimpel (2016), section 2."""
    return gelu(x, approximate="tanh")


def _names(n_layers: int) -> tuple[AttentionName, ...]:
    return tuple(AttentionName.of("decoder", layer) for layer in range(n_layers))
