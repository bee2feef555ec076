"""The recurrent translator that invented attention: Bahdanau, Cho & Bengio (2015).

Section 3 and appendix A of the paper; the two departures stand in
`core.networks.recurrent`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.networks.attending import (
    AttendingConfig,
    AttendingRecord,
    AttendingState,
    AttendingWriter,
)
from core.networks.recurrent import Reading, Recurrent
from core.showing import brief


@dataclass(frozen=True)
class BahdanauConfig(AttendingConfig):
    """The sizes of the translator."""


@brief
@dataclass(frozen=True, eq=False)
class BahdanauEncoderRecord:
    """What reading the source leaves: one annotation h_j = [→h_j; ←h_j] a word."""

    reading: Reading
    annotation: Float[Tensor, "*batch source d_annotation"]
    projected_key: Float[Tensor, "*batch source d_align"]
    start_state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class BahdanauRecord(AttendingRecord):
    """One whole pass over a sentence."""

    encoder: BahdanauEncoderRecord


class Bahdanau(AttendingWriter, Recurrent):
    """A recurrent translator whose context is attention over the annotations."""

    def __init__(self, config: BahdanauConfig) -> None:
        super().__init__(config)
        self.config = config

    def forward(
        self,
        source: Int[Tensor, "*batch source"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 source"],
        forced_weights: Mapping[int, Float[Tensor, "*#batch source"]] | None = None,
    ) -> BahdanauRecord:
        """Read the source, then score every next word of the given target.

        `forced_weights` are the steps whose weights are given; see `attend`.
        """
        source_allowed = source_allowed.expand(*source.shape[:-1], 1, source.shape[-1])
        encoder = self.encode(source, source_allowed)
        steps, logits = self.write(encoder, target, source_allowed, forced_weights)
        return BahdanauRecord(encoder, source_allowed, steps, logits)

    def encode(
        self,
        source: Int[Tensor, "*batch source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> BahdanauEncoderRecord:
        """Annotations h_j = [→h_j; ←h_j] and s_0. Appendix A.2.1 and A.2.2."""
        reading = self.read(source, source_allowed)
        annotation = torch.cat([reading.forward, reading.backward], dim=-1)
        annotation = self.dropout(annotation)
        return BahdanauEncoderRecord(
            reading,
            annotation,
            projected_key=self.project_key(annotation),
            start_state=self.start(reading.backward),
        )

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> AttendingState:
        """Read the source once; the annotations and their projections are kept."""
        return self.remember(self.encode(source, source_allowed), source_allowed)
