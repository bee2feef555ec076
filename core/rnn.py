"""The recurrent translator before attention: one fixed vector for the whole sentence.

Cho et al. (2014), section 2.2, built from the same parts as the translator of
Bahdanau, Cho & Bengio (2015), so that the two differ in one thing: the context.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.recurrent import GateRecord, Recurrent, RecurrentConfig


@dataclass(frozen=True)
class RnnConfig(RecurrentConfig):
    """The sizes of the translator with a fixed vector."""


@dataclass(frozen=True, eq=False)
class RnnEncoderRecord:
    """What reading the source leaves: `summary` is c = [→h_T; ←h_1], and no more."""

    embedding: Float[Tensor, "*batch source d_embedding"]
    forward: Float[Tensor, "*batch source d_state"]
    backward: Float[Tensor, "*batch source d_state"]
    summary: Float[Tensor, "*batch d_annotation"]
    start_state: Float[Tensor, "*batch d_state"]


@dataclass(frozen=True, eq=False)
class RnnStepRecord:
    """One output word: the previous state, the gates, and `maxout` t_i."""

    previous_state: Float[Tensor, "*batch d_state"]
    gates: GateRecord
    maxout: Float[Tensor, "*batch d_embedding"]


@dataclass(frozen=True, eq=False)
class RnnRecord:
    """One whole pass: the encoder, every decoder step, the score of every word."""

    encoder: RnnEncoderRecord
    decoder: tuple[RnnStepRecord, ...]
    logits: Float[Tensor, "*batch target word"]


@dataclass(frozen=True, eq=False)
class RnnState:
    """What decoding keeps between two words: the fixed vector and the state."""

    summary: Float[Tensor, "batch d_annotation"]
    state: Float[Tensor, "batch d_state"]


class Rnn(Recurrent):
    """A recurrent translator whose context is the same vector at every step."""

    def __init__(self, config: RnnConfig) -> None:
        super().__init__(config)
        self.config = config

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> RnnRecord:
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
                    encoder.summary,
                )
            )
            state = steps[-1].gates.state
        maxout = torch.stack([step.maxout for step in steps], dim=-2)
        return RnnRecord(encoder, tuple(steps), self.score(maxout))

    def encode(
        self,
        source: Int[Tensor, "*batch source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> RnnEncoderRecord:
        """c = [→h_T; ←h_1] and s_0: padding leaves →h_T as it was."""
        reading = self.read(source, source_allowed)
        ends = (reading.forward[..., -1, :], reading.backward[..., 0, :])
        return RnnEncoderRecord(
            reading.embedding,
            reading.forward,
            reading.backward,
            self.dropout(torch.cat(ends, dim=-1)),
            self.start(reading.backward),
        )

    def write(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        projected_word: Float[Tensor, "*batch three_gates"],
        state: Float[Tensor, "*batch d_state"],
        summary: Float[Tensor, "*batch d_annotation"],
    ) -> RnnStepRecord:
        """Answer with the whole sentence in one vector, and move on."""
        return RnnStepRecord(
            state,
            self.move(projected_word, state, summary),
            self.answer(word, state, summary),
        )

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> RnnState:
        """Read the source once; one vector and the first state are kept."""
        encoder = self.encode(source, source_allowed)
        return RnnState(encoder.summary, encoder.start_state)

    def step(
        self, state: RnnState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], RnnState]:
        """Read one more word; score the next."""
        embedded = self.embed(word)
        record = self.write(
            embedded, self.write_word.from_input(embedded), state.state, state.summary
        )
        return self.score(record.maxout), RnnState(state.summary, record.gates.state)
