"""What one pass over one sentence leaves behind, with its words."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.attention_map import AttentionMap as AttentionMap
from core.attention_map import MapSide, Stack
from core.decoding.search import Hypothesis
from core.errors import InputError
from core.experiments.experiment import Experiment
from core.experiments.forced_weights import ForcedWeights
from core.experiments.passes import log_probability, source_input, target_input
from core.networks.bahdanau import BahdanauRecord
from core.networks.kinds import Record
from core.networks.maps import Maps
from core.networks.names import AttentionName, MapChoice
from core.shelf.languages import USUAL, Languages
from core.text.sides import Side
from core.text.tokenizer import Pieces, Tokenizer


@dataclass(frozen=True)
class Translation:
    """A translation with its log-probability (nats, ‹end› included, at most 0).

    `finished` is False where the model had not ended when the limit stopped it.
    `hypotheses` are all those of a beam search, best first; one after greedy decoding.
    """

    text: str
    pieces: Pieces
    log_probability: float
    finished: bool
    hypotheses: tuple[tuple[str, Hypothesis], ...] = ()

    def __repr__(self) -> str:
        """The text, how probable it is, and what else was found."""
        more = f", {len(self.hypotheses)} hypotheses" if self.hypotheses[1:] else ""
        ended = "" if self.finished else ", unfinished"
        nats = f"{self.log_probability:.3f}"
        return f"Translation({self.text!r}, log_probability={nats}{more}{ended})"


@dataclass(frozen=True, eq=False)
class Trace(Maps):
    """One recorded pass over one sentence; its tensors have no batch axis.

    `source` ends with ‹end› (and the ‹pad›s of an experiment). Decoder row i has read
    `read.pieces[: i + 1]` and predicts `predicted.pieces[i]`; the model did not
    choose the first `given` of these.
    """

    model: str
    digest: str
    experiment: Experiment
    forced: bool
    translation: Translation
    source: Side
    read: Side
    predicted: Side
    source_ids: tuple[int, ...]
    predicted_ids: tuple[int, ...]
    record: Record
    vocabulary: Tokenizer
    forced_weights: ForcedWeights | None = None
    given: int = 0
    languages: Languages = USUAL

    def __repr__(self) -> str:
        """Who made it, what was read and written."""
        read = self.source.text(self.languages[0])
        return f"Trace({self.model}: {read!r} → {self.translation.text!r})"

    @property
    def identity(self) -> tuple[Hashable, ...]:
        """What the numbers of this pass depend on: equal only for equal passes.

        Pieces as they are shown do not do: "Oh! No" and "Oh ! No" look the same.
        """
        return (
            self.model,
            self.digest,
            self.experiment,
            self.forced_weights,
            self.source_ids,
            self.predicted_ids,
            self.translation.finished,
        )

    @property
    def written_words(self) -> int:
        """How many words were written (or forced); ‹end› counts only where it was."""
        return len(self.predicted.words) - (not self.translation.finished)

    def ending(self, finished: bool) -> "Trace":
        """The same pass with ‹end› written, or stopped before it."""
        if finished == self.translation.finished:
            return self
        log = log_probability(self.record.logits, self.predicted_ids, finished).item()
        changed = replace(self.translation, log_probability=log, finished=finished)
        return replace(self, translation=changed)

    @property
    def inputs(
        self,
    ) -> tuple[
        Int[Tensor, " source"],
        Bool[Tensor, "1 source"],
        Int[Tensor, " target"],
        Bool[Tensor, "target target"],
    ]:
        """What the network read: each side, and where one may look on it."""
        source = source_input(self.source_ids, self.experiment)
        return *source, *target_input(self.predicted_ids, self.experiment)

    def attentions(self) -> tuple[AttentionName, ...]:
        """All attentions of this pass; a fixed vector has none."""
        return self.record.attentions()

    def names(self) -> tuple[str, ...]:
        """The names of all attentions of this pass."""
        return tuple(map(str, self.attentions()))

    def sides(self, name: str | AttentionName) -> tuple[Side, Side]:
        """Queries and keys of an attention; see `AttentionName.sides`."""
        queries, keys = AttentionName.parse(name).sides
        return getattr(self, queries), getattr(self, keys)

    def side(self, name: str, words: bool = True) -> MapSide:
        """The side "source", "read" or "predicted", as words or as pieces."""
        side: Side = getattr(self, name)
        of = "source" if name == "source" else "output"
        return side.on_a_map(name, of, words)

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """Encoder, decoder and cross-attention, or the alignment; see `Pictured`."""
        found: dict[str, list[AttentionName]] = {}
        for name in self.attentions():
            found.setdefault(name.short, []).append(name)
        return tuple(self._stack(each, layers, words) for each, layers in found.items())

    def _stack(self, each: str, layers: list[AttentionName], words: bool) -> Stack:
        queries, keys = layers[0].sides
        weights, allowed = zip(*(self.merged(n, words) for n in layers), strict=True)
        return Stack(
            each,
            self.side(queries, words),
            self.side(keys, words),
            tuple(map(str, layers)),
            torch.stack(weights),
            torch.stack([one.expand(len(weights[0]), -1, -1) for one in allowed]),
            layers[0].looks_back,
        )

    def over_pieces(
        self, name: str | AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as the model computed them."""
        return self.record.attention(AttentionName.parse(name))

    def written_rows(
        self, which: MapChoice, words: bool = True
    ) -> Float[Tensor, "written source"]:
        """What each word written, without the last row, gives to each word read.

        With the reading "read" a row is of the step that reads its word, one later.
        """
        read = which.reading == "read"
        named = replace(self, predicted=self.read) if read else self
        heads = named.heads(which.name, words)
        rows = heads.mean(0) if which.head is None else heads[which.head]
        return (rows[1:] if read else rows[:-1]).nan_to_num(0.0)

    @property
    def probabilities(self) -> Float[Tensor, "target vocabulary"]:
        """Row i: the probability of every piece to stand at place i of the target."""
        return self.record.logits.softmax(-1)

    def wrote(self, row: int) -> int | None:
        """The piece written in a row; None where a model was stopped before ‹end›."""
        stopped = not self.translation.finished and row == len(self.predicted_ids) - 1
        return None if stopped else self.predicted_ids[row]

    def written(self) -> Float[Tensor, " target"]:
        """The probability of each piece written (or forced), then that of ‹end›.

        A model that was stopped at the limit did not write ‹end›.
        """
        ids = torch.tensor(self.predicted_ids)[:, None]
        return self.probabilities.gather(-1, ids).squeeze(-1)


def recurrent(trace: Trace) -> BahdanauRecord:
    """The record of a pass with additive attention; InputError where it has none."""
    if not isinstance(trace.record, BahdanauRecord):
        raise InputError(
            "no_additive_attention",
            "{model} has no additive attention.",
            model=trace.model,
        )
    return trace.record


@runtime_checkable
class Recorded(Protocol):
    """One recorded pass of any network."""

    @property
    def record(self) -> Any: ...


def walk(trace: Recorded) -> Iterator[tuple[str, tuple[str, ...], Tensor]]:
    """Every tensor of a pass: its name, the names of its axes, and itself.

    Names and axes are the fields of the records, so they cannot disagree with them:
    ("encoder.0.self_attention.weights", ("head", "query", "key"), …).
    """
    yield from _walk(trace.record, "")


def _walk(record: Any, prefix: str) -> Iterator[tuple[str, tuple[str, ...], Tensor]]:
    for field in fields(record):
        value, name = getattr(record, field.name), prefix + field.name
        if isinstance(value, Tensor):
            axes = getattr(field.type, "dim_str", "").split()
            named = (axis.removeprefix("#") for axis in axes if axis != "*batch")
            yield name, tuple(named), value
        elif isinstance(value, tuple):
            for i, part in enumerate(value):
                yield from _walk(part, f"{name}.{i}.")
        else:
            yield from _walk(value, f"{name}.")
