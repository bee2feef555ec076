"""Questions answered from a story in several hops: Sukhbaatar et al. (2015).

An end-to-end memory network. Each line of the story is a key and a value; the question
is the first query. What a hop reads is added to its query, and that asks again.
"""

from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import embedding

from core.attention import dot_product_scores, masked_softmax, mix
from core.networks.sizes import Sizes
from core.showing import brief
from core.worlds.stories import LONGEST
from core.worlds.telling import VOCABULARY

NOTHING = 0
"""The id of no word: it fills up short lines; the first word has id 1."""


@dataclass(frozen=True)
class MemoryConfig(Sizes):
    """The sizes of a memory network; a story has at most `max_lines`."""

    vocabulary: int = len(VOCABULARY)
    d_state: int = 40
    n_hops: int = 3
    max_lines: int = LONGEST


@brief
@dataclass(frozen=True, eq=False)
class HopRecord:
    """One hop: the state asks the lines, and what it reads is added to it.

    `state` is u^k, `key` m_i, `value` c_i, `weights` p_i, `output` o^k and `next_state`
    u^{k+1} = u^k + o^k.
    """

    state: Float[Tensor, "*batch d_state"]
    key: Float[Tensor, "*batch line d_state"]
    value: Float[Tensor, "*batch line d_state"]
    scores: Float[Tensor, "*batch line"]
    weights: Float[Tensor, "*batch line"]
    output: Float[Tensor, "*batch d_state"]
    next_state: Float[Tensor, "*batch d_state"]


@brief
@dataclass(frozen=True, eq=False)
class MemoryRecord:
    """One whole pass: the hops, and the score of every word as the answer."""

    allowed: Bool[Tensor, "*batch 1 line"]
    hops: tuple[HopRecord, ...]
    logits: Float[Tensor, "*batch vocabulary"]


class Memory(nn.Module):
    """Several hops over the lines of a story, with adjacent weights.

    Section 2.2: the table that made the values of a hop makes the keys of the next,
    A^{k+1} = C^k, and so for the times; the question is read with the first, B = A^1,
    and the answer with the last, Wᵀ = C^K.
    """

    def __init__(self, config: MemoryConfig) -> None:
        super().__init__()
        self.config = config
        tables, width = config.n_hops + 1, config.d_state
        self.word = drawn(tables, config.vocabulary + 1, width)
        self.time = drawn(tables, config.max_lines, width)

    def forward(
        self,
        lines: Int[Tensor, "*batch line word"],
        question: Int[Tensor, "*batch asked"],
        allowed: Bool[Tensor, "*batch 1 line"],
        linear: bool = False,
    ) -> MemoryRecord:
        """Ask, read and ask again; then score the words. Equations 1 to 4.

        Section 4.1: a line is m_i = Σ_j l_j · A x_ij + T_A(i), its words in their order
        and its time, where i counts back from the end.
        With `linear` the scores are the weights, as in the beginning of a training
        (section 4.2, linear start).
        """
        state = encoded(question, places_of(question, self.word), self.word[0])
        places, after = places_of(lines, self.word), lines_after(lines)
        memories = [
            encoded(lines, places, word) + time[after]
            for word, time in zip(self.word, self.time, strict=True)
        ]
        hops = []
        for key, value in pairwise(memories):
            hops.append(look(state, key, value, allowed, linear))
            state = hops[-1].next_state
        return MemoryRecord(allowed, tuple(hops), self.answer(state))

    def answer(
        self, state: Float[Tensor, "*batch d_state"]
    ) -> Float[Tensor, "*batch vocabulary"]:
        """How well each word fits the last state, by the last table. Equation 3."""
        return state @ self.word[-1, NOTHING + 1 :].T


def drawn(*shape: int) -> nn.Parameter:
    """Weights to begin with: normal, of standard deviation 0.1. Section 4.2."""
    return nn.Parameter(0.1 * torch.randn(shape))


def look(
    state: Float[Tensor, "*batch d_state"],
    key: Float[Tensor, "*batch line d_state"],
    value: Float[Tensor, "*batch line d_state"],
    allowed: Bool[Tensor, "*batch 1 line"],
    linear: bool = False,
) -> HopRecord:
    """p = softmax(u·m_i), o = Σ p_i c_i, then u + o. Equations 1, 2 and 4."""
    scores = dot_product_scores(state.unsqueeze(-2), key, scale=1.0)
    weights = scores * allowed if linear else masked_softmax(scores, allowed)
    output = mix(weights, value).squeeze(-2)
    return HopRecord(
        state,
        key,
        value,
        scores.squeeze(-2),
        weights.squeeze(-2),
        output,
        next_state=state + output,
    )


def encoded(
    words: Int[Tensor, "*batch word"],
    places: Float[Tensor, "*batch word d_state"],
    table: Float[Tensor, "known d_state"],
) -> Float[Tensor, "*batch d_state"]:
    """The embedded words of a line, weighed by their places and added up."""
    return (embedding(words, table) * places).sum(dim=-2)


def places_of(
    words: Int[Tensor, "*batch word"], tables: Float[Tensor, "*tables d_state"]
) -> Float[Tensor, "*batch word d_state"]:
    """The encoding of the places of words that are looked up in such tables."""
    lengths = (words != NOTHING).sum(dim=-1)
    return position_encoding(lengths, words.shape[-1], tables.shape[-1])


def lines_after(
    lines: Int[Tensor, "*batch line word"],
) -> Int[Tensor, "*batch line"]:
    """How many lines come after each; 0 also for a line that is not there."""
    told = (lines != NOTHING).any(dim=-1)
    return (told.flip(-1).cumsum(-1).flip(-1) - 1).clamp(min=0)


def position_encoding(
    lengths: Int[Tensor, "*batch"], words: int, width: int
) -> Float[Tensor, "*batch word width"]:
    """How much dimension k of word j of J counts: (1 − j/J) − (k/d)(1 − 2j/J).

    Sukhbaatar et al. (2015), section 4.1; j and k count from 1. The words of another
    order add up to another vector. 0 after the last word.
    """
    j = torch.arange(1, words + 1, device=lengths.device)[:, None]
    k = torch.arange(1, width + 1, device=lengths.device) / width
    lengths = lengths[..., None, None]
    along = j / lengths.clamp(min=1)
    return ((1 - along) - k * (1 - 2 * along)) * (j <= lengths)


# --- words, then lines, in one look ---------------------------------------------------


@dataclass(frozen=True)
class HierarchicalConfig(Sizes):
    """The sizes of an answerer that looks once; a story has at most `max_lines`."""

    vocabulary: int = len(VOCABULARY)
    d_state: int = 40
    max_lines: int = LONGEST


@brief
@dataclass(frozen=True, eq=False)
class HierarchicalRecord:
    """One look: over the words of every line, then over the lines.

    `word_weights` add up to 1 within each line. The one hop is that over the lines.
    """

    allowed: Bool[Tensor, "*batch 1 line"]
    word_scores: Float[Tensor, "*batch line word"]
    word_weights: Float[Tensor, "*batch line word"]
    hops: tuple[HopRecord, ...]
    logits: Float[Tensor, "*batch vocabulary"]


class Hierarchical(nn.Module):
    """Attention over words, then over lines: the question is the query of both.

    The two levels of Yang et al. (2016), section 2.2, with the question in the place of
    what they learn for all texts, and without their recurrent networks. Nothing that it
    reads can ask again.
    """

    def __init__(self, config: HierarchicalConfig) -> None:
        super().__init__()
        self.config = config
        words, width = config.vocabulary + 1, config.d_state
        self.asked, self.key, self.value = (drawn(words, width) for _ in range(3))
        self.time = drawn(config.max_lines, width)

    def forward(
        self,
        lines: Int[Tensor, "*batch line word"],
        question: Int[Tensor, "*batch asked"],
        allowed: Bool[Tensor, "*batch 1 line"],
        linear: bool = False,
    ) -> HierarchicalRecord:
        """Weigh the words of each line, then the lines, then score the words.

        With `linear` the scores of the lines are their weights.
        """
        state = encoded(question, places_of(question, self.asked), self.asked)
        word_scores, word_weights = self.read_words(state, lines)
        key, value = (
            mix(word_weights.unsqueeze(-2), embedding(lines, table)).squeeze(-2)
            for table in (self.key, self.value)
        )
        key = key + self.time[lines_after(lines)]
        hop = look(state, key, value, allowed, linear)
        logits = hop.next_state @ self.value[NOTHING + 1 :].T
        return HierarchicalRecord(allowed, word_scores, word_weights, (hop,), logits)

    def read_words(
        self,
        state: Float[Tensor, "*batch d_state"],
        lines: Int[Tensor, "*batch line word"],
    ) -> tuple[
        Float[Tensor, "*batch line word"],
        Float[Tensor, "*batch line word"],
    ]:
        """Scores and weights of the words of each line; all alike where no line is."""
        words, empty = lines != NOTHING, (lines == NOTHING).all(dim=-1, keepdim=True)
        query = state[..., None, None, :].expand(*lines.shape[:-1], 1, -1)
        scores = dot_product_scores(query, embedding(lines, self.key), scale=1.0)
        weights = masked_softmax(scores, (words | empty).unsqueeze(-2))
        return scores.squeeze(-2), weights.squeeze(-2)
