"""From scores to a sentence: greedy and beam search, the same for every translator.

A network reads the source once (`begin`) and then one word at a time (`step`); nothing
is computed twice and nothing is recorded. Decoding stops at ‹end› or at a limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.networks.kinds import Network
from core.text.tokenizer import END, PAD, START

State = TypeVar("State")


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


@dataclass(frozen=True)
class BeamTree:
    """Everything that a beam search looked at, and the hypotheses, best first."""

    branches: tuple[Branch, ...]
    hypotheses: tuple[Hypothesis, ...]


def limit_for(source_length: int) -> int:
    """The most pieces of a translation: twice the source + 10, at most 128."""
    return min(2 * source_length + 10, 128)


def select(state: State, index: Int[Tensor, " batch"]) -> State:
    """The same state for other rows of the batch: row i becomes row index[i]."""

    def pick(value: Any) -> Any:
        if isinstance(value, Tensor):
            return value[index]
        if is_dataclass(value):
            return select(value, index)
        return tuple(pick(v) for v in value)

    changes = {f.name: pick(getattr(state, f.name)) for f in fields(state)}  # pyright: ignore[reportArgumentType]
    return replace(state, **changes)  # pyright: ignore[reportArgumentType]


@torch.inference_mode()
def greedy(
    network: Network,
    source: Int[Tensor, "batch source"],
    source_allowed: Bool[Tensor, "batch 1 source"],
) -> list[Hypothesis]:
    """The most probable piece at every step, for a whole batch.

    Sentences that have ended leave the batch, so that none is computed for nothing.
    """
    state = network.begin(source, source_allowed)
    n = len(source)
    limits = [limit_for(int(k)) for k in source_allowed.sum(-1).flatten()]
    written: list[list[int]] = [[] for _ in range(n)]
    totals = [0.0] * n
    finished = [False] * n
    active = list(range(n))
    words = torch.full((n,), START, device=source.device)
    while active:
        logits, state = network.step(state, words)
        best = forbid(logits.log_softmax(-1)).max(-1)
        words = best.indices
        keep = []
        for row, (sentence, word, gain) in enumerate(
            zip(active, words.tolist(), best.values.tolist(), strict=True)
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


@torch.inference_mode()
def beam_tree(
    network: Network,
    source: Int[Tensor, "1 source"],
    source_allowed: Bool[Tensor, "1 1 source"],
    width: int,
    alpha: float = 1.0,
) -> BeamTree:
    """A search that keeps `width` open hypotheses, with the branches it discarded.

    A hypothesis that ends among the `width` best leaves the beam; once `width` have
    left, the search is over. They are ranked by log-probability over length to the
    power `alpha` (Wu et al. 2016, section 7, without the constant 5). A width of 1 is
    greedy decoding.
    """
    state = network.begin(source, source_allowed)
    state = select(state, torch.zeros(width, dtype=torch.long, device=source.device))
    totals = torch.full((width,), -torch.inf, device=source.device)
    totals[0] = 0.0
    words = torch.full((width,), START, device=source.device)
    open_ids: list[list[int]] = [[] for _ in range(width)]
    done: list[Hypothesis] = []
    branches: list[Branch] = []
    tips: list[int | None] = [None] * width
    for _ in range(limit_for(int(source_allowed.sum()))):
        logits, state = network.step(state, words)
        candidates = totals[:, None] + forbid(logits.log_softmax(-1))
        best = candidates.flatten().topk(min(2 * width, candidates.numel()))
        rows, chosen, kept, grown = [], [], [], []
        for rank, (total, place) in enumerate(
            zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ):
            row, word = divmod(place, logits.shape[-1])
            if total == -torch.inf:
                break  # only impossible ones are left
            fate = "discarded"
            if word == END and rank < width:
                fate = "ended"
                done.append(hypothesis(open_ids[row], total, True, alpha))
            elif word != END and len(rows) < width:
                fate = "kept"
                rows.append(row)
                chosen.append(word)
                kept.append(total)
                grown.append(len(branches))
            branches.append(Branch(tips[row], word, total, fate))
        if len(done) >= width or not rows:
            break
        open_ids = [
            [*open_ids[row], word] for row, word in zip(rows, chosen, strict=True)
        ]
        tips = grown
        totals = torch.tensor(kept, device=source.device)
        words = torch.tensor(chosen, device=source.device)
        state = select(state, torch.tensor(rows, device=source.device))
    if not done:
        done = [
            hypothesis(ids, total, False, alpha)
            for ids, total in zip(open_ids, totals.tolist(), strict=True)
        ]
    best = sorted(done, key=lambda h: h.score, reverse=True)[:width]
    return BeamTree(tuple(branches), tuple(best))


def forbid(gains: Float[Tensor, "batch word"]) -> Float[Tensor, "batch word"]:
    """‹pad› and ‹start› are never written, however probable."""
    gains[:, PAD] = gains[:, START] = -torch.inf
    return gains


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
