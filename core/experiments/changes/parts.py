"""Parts of the network that are left out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from core.errors import InputError
from core.experiments.changes.change import Change, Named, Names
from core.experiments.changes.rewirable import Rewirable
from core.experiments.changes.sublayers import SHORT, check_layer
from core.networks.names import STACKS, Parts, StackName, Sublayer


@dataclass(frozen=True)
class NoPositions(Change):
    """A stack is not told where its pieces stand."""

    stack: str

    address: ClassVar[str] = "without"
    turn: ClassVar[int] = 4
    pattern: ClassVar[str] = rf"positions\.(?:{'|'.join(STACKS)})"

    def __post_init__(self) -> None:
        if self.stack not in STACKS:
            raise InputError(
                "no_positions_there",
                "Positions belong to encoder and decoder, not to {given}.",
                given=repr(self.stack),
            )

    @classmethod
    def read(cls, entry: str) -> Change:
        return cls(entry.partition(".")[2])

    def written(self) -> str:
        return f"positions.{self.stack}"

    @classmethod
    def offered(cls, parts: Parts) -> Iterator[Change]:
        return (cls(stack) for stack in STACKS if parts.layers(stack))

    def named(self, names: Names, together: int = 1) -> Named:
        return "positions", {"stack": StackName(self.stack)}

    def check_fit(self, parts: Parts) -> None:
        check_layer(Sublayer(self.stack, 0, "self_attention"), parts)

    def rewire(self, network: Rewirable) -> None:
        network.without_positions.add(self.stack)

    def taken_out(self) -> dict[str, Any]:
        return {"positions": [self.stack]}


@dataclass(frozen=True)
class NoScaling(Change):
    """Scores are not divided by √d_k."""

    address: ClassVar[str] = "without"
    turn: ClassVar[int] = 5
    pattern: ClassVar[str] = "scale"

    @classmethod
    def offered(cls, parts: Parts) -> Iterator[Change]:
        yield cls()

    def named(self, names: Names, together: int = 1) -> Named:
        return "scale", {}

    def rewire(self, network: Rewirable) -> None:
        for each in network.attentions():
            each.scale = 1.0

    def taken_out(self) -> dict[str, Any]:
        return {"scale": True}


@dataclass(frozen=True)
class NoResidual(Change):
    """One sublayer's input is not added to its output."""

    sublayer: str

    address: ClassVar[str] = "without"
    turn: ClassVar[int] = 6
    pattern: ClassVar[str] = (
        rf"residual\.(?:{'|'.join(STACKS)})\.[1-9]\.(?:{'|'.join(SHORT)})"
    )
    alone: ClassVar[bool] = True

    def __post_init__(self) -> None:
        Sublayer.parse(self.sublayer)

    @classmethod
    def read(cls, entry: str) -> Change:
        _, stack, layer, kind = entry.split(".")
        return cls(str(Sublayer(stack, int(layer) - 1, SHORT[kind])))

    def written(self) -> str:
        cut = Sublayer.parse(self.sublayer)
        return f"residual.{cut.stack}.{cut.layer + 1}.{cut.kind.split('_')[0]}"

    @classmethod
    def offered(cls, parts: Parts) -> Iterator[Change]:
        return (cls(str(sublayer)) for sublayer in parts.sublayers())

    def named(self, names: Names, together: int = 1) -> Named:
        return "residual", {"sublayer": Sublayer.parse(self.sublayer)}

    def check_fit(self, parts: Parts) -> None:
        check_layer(Sublayer.parse(self.sublayer), parts)

    def rewire(self, network: Rewirable) -> None:
        network.cut_residual(self.sublayer)

    def taken_out(self) -> dict[str, Any]:
        return {"residual": self.sublayer}
