"""Is there a head for tense, number or a topic? A line through each head's output.

For every head of the encoder a logistic line (Alain & Bengio 2016, linear probes) is
fitted to what the head mixes, averaged over the pieces of a sentence and its ‹end›, and
asked about sentences whose nouns and verbs it has not seen. Lines fitted to shuffled
labels say how right a line is by chance, and a line through what enters the first layer
how much of it any head would find there. A topic belongs to a word: all the sentences
with that word are given its shuffled label.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core import sealed
from core.in_use.translator import Translator, load
from core.labs import topic_sentences
from core.labs.topic_sentences import TOPICS, About
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
ENTERS = "encoder.0.input"


@dataclass(frozen=True)
class Probed:
    """How right the lines of all heads are about one question, layer by layer.

    `accuracy` is the share of held-out sentences that a head's line has right,
    `shuffled` the mean of the same with shuffled labels, `most` the largest of them
    over all heads; `before` is that of a line through what enters the first layer.
    """

    asked: str
    learned_from: int
    held_out: int
    before: float
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
    """What was measured on weights of that sum: each question, each head."""

    model: str
    weights: str
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
    """Fit on half of the nouns and verbs, or words of a topic; ask about the others."""
    say("Loading the model")
    half_n, half_v = len(NOUNS) // 2, len(VERBS) // 2
    model, chance = load(TRANSFORMER), torch.Generator().manual_seed(SEED)
    probed = over(
        model,
        sentences(range(half_n), range(half_v)),
        sentences(range(half_n, len(NOUNS)), range(half_v, len(VERBS))),
        chance,
        say,
    )
    for topic in TOPICS:
        learned, asked = (topic_sentences.sentences(half, topic) for half in (0, 1))
        probed.append(over_topic(model, topic, learned, asked, chance, say))
    weights = sealed.sum_of_weights(model.folder)
    return Found(model.name, weights, tuple(probed))


def over(
    model: Translator,
    learned: list[Told],
    asked: list[Told],
    chance: torch.Generator,
    say: Callable[[str], None] = lambda _: None,
) -> list[Probed]:
    """Tense and number of any sentences."""
    given, new = (_read(model, told, say) for told in (learned, asked))
    return [
        _probed(
            name,
            given.labelled([t.past if name == "tense" else t.several for t in learned]),
            new.labelled([t.past if name == "tense" else t.several for t in asked]),
            chance,
            say,
        )
        for name in ASKED
    ]


def over_topic(
    model: Translator,
    topic: str,
    learned: list[About],
    asked: list[About],
    chance: torch.Generator,
    say: Callable[[str], None] = lambda _: None,
) -> Probed:
    """Whether sentences are about a topic; labels are shuffled word by word."""
    given, new = (
        _read(model, told, say).labelled([one.topic == topic for one in told])
        for told in (learned, asked)
    )
    words = list(dict.fromkeys(one.word for one in learned))
    group = torch.tensor([words.index(one.word) for one in learned])
    return _probed(topic, replace(given, group=group), new, chance, say)


@dataclass(frozen=True, eq=False)
class _Read:
    """Sentences as heads read them: vectors of every head, and those before any head.

    Sentences of one `group` have the same label; without labels all are False.
    """

    heads: Float[Tensor, "layer head sentence d_head"]
    before: Float[Tensor, "1 1 sentence d_model"]
    labels: Bool[Tensor, " sentence"]
    group: Int[Tensor, " sentence"]

    def labelled(self, labels: list[bool]) -> "_Read":
        return replace(self, labels=torch.tensor(labels))

    def shuffled(self, chance: torch.Generator) -> Bool[Tensor, " sentence"]:
        """The labels of the groups in another order."""
        groups = int(self.group.max()) + 1
        of_group = torch.zeros(groups, dtype=torch.bool)
        of_group[self.group] = self.labels
        return of_group[torch.randperm(groups, generator=chance)][self.group]


def _read(
    model: Translator,
    told: Sequence[Told] | Sequence[About],
    say: Callable[[str], None] = lambda _: None,
) -> _Read:
    """What each head of the encoder mixes, averaged over all pieces, ‹end› included."""
    rows, before = [], []
    for number, one in enumerate(told, 1):
        if number % 8 == 0:
            say(f"Reading sentences: {number} of {len(told)}")
        trace = list(walk(model.explain(one.text, ".")))
        layers = [
            mixed.mean(-2)
            for name, _, mixed in trace
            if name.startswith("encoder") and name.endswith("self_attention.mixed")
        ]
        rows.append(torch.stack(layers))
        enters = next(tensor for name, _, tensor in trace if name == ENTERS)
        before.append(enters.mean(-2))
    labels = torch.zeros(len(told), dtype=torch.bool)
    enter = torch.stack(before)[None, None]
    return _Read(torch.stack(rows, 2), enter, labels, torch.arange(len(told)))


def _probed(
    asked: str,
    given: _Read,
    new: _Read,
    chance: torch.Generator,
    say: Callable[[str], None],
) -> Probed:
    seen, unseen = _spread(given.heads, new.heads)
    say(f"Fitting lines to all heads: {asked}")
    accuracy = accurate(fitted(seen, given.labels), unseen, new.labels)
    shuffled = []
    for number in range(1, SHUFFLES + 1):
        say(f"Fitting lines to all heads: {asked}, shuffle {number} of {SHUFFLES}")
        line = fitted(seen, given.shuffled(chance))
        shuffled.append(accurate(line, unseen, new.labels))
    by_chance = torch.stack(shuffled)
    seen, unseen = _spread(given.before, new.before)
    before = accurate(fitted(seen, given.labels), unseen, new.labels).item()
    return Probed(
        asked,
        len(given.labels),
        len(new.labels),
        round(before, 4),
        tuple(tuple(round(a, 4) for a in row) for row in accuracy.tolist()),
        round(by_chance.mean().item(), 4),
        round(by_chance.max().item(), 4),
    )


def _spread(
    given: Float[Tensor, "*batch sentence d"], new: Float[Tensor, "*batch other d"]
) -> tuple[Float[Tensor, "*batch sentence d"], Float[Tensor, "*batch other d"]]:
    """Both with the mean taken out and by the spread of what is learned from."""
    mean, spread = given.mean(-2, keepdim=True), given.std(-2, keepdim=True) + 1e-6
    return (given - mean) / spread, (new - mean) / spread


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
