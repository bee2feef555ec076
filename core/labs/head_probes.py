"""Is there a head for tense, or for number? A line is drawn through each head's output.

For every head of the encoder a logistic line (Alain & Bengio 2016, linear probes) is
fitted to what the head mixes, averaged over the pieces of a sentence and its ‹end›, and
asked about sentences whose nouns and verbs it has not seen. Lines fitted to shuffled
labels say how right a line is by chance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core import sealed
from core.in_use.translator import Translator, load
from core.shelf.models import TRANSFORMER
from core.trace import walk

NOUNS = (
    *(("boy", "boys"), ("girl", "girls"), ("dog", "dogs"), ("teacher", "teachers")),
    *(("child", "children"), ("man", "men"), ("cat", "cats"), ("friend", "friends")),
    *(("woman", "women"), ("student", "students")),
)
VERBS = (
    *(("eats", "eat", "ate"), ("sees", "see", "saw"), ("wants", "want", "wanted")),
    *(("likes", "like", "liked"), ("buys", "buy", "bought")),
    *(("takes", "take", "took"), ("finds", "find", "found")),
    *(("loses", "lose", "lost"), ("sells", "sell", "sold")),
    ("watches", "watch", "watched"),
)
THINGS = ("the fish", "a book", "the house", "an apple", "the car")
SHUFFLES, ENOUGH, RIDGE, ROUNDS, SEED = 50, 0.9, 1.0, 12, 5
ASKED = ("tense", "number")


@dataclass(frozen=True)
class Probed:
    """How right the lines of all heads are about one question, layer by layer.

    `accuracy` is the share of held-out sentences that a head's line has right,
    `shuffled` the mean of the same with shuffled labels, `most` the largest of them.
    """

    asked: str
    accuracy: tuple[tuple[float, ...], ...]
    shuffled: float
    most: float

    @property
    def best(self) -> tuple[int, int]:
        """The layer and the head of the most accurate line, from 0."""
        every = product(range(len(self.accuracy)), range(len(self.accuracy[0])))
        return max(every, key=lambda at: self.accuracy[at[0]][at[1]])

    @property
    def qualify(self) -> int:
        """How many heads have `ENOUGH` right, and more than any shuffled line."""
        every = [one for layer in self.accuracy for one in layer]
        return sum(one >= ENOUGH and one > self.most for one in every)


@dataclass(frozen=True)
class Found:
    """What was measured on weights of that sum: two questions, each head."""

    model: str
    weights: str
    learned_from: int
    held_out: int
    probed: tuple[Probed, ...]


@dataclass(frozen=True)
class Told:
    """A sentence, whether it is in the past, whether its subject is several."""

    text: str
    past: bool
    several: bool


def sentences(nouns: range, verbs: range) -> list[Told]:
    """Every noun with every verb, in both tenses and both numbers."""
    found = []
    for at, (noun, verb, past, several) in enumerate(
        product(nouns, verbs, (False, True), (False, True))
    ):
        subject, said = NOUNS[noun][several], VERBS[verb][2 if past else several]
        thing = THINGS[(noun + verb + at) % len(THINGS)]
        found.append(Told(f"The {subject} {said} {thing}.", past, several))
    return found


def measure(say: Callable[[str], None]) -> Found:
    """Fit on half of the nouns and verbs, ask about the other half."""
    half_n, half_v = len(NOUNS) // 2, len(VERBS) // 2
    return over(
        load(TRANSFORMER),
        sentences(range(half_n), range(half_v)),
        sentences(range(half_n, len(NOUNS)), range(half_v, len(VERBS))),
        say,
    )


def over(
    model: Translator,
    learned: list[Told],
    asked: list[Told],
    say: Callable[[str], None] = lambda _: None,
) -> Found:
    """The same of any sentences."""
    given, new = (_outputs(model, told, say) for told in (learned, asked))
    chance = torch.Generator().manual_seed(SEED)
    probed = []
    for name in ASKED:
        labels, right = (
            torch.tensor([t.past if name == "tense" else t.several for t in told])
            for told in (learned, asked)
        )
        probed.append(_probed(name, given, labels, new, right, chance))
        say(f"{name}: {probed[-1].accuracy}")
    return Found(
        model.name,
        sealed.sum_of_weights(model.folder),
        len(learned),
        len(asked),
        tuple(probed),
    )


def _outputs(
    model: Translator, told: list[Told], say: Callable[[str], None]
) -> Float[Tensor, "layer head sentence d_head"]:
    """What each head of the encoder mixes, averaged over all pieces, ‹end› included."""
    rows = []
    for number, one in enumerate(told, 1):
        if number % 50 == 0:
            say(f"{number} of {len(told)}")
        layers = [
            mixed.mean(-2)
            for name, _, mixed in walk(model.explain(one.text, "."))
            if name.startswith("encoder") and name.endswith("self_attention.mixed")
        ]
        rows.append(torch.stack(layers))
    return torch.stack(rows, 2)


def _probed(
    asked: str,
    given: Float[Tensor, "layer head sentence d_head"],
    labels: Bool[Tensor, " sentence"],
    new: Float[Tensor, "layer head other d_head"],
    right: Bool[Tensor, " other"],
    chance: torch.Generator,
) -> Probed:
    mean, spread = given.mean(2, keepdim=True), given.std(2, keepdim=True) + 1e-6
    seen, unseen = ((x - mean) / spread for x in (given, new))
    accuracy = accurate(fitted(seen, labels), unseen, right)
    by_chance = torch.stack(
        [
            accurate(
                fitted(seen, labels[torch.randperm(len(labels), generator=chance)]),
                unseen,
                right,
            )
            for _ in range(SHUFFLES)
        ]
    )
    kept = tuple(tuple(round(a, 4) for a in row) for row in accuracy.tolist())
    shuffled, most = by_chance.mean().item(), by_chance.max().item()
    return Probed(asked, kept, round(shuffled, 4), round(most, 4))


def fitted(
    x: Float[Tensor, "*batch sentence d"], labels: Bool[Tensor, " sentence"]
) -> Float[Tensor, "*batch longer"]:
    """Logistic lines, one a batch: w and a bias that minimise the loss + ½ ‖w‖².

    By Newton's method; the penalty leaves the bias alone.
    """
    one = torch.cat([x, torch.ones_like(x[..., :1])], -1).double()
    penalty = RIDGE * torch.eye(one.shape[-1], dtype=one.dtype)
    penalty[-1, -1] = 1e-6
    line = one.new_zeros(*one.shape[:-2], one.shape[-1])
    for _ in range(ROUNDS):
        p = (one @ line[..., None]).squeeze(-1).sigmoid()
        slope = ((p - labels.double())[..., None] * one).sum(-2) + line @ penalty
        curve = one.mT @ ((p * (1 - p))[..., None] * one) + penalty
        line = line - torch.linalg.solve(curve, slope)
    return line


def accurate(
    line: Float[Tensor, "*batch longer"],
    x: Float[Tensor, "*batch sentence d"],
    right: Bool[Tensor, " sentence"],
) -> Float[Tensor, "*batch"]:
    """The share of sentences on the right side of each line."""
    side = (x.double() @ line[..., :-1, None]).squeeze(-1) + line[..., -1:]
    return ((side > 0) == right).double().mean(-1)
