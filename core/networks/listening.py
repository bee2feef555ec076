"""A network that listens, attends and spells. Chan, Jaitly, Le & Vinyals (2016).

A pyramid of bidirectional gated readers halves time twice; a gated writer attends to
its top by additive attention, a letter at a time. The paper's reader has memory cells
(LSTM) and halves time three times, its writer has two layers, and it compares by a dot
product of two small networks (equation 9).
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import pad

from core.networks.attending import (
    AttendingConfig,
    AttendingRecord,
    AttendingState,
    AttendingWriter,
)
from core.networks.recurrent import GatedUnit, RecurrentConfig
from core.showing import brief
from core.worlds.sounds import BANDS
from core.worlds.spoken import ALPHABET

HALVED = 2
"""How often the pyramid halves time."""


@dataclass(frozen=True)
class ListenerConfig(AttendingConfig):
    """The sizes of the network; `d_listen` is how wide one direction of a reader is."""

    vocabulary: int = len(ALPHABET)
    d_embedding: int = 48
    d_state: int = 128
    dropout: float = 0.1
    d_align: int = 96
    d_listen: int = 96

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vocabulary != len(ALPHABET):
            raise ValueError(f"vocabulary must be {len(ALPHABET)} letters")

    @property
    def d_context(self) -> int:
        """How wide a context is: one state of each direction of the top reader."""
        return 2 * self.d_listen


@brief
@dataclass(frozen=True, eq=False)
class ListenerEncoderRecord:
    """What listening leaves: the states of each floor, the top ones are `annotation`.

    `allowed` says which of these hear anything of the clip.
    """

    sound: Float[Tensor, "*batch frame band"]
    floors: tuple[Float[Tensor, "*batch _ d_floor"], ...]
    annotation: Float[Tensor, "*batch source d_annotation"]
    projected_key: Float[Tensor, "*batch source d_align"]
    start_state: Float[Tensor, "*batch d_state"]
    allowed: Bool[Tensor, "*batch 1 source"]


@brief
@dataclass(frozen=True, eq=False)
class ListenerRecord(AttendingRecord):
    """One whole pass over a clip."""

    encoder: ListenerEncoderRecord


class Reader(nn.Module):
    """A gated unit for each direction of time; their states side by side."""

    def __init__(self, d_input: int, d_listen: int) -> None:
        super().__init__()
        self.read_forward = GatedUnit(d_input, d_listen)
        self.read_backward = GatedUnit(d_input, d_listen)

    def forward(
        self,
        x: Float[Tensor, "*batch time d_input"],
        present: Bool[Tensor, "*batch time"],
    ) -> Float[Tensor, "*batch time d_both"]:
        """Both directions along time; what is not present leaves a state as it is."""
        forward = self.read_forward.read(x, present)
        backward = self.read_backward.read(x, present, reverse=True)
        return torch.cat((forward, backward), -1)


class Listener(AttendingWriter):
    """A pyramid of readers over sound, and a writer of letters that attends to it."""

    def __init__(self, config: ListenerConfig) -> None:
        super().__init__(config)
        self.config = config
        nn.init.normal_(self.embedding.weight, std=config.d_embedding**-0.5)
        nn.init.normal_(self.direction, std=config.d_align**-0.5)

    def add_reader(self, config: RecurrentConfig) -> None:
        """One reader a floor: of the bands, then of two states side by side."""
        if not isinstance(config, ListenerConfig):
            raise TypeError(f"a listener has a ListenerConfig, not {config}")
        wide = 4 * config.d_listen
        inputs = (BANDS, *(wide for _ in range(HALVED)))
        self.floors = nn.ModuleList(Reader(one, config.d_listen) for one in inputs)
        self.begin_state = nn.Linear(config.d_listen, config.d_state)

    def forward(
        self,
        sound: Float[Tensor, "*batch frame band"],
        target: Int[Tensor, "*batch target"],
        sound_allowed: Bool[Tensor, "*batch 1 frame"],
    ) -> ListenerRecord:
        """Listen, then score every next letter of the given target.

        `sound_allowed` is False at frames that only fill a batch up.
        """
        encoder = self.encode(sound, sound_allowed)
        steps, logits = self.write(encoder, target, encoder.allowed)
        return ListenerRecord(encoder, encoder.allowed, steps, logits)

    def encode(
        self,
        sound: Float[Tensor, "*batch frame band"],
        sound_allowed: Bool[Tensor, "*batch 1 frame"],
    ) -> ListenerEncoderRecord:
        """h_i^j = reader(h_{i−1}^j, [h_{2i}^{j−1}, h_{2i+1}^{j−1}]). Equation 5.

        An odd moment at the end is read beside silence. Levels lie from 0 to 1; the
        writer begins with s_0 = tanh(W ←h_1), as in a translator.
        """
        present, x, states = sound_allowed.squeeze(-2), sound, []
        for floor, reader in enumerate(self.floors):
            if floor:
                x, present = halved(x, present)
            x = reader(self.dropout(x) if floor else x, present)
            states.append(x)
        backward = x[..., 0, x.shape[-1] // 2 :]
        return ListenerEncoderRecord(
            sound,
            tuple(states),
            annotation=x,
            projected_key=self.project_key(x),
            start_state=torch.tanh(self.begin_state(backward)),
            allowed=present.unsqueeze(-2),
        )

    def begin(
        self,
        source: Float[Tensor, "batch frame band"],
        source_allowed: Bool[Tensor, "batch 1 frame"],
    ) -> AttendingState:
        """Listen once."""
        encoder = self.encode(source, source_allowed)
        return self.remember(encoder, encoder.allowed)


def halved(
    x: Float[Tensor, "*batch time d_floor"], present: Bool[Tensor, "*batch time"]
) -> tuple[Float[Tensor, "*batch half d_both"], Bool[Tensor, "*batch half"]]:
    """Two moments side by side, silence for what is not present."""
    odd = x.shape[-2] % 2
    x = pad(x.where(present[..., None], 0.0), (0, 0, 0, odd))
    present = pad(present, (0, odd))
    return x.unflatten(-2, (-1, 2)).flatten(-2), present[..., ::2]
