"""A captioner of films: attention over frames. Yao et al. (2015), section 3.2.

Every frame becomes one annotation; the writer is that of pictures and sentences.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import masked_softmax
from core.networks.attending import (
    AttendingConfig,
    AttendingRecord,
    AttendingState,
    AttendingWriter,
)
from core.networks.recurrent import RecurrentConfig
from core.showing import brief
from core.worlds.films import FRAMES, VOCABULARY
from core.worlds.street import GRID


@dataclass(frozen=True)
class FilmConfig(AttendingConfig):
    """The sizes of the network; `d_annotation` is how wide a frame is."""

    vocabulary: int = len(VOCABULARY)
    d_embedding: int = 32
    d_state: int = 96
    dropout: float = 0.0
    d_align: int = 48
    d_annotation: int = 96
    d_edges: int = 16
    d_parts: int = 32
    d_things: int = 32

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vocabulary != len(VOCABULARY):
            raise ValueError(f"vocabulary must be {len(VOCABULARY)} words")

    @property
    def d_context(self) -> int:
        """How wide a context is: an annotation."""
        return self.d_annotation


@brief
@dataclass(frozen=True, eq=False)
class FilmEncoderRecord:
    """What looking at the frames leaves: an annotation for each, in their order."""

    film: Float[Tensor, "*batch frame color row column"]
    things: Float[Tensor, "*batch frame thing grid_row grid_column"]
    annotation: Float[Tensor, "*batch frame d_annotation"]
    projected_key: Float[Tensor, "*batch frame d_align"]
    start_state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class FilmRecord(AttendingRecord):
    """One whole pass over a film."""

    encoder: FilmEncoderRecord


class FilmCaptioner(AttendingWriter):
    """A writer that weighs the frames of a film at each word."""

    def __init__(self, config: FilmConfig) -> None:
        super().__init__(config)
        self.config = config
        nn.init.normal_(self.embedding.weight, std=config.d_embedding**-0.5)
        nn.init.normal_(self.direction, std=config.d_align**-0.5)
        for seeing in (self.see_edges, self.see_parts, self.see_things):
            nn.init.kaiming_normal_(seeing.weight, nonlinearity="relu")

    def add_reader(self, config: RecurrentConfig) -> None:
        """Convolutions that halve the sides each, and the moment of each frame."""
        if not isinstance(config, FilmConfig):
            raise TypeError(f"a captioner of films has a FilmConfig, not {config}")
        self.see_edges = nn.Conv2d(3, config.d_edges, 5, stride=2, padding=2)
        self.see_parts = nn.Conv2d(config.d_edges, config.d_parts, 3, 2, padding=1)
        self.see_things = nn.Conv2d(config.d_parts, config.d_things, 3, 2, padding=1)
        self.annotate = nn.Linear(config.d_things * GRID * GRID, config.d_annotation)
        self.moment = nn.Parameter(torch.randn(FRAMES, config.d_annotation) * 0.3)
        self.begin_state = nn.Linear(config.d_annotation, config.d_state)

    def forward(
        self,
        film: Float[Tensor, "*batch frame color row column"],
        target: Int[Tensor, "*batch target"],
        source_allowed: Bool[Tensor, "*#batch 1 frame"],
    ) -> FilmRecord:
        """Look at the film, then score every next word of the given target.

        `source_allowed` are the frames that may be looked at.
        """
        encoder = self.encode(film)
        frames = encoder.annotation.shape[:-1]
        source_allowed = source_allowed.expand(*frames[:-1], 1, frames[-1])
        steps, logits = self.write(encoder, target, source_allowed)
        return FilmRecord(encoder, source_allowed, steps, logits)

    def encode(
        self, film: Float[Tensor, "*batch frame color row column"]
    ) -> FilmEncoderRecord:
        """Every frame by itself; s_0 = tanh(W mean(a)). Numbers from 0 to 1."""
        edges = self.see_edges(film.flatten(0, -4) - 0.5).relu()
        things = self.see_things(self.see_parts(edges).relu()).relu()
        things = things.unflatten(0, film.shape[:-3])
        annotation = (self.annotate(things.flatten(-3)) + self.moment).relu()
        return FilmEncoderRecord(
            film,
            things,
            annotation,
            projected_key=self.project_key(annotation),
            start_state=torch.tanh(self.begin_state(annotation.mean(-2))),
        )

    def begin(
        self,
        source: Float[Tensor, "batch frame color row column"],
        source_allowed: Bool[Tensor, "batch 1 frame"],
    ) -> AttendingState:
        """Look at the film once."""
        return self.remember(self.encode(source), source_allowed)


class MeanFilmCaptioner(FilmCaptioner):
    """A writer without attention: at each word the mean of all frames."""

    def weigh(
        self,
        scores: Float[Tensor, "*batch 1 source"],
        source_allowed: Bool[Tensor, "*batch 1 source"],
    ) -> Float[Tensor, "*batch 1 source"]:
        """The same weight for every frame that may be looked at."""
        return masked_softmax(torch.zeros_like(scores), source_allowed)
