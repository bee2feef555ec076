"""Weights that travel with their words, and the door between a model and the picture.

A model of any kind is drawn once it is `Pictured`: it says its stacks of attentions,
and of each the weights and what stands on both sides.
"""

from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from jaxtyping import Bool, Float
from torch import Tensor

from core.showing import Shown, brief, screen

WHOLE = slice(None)
SIDE_KINDS = ("words", "pieces", "lines", "cells")


@dataclass(frozen=True, eq=False)
class AttentionMap(Shown):
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

    def __repr__(self) -> str:
        """Its title and size."""
        queries, keys = self.weights.shape
        return f"AttentionMap({self.title!r}, {queries} queries × {keys} keys)"

    def plot(self) -> Any:
        """The map as a figure of Plotly, which a saved notebook keeps."""
        return screen().plot(self)

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


@dataclass(frozen=True)
class Patches:
    """Items of a side that lie on a picture, row after row, from the item `first` on.

    `picture` says which one of those that belong to the pass.
    """

    first: int
    rows: int
    columns: int
    picture: int = 0

    @property
    def count(self) -> int:
        """How many items they are."""
        return self.rows * self.columns

    @property
    def said(self) -> str:
        """In how many rows and columns they stand: 16 × 16."""
        return f"{self.rows} × {self.columns}"


@brief
@dataclass(frozen=True)
class MapSide:
    """What stands along one side of a map, in order.

    `kind` says what an item is: a word or a piece of a text, a line of a story, or a
    cell of a picture; cells stand row after row in a `grid` of (rows, columns).
    `of` is "source" for what was there at once and "output" for what came one after
    another: sides of one output count the same steps. `pieces` are those of each word.
    `given` says that the model wrote nothing of it, as a whole text was handed to it;
    `prompt` counts the items that were handed to it before it wrote the others.
    `patches` are the items that lie on pictures; words may stand before and behind
    them. Items that do not fit their grid raise ValueError.
    """

    name: str
    of: str
    items: tuple[str, ...]
    special: tuple[bool, ...] = ()
    kind: str = "words"
    pieces: tuple[int, ...] = ()
    grid: tuple[int, int] | None = None
    given: bool = False
    patches: tuple[Patches, ...] = ()
    prompt: int = 0

    def __post_init__(self) -> None:
        if self.kind not in SIDE_KINDS:
            raise ValueError(f"a side is of {', '.join(SIDE_KINDS)}, not {self.kind!r}")
        if (self.grid is not None) != (self.kind == "cells"):
            raise ValueError("a grid belongs to cells, and cells to a grid")
        if self.grid and self.grid[0] * self.grid[1] != len(self.items):
            raise ValueError(f"{len(self.items)} cells do not fill a grid {self.grid}")
        if any(one.first + one.count > len(self.items) for one in self.patches):
            raise ValueError(f"{len(self.items)} items are too few for {self.patches}")


@brief
@dataclass(frozen=True, eq=False)
class Stack:
    """The attentions between the same two sides, layer after layer, each with its name.

    With `back` a query may look at itself and before it. Weights that do not fit the
    sides raise ValueError.
    """

    id: str
    queries: MapSide
    keys: MapSide
    names: tuple[str, ...]
    weights: Float[Tensor, "layer head query key"]
    allowed: Bool[Tensor, "layer head query key"]
    back: bool = False

    def __post_init__(self) -> None:
        layers, _, *map_size = self.weights.shape
        sides = [len(self.queries.items), len(self.keys.items)]
        if map_size != sides or layers != len(self.names):
            raise ValueError(
                f"{len(self.names)} layers between {sides[0]} queries and {sides[1]} "
                f"keys do not fit weights of shape {tuple(self.weights.shape)}"
            )


@runtime_checkable
class Pictured(Protocol):
    """What the picture in the browser needs of any model: its stacks, nothing else."""

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """The stacks in the order in which they are offered.

        `words` asks for whole words where a model knows of smaller pieces.
        """
        ...
