"""A memory network in use: it is told a story, asked a question, and looked at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.attention_map import MapSide, Stack
from core.errors import InputError
from core.in_use.small import Small
from core.networks.memory import (
    NOTHING,
    Hierarchical,
    HierarchicalRecord,
    Memory,
    MemoryRecord,
)
from core.sealed import CONFIG, damaged
from core.showing import brief
from core.worlds.stories import check_length
from core.worlds.telling import (
    ANIMALS,
    COLOURS,
    KINDS,
    PEOPLE,
    PLACES,
    THINGS,
    VOCABULARY,
    ask,
    read,
    words,
    written,
)

NAMES = (*PEOPLE, *ANIMALS, *PLACES, *THINGS, *KINDS, *COLOURS)
"""The words by which a state is told: those that name somebody or something."""
_IDS = {word: number for number, word in enumerate(VOCABULARY, start=NOTHING + 1)}


@dataclass(frozen=True)
class Likely:
    """A word, and how likely it is as the answer."""

    word: str
    probability: float


@dataclass(frozen=True)
class Near:
    """A word, and the cosine of the angle between its vector and a state."""

    word: str
    cosine: float


@brief
@dataclass(frozen=True, eq=False)
class MemoryPass:
    """One pass over a story: a look at its lines each hop, and the answer.

    `hidden` are the lines, from 0, at which it may not look.
    """

    model: str
    digest: str
    lines: tuple[str, ...]
    question: str
    hidden: frozenset[int]
    network: Memory | Hierarchical
    record: MemoryRecord | HierarchicalRecord

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells this pass from every other one."""
        return (self.model, self.digest, self.lines, self.question, self.hidden)

    @property
    def weights(self) -> Float[Tensor, "hop line"]:
        """The weights of every hop over the lines; a row adds up to 1."""
        return torch.stack([hop.weights for hop in self.record.hops])

    @cached_property
    def answers(self) -> tuple[Likely, ...]:
        """Every word as the answer, the likeliest first."""
        shares = self.record.logits.softmax(-1)
        best = shares.argsort(descending=True).tolist()
        return tuple(Likely(written(VOCABULARY[at]), float(shares[at])) for at in best)

    @property
    def answer(self) -> Likely:
        """What it answers."""
        return self.answers[0]

    @cached_property
    def states(self) -> tuple[tuple[Near, ...], ...]:
        """Each state, that of the question first, told by the names nearest to it.

        A state is compared with the vectors that its hop has the lines made of, A^k;
        the last one with those that the answer is read from.
        """
        if isinstance(self.network, Hierarchical):
            tables = [self.network.key, self.network.value]
        else:
            tables = list(self.network.word)
        states = [hop.state for hop in self.record.hops]
        states.append(self.record.hops[-1].next_state)
        return tuple(map(_near, states, tables))

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """One stack: a row each hop, a column each line."""
        allowed = self.record.allowed.expand_as(self.weights)
        hops = tuple(str(hop + 1) for hop in range(len(self.record.hops)))
        queries = MapSide("hops", "output", hops, (False,) * len(hops))
        special = (False,) * len(self.lines)
        keys = MapSide("lines", "source", self.lines, special, kind="lines")
        weights = self.weights[None, None]
        return (Stack("hops", queries, keys, ("hops",), weights, allowed[None, None]),)


def tell(
    model: Small, lines: Sequence[str], question: str, hidden: Iterable[int] = ()
) -> MemoryPass:
    """One recorded pass over a story and a question, as they are typed.

    InputError for a line or question out of the grammar, for a story without a line or
    with more than the network has times for, and where every line is hidden.
    """
    network, found = model.network, frozenset(hidden)
    if not isinstance(network, Memory | Hierarchical):
        raise InputError("no_memory", "{model} answers no questions.", model=model.name)
    if network.config.vocabulary != len(VOCABULARY):
        raise damaged(Path(model.name), CONFIG)
    check_length(lines, network.config.max_lines)
    for line in lines:
        read(line)
    ask(question)
    allowed = torch.tensor([[at not in found for at in range(len(lines))]])
    if not allowed.any():
        raise InputError(
            "all_lines_hidden",
            "Every line is hidden, so there is nothing to attend to. Show one again.",
        )
    with torch.inference_mode():
        record = network(numbered(lines), numbered([question])[0], allowed)
    told = (tuple(lines), question, found)
    return MemoryPass(model.name, model.digest, *told, network, record)


def numbered(sentences: Sequence[str]) -> Int[Tensor, "sentence word"]:
    """The ids of the words of each sentence, shorter ones filled up with nothing."""
    ids = [_numbered(sentence) for sentence in sentences]
    longest = max(map(len, ids))
    return torch.tensor([[*one, *[NOTHING] * (longest - len(one))] for one in ids])


@lru_cache(maxsize=10_000)
def _numbered(sentence: str) -> tuple[int, ...]:
    return tuple(_IDS[word] for word in words(sentence))


def answer_id(word: str) -> int:
    """Where the score of a word stands among the logits."""
    return _IDS[word.lower()] - NOTHING - 1


def told_lines(lines: Int[Tensor, "*batch line word"]) -> Bool[Tensor, "*batch 1 line"]:
    """The lines that are there: those with a word."""
    return (lines != NOTHING).any(dim=-1).unsqueeze(-2)


def _near(
    state: Float[Tensor, " d_state"], table: Float[Tensor, "known d_state"]
) -> tuple[Near, ...]:
    """The names nearest to a state, the nearest first."""
    vectors = table[[_IDS[name.lower()] for name in NAMES]]
    cosines = torch.cosine_similarity(vectors, state, dim=-1)
    best = cosines.argsort(descending=True).tolist()
    return tuple(Near(NAMES[at], float(cosines[at])) for at in best)
