"""The kinds of network there are, and what every one of them can do."""

from dataclasses import dataclass
from typing import Any, Protocol

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.bahdanau import Bahdanau, BahdanauConfig
from core.transformer import Transformer, TransformerConfig


class Network(Protocol):
    """What decoding needs of a translator: read the source once, then word by word."""

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Any: ...

    def step(
        self, state: Any, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], Any]: ...


@dataclass(frozen=True)
class Kind:
    """A network class with the class of its sizes."""

    network: type[nn.Module]
    config: type


NETWORKS = {
    "bahdanau": Kind(Bahdanau, BahdanauConfig),
    "transformer": Kind(Transformer, TransformerConfig),
}


def build(kind: str, sizes: dict[str, Any]) -> nn.Module:
    """A network with fresh weights. ValueError where the sizes do not fit."""
    return NETWORKS[kind].network(NETWORKS[kind].config(**sizes))
