"""The masks of the paper, switched off, and pieces for one of them to hide."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from core.errors import InputError
from core.experiments.changes.change import Change, Named, Names

MAX_PADS = 12


@dataclass(frozen=True)
class CausalMaskOff(Change):
    """A decoder position may look at every word so far, later ones too."""

    address: ClassVar[str] = "causal"
    turn: ClassVar[int] = 0
    pattern: ClassVar[str] = "false"

    def named(self, names: Names, together: int = 1) -> Named:
        return "causal", {}

    @property
    def uncached(self) -> bool:
        return True

    def taken_out(self) -> dict[str, Any]:
        return {"causal": True}


@dataclass(frozen=True)
class Pads(Change):
    """Padding: ‹pad› pieces after the source."""

    number: int

    address: ClassVar[str] = "pads"
    turn: ClassVar[int] = 1
    pattern: ClassVar[str] = "[1-9]|1[0-2]"
    alone: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 0 <= self.number <= MAX_PADS:
            raise InputError(
                "too_many_pads",
                "{n} pads; choose 0 to {most}.",
                n=self.number,
                most=MAX_PADS,
            )

    @classmethod
    def read(cls, entry: str) -> Change:
        return cls(int(entry))

    def written(self) -> str:
        return str(self.number)

    def named(self, names: Names, together: int = 1) -> Named:
        return "pads", {"n": self.number}

    @property
    def group(self) -> Hashable:
        return "padding"


@dataclass(frozen=True)
class PaddingMaskOff(Change):
    """Every query may look at the ‹pad›s."""

    address: ClassVar[str] = "padmask"
    turn: ClassVar[int] = 2
    pattern: ClassVar[str] = "false"

    def named(self, names: Names, together: int = 1) -> Named:
        return "padmask", {}

    @property
    def group(self) -> Hashable:
        return "padding"
