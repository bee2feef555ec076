"""What a captioner of films learns: which thing moves, and where it goes."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor, nn

from core.decoding.limits import AtMost
from core.decoding.search import greedy
from core.in_use.films import LONGEST, Frames, all_frames, frames_of
from core.networks.film import FilmCaptioner
from core.training.captions import read_and_wanted
from core.worlds.films import (
    FRAMES,
    PAD,
    VOCABULARY,
    WAYS,
    Film,
    any_film,
    film,
    numbers,
    shuffled,
)

HELD_OUT, VALIDATING = 1_000, 100
"""The films of the seeds 0 … 999 are never learned from; the next ones validate."""
AT_ONCE = 50
PLACES = 4
GOLDEN = 6

WHAT = {
    "film": "Writes a sentence about a film of eight frames of a street in which one "
    "thing moves: each frame is one annotation (three convolutions, a linear map of "
    "the whole grid, the learned moment), and a gated writer attends to frames at each "
    "word (Yao et al. 2015, temporal attention).",
    "film_mean": "Writes a sentence about a film of eight frames of a street in which "
    "one thing moves, without attention: at each word the mean of all frames.",
}

Order = Callable[[int], Sequence[int]]
"""In which order the frames of a film are shown, by its place among the films."""


@cache
def kept_apart() -> frozenset[str]:
    """The films by which it is judged; no other is the same."""
    return frozenset(any_film(n).text() for n in range(HELD_OUT + VALIDATING))


class Films:
    """Captions of films."""

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """Minus the log-probability of the words, in nats a word."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        films: list[Film] = []
        while len(films) < batch:
            one = film(rng)
            if one.text() not in kept_apart():
                films.append(one)
        read, wanted = words_of(films)
        logits = captioner(network)(shown(films), read, all_frames()).logits
        counts = wanted.ne(PAD)
        words = logits.log_softmax(-1).gather(-1, wanted[..., None]).squeeze(-1)
        return -(words * counts).sum() / counts.sum()

    def validate(self, network: nn.Module) -> dict[str, float]:
        """Right sentences, and right ways, on films that are kept apart."""
        films = [any_film(n) for n in range(HELD_OUT, HELD_OUT + VALIDATING)]
        return judged(network, films)

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Every figure, on the thousand films that are held out."""
        films = [any_film(n) for n in range(HELD_OUT)]
        backwards = tuple(reversed(range(FRAMES)))
        return {
            "films": HELD_OUT,
            **judged(network, films),
            "shuffled": judged(network, films, shuffled),
            "backwards": judged(network, films, lambda _: backwards),
            "first_alone": judged(network, films, lambda _: (0,) * FRAMES),
            "on": looked(network, films),
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What is written about the first films that are held out."""
        films = [any_film(n) for n in range(GOLDEN)]
        return [
            {"film": one.text(), "written": list(words)}
            for one, words in zip(films, written(network, films), strict=True)
        ]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        rows = [
            f"On {found['films']:,} films that it never learned from:",
            "",
            "| frames | sentence right | way right |",
            "|---|---|---|",
            *(
                f"| {name} | {_share(one['exact'])} | {_share(one['way'])} |"
                for name, one in (
                    ("in order", found),
                    ("shuffled", found["shuffled"]),
                    ("backwards", found["backwards"]),
                    ("the first, eight times", found["first_alone"]),
                )
            ),
            "",
            "| word | weight on each frame, the first to the last |",
            "|---|---|",
            *(
                f"| {word} | {', '.join(f'{one:.2f}' for one in line)} |"
                for word, line in found["on"].items()
            ),
        ]
        return WHAT[info["kind"]], "\n".join(rows)


def captioner(network: nn.Module) -> FilmCaptioner:
    """The network; TypeError where it writes of no films."""
    if not isinstance(network, FilmCaptioner):
        raise TypeError("only a captioner of films learns them")
    return network


def shown(films: Sequence[Film], order: Order | None = None) -> Frames:
    """What a network sees of films, their frames perhaps in another order."""
    return frames_of(films, [order(at) for at in range(len(films))] if order else None)


def words_of(
    films: Sequence[Film],
) -> tuple[Int[Tensor, "film target"], Int[Tensor, "film target"]]:
    """What is read and what is wanted, filled up to the longest."""
    return read_and_wanted([numbers(one.caption) for one in films])


def written(
    network: nn.Module,
    films: Sequence[Film],
    order: Order | None = None,
) -> list[tuple[str, ...]]:
    """The likeliest words, one after another."""
    with torch.inference_mode():
        allowed = all_frames().expand(len(films), 1, FRAMES)
        found = greedy(
            AtMost(captioner(network), LONGEST), shown(films, order), allowed
        )
    return [tuple(VOCABULARY[number] for number in one.ids) for one in found]


def judged(
    network: nn.Module,
    films: Sequence[Film],
    order: Order | None = None,
) -> dict[str, float]:
    """The share of right sentences, and of those that name the right way."""
    told: list[tuple[str, ...]] = []
    for at in range(0, len(films), AT_ONCE):
        told += written(network, films[at : at + AT_ONCE], order)
    pairs = list(zip(films, told, strict=True))
    exact = sum(words == one.caption for one, words in pairs)
    way = sum(words[-1:] == (one.way,) for one, words in pairs)
    return {
        "exact": round(exact / len(films), PLACES),
        "way": round(way / len(films), PLACES),
    }


def looked(network: nn.Module, films: Sequence[Film]) -> dict[str, list[float]]:
    """Where the color, the kind and the way look: the mean weight on each frame."""
    sums = {name: torch.zeros(FRAMES) for name in ("color", "kind", "way")}
    for at in range(0, len(films), AT_ONCE):
        some = films[at : at + AT_ONCE]
        read, _ = words_of(some)
        with torch.inference_mode():
            record = captioner(network)(shown(some), read, all_frames())
        weights = torch.stack([one.attention.weights for one in record.decoder], 1)
        for place, one in enumerate(some):
            last = next(n for n, word in enumerate(one.caption) if word in WAYS)
            for name, step in (("color", 1), ("kind", 2), ("way", last)):
                sums[name] += weights[place, step]
    return {
        name: [round(float(one), PLACES) for one in total / len(films)]
        for name, total in sums.items()
    }


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
