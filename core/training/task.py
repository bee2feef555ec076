"""What a small model learns, as the loop that trains it knows it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor, nn


@runtime_checkable
class Task(Protocol):
    """What a small model learns, and how it is judged.

    `loss` draws a batch by `chance` and says how wrong the network is about it, in
    nats; `done` is the share of all updates made, in (0, 1]. `validate` is a quick look
    at examples that are never drawn: of the first of its figures more is better.
    `measure` is the whole look that is written into the folder, `golden` what the
    network makes of known examples, and `card` says what it is, and how good, from the
    config of its folder.
    """

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor: ...

    def validate(self, network: nn.Module) -> dict[str, float]: ...

    def measure(self, network: nn.Module) -> dict[str, Any]: ...

    def golden(self, network: nn.Module) -> list[dict[str, Any]]: ...

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]: ...


@runtime_checkable
class Begins(Protocol):
    """A task that prepares its network: with the weights of another, say."""

    def begin(self, network: nn.Module) -> None: ...


@runtime_checkable
class Reads(Protocol):
    """A task whose examples stand in files, which are no part of the app.

    `read` divides them, once for all, into what is learned and what is not; the folder
    keeps what it gives back.
    """

    def read(self, files: Sequence[Path], vocabulary: int) -> dict[str, Any]: ...
