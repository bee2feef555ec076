"""Heads that are silent, and cells that no query may look at."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from core.errors import InputError
from core.experiments.changes.change import Change, Named, Names
from core.experiments.changes.sublayers import (
    ATTENTIONS,
    attention,
    check_head,
    check_layer,
    kind_of,
    within,
)
from core.networks.names import AttentionName

if TYPE_CHECKING:
    from core.experiments.rewired_transformer import RewiredTransformer

EVERY = "*"
_ATTENTION = rf"(?:{'|'.join(ATTENTIONS)})\.[1-9]"
_PLACE = r"(?:[1-9][0-9]{0,2}|\*)"


@dataclass(frozen=True)
class Silent(Change):
    """A head whose mixed values become zero, so that it adds nothing to the join."""

    attention: str
    head: int

    address: ClassVar[str] = "silence"
    pattern: ClassVar[str] = rf"{_ATTENTION}\.[1-9]"

    def __post_init__(self) -> None:
        within(self.attention)
        if self.head < 0:
            raise InputError(
                "head_below_0",
                "A head cannot be {head}; they count from 0.",
                head=self.head,
            )

    @cached_property
    def name(self) -> AttentionName:
        """The attention whose head it is."""
        return within(self.attention)

    @classmethod
    def read(cls, entry: str) -> Change:
        kind, layer, head = entry.split(".")
        return cls(attention(kind, int(layer)), int(head) - 1)

    def written(self) -> str:
        return f"{kind_of(self.name)}.{self.name.layer + 1}.{self.head + 1}"

    def named(self, names: Names, together: int = 1) -> Named:
        where = names.sublayer(self.attention)
        return "silent", {"attention": where, "head": names.head(self.head)}

    def check_fit(self, n_layers: int, n_heads: int) -> None:
        check_layer(self.name, n_layers)
        check_head(self.head, n_heads)

    def rewire(self, network: "RewiredTransformer") -> None:
        network.attention(self.name).silence(self.head)

    def taken_out(self) -> dict[str, Any]:
        return {"silent": {self.attention: [self.head]}}


@dataclass(frozen=True)
class Forbidden(Change):
    """Cells that a query may not look at: their scores become −∞.

    None stands for every head, every row (`query`) or every column (`key`). Rows and
    columns are pieces.
    """

    attention: str
    head: int | None = None
    query: int | None = None
    key: int | None = None

    address: ClassVar[str] = "forbid"
    pattern: ClassVar[str] = rf"{_ATTENTION}\.(?:[1-9]|\*)\.{_PLACE}-{_PLACE}"

    def __post_init__(self) -> None:
        within(self.attention)
        for name in ("head", "query", "key"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise InputError(
                    "place_below_0",
                    "A {what} cannot be {place}; they count from 0.",
                    what=name,
                    place=value,
                )

    @cached_property
    def name(self) -> AttentionName:
        """The attention whose cells they are."""
        return within(self.attention)

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

    @classmethod
    def read(cls, entry: str) -> Change:
        kind, layer, head, places = entry.split(".")
        query, key = places.split("-")
        where = attention(kind, int(layer))
        return cls(where, _place(head), _place(query), _place(key))

    def written(self) -> str:
        places = f"{_star(self.query)}-{_star(self.key)}"
        where = f"{kind_of(self.name)}.{self.name.layer + 1}"
        return f"{where}.{_star(self.head)}.{places}"

    def named(self, names: Names, together: int = 1) -> Named:
        where = names.sublayer(self.attention)
        slots = {"attention": where, "head": names.head(self.head)}
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
            for side, place in named
            if place is not None
        )

    def check_fit(self, n_layers: int, n_heads: int) -> None:
        check_layer(self.name, n_layers)
        check_head(self.head, n_heads)

    def rewire(self, network: "RewiredTransformer") -> None:
        network.attention(self.name).forbid(self.head, self.query, self.key)

    @property
    def uncached(self) -> bool:
        """A cached step does not know its row."""
        return self.name.stack == "decoder"

    def taken_out(self) -> dict[str, Any]:
        return {"forbidden": [self.attention]}


def _place(text: str) -> int | None:
    return None if text == EVERY else int(text) - 1


def _star(place: int | None) -> str:
    return EVERY if place is None else str(place + 1)
