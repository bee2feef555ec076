"""What every change of an experiment can say of itself; each kind is a class.

A change names sublayers as a trace does ("decoder.2.cross_attention") and counts from
0. In an address it counts from 1, and a star is every head, row or column.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar, Protocol, runtime_checkable

from core.experiments.changes.rewirable import Rewirable
from core.networks.names import Parts

Side = str
"""Whose places a change names: "words" of the sentence as it was typed, or pieces of
the "source" or "target" as they are read."""

Named = tuple[str, Mapping[str, Any]]
"""The entry of text by which a change is named, and what stands in its slots: texts,
numbers, and parts of the network as they are (`viz.content.texts.told`)."""


@runtime_checkable
class Names(Protocol):
    """What things are called that a change names; who speaks to a reader says it."""

    def head(self, head: int | None) -> str: ...
    def word(self, place: int) -> str: ...
    def piece(self, attention: str, side: str, place: int | None) -> str: ...


class Change:
    """One thing that is changed on purpose in a pass, as a frozen dataclass.

    `address` is the name in the address under which it stands, `pattern` how it is
    written there; of a kind that stands `alone` the last one takes the others' place.
    Changes are made in the order of their `turn`; cells come last, for they must fit
    the pieces that are left.
    """

    address: ClassVar[str]
    pattern: ClassVar[str]
    turn: ClassVar[int] = 8
    alone: ClassVar[bool] = False

    @classmethod
    def read(cls, entry: str) -> "Change":
        """The change that an entry of the address names; it fits the pattern."""
        return cls()

    def written(self) -> str:
        """Its entry in the address."""
        return self.pattern

    @classmethod
    def offered(cls, parts: Parts) -> "Iterable[Change]":
        """Those of this kind that can be chosen among the parts of a model."""
        return ()

    def named(self, names: Names, together: int = 1) -> Named:
        """How it is named for the reader while it runs, and where it is offered.

        `together`: how many of its group are named as one.
        """
        raise NotImplementedError

    @property
    def group(self) -> Hashable:
        """Changes of one group are named, and ended, together."""
        return self

    @property
    def places(self) -> frozenset[Side]:
        """Whose places it names: where another sentence has not as many, it is gone."""
        return frozenset()

    def check_fit(self, parts: Parts) -> None:
        """InputError where a model has no such stack, layer or head."""

    def rewire(self, network: Rewirable) -> None:
        """Make the change in a network that shares every parameter with the trained."""

    @property
    def uncached(self) -> bool:
        """Whether each step must be computed again over all words so far."""
        return False

    def taken_out(self) -> dict[str, Any]:
        """What the walk's sums leave out; `viz.payload.transformer_walk.without`."""
        return {}
