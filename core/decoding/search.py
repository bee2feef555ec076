"""From scores to a sentence: greedy and beam search, the same for every translator.

A network reads the source once (`begin`) and then one word at a time (`step`); nothing
is computed twice and nothing is recorded. Decoding stops at ‹end› or at a limit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

import torch
from jaxtyping import Bool, Int, Shaped
from torch import Tensor

from core.decoding.choosing import first_of_the_largest, forbid, opening
from core.decoding.limits import limit_for
from core.networks.kinds import Network
from core.showing import brief
from core.text.tokenizer import END, PAD, START

State = TypeVar("State")


@brief
@dataclass(frozen=True)
class Hypothesis:
    """A translation in pieces. `finished` is False where the limit stopped it.

    `log_probability` is the sum over its pieces, ‹end› included, in nats, at most 0;
    `score` is the log-probability divided by the number of pieces to the power `alpha`.
    """

    ids: tuple[int, ...]
    log_probability: float
    score: float
    finished: bool


@brief
@dataclass(frozen=True)
class Branch:
    """One piece that a beam search looked at, among the best of its step.

    `parent` is the place of the branch it continues (None: the beginning),
    `log_probability` that of all pieces up to here. It was "kept" and continued,
    "ended" its sentence, or was "discarded".
    """

    parent: int | None
    piece: int
    log_probability: float
    fate: str


@brief
@dataclass(frozen=True)
class BeamTree:
    """All branches of a beam search, and the hypotheses, best first."""

    branches: tuple[Branch, ...]
    hypotheses: tuple[Hypothesis, ...]


def select(state: State, index: Int[Tensor, " batch"]) -> State:
    """The same state for other rows of the batch: row i becomes row index[i]."""
    changes = {f.name: _picked(getattr(state, f.name), index) for f in fields(state)}  # pyright: ignore[reportArgumentType]
    return replace(state, **changes)  # pyright: ignore[reportArgumentType]


def _picked(value: Any, index: Int[Tensor, " batch"]) -> Any:
    if isinstance(value, Tensor):
        return value[index]
    if is_dataclass(value):
        return select(value, index)
    return tuple(_picked(one, index) for one in value)


@torch.inference_mode()
def greedy(
    network: Network,
    source: Shaped[Tensor, "batch ..."],
    source_allowed: Bool[Tensor, "batch 1 source"],
) -> list[Hypothesis]:
    """The most probable piece at every step, for a whole batch.

    Where several are within `TIE` of the most probable one, the first of the vocabulary
    is taken: which of them is larger hangs on how a processor rounds. Sentences that
    have ended leave the batch, so that none is computed for nothing.
    """
    state = network.begin(source, source_allowed)
    n = len(source)
    limits = [limit_for(int(k), network) for k in source_allowed.sum(-1).flatten()]
    written: list[list[int]] = [[] for _ in range(n)]
    totals = [0.0] * n
    finished = [False] * n
    active = list(range(n))
    words = torch.full((n,), opening(network), device=source.device)
    while active:
        logits, state = network.step(state, words)
        gains = forbid(logits.log_softmax(-1), words)
        words = first_of_the_largest(gains)
        largest = gains.gather(-1, words.unsqueeze(-1)).squeeze(-1)
        keep = []
        for row, (sentence, word, gain) in enumerate(
            zip(active, words.tolist(), largest.tolist(), strict=True)
        ):
            totals[sentence] += gain
            if word == END:
                finished[sentence] = True
                continue
            written[sentence].append(word)
            if len(written[sentence]) < limits[sentence]:
                keep.append(row)
        if len(keep) < len(active):
            index = torch.tensor(keep, dtype=torch.long, device=source.device)
            active = [active[row] for row in keep]
            words = words[index]
            if active:
                state = select(state, index)
    return [
        hypothesis(ids, total, end)
        for ids, total, end in zip(written, totals, finished, strict=True)
    ]


def beam_search(
    network: Network,
    source: Int[Tensor, "1 source"],
    source_allowed: Bool[Tensor, "1 1 source"],
    width: int,
    alpha: float = 1.0,
) -> list[Hypothesis]:
    """The best hypotheses of a search that keeps `width` open ones, best first."""
    return list(beam_tree(network, source, source_allowed, width, alpha).hypotheses)


def beam_tree(
    network: Network,
    source: Int[Tensor, "1 source"],
    source_allowed: Bool[Tensor, "1 1 source"],
    width: int,
    alpha: float = 1.0,
) -> BeamTree:
    """A search that keeps `width` open hypotheses, with the branches it discarded."""
    (tree,) = beam_trees(network, source, source_allowed, width, alpha)
    return tree


@torch.inference_mode()
def beam_trees(
    network: Network,
    source: Int[Tensor, "batch source"],
    source_allowed: Bool[Tensor, "batch 1 source"],
    width: int,
    alpha: float = 1.0,
) -> list[BeamTree]:
    """A beam search for every sentence of a batch, `width` rows of it for each.

    A hypothesis that ends among the `width` best leaves the beam; once `width` have
    left, the search is over, and the sentence leaves the batch. They are ranked by
    log-probability over length to the power `alpha` (Wu et al. 2016, section 7, without
    the constant 5). A width of 1 is greedy decoding.
    """
    device = source.device
    beams = [
        Beam(width, alpha, limit_for(int(length), network))
        for length in source_allowed.sum(-1).flatten()
    ]
    state = network.begin(source, source_allowed)
    state = select(
        state, torch.arange(len(source), device=device).repeat_interleave(width)
    )
    active = beams
    words = torch.full((len(beams) * width,), opening(network), device=device)
    totals = torch.tensor([beam.totals for beam in active], device=device)
    while active:
        logits, state = network.step(state, words)
        gains = forbid(logits.log_softmax(-1), words)
        gains = gains.unflatten(0, (len(active), width))
        candidates = (totals.unsqueeze(-1) + gains).flatten(1)
        best = candidates.topk(min(2 * width, candidates.shape[-1]))
        rows: list[int] = []
        following: list[Beam] = []
        for place, (beam, *found) in enumerate(
            zip(active, best.values.tolist(), best.indices.tolist(), strict=True)
        ):
            parents = beam.grow(*found, vocabulary=logits.shape[-1])
            if beam.open:
                following.append(beam)
                rows += [place * width + parent for parent in parents]
        active = following
        if active:
            state = select(state, torch.tensor(rows, device=device))
            words = torch.tensor([w for b in active for w in b.words], device=device)
            totals = torch.tensor([beam.totals for beam in active], device=device)
    return [beam.tree() for beam in beams]


class Beam:
    """The search for one sentence: `width` rows, those without a hypothesis at −∞."""

    def __init__(self, width: int, alpha: float, limit: int) -> None:
        self.width, self.alpha, self.limit = width, alpha, limit
        self.open = True
        self.totals = [0.0] + [-math.inf] * (width - 1)
        self.words = [START] * width
        self._ids: list[list[int]] = [[] for _ in range(width)]
        self._tips: list[int | None] = [None] * width
        self._branches: list[Branch] = []
        self._done: list[Hypothesis] = []

    def grow(
        self, totals: Sequence[float], places: Sequence[int], vocabulary: int
    ) -> list[int]:
        """Take the best candidates, best first; the row that each new row continues.

        A place counts rows and pieces: row · vocabulary + piece.
        """
        rows, words, kept, tips = [], [], [], []
        for rank, (total, place) in enumerate(zip(totals, places, strict=True)):
            row, word = divmod(place, vocabulary)
            if total == -math.inf:
                break  # only impossible ones are left
            fate = "discarded"
            if word == END and rank < self.width:
                fate = "ended"
                ids = self._ids[row]
                self._done.append(hypothesis(ids, total, True, self.alpha))
            elif word != END and len(rows) < self.width:
                fate = "kept"
                rows.append(row)
                words.append(word)
                kept.append(total)
                tips.append(len(self._branches))
            self._branches.append(Branch(self._tips[row], word, total, fate))
        if len(self._done) >= self.width or not rows:
            self.open = False
            return []
        missing = self.width - len(rows)
        self._ids = [[*self._ids[r], w] for r, w in zip(rows, words, strict=True)]
        self._ids += [[] for _ in range(missing)]
        self._tips = [*tips, *[None] * missing]
        self.words = words + [PAD] * missing
        self.totals = kept + [-math.inf] * missing
        self.open = len(self._ids[0]) < self.limit
        return rows + [0] * missing

    def tree(self) -> BeamTree:
        """All branches, and the hypotheses; those still open where none has ended."""
        done = self._done or [
            hypothesis(ids, total, False, self.alpha)
            for ids, total in zip(self._ids, self.totals, strict=True)
            if total > -math.inf
        ]
        best = sorted(done, key=lambda h: h.score, reverse=True)[: self.width]
        return BeamTree(tuple(self._branches), tuple(best))


def hypothesis(
    ids: list[int], total: float, finished: bool, alpha: float = 1.0
) -> Hypothesis:
    """Package a sentence with its length-normalised score."""
    return Hypothesis(
        tuple(ids), total, total / max(len(ids) + finished, 1) ** alpha, finished
    )


def parting(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The first step at which two translations differ; None where they are equal."""
    if tuple(one) == tuple(other):
        return None
    pairs = zip(one, other, strict=False)
    different = (step for step, (a, b) in enumerate(pairs) if a != b)
    return next(different, min(len(one), len(other)))
