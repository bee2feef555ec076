"""How good a translator is: BLEU and chrF against every reference there is."""

import re
from collections import defaultdict
from dataclasses import dataclass

import sacrebleu
import torch

from core.decoding import greedy
from core.networks import Network
from core.tokenizer import Tokenizer
from core.training.corpus import Pair, source_batch


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
    network: Network, tokenizer: Tokenizer, sources: list[str], pieces: int = 4_000
) -> list[str]:
    """Greedy translations, in order; computed in batches of similar length."""
    ids = tokenizer.encode_batch(sources)
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    found = [""] * len(ids)
    device = next(network.parameters()).device  # pyright: ignore[reportAttributeAccessIssue]
    while order:
        batch = [order.pop()]
        while order and (len(batch) + 1) * len(ids[batch[0]]) <= pieces:
            batch.append(order.pop())
        source, allowed = source_batch([ids[i] for i in batch])
        hypotheses = greedy(network, source.to(device), allowed.to(device))
        for i, hypothesis in zip(batch, hypotheses, strict=True):
            found[i] = tokenizer.decode(hypothesis.ids) if ids[i] else ""
    return found


@dataclass(frozen=True)
class Quality:
    """Corpus BLEU and chrF, 0–100, with sacrebleu's signature and the sentence count."""

    bleu: float
    chrf: float
    signature: str
    sentences: int


def score(translations: list[str], tests: TestSet) -> Quality:
    """Corpus scores against all references (Papineni et al. 2002; Popović 2015)."""
    most = max(len(found) for found in tests.references)
    streams = [
        [found[i] if i < len(found) else None for found in tests.references]
        for i in range(most)
    ]
    bleu, chrf = sacrebleu.BLEU(), sacrebleu.CHRF()
    return Quality(
        bleu.corpus_score(translations, streams).score,
        # chrF has no notion of an absent reference: the first one stands in for it.
        chrf.corpus_score(
            translations,
            [
                [
                    r or found[0]
                    for r, found in zip(stream, tests.references, strict=True)
                ]
                for stream in streams
            ],
        ).score,
        f"BLEU|{bleu.get_signature()} chrF|{chrf.get_signature()}",
        len(translations),
    )


def validator(tokenizer: Tokenizer, tests: TestSet, sentences: int):
    """A function that measures the BLEU of a network on the first few sentences."""
    every = max(1, len(tests.sources) // sentences)
    few = TestSet(tests.sources[::every], tests.references[::every])

    @torch.inference_mode()
    def validate(network: Network) -> float:
        return score(translate_all(network, tokenizer, list(few.sources)), few).bleu

    return validate
