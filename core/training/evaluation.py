"""How good a translator is: BLEU and chrF against every reference there is."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sacrebleu
import torch

from core.batches import greedy_many
from core.networks import Translating
from core.tokenizer import Tokenizer
from core.training.corpus import Pair


@dataclass(frozen=True)
class TestSet:
    """English sentences, each once, with all their French versions."""

    __test__ = False  # not a test case

    sources: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]


def group(pairs: list[Pair]) -> TestSet:
    """Pairs that share the English sentence (case and punctuation aside) are one."""
    references: dict[str, list[str]] = defaultdict(list)
    first: dict[str, str] = {}
    for source, target in pairs:
        key = " ".join(re.findall(r"\w+", source.lower())) or source
        first.setdefault(key, source)
        if target not in references[key]:
            references[key].append(target)
    return TestSet(
        tuple(first[key] for key in references),
        tuple(tuple(found) for found in references.values()),
    )


def translate_all(
    network: Translating, tokenizer: Tokenizer, sources: Sequence[str]
) -> list[str]:
    """Greedy translations, in order."""
    device = next(network.parameters()).device
    found = greedy_many(network, tokenizer.encode_batch(list(sources)), device)
    return [tokenizer.decode(hypothesis.ids) for hypothesis in found]


@dataclass(frozen=True)
class Quality:
    """BLEU and chrF, 0–100, with sacrebleu's signature and the sentence count."""

    bleu: float
    chrf: float
    signature: str
    sentences: int


def score(translations: list[str], tests: TestSet) -> Quality:
    """Corpus scores against all references (Papineni et al. 2002; Popović 2015)."""
    # Where a sentence has fewer references than another, its first one is repeated,
    # which changes neither score.
    most = max(len(found) for found in tests.references)
    streams = [
        [found[i] if i < len(found) else found[0] for found in tests.references]
        for i in range(most)
    ]
    bleu, chrf = sacrebleu.BLEU(), sacrebleu.CHRF()
    return Quality(
        bleu.corpus_score(translations, streams).score,
        chrf.corpus_score(translations, streams).score,
        f"BLEU|{bleu.get_signature()} chrF|{chrf.get_signature()}",
        len(translations),
    )


def validator(
    tokenizer: Tokenizer, tests: TestSet, sentences: int
) -> Callable[[Translating], float]:
    """A function that measures the BLEU of a network on the first few sentences."""
    every = max(1, len(tests.sources) // sentences)
    few = TestSet(tests.sources[::every], tests.references[::every])

    @torch.inference_mode()
    def validate(network: Translating) -> float:
        return score(translate_all(network, tokenizer, few.sources), few).bleu

    return validate


BINS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30))


def by_length(translations: list[str], tests: TestSet) -> list[dict[str, int | float]]:
    """BLEU of the sentences with 1–5, 6–10, … source words, and how many they are."""
    found: list[dict[str, int | float]] = []
    for low, high in BINS:
        chosen = [
            i
            for i, source in enumerate(tests.sources)
            if low <= len(source.split()) <= high
        ]
        if chosen:
            part = TestSet(
                tuple(tests.sources[i] for i in chosen),
                tuple(tests.references[i] for i in chosen),
            )
            bleu = score([translations[i] for i in chosen], part).bleu
            words = {"from": low, "to": high, "sentences": len(chosen)}
            found.append({**words, "bleu": round(bleu, 2)})
    return found
