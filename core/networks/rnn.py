"""The recurrent translator before attention: one fixed vector for the whole sentence.

Cho et al. (2014), section 2.2, built from the same parts as the translator of
Bahdanau, Cho & Bengio (2015), so that the two differ in one thing: the context.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.networks.names import AttentionName
from core.networks.recurrent import GateRecord, Reading, Recurrent, RecurrentConfig
from core.showing import brief


@dataclass(frozen=True)
class RnnConfig(RecurrentConfig):
    """The sizes of the translator with a fixed vector."""


@brief
@dataclass(frozen=True, eq=False)
class RnnEncoderRecord:
    """What reading the source leaves: `summary` is c = [→h_T; ←h_1], and no more."""

    reading: Reading
    summary: Float[Tensor, "*batch d_annotation"]
    start_state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class RnnStepRecord:
    """One output word: the previous state, the gates, and `maxout` t_i."""

    previous_state: Float[Tensor, "*batch d_state"]
    gates: GateRecord
    maxout: Float[Tensor, "*batch d_embedding"]


@brief
@dataclass(frozen=True, eq=False)
class RnnRecord:
    """One whole pass: the encoder, every decoder step, the score of every word."""

    encoder: RnnEncoderRecord
    decoder: tuple[RnnStepRecord, ...]
    logits: Float[Tensor, "*batch target word"]

    def attentions(self) -> tuple[AttentionName, ...]:
        """None: the vector is fixed."""
        return ()

    def attention(
        self, name: AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """KeyError: there is none."""
        raise KeyError(str(name))


@brief
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

    def attention_names(self) -> tuple[AttentionName, ...]:
        """None: the vector is fixed."""
        return ()

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
    ) -> RnnRecord:
        """Read the source, then score every next word of the given target.

        Only a state must wait for the one before. What the vector adds is the same at
        every step, and the readouts are made for all steps at once.
        """
        source_allowed = source_allowed.expand(*source.shape[:-1], 1, source.shape[-1])
        encoder = self.encode(source, source_allowed)
        words, summary = self.embed(target), encoder.summary.unsqueeze(-2)
        projected = self.write_word.from_input(words) + self.write_context(summary)
        states, updates = [encoder.start_state], []
        for projected_word in projected.unbind(-2):
            updates.append(self.write_word(projected_word, states[-1]))
            states.append(updates[-1].state)
        previous = torch.stack(states[:-1], dim=-2)
        maxout = self.readout(words, previous, summary)
        steps = map(RnnStepRecord, states[:-1], updates, maxout.unbind(-2))
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
            reading,
            summary=self.dropout(torch.cat(ends, dim=-1)),
            start_state=self.start(reading.backward),
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
        maxout = self.readout(embedded, state.state, state.summary)
        projected_word = self.write_word.from_input(embedded)
        gates = self.update(projected_word, state.state, state.summary)
        return self.score(maxout), RnnState(state.summary, gates.state)
