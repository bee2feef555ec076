"""Cells that no query may look at."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from core.errors import InputError
from core.experiments.changes.change import Change, Named, Names
from core.experiments.changes.rewirable import Rewirable
from core.experiments.changes.sublayers import (
    ATTENTION,
    OfHeads,
    attention,
    place,
    star,
)

_PLACE = r"(?:[1-9][0-9]{0,2}|\*)"


@dataclass(frozen=True)
class Forbidden(OfHeads):
    """Cells that a query may not look at: their scores become −∞.

    None stands for every head, every row (`query`) or every column (`key`). Rows and
    columns are pieces.
    """

    head: int | None = None
    query: int | None = None
    key: int | None = None

    address: ClassVar[str] = "forbid"
    turn: ClassVar[int] = 9
    pattern: ClassVar[str] = rf"{ATTENTION}\.(?:[1-9]|\*)\.{_PLACE}-{_PLACE}"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.query is not None and self.query < 0:
            raise InputError(
                "query_below_0",
                "A query cannot be {place}; they count from 0.",
                place=self.query,
            )
        if self.key is not None and self.key < 0:
            raise InputError(
                "key_below_0",
                "A key cannot be {place}; they count from 0.",
                place=self.key,
            )

    @classmethod
    def pairs(
        cls,
        attention: str,
        head: int | None,
        queries: Sequence[int] | None,
        keys: Sequence[int] | None,
    ) -> "tuple[Forbidden, ...]":
        """Every pair of those pieces; None is all of them, as one cell."""
        every = (None,)
        return tuple(
            cls(attention, head, query, key)
            for query, key in product(queries or every, keys or every)
        )

    @property
    def cells(self) -> tuple[slice, slice, slice]:
        """Their heads, rows and columns in a map."""
        head, query, key = (
            slice(None) if at is None else slice(at, at + 1)
            for at in (self.head, self.query, self.key)
        )
        return head, query, key

    @classmethod
    def read(cls, entry: str) -> Change:
        short, layer, head, places = entry.split(".")
        query, key = places.split("-")
        return cls(attention(short, int(layer)), place(head), place(query), place(key))

    def written(self) -> str:
        return f"{super().written()}.{star(self.query)}-{star(self.key)}"

    def named(self, names: Names, together: int = 1) -> Named:
        slots = self.called(names)
        if together > 1:
            return "forbidden.cells", {**slots, "n": together}
        slots["key"] = names.piece(self.attention, "key", self.key)
        if self.query is None:
            return "forbidden.column", slots
        slots["query"] = names.piece(self.attention, "query", self.query)
        return "forbidden.cell", slots

    @property
    def group(self) -> Hashable:
        return self.attention, self.head

    @property
    def places(self) -> frozenset[str]:
        named = zip(self.name.sides, (self.query, self.key), strict=True)
        return frozenset(
            "source" if side == "source" else "target"
            for side, at in named
            if at is not None
        )

    def rewire(self, network: Rewirable) -> None:
        network.attention(self.name).forbid(self.cells)

    @property
    def uncached(self) -> bool:
        """A cached step does not know its row."""
        return self.name.stack == "decoder"

    def taken_out(self) -> dict[str, Any]:
        return {"forbidden": [self.attention]}
