"""A small model of a world of its own (`core.worlds`), from its folder."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torch import nn

from core.assets import WORLDS, digest
from core.layers import parameters
from core.networks.kinds import SMALL
from core.sealed import (
    CONFIG,
    HISTORY,
    WEIGHTS,
    read_card,
    read_history,
    read_json,
    read_weights,
    reading,
    verify,
)


@dataclass(frozen=True, eq=False)
class Small:
    """A folder in use, shared by everybody and never written to."""

    name: str
    kind: str
    network: nn.Module
    info: dict[str, Any] = field(default_factory=dict)
    history: tuple[dict[str, float], ...] = ()
    card: str = ""
    digest: str = ""

    def __repr__(self) -> str:
        """Its name, its kind, and which training it is."""
        return f"{type(self).__name__}({self.name}, {self.kind}, {self.digest})"

    @property
    def parameters(self) -> int:
        """How many numbers it has learned."""
        return parameters(self.network)


def load(name: str, root: Path | None = None) -> Small:
    """A small model by its name: shipped, or in a folder of `root`.

    DamagedModel names the file that is missing, cut short or changed.
    """
    folder = (root or WORLDS) / name
    verify(folder, name)
    with reading(folder, CONFIG):
        info = read_json(folder / CONFIG)
        kind = info.pop("kind")
        made, config = SMALL[kind]
        network = made(config(**info["sizes"]))
    with reading(folder, WEIGHTS):
        network.load_state_dict(read_weights(folder))
    network.eval().requires_grad_(False)
    with reading(folder, HISTORY):
        history = read_history(folder)
    card = read_card(folder)
    return Small(name, kind, network, info, history, card, digest(folder))
