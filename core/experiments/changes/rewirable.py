"""What a change may do to a network that shares its parameters with a trained one."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from core.networks.names import AttentionName

Cells = tuple[slice, slice, slice]
"""Heads, rows and columns."""


@runtime_checkable
class Alterable(Protocol):
    """An attention whose heads, cells and scale can be changed."""

    scale: float | None

    def silence(self, head: int) -> None: ...
    def forbid(self, cells: Cells) -> None: ...


@runtime_checkable
class Rewirable(Protocol):
    """A network whose parts can be exchanged; `core.experiments.rewired` has them."""

    without_positions: set[str]

    def attention(self, name: str | AttentionName) -> Alterable: ...
    def attentions(self) -> Iterator[Alterable]: ...
    def cut_residual(self, sublayer: str) -> None: ...
