"""Heads that are silent."""

from dataclasses import dataclass
from typing import Any, ClassVar

from core.experiments.changes.change import Change, Named, Names
from core.experiments.changes.rewirable import Rewirable
from core.experiments.changes.sublayers import ATTENTION, OfHeads, attention


@dataclass(frozen=True)
class Silent(OfHeads):
    """A head whose mixed values become zero, so that it adds nothing to the join."""

    head: int

    address: ClassVar[str] = "silence"
    turn: ClassVar[int] = 7
    pattern: ClassVar[str] = rf"{ATTENTION}\.[1-9]"

    @classmethod
    def read(cls, entry: str) -> Change:
        short, layer, head = entry.split(".")
        return cls(attention(short, int(layer)), int(head) - 1)

    def named(self, names: Names, together: int = 1) -> Named:
        return "silent", self.called(names)

    def rewire(self, network: Rewirable) -> None:
        network.attention(self.name).silence(self.head)

    def taken_out(self) -> dict[str, Any]:
        return {"silent": {self.attention: [self.head]}}
