"""What a network that judges learns of made-up Spanish reviews of hotels."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import torch
from jaxtyping import Bool
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from core.networks.reviews import SentenceReviews
from core.training import labelled
from core.training.labelled import Laid, Review
from core.training.reviews import SPANISH, FromFiles, counted, scored, table
from core.worlds.hotels import VOCABULARY, HotelReview, drawn, hotel_review

HELD_OUT, VALIDATING = 1_000, 200
"""The reviews of the seeds 0 … 999 are never learned from; the next ones validate."""
GOLDEN, PLACES = 4, 4
KNOWN = {word: number for number, word in enumerate(VOCABULARY, start=1)}


class FromHotels:
    """Reviews made up by a grammar that knows which words judge."""

    @cached_property
    def held_out(self) -> tuple[HotelReview, ...]:
        """The reviews on which a network is measured."""
        return tuple(map(hotel_review, range(HELD_OUT)))

    @cached_property
    def looked_at(self) -> tuple[HotelReview, ...]:
        """Others, on which it is validated while it learns."""
        return tuple(map(hotel_review, range(HELD_OUT, HELD_OUT + VALIDATING)))

    @cached_property
    def kept_apart(self) -> frozenset[str]:
        """The texts of all of them."""
        return frozenset(one.text for one in (*self.held_out, *self.looked_at))

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """The cross-entropy of the verdicts, in nats."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        reviews: list[HotelReview] = []
        while len(reviews) < batch:
            if (one := drawn(rng)).text not in self.kept_apart:
                reviews.append(one)
        wanted = torch.tensor([float(one.good) for one in reviews])
        ids, present = laid(reviews)
        return binary_cross_entropy_with_logits(network(ids, present).logit, wanted)

    def validate(self, network: nn.Module) -> dict[str, float]:
        """The share of right verdicts."""
        return {
            "right": round(float(right(network, self.looked_at).float().mean()), PLACES)
        }

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Right verdicts on reviews held out, and how much falls on what judges.

        `on` is the mean share of the weight (words times sentences) on words that
        judge, `on_uniform` what equal weights would give them; `on_sentences` is the
        share of the weight of the sentences on those that judge.
        """
        verdicts = right(network, self.held_out).long()
        good = [one.good for one in self.held_out]
        return {
            "held_out": {"hotel": counted(verdicts, good)},
            **looked(network, self.held_out),
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What is thought of the first reviews that are held out."""
        found = scored(network, as_reviews(self.held_out[:GOLDEN]), KNOWN).sigmoid()
        return [
            {"seed": seed, "good": round(float(one), PLACES)}
            for seed, one in enumerate(found)
        ]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        found = info["measured"]
        rows = [
            table(found["held_out"]),
            "",
            f"Of the weight (words times sentences) {100 * found['on']:.1f}% is on "
            f"words that judge; equal weights would give them "
            f"{100 * found['on_uniform']:.1f}%. Of the weight of the sentences "
            f"{100 * found['on_sentences']:.1f}% is on those that judge; equal weights "
            f"would give them {100 * found['on_sentences_uniform']:.1f}%.",
        ]
        return SPANISH[info["kind"]], "\n".join(rows)


def as_reviews(reviews: Sequence[HotelReview]) -> list[Review]:
    """The same as texts with a label."""
    return [
        Review(
            tuple(tuple(word.text for word in told.words) for told in one.sentences),
            one.good,
            "hotel",
        )
        for one in reviews
    ]


def laid(reviews: Sequence[HotelReview]) -> Laid:
    """The numbers of their words, sentence by sentence."""
    return labelled.in_sentences(as_reviews(reviews), KNOWN)


def right(
    network: nn.Module, reviews: Sequence[HotelReview]
) -> Bool[Tensor, " review"]:
    """Which verdicts are right."""
    wanted = torch.tensor([one.good for one in reviews])
    return (scored(network, as_reviews(reviews), KNOWN) > 0) == wanted


def looked(network: nn.Module, reviews: Sequence[HotelReview]) -> dict[str, float]:
    """The mean shares of the weight on what judges, and those of equal weights."""
    if not isinstance(network, SentenceReviews):
        raise TypeError("only a network that reads sentences learns them")
    ids, present = laid(reviews)
    with torch.inference_mode():
        record = network(ids, present)
    judges = torch.zeros_like(present)
    for at, one in enumerate(reviews):
        for place, told in enumerate(one.sentences):
            for column, word in enumerate(told.words):
                judges[at, place, column] = word.judges
    weights = record.words.weights * record.sentences.weights[..., None] * present
    some, there = judges.any(-1), present.any(-1)
    shares = {
        "on": (weights * judges).sum((-2, -1)),
        "on_uniform": judges.sum((-2, -1)) / present.sum((-2, -1)),
        "on_sentences": (record.sentences.weights * some).sum(-1),
        "on_sentences_uniform": some.sum(-1) / there.sum(-1),
    }
    return {name: round(float(one.mean()), PLACES) for name, one in shares.items()}


def judging(world: str = "files", **rest: Any) -> FromFiles | FromHotels:
    """The task of a `world`: reviews from files, or made-up ones of hotels."""
    if world not in ("files", "hotel"):
        raise ValueError(f"world is files or hotel, not {world}")
    return FromHotels(**rest) if world == "hotel" else FromFiles(**rest)
