"""Layers that learn programs over letters: one closely followed, eight in short.

Without a mask and without positions a layer is equivariant: moved letters take their
outputs along. So the 5,456 sorted sequences of 30 letters of four stand for all 4³⁰,
and it is enough to learn from how often each letter occurs.
"""

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from core.labs.letter_programs import (
    WIDTH,
    OneLayer,
    all_right,
    fresh,
    packed,
    unpacked,
)
from core.labs.letter_sequences import begun, some, sorted_ones, spelled
from core.labs.letters import KINDS, LETTERS, MOST, PROGRAMS
from core.layers import MultiHeadAttention, parameters

CLOSELY = ("count", "plain")
RATE, SEED, NEW_OF_ONE_LENGTH, KEPT = 4e-3, 1, 50, 0.995
Say = Callable[[str], None]


@dataclass(frozen=True)
class Sizes:
    """How long is trained: `moments` are the updates after which weights are kept.

    `short` are the updates of the others, four times as many where they count; `batch`
    are their sequences, `new` those that they are tested on; `sets` are the sequences
    of the first, by their counts.
    """

    moments: tuple[int, ...] = (
        0, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000,
    )  # fmt: skip
    short: int = 700
    batch: int = 16
    sets: int = 256
    new: int = 2000


@dataclass(frozen=True)
class Moment:
    """The layer after some updates: its loss, and the share of letters it has right.

    Both are over the 30 letters of all sorted sequences, the loss in nats a letter;
    `weights` are as
    `core.labs.letter_programs.packed` writes them.
    """

    updates: int
    loss: float
    accuracy: float
    weights: str


@dataclass(frozen=True)
class Layer:
    """One trained layer: the share of letters it gets right in new sequences."""

    program: str
    kind: str
    accuracy: float
    weights: str


@dataclass(frozen=True)
class Found:
    """The layer that counts, at twelve moments, and all nine at their ends.

    `sequences` are the sorted ones, `parameters` those of the layer that counts.
    """

    sequences: int
    parameters: int
    moments: tuple[Moment, ...]
    layers: tuple[Layer, ...]


def measure(say: Say, sizes: Sizes | None = None) -> Found:
    """Train the layer that counts and follow it; then the other eight."""
    sizes = sizes or Sizes()
    chance = torch.Generator().manual_seed(SEED)
    network = fresh(*CLOSELY, chance)
    moments = _followed(network, sizes, chance, say)
    layers = []
    for program in PROGRAMS:
        for kind in KINDS:
            if (program, kind) != CLOSELY:
                network = _trained(program, kind, sizes, say)
            else:
                network = unpacked(moments[-1].weights, program, kind)
            weights = packed(network)
            layers.append(
                Layer(program, kind, tested(network, program, sizes), weights)
            )
            say(f"{program}, {kind}: {layers[-1].accuracy:.4f} of the letters right")
    n = parameters(OneLayer(*CLOSELY))
    sequences = len(sorted_ones())
    return Found(sequences, n, moments, tuple(layers))


# --- learning from counts -------------------------------------------------------------


class OverSets(MultiHeadAttention):
    """Attention in which a key that occurs n times stands once, its score ln n larger.

    e^{s + ln n} = n e^s: the output is the same. `counts` are set before each pass.
    """

    def __init__(self, learned: MultiHeadAttention) -> None:
        super().__init__(WIDTH, learned.n_heads)
        self.load_state_dict(learned.state_dict())
        self.counts: Float[Tensor, "batch key"] = torch.ones(1, 1)

    def score(
        self,
        query: Float[Tensor, "*batch head query d_head"],
        key: Float[Tensor, "*batch head key d_head"],
    ) -> Float[Tensor, "*batch head query key"]:
        return super().score(query, key) + self.counts.log()[:, None, None, :]


def over_sets(
    network: OneLayer, counts: Int[Tensor, "batch letter"]
) -> Float[Tensor, "batch letter answer"]:
    """The scores at one of each letter, of those that do not occur too."""
    attention = network.layer.self_attention
    if not isinstance(attention, OverSets):
        raise TypeError("only attention over sets knows how often a key occurs")
    attention.counts = torch.cat([torch.ones_like(counts[:, :1]), counts], 1).float()
    each = torch.arange(1 + LETTERS).expand(len(counts), -1)
    return network(each)[0][:, 1:]


def _followed(
    network: OneLayer, sizes: Sizes, chance: torch.Generator, say: Say
) -> tuple[Moment, ...]:
    """What is kept of its training, moment by moment.

    That is the mean of its weights over the last few hundred updates, the newest
    counting most (Polyak & Juditsky 1992).
    """
    network.layer.self_attention = OverSets(network.layer.self_attention)
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(KEPT))
    optimiser, slower = _optimiser(network, sizes.moments[-1])
    averaged = mean.module
    if not isinstance(averaged, OneLayer):
        raise TypeError("a mean of layers is a layer")
    moments = []
    for update in range(sizes.moments[-1] + 1):
        if update in sizes.moments:
            moments.append(_moment(averaged, update))
            say(
                f"{update} updates: loss {moments[-1].loss:.4f}, "
                f"{moments[-1].accuracy:.4f} of the letters right"
            )
        counts = _mixed(sizes.sets, chance)
        right = nn.functional.one_hot(counts, PROGRAMS["count"]).bool()
        loss = _loss(over_sets(network, counts), right, counts)
        _improve(network, loss, optimiser, slower)
        mean.update_parameters(network)
    return tuple(moments)


def _mixed(sequences: int, chance: torch.Generator) -> Int[Tensor, "sequence letter"]:
    """Counts for a batch: half of the sequences have 30 letters, the others fewer."""
    lengths = torch.randint(1, MOST + 1, (sequences,), generator=chance)
    lengths[: sequences // 2] = MOST
    return some(lengths, chance)


def _moment(network: OneLayer, update: int) -> Moment:
    """The layer as it is now, tested on all sorted sequences as it is kept."""
    kept = copy.deepcopy(network)
    weights = packed(kept)
    counts = sorted_ones()
    right = nn.functional.one_hot(counts, PROGRAMS["count"]).bool()
    with torch.inference_mode():
        scores = over_sets(kept, counts)
        loss = round(_loss(scores, right, counts).item(), 4)
    hits = (scores.argmax(-1) == counts) * counts
    return Moment(update, loss, hits.sum().item() / counts.sum().item(), weights)


# --- learning from sequences ----------------------------------------------------------


def _trained(program: str, kind: str, sizes: Sizes, say: Say) -> OneLayer:
    """A layer trained on fresh sequences, each batch of one length."""
    chance = torch.Generator().manual_seed(SEED)
    network = fresh(program, kind, chance)
    updates = sizes.short * (4 if program == "count" else 1)
    optimiser, slower = _optimiser(network, updates)
    for update in range(1, updates + 1):
        letters = _sequences(sizes.batch, chance)
        right = all_right(program, letters)
        scores = network(begun(letters))[0][:, 1:]
        loss = _loss(scores, right, torch.ones_like(letters))
        _improve(network, loss, optimiser, slower)
        if update % 350 == 0:
            say(f"{program}, {kind}: {update} updates, loss {loss.item():.3f}")
    return network


def _sequences(n: int, chance: torch.Generator) -> Int[Tensor, "sequence item"]:
    length = int(torch.randint(1, MOST + 1, (1,), generator=chance))
    return spelled(some(torch.full((n,), length), chance), chance)


def tested(network: OneLayer, program: str, sizes: Sizes) -> float:
    """The share of letters that are answered right in sequences never trained on."""
    chance = torch.Generator().manual_seed(SEED + 1)
    hits, letters = 0, 0
    for _ in range(sizes.new // NEW_OF_ONE_LENGTH):
        new = _sequences(NEW_OF_ONE_LENGTH, chance)
        with torch.inference_mode():
            best = network(begun(new))[0][:, 1:].argmax(-1, keepdim=True)
        hits += int(all_right(program, new).gather(-1, best).sum())
        letters += new.numel()
    return round(hits / letters, 4)


# --- what both need -------------------------------------------------------------------


def _loss(
    scores: Float[Tensor, "batch letter answer"],
    right: Bool[Tensor, "batch letter answer"],
    times: Int[Tensor, "batch letter"],
) -> Float[Tensor, ""]:
    """−ln of the probability of the right answers together, a letter.

    `times` is how often a letter stands there that is scored once.
    """
    surprise = -scores.log_softmax(-1).masked_fill(~right, -torch.inf).logsumexp(-1)
    return (surprise * times).sum() / times.sum()


def _improve(
    network: OneLayer,
    loss: Tensor,
    optimiser: torch.optim.Optimizer,
    slower: torch.optim.lr_scheduler.LRScheduler,
) -> None:
    """One update."""
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    slower.step()


def _optimiser(
    network: OneLayer, updates: int
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Adam, warmed up and then slowed down to nothing along a cosine."""
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE, betas=(0.9, 0.98))

    def share(update: int) -> float:
        return (
            min(1, (update + 1) / 50) * (1 + math.cos(math.pi * update / updates)) / 2
        )

    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, share)
