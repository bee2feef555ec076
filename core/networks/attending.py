"""A gated writer that attends: additive attention over the annotations of a source.

Section 3.1 and appendix A of Bahdanau, Cho & Bengio (2015). What the annotations are
of, the words of a sentence or the cells of a picture, makes no difference here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import additive_features, masked_softmax, mix
from core.networks.names import ALIGNMENT, AttentionName
from core.networks.recurrent import GatedWriter, GateRecord, RecurrentConfig
from core.showing import brief


@dataclass(frozen=True)
class AttendingConfig(RecurrentConfig):
    """The sizes of the writer; `d_align` is how wide query and key are compared."""

    d_align: int = 256


@brief
@dataclass(frozen=True, eq=False)
class AdditiveAttentionRecord:
    """The attention of one step: the previous state asks, and gets a context.

    `features` are tanh(W_a s_{i−1} + U_a h_j), `scores` e_ij, `weights` α_ij,
    `context` c_i.
    """

    previous_state: Float[Tensor, "*batch d_state"]
    projected_query: Float[Tensor, "*batch d_align"]
    features: Float[Tensor, "*batch source d_align"]
    scores: Float[Tensor, "*batch source"]
    weights: Float[Tensor, "*batch source"]
    context: Float[Tensor, "*batch d_annotation"]


@brief
@dataclass(frozen=True, eq=False)
class AttendingStepRecord:
    """One output word, from the question of the previous state to the next state.

    `gates` lead to s_i; `maxout` is t_i, from which the word is scored.
    """

    attention: AdditiveAttentionRecord
    gates: GateRecord
    maxout: Float[Tensor, "*batch d_embedding"]


@runtime_checkable
class Annotated(Protocol):
    """What reading a source leaves, whatever it is: its annotations and a state."""

    @property
    def annotation(self) -> Float[Tensor, "*batch source d_annotation"]: ...

    @property
    def projected_key(self) -> Float[Tensor, "*batch source d_align"]: ...

    @property
    def start_state(self) -> Float[Tensor, "*batch d_state"]: ...


@brief
@dataclass(frozen=True, eq=False)
class AttendingRecord:
    """One whole pass: what was read, every step of the writer, each word's scores."""

    encoder: Annotated
    allowed: Bool[Tensor, "*batch 1 source"]
    decoder: tuple[AttendingStepRecord, ...]
    logits: Float[Tensor, "*batch target word"]

    def attentions(self) -> tuple[AttentionName, ...]:
        """The one alignment."""
        return (ALIGNMENT,)

    def attention(
        self, name: AttentionName
    ) -> tuple[Float[Tensor, "1 target source"], Bool[Tensor, "1 target source"]]:
        """The weights of all steps, and where they may look."""
        weights = torch.stack([step.attention.weights for step in self.decoder])
        return weights[None], self.allowed.expand_as(weights)[None]


@brief
@dataclass(frozen=True, eq=False)
class AttendingState:
    """What decoding keeps between two words: annotations and the decoder's state."""

    annotation: Float[Tensor, "batch source d_annotation"]
    projected_key: Float[Tensor, "batch source d_align"]
    source_allowed: Bool[Tensor, "batch 1 source"]
    state: Float[Tensor, "batch d_state"]


class AttendingWriter(GatedWriter):
    """A gated writer whose context is attention over the annotations."""

    def __init__(self, config: AttendingConfig) -> None:
        super().__init__(config)
        self.project_query = nn.Linear(config.d_state, config.d_align, bias=False)
        self.project_key = nn.Linear(config.d_context, config.d_align)
        self.direction = nn.Parameter(torch.zeros(config.d_align))

    def attention_names(self) -> tuple[AttentionName, ...]:
        """The one alignment."""
        return (ALIGNMENT,)

    def write(
        self,
        encoder: Annotated,
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
        forced_weights: Mapping[int, Float[Tensor, "*#batch source"]] | None = None,
    ) -> tuple[tuple[AttendingStepRecord, ...], Float[Tensor, "*batch target word"]]:
        """Score every next word of the given target; each step with its record.

        Only a state must wait for the one before; the readouts are made for all steps
        at once. `forced_weights` are the steps whose weights are given; see `attend`.
        """
        forced_weights = forced_weights or {}
        words = self.embed(target)
        state = encoder.start_state
        projected_words = self.write_word.from_input(words).unbind(-2)
        attentions, updates = [], []
        for i, projected_word in enumerate(projected_words):
            attention = self.attend(
                state,
                encoder.annotation,
                encoder.projected_key,
                source_allowed,
                forced_weights.get(i),
            )
            attentions.append(attention)
            updates.append(self.update(projected_word, state, attention.context))
            state = updates[-1].state
        maxout = self.readout(
            words,
            torch.stack([one.previous_state for one in attentions], dim=-2),
            torch.stack([one.context for one in attentions], dim=-2),
        )
        steps = map(AttendingStepRecord, attentions, updates, maxout.unbind(-2))
        return tuple(steps), self.score(maxout)

    def attend(
        self,
        state: Float[Tensor, "*batch d_state"],
        annotation: Float[Tensor, "*batch source d_annotation"],
        projected_key: Float[Tensor, "*batch source d_align"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
        forced_weights: Float[Tensor, "*#batch source"] | None = None,
    ) -> AdditiveAttentionRecord:
        """Ask with the previous state and mix a context. Appendix A.1.2 and eq. 5.

        `forced_weights` take the place of the softmax of the scores: they add up to 1,
        whatever the scores say.
        """
        query = self.project_query(state)
        features = additive_features(query.unsqueeze(-2), projected_key)
        scores = features @ self.direction
        weights = self.weigh(scores, source_allowed)
        if forced_weights is not None:
            weights = forced_weights.unsqueeze(-2).expand_as(weights)
        context = mix(weights, annotation).squeeze(-2)
        return AdditiveAttentionRecord(
            state,
            query,
            features.squeeze(-3),
            scores.squeeze(-2),
            weights.squeeze(-2),
            context,
        )

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> Float[Tensor, "*batch 1 source"]:
        """From scores to weights: their softmax over what may be looked at."""
        return masked_softmax(scores, source_allowed)

    def one_step(
        self,
        word: Float[Tensor, "*batch d_embedding"],
        state: Float[Tensor, "*batch d_state"],
        annotation: Float[Tensor, "*batch source d_annotation"],
        projected_key: Float[Tensor, "*batch source d_align"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
        forced_weights: Float[Tensor, "*#batch source"] | None = None,
    ) -> AttendingStepRecord:
        """One step by itself: attend, update the state, read out."""
        attention = self.attend(
            state, annotation, projected_key, source_allowed, forced_weights
        )
        projected_word = self.write_word.from_input(word)
        return AttendingStepRecord(
            attention,
            gates=self.update(projected_word, state, attention.context),
            maxout=self.readout(word, state, attention.context),
        )

    def remember(
        self, encoder: Annotated, source_allowed: Bool[Tensor, "batch 1 source"]
    ) -> AttendingState:
        """What decoding starts from, once the source is read."""
        return AttendingState(
            encoder.annotation,
            encoder.projected_key,
            source_allowed,
            encoder.start_state,
        )

    def step(
        self,
        state: AttendingState,
        word: Int[Tensor, " batch"],
        forced_weights: Float[Tensor, "1 source"] | None = None,
    ) -> tuple[Float[Tensor, "batch vocabulary"], AttendingState]:
        """Read one more word; score the next."""
        record = self.one_step(
            self.embed(word),
            state.state,
            state.annotation,
            state.projected_key,
            state.source_allowed,
            forced_weights,
        )
        return self.score(record.maxout), replace(state, state=record.gates.state)
