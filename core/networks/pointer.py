"""A summary by pointing: Vinyals, Fortunato & Jaitly (2015), pointer networks.

The weights of an attention over the lines of a story are the answer: the line with most
of them is the next line of the summary. Nothing is mixed, and no word is written.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import additive_scores, masked_softmax
from core.networks.memory import drawn, encoded, places_of
from core.networks.recurrent import GatedUnit
from core.networks.sizes import Sizes
from core.showing import brief
from core.worlds.summaries import MOST
from core.worlds.telling import VOCABULARY


@dataclass(frozen=True)
class PointerConfig(Sizes):
    """The sizes of a network that points at lines."""

    vocabulary: int = len(VOCABULARY)
    d_state: int = 48


@brief
@dataclass(frozen=True, eq=False)
class LinesRecord:
    """What reading a story leaves: `encoded` lines, and an annotation of each.

    `forward` and `backward` are the states after each line, in either direction; an
    annotation joins both.
    """

    encoded: Float[Tensor, "*batch line d_state"]
    forward: Float[Tensor, "*batch line d_state"]
    backward: Float[Tensor, "*batch line d_state"]
    annotation: Float[Tensor, "*batch line d_annotation"]


@brief
@dataclass(frozen=True, eq=False)
class PointRecord:
    """One step: the state asks, and the weights over lines and ‹end› are the answer.

    `state` is d_i, `scores` are u^i, `weights` their softmax over what is `allowed`.
    """

    state: Float[Tensor, "*batch d_state"]
    scores: Float[Tensor, "*batch key"]
    allowed: Bool[Tensor, "*batch key"]
    weights: Float[Tensor, "*batch key"]


@brief
@dataclass(frozen=True, eq=False)
class PointerRecord:
    """One whole pass: the lines as they were read, their keys with ‹end›, the steps."""

    lines: LinesRecord
    projected_key: Float[Tensor, "*batch key d_align"]
    steps: tuple[PointRecord, ...]


class LineReader(nn.Module):
    """Reads a story in both directions, every line together with the question."""

    def __init__(self, config: PointerConfig) -> None:
        super().__init__()
        self.config = config
        d = config.d_state
        self.word = drawn(config.vocabulary + 1, d)
        self.read_forward, self.read_backward = GatedUnit(d, d), GatedUnit(d, d)

    def ask(
        self, question: Int[Tensor, "*batch asked"]
    ) -> Float[Tensor, "*batch d_state"]:
        """The question, encoded as a line is."""
        return encoded(question, places_of(question, self.word), self.word)

    def read(
        self,
        lines: Int[Tensor, "*batch line word"],
        asked: Float[Tensor, "*batch d_state"],
        allowed: Bool[Tensor, "*batch 1 line"],
    ) -> LinesRecord:
        """What stands in each line and around it; what is not allowed is not read."""
        each = encoded(lines, places_of(lines, self.word), self.word)
        each = each + asked.unsqueeze(-2)
        there = allowed.squeeze(-2)
        forward = self.read_forward.read(each, there)
        backward = self.read_backward.read(each, there, reverse=True)
        both = torch.cat([forward, backward], dim=-1)
        return LinesRecord(each, forward, backward, both)


class Pointer(LineReader):
    """Points at one line after another, in their order, and at ‹end›.

    After each step a gated unit reads the annotation of the line that was pointed at;
    its state is the next query. Lines before that one are forbidden from then on.
    """

    def __init__(self, config: PointerConfig) -> None:
        super().__init__(config)
        d = config.d_state
        self.begin_state = nn.Linear(d, d)
        self.end = drawn(1, 2 * d)
        self.follow = GatedUnit(2 * d, d)
        self.project_query = nn.Linear(d, d, bias=False)
        self.project_key = nn.Linear(2 * d, d)
        self.direction = drawn(d)

    def forward(
        self,
        lines: Int[Tensor, "*batch line word"],
        question: Int[Tensor, "*batch asked"],
        allowed: Bool[Tensor, "*batch 1 line"],
        chosen: Int[Tensor, "*batch step"] | None = None,
    ) -> PointerRecord:
        """Point as often as a summary is long; ‹end› is the key after all lines.

        `chosen` are the keys from which the steps go on; without them each goes on from
        the one with most weight.
        """
        asked = self.ask(question)
        read = self.read(lines, asked, allowed)
        end = self.end.expand(*asked.shape[:-1], *self.end.shape)
        annotation = torch.cat([read.annotation, end], dim=-2)
        keys = self.project_key(annotation)
        state = torch.tanh(self.begin_state(asked))
        open_to = torch.cat([allowed, torch.ones_like(allowed[..., :1])], -1)[..., 0, :]
        at = torch.arange(open_to.shape[-1], device=open_to.device)
        steps: list[PointRecord] = []
        for step in range(MOST):
            steps.append(self.point(state, keys, open_to))
            to = steps[-1].weights.argmax(-1) if chosen is None else chosen[..., step]
            pointed = annotation.take_along_dim(to[..., None, None], dim=-2)[..., 0, :]
            state = self.follow(self.follow.from_input(pointed), state).state
            open_to = open_to & ((at > to[..., None]) | (at == at[-1]))
        return PointerRecord(read, keys, tuple(steps))

    def point(
        self,
        state: Float[Tensor, "*batch d_state"],
        keys: Float[Tensor, "*batch key d_align"],
        allowed: Bool[Tensor, "*batch key"],
    ) -> PointRecord:
        """u^i_j = vᵀ tanh(W_1 e_j + W_2 d_i), and their softmax. Equation 3."""
        query = self.project_query(state).unsqueeze(-2)
        scores = additive_scores(query, keys, self.direction)
        weights = masked_softmax(scores, allowed.unsqueeze(-2))
        return PointRecord(state, scores[..., 0, :], allowed, weights[..., 0, :])


@brief
@dataclass(frozen=True, eq=False)
class AloneRecord:
    """One pass without attention: of each line the score that it belongs, a logit."""

    lines: LinesRecord
    allowed: Bool[Tensor, "*batch line"]
    scores: Float[Tensor, "*batch line"]


class PointerAlone(LineReader):
    """Judges each line by itself, yes or no, after the same reading. No attention.

    A summary as a row of decisions, as in Nallapati, Zhai & Zhou (2017), without their
    running summary.
    """

    def __init__(self, config: PointerConfig) -> None:
        super().__init__(config)
        self.hidden = nn.Linear(2 * config.d_state, config.d_state)
        self.belongs = nn.Linear(config.d_state, 1)

    def forward(
        self,
        lines: Int[Tensor, "*batch line word"],
        question: Int[Tensor, "*batch asked"],
        allowed: Bool[Tensor, "*batch 1 line"],
    ) -> AloneRecord:
        """How likely each line belongs to the summary, as a logit."""
        read = self.read(lines, self.ask(question), allowed)
        scores = self.belongs(torch.tanh(self.hidden(read.annotation))).squeeze(-1)
        return AloneRecord(read, allowed.squeeze(-2), scores)
