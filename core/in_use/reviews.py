"""A network that judges reviews, in use: what is read, weighed, and thought of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.errors import InputError
from core.in_use.small import Small
from core.networks.reviews import (
    ReviewRecord,
    Reviews,
    SentenceReviews,
    SentencesRecord,
)
from core.text.accept import accept
from core.text.reviews import numbered, sentences_of
from core.text.words import split_words
from core.worlds.hotels import VOCABULARY

MOST_CHARACTERS, MOST_WORDS = 3_000, 300
FEWEST_KNOWN = 0.5
"""A text of which the network knows fewer words is in another language, or is none."""

Ids = Int[Tensor, "*batch word"]
Present = Bool[Tensor, "*batch word"]


@dataclass(frozen=True)
class Text:
    """A review as it is shown, sentence by sentence; the words as they were typed."""

    sentences: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All its words in a row."""
        return tuple(word for one in self.sentences for word in one)


@dataclass(frozen=True, eq=False)
class WordsRead:
    """One recorded pass over a review as one row of words."""

    text: Text
    known: tuple[bool, ...]
    ids: Int[Tensor, " word"]
    record: ReviewRecord

    @property
    def weights(self) -> Float[Tensor, " word"]:
        """How much each word counts; they add up to 1."""
        return self.record.words.weights

    @property
    def good(self) -> float:
        """The probability that it praises."""
        return float(self.record.logit.sigmoid())


@dataclass(frozen=True, eq=False)
class SentencesRead:
    """One recorded pass over the words of every sentence, then over the sentences."""

    text: Text
    known: tuple[tuple[bool, ...], ...]
    record: SentencesRecord

    @property
    def sentence_weights(self) -> Float[Tensor, " sentence"]:
        """How much each sentence counts; they add up to 1."""
        return self.record.sentences.weights

    @property
    def word_weights(self) -> tuple[Float[Tensor, " word"], ...]:
        """How much each word counts within its sentence."""
        rows = self.record.words.weights
        lengths = map(len, self.text.sentences)
        return tuple(row[:n] for row, n in zip(rows, lengths, strict=True))

    @property
    def good(self) -> float:
        """The probability that it praises."""
        return float(self.record.logit.sigmoid())


def accepted(typed: str) -> Text:
    """A review as it was typed, cleaned and cut; InputError where it cannot be read."""
    cleaned = accept(typed, MOST_CHARACTERS).text
    sentences = tuple(
        tuple(one[start:end] for start, end in split_words(one))
        for one in sentences_of(cleaned)
    )
    text = Text(sentences)
    if not any(word[0].isalpha() for word in text.words):
        raise InputError(
            "review_no_word",
            "There is no word in it. Type what somebody thought of a meal, a film or "
            "a thing.",
        )
    if len(text.words) > MOST_WORDS:
        raise InputError(
            "review_too_long",
            "This review has {n} words and marks; at most {most} are read. Shorten it, "
            "or try one part of it.",
            n=len(text.words),
            most=MOST_WORDS,
        )
    return text


def read_words(model: Small, text: Text) -> WordsRead:
    """Read a review as one row; InputError where the model reads none."""
    network = model.network
    if not isinstance(network, Reviews) or isinstance(network, SentenceReviews):
        raise _no_judge(model)
    known = vocabulary(model)
    numbers = numbered([word.lower() for word in text.words], known)
    ids = torch.tensor(numbers)
    with torch.inference_mode():
        record = network(ids, torch.ones_like(ids, dtype=torch.bool))
    return WordsRead(text, tuple(map(bool, numbers)), ids, record)


def read_sentences(model: Small, text: Text) -> SentencesRead:
    """Read a review sentence by sentence; InputError where the model reads none."""
    network = model.network
    if not isinstance(network, SentenceReviews):
        raise _no_judge(model)
    known = vocabulary(model)
    numbers = [numbered([w.lower() for w in one], known) for one in text.sentences]
    width = max(map(len, numbers))
    ids = torch.tensor([[*one, *[0] * (width - len(one))] for one in numbers])
    lengths = torch.tensor([len(one) for one in numbers])
    with torch.inference_mode():
        record = network(ids, torch.arange(width) < lengths[:, None])
    flags = tuple(tuple(map(bool, one)) for one in numbers)
    return SentencesRead(text, flags, record)


def judged(
    model: Small, ids: Int[Tensor, " word"], present: Bool[Tensor, "case word"]
) -> Float[Tensor, " case"]:
    """The log-odds of praise where only some words are read, one case a row.

    They are as many in each case, and the others are as if they had not been written.
    """
    words = ids.expand_as(present)[present].view(len(present), -1)
    with torch.inference_mode():
        return model.network(words, torch.ones_like(words, dtype=torch.bool)).logit


def enough_known(known: Sequence[bool]) -> bool:
    """Whether the network knows enough of the words to be asked."""
    return sum(known) >= FEWEST_KNOWN * len(known)


def vocabulary(model: Small) -> Mapping[str, int]:
    """The numbers of the words that a model knows."""
    return _numbers(model.info.get("words") or " ".join(VOCABULARY))


@lru_cache(maxsize=8)
def _numbers(words: str) -> Mapping[str, int]:
    return {word: number for number, word in enumerate(words.split(" "), start=1)}


def _no_judge(model: Small) -> InputError:
    return InputError(
        "no_judge", "{model} does not judge reviews like this.", model=model.name
    )
