"""What networks that judge reviews learn: whether a text praises."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from core.errors import InputError
from core.in_use.small import load
from core.networks.reviews import Reviews, SentenceReviews
from core.text.reviews import sentences_of, words_of
from core.training import labelled
from core.training.labelled import Divided, Laid, Review
from core.training.tables import wilson

MADE_OF = 4
READS_WORDS = ("embedding.", "words.")
"""How the names of the parameters begin that read words."""
"""Short reviews are put together from at most so many sentences of one label."""
LONG_BATCH = 8
AT_ONCE, LONG_AT_ONCE = 100, 10
PLACES = 4
GOLDEN = (
    "The food was wonderful and the waiters were kind.",
    "We waited an hour and the soup was cold. I will not be back.",
    "A dull film with a clever ending.",
)


CREDITS = (
    "It learned from sentences and reviews of films (B. Pang and L. Lee 2004 and 2005, "
    "polarity data v2.0 and sentence polarity v1.0, CC BY 4.0) and from sentences "
    "about restaurants, telephones and films (D. Kotzias et al. 2015, Sentiment "
    "Labelled Sentences, UCI Machine Learning Repository, CC BY 4.0). No text of "
    "theirs is in the folder."
)


class FromFiles:
    """Reviews that others wrote, read from files.

    While it learns a share of the words is read as `unknown`. Where the network reads
    sentences a share of the updates is about `long` reviews, and it may `start` with
    the words, and what reads them, of a network that lies among the shipped ones.
    """

    source = CREDITS
    knows = (
        "It knows the commonest words of what it learned from; its folder keeps them."
    )
    drawn = (
        "drawn from files, where short texts are put together from sentences of one "
        "label"
    )

    def __init__(
        self, unknown: float = 0.1, long: float = 0.5, start: str = ""
    ) -> None:
        if not (0 <= unknown < 1 and 0 <= long <= 1):
            raise ValueError("unknown and long are shares, from 0 to 1")
        self.unknown, self.long, self.start = unknown, long, start
        self.texts = Divided((), (), ())
        self.known: dict[str, int] = {}

    @property
    def begun(self) -> str:
        """What it was trained from, as a card begins its sentence."""
        return f"From the words of `{self.start}`" if self.start else "From nothing"

    def read(self, files: Sequence[Path], vocabulary: int) -> dict[str, Any]:
        """Learn from these files; what the folder keeps: the words it then knows."""
        self.texts = labelled.divided(files)
        if self.start:
            words = tuple(load(self.start).info["words"].split(" "))
        else:
            words = self.texts.common(vocabulary)
        self.known = {word: number for number, word in enumerate(words, start=1)}
        self._groups = labelled.of_label(self.texts.learned)
        self._long = [one for one in self.texts.learned if one.long]
        return {"words": " ".join(words)}

    def begin(self, network: nn.Module) -> None:
        """Take over what reads words; InputError where it does not fit."""
        if not self.start:
            return
        found = {
            name: tensor
            for name, tensor in load(self.start).network.state_dict().items()
            if name.startswith(READS_WORDS)
        }
        try:
            network.load_state_dict(found, strict=False)
        except RuntimeError as error:
            raise InputError(f"{self.start} is of other sizes.") from error

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        """The cross-entropy of the verdicts, in nats."""
        rng = random.Random(int(torch.randint(2**53, (1,), generator=chance)))
        if self._long and rng.random() < self.long:
            reviews = rng.sample(self._long, LONG_BATCH)
        else:
            reviews = labelled.drawn(rng, self._groups, batch, MADE_OF)
        ids, present = laid(network, reviews, self.known)
        ids = labelled.with_unknown(ids, self.unknown, chance)
        wanted = torch.tensor([float(one.good) for one in reviews])
        logits = network(ids, present).logit
        return binary_cross_entropy_with_logits(logits, wanted)

    def validate(self, network: nn.Module) -> dict[str, float]:
        """The share of right verdicts, the mean over the sources, and of each."""
        found = {
            source: float(judged(network, texts, self.known).float().mean())
            for source, texts in by_source(self.texts.validating).items()
        }
        mean = sum(found.values()) / len(found)
        return {"right": round(mean, PLACES)} | {
            name: round(share, PLACES) for name, share in found.items()
        }

    def measure(self, network: nn.Module) -> dict[str, Any]:
        """Right verdicts on texts held out, by whose they are, with a 95 % band."""
        return {
            "learned": len(self.texts.learned),
            "held_out": {
                source: counted(
                    judged(network, texts, self.known), [one.good for one in texts]
                )
                for source, texts in by_source(self.texts.held_out).items()
            },
        }

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        """What is thought of three reviews."""
        found = [
            {
                "text": text,
                "good": round(float(scored(network, [one], self.known).sigmoid()), 4),
            }
            for text in GOLDEN
            for one in [Review(tuple(map(words_of, sentences_of(text))), True, "")]
        ]
        return found

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        """What it is, and how good it is."""
        return WHAT[info["kind"]], table(info["measured"]["held_out"])


WHAT = {
    "reviews": "Says whether a review praises: each word is read in both directions by "
    "a gated unit, the words are weighed (Yang et al. 2016, equations 5 to 7), and "
    "their weighted mean is judged.",
    "reviews_mean": "Says whether a review praises, without attention: the plain mean "
    "of the words, each read in both directions by a gated unit, is judged.",
    "reviews_sentences": "Says whether a review praises: a hierarchical attention "
    "network (Yang et al. 2016) with gated units in both directions, first over the "
    "words of each sentence, then over the sentences.",
    "reviews_sentences_mean": "Says whether a review praises, without attention: the "
    "hierarchical network with plain means of words and of sentences.",
}
SPANISH = {
    kind: f"{what} It reads Spanish reviews of hotels, which the app makes up."
    for kind, what in WHAT.items()
}
CALLED = {
    "mr_sentences": "sentences about films (Pang & Lee 2005)",
    "movie_reviews_docs": "whole reviews of films (Pang & Lee 2004)",
    "uci_yelp": "sentences about restaurants (Kotzias et al. 2015)",
    "uci_amazon_cells": "sentences about telephones (Kotzias et al. 2015)",
    "uci_imdb": "sentences about films (Kotzias et al. 2015)",
    "hotel": "reviews made up by the app's own grammar",
}


def table(held_out: Mapping[str, Mapping[str, Any]]) -> str:
    """Verdicts on texts that it never learned from, as Markdown."""
    rows = [
        f"| {CALLED.get(source, source)} | {one['texts']:,} | {_share(one['right'])} "
        f"| {_share(one['low'])} to {_share(one['high'])} "
        f"| {_share(one['commonest'])} |"
        for source, one in held_out.items()
    ]
    head = [
        "On texts that it never learned from; the band is Wilson's of 95%.",
        "",
        "| texts | number | right | 95% | always the commoner verdict |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows])


def laid(
    network: nn.Module, reviews: Sequence[Review], known: Mapping[str, int]
) -> Laid:
    """Reviews as the network reads them; TypeError where it reads none."""
    if isinstance(network, SentenceReviews):
        return labelled.in_sentences(reviews, known)
    if isinstance(network, Reviews):
        return labelled.in_rows(reviews, known)
    raise TypeError("only a network that judges reviews learns them")


def scored(
    network: nn.Module, reviews: Sequence[Review], known: Mapping[str, int]
) -> Float[Tensor, " review"]:
    """The log-odds of praise, the longest reviews at once."""
    order = sorted(range(len(reviews)), key=lambda at: len(reviews[at].words))
    found = torch.zeros(len(reviews))
    while order:
        size = LONG_AT_ONCE if reviews[order[-1]].long else AT_ONCE
        some, order = order[-size:], order[:-size]
        with torch.inference_mode():
            ids, present = laid(network, [reviews[at] for at in some], known)
            found[some] = network(ids, present).logit
    return found


def judged(
    network: nn.Module, reviews: Sequence[Review], known: Mapping[str, int]
) -> Int[Tensor, " review"]:
    """1 for each review whose verdict is right."""
    wanted = torch.tensor([one.good for one in reviews])
    return ((scored(network, reviews, known) > 0) == wanted).long()


def counted(right: Int[Tensor, " review"], good: Sequence[bool]) -> dict[str, Any]:
    """How many are right, the band of 95 %, and what one answer for all would be."""
    texts, rights = len(good), int(right.sum())
    low, high = wilson(rights, texts)
    common = max(sum(good), texts - sum(good)) / texts
    found = {
        "right": rights / texts,
        "low": low,
        "high": high,
        "commonest": common,
    }
    return {"texts": texts} | {name: round(one, PLACES) for name, one in found.items()}


def by_source(reviews: Sequence[Review]) -> dict[str, list[Review]]:
    """The reviews of each source, in the order of their names."""
    found: dict[str, list[Review]] = {}
    for one in sorted(reviews, key=lambda one: one.source):
        found.setdefault(one.source, []).append(one)
    return found


def _share(share: float) -> str:
    return f"{100 * share:.1f}%"
