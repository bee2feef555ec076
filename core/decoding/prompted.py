"""A model that only writes as a translator: it goes on after “English =”.

In training it read lines of that kind, so that the likeliest thing to follow is French
(Radford et al. 2019, section 3.7, ask GPT-2 in the same way).
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.decoding.limits import limit_for
from core.networks.kinds import Network, Translating
from core.networks.writer import Writer, WriterState
from core.text.tokenizer import START, Tokenizer

EQUALS = "="


def as_translator(network: Translating, tokenizer: Tokenizer) -> Network:
    """The network itself, or one that is asked for a translation."""
    if isinstance(network, Writer):
        return Prompted(network, between(tokenizer))
    return network


def between(tokenizer: Tokenizer) -> tuple[int, ...]:
    """The pieces that stand between the two languages of a line."""
    return tokenizer.encode(EQUALS).ids


@dataclass(frozen=True)
class Prompted:
    """The same network; the source is written before what it is asked for.

    All sources of a batch have the same length, with ‹end› behind them.
    """

    network: Writer
    between: tuple[int, ...]

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> WriterState:
        """Read all of the beginning but its last piece."""
        state = self.network.begin(source, source_allowed)
        for words in self.prompt(source).T[:-1]:
            _, state = self.network.step(state, words)
        return state

    def step(
        self, state: WriterState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch word"], WriterState]:
        """Read one more word; ‹start› stands for the last piece of the beginning."""
        return self.network.step(state, word.masked_fill(word == START, self.last))

    def room(self, source_length: int) -> int:
        """How many pieces fit behind such a source; the last is never read."""
        taken = source_length + len(self.between)
        left = self.network.config.max_positions - taken + 1
        return min(limit_for(source_length), left)

    @property
    def last(self) -> int:
        """The piece after which it is asked for the first one."""
        return self.between[-1]

    def prompt(
        self, source: Int[Tensor, "batch source"]
    ) -> Int[Tensor, "batch position"]:
        """‹start›, the source without its ‹end›, and what stands between."""
        n = len(source)
        start = source.new_full((n, 1), START)
        after = source.new_tensor(self.between).expand(n, -1)
        return torch.cat([start, source[:, :-1], after], dim=-1)
