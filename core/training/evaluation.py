"""How good a translator is: BLEU and chrF against every reference there is."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import sacrebleu
import torch

from core.decoding.batches import translate_all
from core.errors import InputError
from core.networks.kinds import Translating
from core.text.accept import accept
from core.text.tokenizer import Tokenizer
from core.training.mending import Pair

BINS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30))
JOINED = ((16, 20), (21, 25), (26, 30))
"""Lengths of which two sentences are joined, to see what becomes of longer texts."""
FEWEST_JOINED = 50
RESAMPLES = 1000
SEED = 1

Item = TypeVar("Item")


class Sentence(NamedTuple):
    """A sentence with all its translations."""

    source: str
    references: tuple[str, ...]


def group(pairs: Iterable[Pair]) -> list[Sentence]:
    """Pairs that share the source sentence (case and punctuation aside) are one."""
    references: dict[str, list[str]] = defaultdict(list)
    first: dict[str, str] = {}
    for source, target in pairs:
        key = " ".join(re.findall(r"\w+", source.lower())) or source
        first.setdefault(key, source)
        if target not in references[key]:
            references[key].append(target)
    return [Sentence(first[key], tuple(found)) for key, found in references.items()]


@dataclass(frozen=True)
class Quality:
    """BLEU and chrF, 0–100, with sacrebleu's signature and the sentence count."""

    bleu: float
    chrf: float
    signature: str
    sentences: int


def score(translations: list[str], tests: Sequence[Sentence]) -> Quality:
    """Corpus scores against all references (Papineni et al. 2002; Popović 2015)."""
    # Where a sentence has fewer references than another, its first one is repeated,
    # which changes neither score.
    most = max(len(test.references) for test in tests)
    filled = [(*found, *found[:1] * (most - len(found))) for _, found in tests]
    streams = [list(stream) for stream in zip(*filled, strict=True)]
    bleu, chrf = sacrebleu.BLEU(), sacrebleu.CHRF()
    return Quality(
        bleu.corpus_score(translations, streams).score,
        chrf.corpus_score(translations, streams).score,
        f"BLEU|{bleu.get_signature()} chrF|{chrf.get_signature()}",
        len(translations),
    )


def validator(
    tokenizer: Tokenizer, tests: Sequence[Sentence], sentences: int
) -> Callable[[Translating], float]:
    """A function that measures a network's BLEU on at most that many sentences.

    They are taken at even distances.
    """
    few = evenly(tests, sentences)
    sources = [test.source for test in few]

    @torch.inference_mode()
    def validate(network: Translating) -> float:
        return score(translate_all(network, tokenizer, sources), few).bleu

    return validate


def accepted(
    tests: Sequence[Sentence], tokenizer: Tokenizer
) -> tuple[list[Sentence], int]:
    """The sentences as the app reads them, and how many it would refuse.

    What is too long for the input is left out; typographic marks are replaced.
    """
    kept = []
    for source, references in tests:
        try:
            text = accept(source).text
            tokenizer.check_length(tokenizer.encode(text))
        except InputError:
            continue
        kept.append(Sentence(text, references))
    return kept, len(tests) - len(kept)


def evenly(items: Sequence[Item], number: int) -> list[Item]:
    """That many of the items, evenly spaced; all of them if there are fewer."""
    number = min(number, len(items))
    return [items[i * len(items) // number] for i in range(number)]


def drawn(places: Sequence[int], most: int | None) -> list[int]:
    """At most that many of the positions, always the same ones, in order."""
    if most is None or len(places) <= most:
        return list(places)
    return sorted(random.Random(SEED).sample(list(places), most))


def in_bins(tests: Sequence[Sentence]) -> dict[tuple[int, int], list[int]]:
    """Which sentences have 1–5, 6–10, … source words; longer ones are in none."""
    return {
        (low, high): [
            place
            for place, test in enumerate(tests)
            if low <= len(test.source.split()) <= high
        ]
        for low, high in BINS
    }


def joined(
    tests: Sequence[Sentence], most: int | None
) -> dict[tuple[int, int], list[Sentence]]:
    """Two sentences of about the same length as one text, of twice as many words.

    No sentence stands in two texts. A text has one reference, made of the first ones
    of both. A length with fewer than `FEWEST_JOINED` texts is left out.
    """
    bins = in_bins(tests)
    found = {}
    for low, high in JOINED:
        places = drawn(bins[low, high], None if most is None else 2 * most)
        random.Random(SEED).shuffle(places)
        pairs = zip(places[::2], places[1::2], strict=False)
        texts = [_text(tests[first], tests[then]) for first, then in pairs]
        if len(texts) >= FEWEST_JOINED:
            found[2 * low, 2 * high] = texts
    return found


def _text(first: Sentence, then: Sentence) -> Sentence:
    reference = f"{first.references[0]} {then.references[0]}"
    return Sentence(f"{first.source} {then.source}", (reference,))


def bleu_with_band(
    translations: Sequence[str], references: Sequence[Sequence[str]]
) -> dict[str, float]:
    """BLEU of a few sentences, and where it would lie in 95 % of such samples.

    Percentile bootstrap over sentences (Koehn 2004): n-gram counts are kept a
    sentence, and the sums of 1,000 resamples (seed 1) scored.
    """
    metric = sacrebleu.BLEU(effective_order=True)
    counts = []
    for translation, found in zip(translations, references, strict=True):
        one = metric.sentence_score(translation, list(found))
        counts.append([*one.counts, *one.totals, one.sys_len, one.ref_len])
    table = np.array(counts, dtype=np.int64)

    def score_of(sums: "np.ndarray") -> float:
        *ngrams, length, reference = sums.tolist()
        return sacrebleu.BLEU.compute_bleu(
            ngrams[:4], ngrams[4:], length, reference, smooth_method="exp"
        ).score

    chosen = np.random.default_rng(SEED).integers(
        0, len(table), (RESAMPLES, len(table))
    )
    resampled = [score_of(table[rows].sum(0)) for rows in chosen]
    low, high = np.percentile(resampled, [2.5, 97.5])
    found = {"bleu": score_of(table.sum(0)), "low": float(low), "high": float(high)}
    return {name: round(value, 2) for name, value in found.items()}
