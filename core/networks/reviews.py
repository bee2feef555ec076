"""Networks that judge a review: attention over words, and over sentences.

Yang et al. (2016), "Hierarchical attention networks for document classification",
section 2.2, with one gated unit for each direction and one number as the verdict.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import additive_features, masked_softmax, mix
from core.networks.recurrent import GatedUnit
from core.networks.sizes import Sizes
from core.showing import brief

UNKNOWN = 0
"""The id of every word that the network does not know; the first it knows has id 1."""


@dataclass(frozen=True)
class ReviewsConfig(Sizes):
    """The sizes of a network that judges; it knows `vocabulary` words."""

    vocabulary: int = 8_000
    d_embedding: int = 64
    d_state: int = 48
    d_align: int = 48
    dropout: float = 0.0


@brief
@dataclass(frozen=True, eq=False)
class WeighingRecord:
    """One look over words, or over sentences: h_i, their scores, weights, and mix."""

    annotation: Float[Tensor, "*batch item d_annotation"]
    scores: Float[Tensor, "*batch item"]
    weights: Float[Tensor, "*batch item"]
    output: Float[Tensor, "*batch d_annotation"]


@brief
@dataclass(frozen=True, eq=False)
class ReviewRecord:
    """One pass over the words of a review; `logit` is how much speaks for good."""

    present: Bool[Tensor, "*batch word"]
    words: WeighingRecord
    logit: Float[Tensor, "*batch"]


@brief
@dataclass(frozen=True, eq=False)
class SentencesRecord:
    """One pass over words within sentences, then over the sentences."""

    present: Bool[Tensor, "*batch sentence word"]
    words: WeighingRecord
    sentences: WeighingRecord
    logit: Float[Tensor, "*batch"]


class Weighing(nn.Module):
    """Reads a row in both directions and weighs what stands in it, for all rows alike.

    u_i = tanh(W h_i + b), α_i = softmax(u_iᵀ u_w), s = Σ α_i h_i: equations 5 to 7, or
    8 to 10. No word asks: the query b and the direction u_w are learned.
    """

    def __init__(self, d_input: int, config: ReviewsConfig) -> None:
        super().__init__()
        d_state, d_align = config.d_state, config.d_align
        self.read_forward = GatedUnit(d_input, d_state)
        self.read_backward = GatedUnit(d_input, d_state)
        self.project_key = nn.Linear(2 * d_state, d_align, bias=False)
        self.query = nn.Parameter(torch.zeros(1, d_align))
        self.direction = nn.Parameter(torch.randn(d_align) * d_align**-0.5)

    def forward(
        self,
        x: Float[Tensor, "*batch item d_input"],
        present: Bool[Tensor, "*batch item"],
    ) -> WeighingRecord:
        """What is not present is passed over, as if it stood nowhere."""
        annotation = self.read(x, present)
        query = self.query.expand(*annotation.shape[:-2], -1, -1)
        features = additive_features(query, self.project_key(annotation))
        scores = features @ self.direction
        nothing = ~present.any(dim=-1, keepdim=True)
        weights = self.weigh(scores, (present | nothing).unsqueeze(-2))
        output = mix(weights, annotation).squeeze(-2)
        return WeighingRecord(
            annotation, scores.squeeze(-2), weights.squeeze(-2), output
        )

    def read(
        self,
        x: Float[Tensor, "*batch item d_input"],
        present: Bool[Tensor, "*batch item"],
    ) -> Float[Tensor, "*batch item d_annotation"]:
        """The states of both directions beside each other.

        In use, and where nothing is passed over, torch's own unit makes them: its gates
        are the same, and it is three times as fast on a long review.
        """
        forward, backward = self.read_forward, self.read_backward
        if self.training or not bool(present.all()):
            both = forward.read(x, present), backward.read(x, present, reverse=True)
            return torch.cat(both, dim=-1)
        parts = [
            part
            for unit in (forward, backward)
            for kind in ("weight", "bias")
            for part in (getattr(unit.from_input, kind), getattr(unit.from_state, kind))
        ]
        rows = x.reshape(-1, *x.shape[-2:])
        start = x.new_zeros(2, len(rows), forward.from_state.in_features)
        states, _ = torch.gru(rows, start, parts, True, 1, 0.0, False, True, True)
        return states.reshape(*x.shape[:-1], -1)

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 item"],
        allowed: Bool[Tensor, "*batch 1 item"],
    ) -> Float[Tensor, "*batch 1 item"]:
        """From scores to weights."""
        return masked_softmax(scores, allowed)


class Averaging(Weighing):
    """Without attention: the same weight for all that is present."""

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 item"],
        allowed: Bool[Tensor, "*batch 1 item"],
    ) -> Float[Tensor, "*batch 1 item"]:
        """The mean, whatever the scores."""
        return masked_softmax(torch.zeros_like(scores), allowed)


class Reviews(nn.Module):
    """Judges a review as one row of words."""

    weighing: type[Weighing] = Weighing

    def __init__(self, config: ReviewsConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary + 1, config.d_embedding)
        self.words = self.weighing(config.d_embedding, config)
        self.verdict = nn.Linear(2 * config.d_state, 1)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self, words: Int[Tensor, "*batch word"], present: Bool[Tensor, "*batch word"]
    ) -> ReviewRecord:
        """Read, weigh, judge."""
        read = self.words(self.embed(words), present)
        return ReviewRecord(present, read, self.judge(read.output))

    def embed(
        self, words: Int[Tensor, "*batch word"]
    ) -> Float[Tensor, "*batch word d_embedding"]:
        """The vectors of the words."""
        return self.dropout(self.embedding(words))

    def judge(
        self, output: Float[Tensor, "*batch d_annotation"]
    ) -> Float[Tensor, "*batch"]:
        """The log-odds that the review praises. Equation 11, for two classes."""
        return self.verdict(self.dropout(output)).squeeze(-1)


class MeanReviews(Reviews):
    """The same without attention: the mean over all words."""

    weighing = Averaging


class SentenceReviews(Reviews):
    """Judges a review as sentences, each of them a row of words."""

    def __init__(self, config: ReviewsConfig) -> None:
        super().__init__(config)
        self.sentences = self.weighing(2 * config.d_state, config)

    def forward(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        words: Int[Tensor, "*batch sentence word"],
        present: Bool[Tensor, "*batch sentence word"],
    ) -> SentencesRecord:
        """Weigh the words of every sentence, then the sentences, and judge."""
        read = self.words(self.embed(words), present)
        told = self.sentences(self.dropout(read.output), present.any(dim=-1))
        return SentencesRecord(present, read, told, self.judge(told.output))


class MeanSentenceReviews(SentenceReviews):
    """The same without attention: means of means."""

    weighing = Averaging
