"""How many pieces may be written."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from jaxtyping import Bool, Float, Int, Shaped
from torch import Tensor

from core.decoding.choosing import opening
from core.networks.kinds import Network


@runtime_checkable
class Bounded(Protocol):
    """A network with a limited number of positions."""

    def room(self, source_length: int) -> int:
        """How many pieces it can write after such a source."""
        ...


def limit_for(source_length: int, network: Network | None = None) -> int:
    """The most pieces of a translation: twice the source + 10, at most 128.

    A network that is `Bounded` says itself how many.
    """
    if isinstance(network, Bounded):
        return network.room(source_length)
    return min(2 * source_length + 10, 128)


@dataclass(frozen=True)
class AtMost:
    """The same network, which stops after that many pieces."""

    network: Network
    most: int

    def begin(
        self,
        source: Shaped[Tensor, "batch ..."],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Any:
        return self.network.begin(source, source_allowed)

    def step(
        self, state: Any, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], Any]:
        return self.network.step(state, word)

    def room(self, source_length: int) -> int:
        """The given number, whatever the source."""
        return self.most

    @property
    def opening(self) -> int:
        """That of the network itself."""
        return opening(self.network)
