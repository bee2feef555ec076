"""How far back a pair is recalled: a last state against one look back, and the price.

Lists of names, each with a digit, are read pair by pair; then a name is asked that was
read some steps ago. This is associative recall as in Ba et al. (2016), section 4.1, and
Arora et al. (2023), without pauses: every step brings a pair that may be asked for.
Both networks are trained on lists of a hundred pairs and tested on ten times as many.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional

from core.labs.recall_memory import kept
from core.labs.recall_networks import (
    CHANCE,
    NAMES,
    FromState,
    LookingBack,
    lists,
)
from core.layers import at_random, parameters

DISTANCES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
KINDS = {"state": FromState, "look": LookingBack}
ASKED = 32  # lists at once: of the attention weights, a thousand by a thousand each
Say = Callable[[str], None]


@dataclass(frozen=True)
class Sizes:
    """How large the networks are and how long they are trained.

    `widths` are the states of both: the one that does not look back has a wider one, so
    that they have about as many parameters. `trained` is how many pairs a list has in
    training, `pairs` how many in the test: more than the largest of the `distances`, so
    that this is not the first pair of a list, which follows no other. `tested` is how
    many lists are asked, `lengths` are those whose memory is counted.
    """

    d_name: int = 32
    widths: tuple[int, ...] = (144, 128)
    d_hidden: int = 128
    batch: int = 32
    updates: int = 600
    trained: int = 100
    pairs: int = NAMES
    distances: tuple[int, ...] = DISTANCES
    tested: int = 512
    lengths: tuple[int, ...] = (125, 250, 500, 1000, 2000, 4000)
    seed: int = 1


@dataclass(frozen=True)
class Recall:
    """The results of one network.

    `accuracy` is the share of right digits, one for each distance, and `first` that of
    the first pair of a list; `known` how many of all pairs would have to be known for
    certain, the others guessed, to get as many right. `kept` are the bytes that one
    pass in training keeps for the way back, one for each length; `held` the bytes of
    what a question is answered from.
    """

    kind: str
    parameters: int
    accuracy: tuple[float, ...]
    first: float
    known: float
    kept: tuple[int, ...]
    held: tuple[int, ...]


@dataclass(frozen=True)
class Found:
    """Both networks; `weights` are the bytes of the attention weights of one pass.

    `trained` is how many pairs a list had in training, `pairs` how many in the test,
    `tested` how many lists were asked.
    """

    trained: int
    pairs: int
    tested: int
    chance: float
    distances: tuple[int, ...]
    networks: tuple[Recall, ...]
    lengths: tuple[int, ...]
    weights: tuple[int, ...]


def measure(say: Say, sizes: Sizes | None = None) -> Found:
    """Train both networks on the same lists, ask them, and count their bytes."""
    sizes = sizes or Sizes()
    found, weights = [], []
    for kind, d_state in zip(KINDS, sizes.widths, strict=True):
        chance = torch.Generator().manual_seed(sizes.seed)
        network = fresh(kind, d_state, sizes, chance)
        _train(network, sizes, chance, lambda text, kind=kind: say(f"{kind}: {text}"))
        right = by_distance(network, sizes.pairs, sizes.tested, chance)
        accuracy = tuple(round(right[d - 1].item(), 4) for d in sizes.distances)
        say(f"{kind}: {known(right):.1f} of {len(right)} pairs are known")
        passes = [kept(network, n) for n in sizes.lengths]
        weights = [one.weights for one in passes]
        found.append(
            Recall(
                kind,
                parameters(network),
                accuracy,
                round(right[-1].item(), 4),
                round(known(right), 1),
                tuple(one.all for one in passes),
                tuple(one.held for one in passes),
            )
        )
    return Found(
        sizes.trained,
        sizes.pairs,
        sizes.tested,
        CHANCE,
        sizes.distances,
        tuple(found),
        sizes.lengths,
        tuple(weights),
    )


def fresh(kind: str, d_state: int, sizes: Sizes, chance: torch.Generator) -> FromState:
    """A network with random weights; embeddings are normal, of standard deviation 1."""
    network = KINDS[kind](sizes.d_name, d_state, sizes.d_hidden)
    at_random(network, chance)
    for table in (network.first, network.family, network.digit):
        nn.init.normal_(table.weight, generator=chance)
    return network


# --- training -------------------------------------------------------------------------


def places(drawn: Float[Tensor, "batch query"]) -> Int[Tensor, "batch query"]:
    """Which pair is asked for after each, from random numbers u in [0, 1).

    ⌊(t + 2)ᵘ⌋ steps ago, after pair t: 1 to t + 1, so that every pair read so far can
    be asked for. A distance of 1 to 10 comes about as often as one of 10 to 100.
    """
    after = torch.arange(drawn.shape[-1])
    steps = ((after + 2) ** drawn).long()
    return after + 1 - steps.minimum(after + 1)  # where a power is rounded up


def _train(network: FromState, sizes: Sizes, chance: torch.Generator, say: Say) -> None:
    """Adam on fresh lists, one question after every pair; the rate falls to nothing."""
    optimiser = torch.optim.Adam(network.parameters(), lr=4e-3)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, sizes.updates)
    n = sizes.trained
    for update in range(1, sizes.updates + 1):
        read = lists(sizes.batch, n, chance)
        drawn = torch.rand(sizes.batch, n, generator=chance)
        asked, wanted = read.asked(places(drawn))
        scores = network(read, asked, torch.arange(n))
        loss = functional.cross_entropy(scores.flatten(0, 1), wanted.flatten())
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        slower.step()
        if update % max(1, sizes.updates // 12) == 0:
            say(f"{update} of {sizes.updates} updates, loss {loss.item():.3f}")


# --- asking ---------------------------------------------------------------------------


@torch.inference_mode()
def by_distance(
    network: FromState, pairs: int, tested: int, chance: torch.Generator
) -> Float[Tensor, " distance"]:
    """The share of right digits for pairs 1, 2, … steps ago, in lists of n pairs.

    Every pair of each list is asked for after the last one.
    """
    hits = torch.zeros(pairs)
    for start in range(0, tested, ASKED):
        read = lists(min(ASKED, tested - start), pairs, chance)
        scores = network(read, read.names, torch.full((pairs,), pairs - 1))
        hits += (scores.argmax(-1) == read.digits).float().sum(0)
    return hits.flip(0) / tested


def known(right: Float[Tensor, " distance"]) -> float:
    """How many pairs are known for certain, if all others are guessed.

    Σ (right − chance) / (1 − chance) over all distances.
    """
    return ((right - CHANCE) / (1 - CHANCE)).sum().item()
