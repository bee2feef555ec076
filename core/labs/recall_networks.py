"""Two small networks that read a list of names, each with a digit, and are asked one.

Both read with the same gated unit and answer with the same readout. One answers from
its last state alone, as in Cho et al. (2014); the other takes one look back over all
its states, as in Bahdanau, Cho & Bengio (2015), with the dot product for a score.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import causal_mask, dot_product_scores, masked_softmax, mix
from core.networks.recurrent import GatedUnit

FIRST = 32
"""How many first names there are, and family names; a name is one of each."""
NAMES = FIRST * FIRST
DIGITS = 10
CHANCE = 1 / DIGITS
"""The share of right answers of whoever guesses."""


@dataclass(frozen=True, eq=False)
class Lists:
    """Lists of names with their digits, in the order in which they are read."""

    names: Int[Tensor, "batch pair"]
    digits: Int[Tensor, "batch pair"]

    def asked(
        self, places: Int[Tensor, "batch query"]
    ) -> tuple[Int[Tensor, "batch query"], Int[Tensor, "batch query"]]:
        """The names that stand at these places, and their digits."""
        return self.names.gather(-1, places), self.digits.gather(-1, places)


def lists(n: int, pairs: int, chance: torch.Generator) -> Lists:
    """That many lists of pairs: no name twice in a list, each digit at random."""
    order = torch.rand(n, NAMES, generator=chance).argsort(-1)
    return Lists(order[:, :pairs], torch.randint(DIGITS, (n, pairs), generator=chance))


@dataclass(frozen=True, eq=False)
class Look:
    """What a network remembers for its questions, and the weights if it looked back."""

    weights: Float[Tensor, "batch query pair"] | None
    remembered: Float[Tensor, "batch query d_state"]


class FromState(nn.Module):
    """A network that answers from its state: s_t after the last pair that it has read.

    x_t = (name, digit), s_t = GRU(x_t, s_{t−1}); what it remembers for the question q
    is s_t ⊙ σ(W_g q), and a hidden layer of rectified units reads the digit from it.
    Without that gate, which opens the parts of a state that belong to a name, training
    stays near chance.
    """

    def __init__(self, d_name: int, d_state: int, d_hidden: int) -> None:
        super().__init__()
        self.first = nn.Embedding(FIRST, d_name)
        self.family = nn.Embedding(FIRST, d_name)
        self.digit = nn.Embedding(DIGITS, d_name)
        self.unit = GatedUnit(2 * d_name, d_state)
        self.opened = nn.Linear(d_name, d_state)
        self.hidden = nn.Linear(d_name + d_state, d_hidden)
        self.score = nn.Linear(d_hidden, DIGITS)

    def named(
        self, names: Int[Tensor, "batch position"]
    ) -> Float[Tensor, "batch position d_name"]:
        """The vector of a name: those of its first and its family name, added."""
        return self.first(names // FIRST) + self.family(names % FIRST)

    def read(self, read: Lists) -> Float[Tensor, "batch pair d_state"]:
        """The states after every pair of each list."""
        x = torch.cat([self.named(read.names), self.digit(read.digits)], dim=-1)
        return self.unit.read(x, torch.ones(x.shape[:-1], dtype=torch.bool))

    def look(
        self,
        states: Float[Tensor, "batch pair d_state"],
        question: Float[Tensor, "batch query d_name"],
        after: Int[Tensor, " query"],
    ) -> Look:
        """The state in which a question finds the network, and nothing else."""
        return Look(None, states[:, after])

    def forward(
        self,
        read: Lists,
        asked: Int[Tensor, "batch query"],
        after: Int[Tensor, " query"],
    ) -> Float[Tensor, "batch query digit"]:
        """The scores of the digits for each name, asked after that many pairs.

        `after` counts from 0: the place of the last pair that was read before.
        """
        question = self.named(asked)
        remembered = self.look(self.read(read), question, after).remembered
        remembered = remembered * torch.sigmoid(self.opened(question))
        both = torch.cat([remembered, question], dim=-1)
        return self.score(self.hidden(both).relu())


class LookingBack(FromState):
    """The same network with one look back: attention over all states so far."""

    def __init__(self, d_name: int, d_state: int, d_hidden: int) -> None:
        super().__init__(d_name, d_state, d_hidden)
        self.query = nn.Linear(d_name, d_state)
        self.key = nn.Linear(d_state, d_state)

    def look(
        self,
        states: Float[Tensor, "batch pair d_state"],
        question: Float[Tensor, "batch query d_name"],
        after: Int[Tensor, " query"],
    ) -> Look:
        """A name asks, the states are keys and values; later ones are forbidden.

        Vaswani et al. (2017), eq. 1.
        """
        scores = dot_product_scores(self.query(question), self.key(states))
        weights = masked_softmax(scores, seen(states.shape[-2], after))
        return Look(weights, mix(weights, states))


def seen(n: int, after: Int[Tensor, " query"]) -> Bool[Tensor, "query pair"]:
    """Which of n pairs were read when each question comes."""
    return causal_mask(n)[after]
