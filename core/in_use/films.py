"""A captioner of films in use: what it writes of eight frames, in any order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.decoding.limits import AtMost
from core.decoding.search import greedy
from core.errors import InputError
from core.in_use.captioner import seeing
from core.in_use.small import Small
from core.networks.film import FilmCaptioner, FilmRecord
from core.worlds.films import FRAMES, START, VOCABULARY, WAYS, Film, numbers

LONGEST = 8
"""The most words that are written."""

Frames = Float[Tensor, "film frame 3 row column"]


@dataclass(frozen=True, eq=False)
class Watched:
    """One recorded pass over a film, its frames shown in an `order`.

    Row i of the weights is the look that chose word i; the last row chose ‹end›.
    """

    film: Film
    order: tuple[int, ...]
    words: tuple[str, ...]
    record: FilmRecord
    finished: bool

    @property
    def weights(self) -> Float[Tensor, "word frame"]:
        """A row for each word, and one for ‹end›: a column for each frame shown."""
        return torch.stack([one.attention.weights for one in self.record.decoder])

    @property
    def truth(self) -> tuple[str, ...] | None:
        """The caption of the frames as they were shown; None where they were mixed."""
        steps = {after - before for before, after in pairwise(self.order)}
        if steps == {1}:
            return self.film.caption
        if steps == {-1}:
            *most, way = self.film.caption
            return (*most, WAYS[1 - WAYS.index(way)])
        return None


def watch(model: Small, film: Film, order: Sequence[int]) -> Watched:
    """What the model writes of the frames of a film in that order, from 0.

    InputError where it writes of no films.
    """
    network = model.network
    if not isinstance(network, FilmCaptioner):
        raise InputError(
            "no_film_captioner", "{model} does not write of films.", model=model.name
        )
    frames = frames_of([film], [order])
    with torch.inference_mode():
        (found,) = greedy(AtMost(network, LONGEST), frames, all_frames())
        words = tuple(VOCABULARY[number] for number in found.ids)
        target = torch.tensor([START, *numbers(words)])
        record = network(frames[0], target, all_frames()[0])
    return Watched(film, tuple(order), words, record, found.finished)


def frames_of(
    films: Sequence[Film], orders: Sequence[Sequence[int]] | None = None
) -> Frames:
    """What a network sees of films, their frames perhaps in another order."""
    orders = orders or [range(FRAMES)] * len(films)
    return torch.stack(
        [
            seeing([one.frames[n] for n in order])
            for one, order in zip(films, orders, strict=True)
        ]
    )


def all_frames() -> Bool[Tensor, "1 1 frame"]:
    """Every frame may be looked at."""
    return torch.ones(1, 1, FRAMES, dtype=torch.bool)
