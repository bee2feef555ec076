"""How well a model's attention finds the links that people drew between words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.analysis.alignment_links import (
    Aligned,
    Counts,
    counted,
    diagonal_links,
    strongest_links,
)
from core.errors import InputError
from core.in_use.language_model import LanguageModel
from core.in_use.loading import Model
from core.networks.names import READINGS, AttentionName, MapChoice
from core.trace import Trace


@dataclass
class Measured:
    """The counts of every map over some sentences.

    `left_out` counts the sentences that do not fit the input limits.
    """

    maps: dict[MapChoice, Counts] = field(default_factory=lambda: defaultdict(Counts))
    diagonal: Counts = field(default_factory=Counts)
    sentences: int = 0
    left_out: int = 0

    def __add__(self, other: "Measured") -> "Measured":
        """Both together: their links are pooled, so a long text counts for more."""
        both = {**self.maps, **other.maps}
        return Measured(
            {m: self.maps.get(m, Counts()) + other.maps.get(m, Counts()) for m in both},
            self.diagonal + other.diagonal,
            self.sentences + other.sentences,
            self.left_out + other.left_out,
        )

    def report(self) -> dict[str, Any]:
        """Rates of every map, the best first, beside the diagonal's."""
        maps = [
            {
                "map": str(chosen.name),
                "head": _kept(chosen),
                "reading": chosen.reading,
                **count.rates(),
            }
            for chosen, count in self.maps.items()
        ]
        return {
            "sentences": self.sentences,
            "left_out": self.left_out,
            "diagonal": self.diagonal.rates(),
            "maps": sorted(maps, key=lambda found: found["error_rate"]),
        }


def word_maps(
    trace: Trace, name: str | AttentionName
) -> Float[Tensor, "reading head target source"]:
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


def forced_maps(
    model: Model, pair: Aligned
) -> list[tuple[AttentionName, Float[Tensor, "reading head target source"]]]:
    """The `word_maps` of every attention that sees both sentences of a pair.

    A model that only writes sees them as one line, in every layer. InputError where
    they are too long.
    """
    if isinstance(model, LanguageModel):
        line = model.line(pair.source, pair.target)
        return [(name, line.word_maps(name)) for name in line.trace.attentions()]
    trace = model.force(pair.source, pair.target)
    across = (name for name in trace.attentions() if name.across)
    return [(name, word_maps(trace, name)) for name in across]


def measure(model: Model, pairs: Iterable[Aligned]) -> Measured:
    """Count the links that every map of a model finds, in both readings."""
    measured = Measured()
    for pair in pairs:
        try:
            maps_of_all = forced_maps(model, pair)
        except InputError:
            measured.left_out += 1
            continue
        measured.sentences += 1
        straight = diagonal_links(len(pair.source), len(pair.target))
        measured.diagonal += counted(straight, pair)
        for name, both in maps_of_all:
            for reading, heads in zip(READINGS, both, strict=True):
                maps: dict[int | None, Tensor] = {None: heads.mean(0)}
                if not name.alone:
                    maps = {**dict(enumerate(heads)), **maps}
                for head, weights in maps.items():
                    found = counted(strongest_links(weights), pair)
                    measured.maps[MapChoice(name, head, reading)] += found
    if not measured.sentences:
        raise InputError("No aligned sentence fits the limits.")
    return measured


def same_map(found: Mapping[str, Any], best: Mapping[str, Any]) -> bool:
    """Whether a measured map is the recorded one."""
    return MapChoice.of(found) == MapChoice.of(best)


def _kept(chosen: MapChoice) -> str:
    """A head as reports keep it: of one attention alone it is head 0."""
    if chosen.head is None:
        return "0" if chosen.name.alone else "mean"
    return str(chosen.head)
