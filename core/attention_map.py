"""Weights that travel with their words."""

from dataclasses import dataclass, replace

from jaxtyping import Bool, Float
from torch import Tensor

WHOLE = slice(None)


@dataclass(frozen=True, eq=False)
class AttentionMap:
    """Weights with their words: row = query, column = key; each row adds up to 1.

    Words that do not fit the weights raise ValueError.
    """

    weights: Float[Tensor, "query key"]
    allowed: Bool[Tensor, "query key"]
    query_words: tuple[str, ...]
    key_words: tuple[str, ...]
    title: str

    def __post_init__(self) -> None:
        shape = (len(self.query_words), len(self.key_words))
        if tuple(self.weights.shape) != shape or tuple(self.allowed.shape) != shape:
            raise ValueError(
                f"{shape[0]} query words and {shape[1]} key words do not fit weights "
                f"of shape {tuple(self.weights.shape)}"
            )

    def part(self, queries: slice = WHOLE, keys: slice = WHOLE) -> "AttentionMap":
        """Some of the rows and columns, with their words.

        Where keys are left out the rows no longer add up to 1.
        """
        return replace(
            self,
            weights=self.weights[queries, keys],
            allowed=self.allowed[queries, keys],
            query_words=self.query_words[queries],
            key_words=self.key_words[keys],
        )
