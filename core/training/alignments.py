"""How well a model's attention finds the links that people drew between words."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError
from core.trace import Trace
from core.translator import READINGS, Translator

Link = tuple[int, int]


@dataclass(frozen=True)
class Aligned:
    """A sentence pair with links (source word, target word), sure ones among them."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    sure: frozenset[Link]
    possible: frozenset[Link]


@dataclass
class Counts:
    """Links found and links drawn, summed over sentences."""

    found: int = 0
    sure: int = 0
    found_sure: int = 0
    found_possible: int = 0

    def add(self, links: set[Link], pair: Aligned) -> None:
        """Count one sentence."""
        self.found += len(links)
        self.sure += len(pair.sure)
        self.found_sure += len(links & pair.sure)
        self.found_possible += len(links & pair.possible)

    def rates(self) -> dict[str, float]:
        """Alignment error rate, precision, recall, each in [0, 1].

        Och & Ney (2003), section 5: with A the links found, S the sure and P the
        possible ones (S among them), precision = |A∩P| / |A|, recall = |A∩S| / |S| and
        error rate = 1 − (|A∩S| + |A∩P|) / (|A| + |S|).
        """
        hits = self.found_sure + self.found_possible
        return {
            "error_rate": round(1 - hits / (self.found + self.sure), 4),
            "precision": round(self.found_possible / self.found, 4),
            "recall": round(self.found_sure / self.sure, 4),
        }


def read_alignments(path: Path) -> list[Aligned]:
    """Lines of JSON: `en`, `fr`, `sure`, `possible` (pairs of word numbers from 0)."""
    pairs = []
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                item = json.loads(line)
                sure = frozenset((i, j) for i, j in item["sure"])
                possible = sure | frozenset((i, j) for i, j in item["possible"])
                words = tuple(item["en"]), tuple(item["fr"])
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"{path.name}, line {number}: en, fr, sure and possible expected."
                ) from error
            pairs.append(Aligned(*words, sure, possible))
    return pairs


def strongest_links(weights: Float[Tensor, "target source"]) -> set[Link]:
    """One link a target word: to the source word it looks at most."""
    return {
        (source, target) for target, source in enumerate(weights.argmax(-1).tolist())
    }


def diagonal_links(source: int, target: int) -> set[Link]:
    """The baseline without a model: each target word to the word at its place."""
    return {(min(j * source // target, source - 1), j) for j in range(target)}


def word_maps(trace: Trace, name: str) -> Float[Tensor, "reading head target source"]:
    """Both readings of every head over real words, special pieces left out.

    Row i where word i is predicted, and one step later, where it is read. Rows are not
    divided by their rest: that would not move their largest weight.
    """
    heads = trace.heads(name, words=False)
    n = len(trace.predicted.words) - 1
    real = [not special for special in trace.source.special]
    key = trace.source.membership()[real]
    query = trace.predicted.membership()[:n, : heads.shape[1] - 1]
    query = query / query.sum(-1, keepdim=True)
    both = torch.stack([heads[:, :-1], heads[:, 1:]])
    return query @ both @ key.T


def alignment_error(model: Translator, pairs: Iterable[Aligned]) -> dict[str, Any]:
    """Error rate, precision and recall of every map of a model, in both readings.

    Sentences that do not fit the input limits are left out and counted.
    """
    counts: dict[tuple[str, str, str], Counts] = defaultdict(Counts)
    diagonal, used, left_out = Counts(), 0, 0
    for pair in pairs:
        try:
            trace = model.force(pair.source, pair.target)
        except InputError:
            left_out += 1
            continue
        used += 1
        diagonal.add(diagonal_links(len(pair.source), len(pair.target)), pair)
        for name in trace.names():
            if name.endswith("self_attention"):
                continue
            for reading, heads in zip(READINGS, word_maps(trace, name), strict=True):
                for head, weights in enumerate(heads):
                    links = strongest_links(weights)
                    counts[name, str(head), reading].add(links, pair)
                if len(heads) > 1:
                    links = strongest_links(heads.mean(0))
                    counts[name, "mean", reading].add(links, pair)
    if not used:
        raise InputError("No aligned sentence fits the limits.")
    maps = [
        {"map": name, "head": head, "reading": reading, **count.rates()}
        for (name, head, reading), count in counts.items()
    ]
    return {
        "sentences": used,
        "left_out": left_out,
        "diagonal": diagonal.rates(),
        "maps": sorted(maps, key=lambda m: m["error_rate"]),
    }
