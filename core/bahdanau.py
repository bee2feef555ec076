"""The recurrent translator that invented attention: Bahdanau, Cho & Bengio (2015).

Section 3 and appendix A of the paper, with two departures. The gates are those of
`torch.nn.GRU`: the reset gate acts after the recurrent product, not before it, and the
update gate keeps the old state where the paper's lets the new one in (appendix
A.1.1). And one matrix serves as source embedding, target embedding and output, where
the paper has three (times √d on the way in): the vocabulary is shared and the data
are few.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import additive_features, masked_softmax, mix


@dataclass(frozen=True)
class BahdanauConfig:
    """The sizes of the recurrent translator; they check themselves."""

    vocabulary: int
    d_embedding: int = 256
    d_state: int = 256
    d_align: int = 256
    dropout: float = 0.2

    def __post_init__(self) -> None:
        for name in ("vocabulary", "d_embedding", "d_state", "d_align"):
            if getattr(self, name) < 1:
                raise ValueError(
                    f"{name} must be at least 1, not {getattr(self, name)}"
                )
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be at least 0, below 1, not {self.dropout}")


@dataclass(frozen=True, eq=False)
class GateRecord:
    """One step of a gated unit. `reset` and `update` lie in (0, 1)."""

    reset: Float[Tensor, "*batch d_state"]
    update: Float[Tensor, "*batch d_state"]
    candidate: Float[Tensor, "*batch d_state"]
    state: Float[Tensor, "*batch d_state"]


@dataclass(frozen=True, eq=False)
class BahdanauEncoderRecord:
    """What reading the source leaves: one annotation h_j = [→h_j; ←h_j] a word."""

    embedding: Float[Tensor, "*batch source d_embedding"]
    forward: Float[Tensor, "*batch source d_state"]
    backward: Float[Tensor, "*batch source d_state"]
    annotation: Float[Tensor, "*batch source d_annotation"]
    projected_key: Float[Tensor, "*batch source d_align"]
    start_state: Float[Tensor, "*batch d_state"]


@dataclass(frozen=True, eq=False)
class BahdanauStepRecord:
    """One output word, from the question of the previous state to the next state.

    `features` are tanh(W_a s_{i−1} + U_a h_j), `scores` e_ij, `weights` α_ij,
    `context` c_i; `maxout` is t_i, from which the word is scored.
    """

    previous_state: Float[Tensor, "*batch d_state"]
    projected_query: Float[Tensor, "*batch d_align"]
    features: Float[Tensor, "*batch source d_align"]
    scores: Float[Tensor, "*batch source"]
    weights: Float[Tensor, "*batch source"]
    context: Float[Tensor, "*batch d_annotation"]
    gates: GateRecord
    maxout: Float[Tensor, "*batch d_embedding"]


@dataclass(frozen=True, eq=False)
class BahdanauRecord:
    """One whole pass: the encoder, every decoder step, the score of every word."""

    encoder: BahdanauEncoderRecord
    allowed: Bool[Tensor, "*batch 1 source"]
    decoder: tuple[BahdanauStepRecord, ...]
    logits: Float[Tensor, "*batch target word"]


@dataclass(frozen=True, eq=False)
class BahdanauState:
    """What decoding keeps between two words: annotations and the decoder's state."""

    annotation: Float[Tensor, "batch source d_annotation"]
    projected_key: Float[Tensor, "batch source d_align"]
    source_allowed: Bool[Tensor, "batch 1 source"]
    state: Float[Tensor, "batch d_state"]


class GatedUnit(nn.Module):
    """A gated recurrent unit with the gates of `torch.nn.GRU`.

    r = σ(W_r x + U_r s), z = σ(W_z x + U_z s), s̃ = tanh(W x + r ⊙ (U s)),
    s′ = (1 − z) ⊙ s̃ + z ⊙ s, biases left out. Cho et al. (2014), section 2.3.
    """

    def __init__(self, d_input: int, d_state: int) -> None:
        super().__init__()
        self.from_input = nn.Linear(d_input, 3 * d_state)
        self.from_state = nn.Linear(d_state, 3 * d_state)

    def forward(
        self,
        projected_input: Float[Tensor, "*batch three_gates"],
        state: Float[Tensor, "*batch d_state"],
    ) -> GateRecord:
        """One step; `projected_input` is `from_input(x)`, made for all at once."""
        input_reset, input_update, input_new = projected_input.chunk(3, dim=-1)
        state_reset, state_update, state_new = self.from_state(state).chunk(3, dim=-1)
        reset = torch.sigmoid(input_reset + state_reset)
        update = torch.sigmoid(input_update + state_update)
        candidate = torch.tanh(input_new + reset * state_new)
        return GateRecord(
            reset, update, candidate, torch.lerp(candidate, state, update)
        )

    def read(
        self,
        x: Float[Tensor, "*batch source d_input"],
        present: Bool[Tensor, "*batch source"],
        reverse: bool = False,
    ) -> Float[Tensor, "*batch source d_state"]:
        """The states along a sentence, from zero; padding leaves the state as it is."""
        projected = self.from_input(x)
        state = x.new_zeros(*x.shape[:-2], self.from_state.in_features)
        steps = range(x.shape[-2])
        states = []
        for i in reversed(steps) if reverse else steps:
            following = self.forward(projected[..., i, :], state).state
            state = torch.where(present[..., i, None], following, state)
            states.append(state)
        return torch.stack(states[::-1] if reverse else states, dim=-2)


class Bahdanau(nn.Module):
    """Bidirectional gated encoder, additive attention, gated decoder, deep output."""

    def __init__(self, config: BahdanauConfig) -> None:
        super().__init__()
        self.config = config
        d_state, d_embedding = config.d_state, config.d_embedding
        d_annotation = 2 * d_state
        self.embedding = nn.Embedding(config.vocabulary, d_embedding)
        self.read_forward = GatedUnit(d_embedding, d_state)
        self.read_backward = GatedUnit(d_embedding, d_state)
        self.begin_state = nn.Linear(d_state, d_state)
        self.project_query = nn.Linear(d_state, config.d_align, bias=False)
        self.project_key = nn.Linear(d_annotation, config.d_align)
        self.direction = nn.Parameter(torch.zeros(config.d_align))
        self.write_word = GatedUnit(d_embedding, d_state)
        self.write_context = nn.Linear(d_annotation, 3 * d_state, bias=False)
        self.out_state = nn.Linear(d_state, 2 * d_embedding)
        self.out_word = nn.Linear(d_embedding, 2 * d_embedding, bias=False)
        self.out_context = nn.Linear(d_annotation, 2 * d_embedding, bias=False)
        self.bias = nn.Parameter(torch.zeros(config.vocabulary))
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> BahdanauRecord:
        """Read the source, then score every next word of the given target in turn."""
        source_allowed = source_allowed.expand(*source.shape[:-1], 1, source.shape[-1])
        encoder = self.encode(source, source_allowed)
        words = self.embed(target)
        projected_words = self.write_word.from_input(words)
        state = encoder.start_state
        steps = []
        for i in range(target.shape[-1]):
            steps.append(
                self.write(
                    words[..., i, :],
                    projected_words[..., i, :],
                    state,
                    encoder.annotation,
                    encoder.projected_key,
                    source_allowed,
                )
            )
            state = steps[-1].gates.state
        maxout = torch.stack([step.maxout for step in steps], dim=-2)
        return BahdanauRecord(encoder, source_allowed, tuple(steps), self.score(maxout))

    def embed(
        self, words: Int[Tensor, "*batch position"]
    ) -> Float[Tensor, "*batch position d_embedding"]:
        """The vectors of the words, scaled by √d_embedding for a recurrent input."""
        return self.dropout(self.embedding(words) * self.config.d_embedding**0.5)

    def encode(
        self,
        source: Int[Tensor, "*batch source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> BahdanauEncoderRecord:
        """Annotations h_j = [→h_j; ←h_j] and s_0 = tanh(W_s ←h_1). Appendix A.2."""
        embedding = self.embed(source)
        present = source_allowed.squeeze(-2)
        forward = self.read_forward.read(embedding, present)
        backward = self.read_backward.read(embedding, present, reverse=True)
        annotation = self.dropout(torch.cat([forward, backward], dim=-1))
        start_state = torch.tanh(self.begin_state(backward[..., 0, :]))
        return BahdanauEncoderRecord(
            embedding,
            forward,
            backward,
            annotation,
            self.project_key(annotation),
            start_state,
        )

    def write(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        projected_word: Float[Tensor, "*batch three_gates"],
        state: Float[Tensor, "*batch d_state"],
        annotation: Float[Tensor, "*batch source d_annotation"],
        projected_key: Float[Tensor, "*batch source d_align"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> BahdanauStepRecord:
        """Ask with the previous state, mix a context, answer, move on.

        Appendix A.1.2 and A.2.2. The answer is taken from s_{i−1}, y_{i−1} and c_i, as
        the appendix computes t̃_i; equation 4 of the paper writes s_i.
        """
        query = self.project_query(state)
        features = additive_features(query.unsqueeze(-2), projected_key)
        scores = features @ self.direction
        weights = masked_softmax(scores, source_allowed)
        context = mix(weights, annotation).squeeze(-2)
        gates = self.write_word(projected_word + self.write_context(context), state)
        deep = self.out_state(state) + self.out_word(word) + self.out_context(context)
        maxout = deep.unflatten(-1, (-1, 2)).amax(dim=-1)
        return BahdanauStepRecord(
            state,
            query,
            features.squeeze(-3),
            scores.squeeze(-2),
            weights.squeeze(-2),
            context,
            gates,
            maxout,
        )

    def score(
        self, maxout: Float[Tensor, "*batch d_embedding"]
    ) -> Float[Tensor, "*batch word"]:
        """How well each word of the vocabulary would fit next: E t_i + b."""
        return self.dropout(maxout) @ self.embedding.weight.T + self.bias

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> BahdanauState:
        """Read the source once; the annotations and their projections are kept."""
        encoder = self.encode(source, source_allowed)
        return BahdanauState(
            encoder.annotation,
            encoder.projected_key,
            source_allowed,
            encoder.start_state,
        )

    def step(
        self, state: BahdanauState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], BahdanauState]:
        """Read one more word; score the next."""
        embedded = self.embed(word)
        record = self.write(
            embedded,
            self.write_word.from_input(embedded),
            state.state,
            state.annotation,
            state.projected_key,
            state.source_allowed,
        )
        following = BahdanauState(
            state.annotation,
            state.projected_key,
            state.source_allowed,
            record.gates.state,
        )
        return self.score(record.maxout), following
