"""A pair of sentences as the one line “source = target” that a model reads through."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.experiments.passes import log_probabilities
from core.networks.names import AttentionName
from core.text.sides import Side
from core.text.tokenizer import Pieces
from core.trace import Trace


@dataclass(frozen=True, eq=False)
class PairAsLine:
    """The recorded pass over a line, and which of its pieces are whose.

    `first` is the place at which the first piece of the target is predicted.
    """

    trace: Trace
    source: Pieces
    target: Pieces
    first: int

    @property
    def log_probability(self) -> float:
        """Log P of the target and of the ‹end› behind it, after “source =” (nats)."""
        every = log_probabilities(self.trace.record.logits, self.trace.predicted_ids)
        return every[self.first :].sum().item()

    def word_maps(
        self, name: str | AttentionName
    ) -> Float[Tensor, "reading head target source"]:
        """Where every word of the target looks among the words of the source.

        Row i where word i is predicted, and one step later, where it is read. Weights
        into a word's pieces are summed, rows of its pieces averaged; those on anything
        but the source are left out, and rows are not divided by their rest.
        """
        whole = self.trace.heads(name, words=False)
        n, m = len(self.target.ids), len(self.source.ids)
        both = torch.stack(
            [whole[:, at : at + n, 1 : 1 + m] for at in (self.first, self.first + 1)]
        )
        query, key = (
            Side.around(pieces).membership() for pieces in (self.target, self.source)
        )
        return (query / query.sum(-1, keepdim=True)) @ both @ key.T
