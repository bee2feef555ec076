"""How often has each letter occurred? Counted by one attention, set by hand.

After the course dataflowr (Lelarge), practical *Think like transformers*; the idea of
programs made of attention is that of Weiss, Goldberg & Yahav (2021).
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs.letters import BOS, check

SHARP = 100.0


@dataclass(frozen=True, eq=False)
class ByHand:
    """One attention over ‹BOS› and the letters, from its inputs to the answers.

    `inputs` are rows of one number for ‹BOS› and one for each different letter.
    `shares` is what each query gives to ‹BOS›, the only value that is not 0; `answers`
    is 1/share − 1. `handed_on` is what is mixed where W_V is the identity.
    """

    items: tuple[str, ...]
    inputs: Float[Tensor, "item d"]
    scores: Float[Tensor, "item item"]
    weights: Float[Tensor, "item item"]
    shares: Float[Tensor, " item"]
    answers: Float[Tensor, " item"]
    handed_on: Float[Tensor, "item d"]

    @property
    def largest(self) -> tuple[str | None, ...]:
        """The letter whose number is largest in what is handed on; None in a draw."""
        names = (BOS, *sorted(set(self.items[1:])))
        best = self.handed_on.max(-1, keepdim=True).values
        found = (self.handed_on > best - 1e-9).tolist()
        return tuple(names[row.index(True)] if sum(row) == 1 else None for row in found)


def by_hand(letters: str, *, down_columns: bool = False) -> ByHand:
    """A letter is one-hot, ‹BOS› a vector of ones; W_Q = W_K = 100 · I.

    A letter fits itself wherever it stands, and ‹BOS› just as well: n equal letters and
    ‹BOS› share its weight, 1/(n + 1) each. W_V keeps the number of ‹BOS›, so that this
    share is what is mixed, and 1/x − 1 is n. ‹BOS› fits itself best of all: 0.

    Where W_V is the identity instead, equal letters hand on what they have in common:
    the letter itself, beside 1/(n + 1) of ‹BOS› in every number.

    With `down_columns` the softmax goes along the wrong axis: columns add up to 1, rows
    do not. InputError where there is no letter, or there are more than `letters.MOST`.
    """
    check(letters)
    different = sorted(set(letters))
    d = 1 + len(different)
    inputs = torch.zeros(1 + len(letters), d, dtype=torch.float64)
    inputs[0] = 1
    for row, letter in enumerate(letters, start=1):
        inputs[row, 1 + different.index(letter)] = 1
    projected = SHARP * inputs
    scores = dot_product_scores(projected, projected, scale=1.0)
    weights = masked_softmax(scores.T).T if down_columns else masked_softmax(scores)
    shares = mix(weights, inputs * value_matrix(d)).select(-1, 0)
    return ByHand(
        (BOS, *letters),
        inputs,
        scores,
        weights,
        shares,
        1 / shares - 1,
        mix(weights, inputs),
    )


def value_matrix(d: int) -> Float[Tensor, "1 d"]:
    """The diagonal of W_V: only the number that stands for ‹BOS› stays.

    Of the letters nothing stays: in that place they are 0.
    """
    kept = torch.zeros(1, d, dtype=torch.float64)
    kept[0, 0] = 1
    return kept
