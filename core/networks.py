"""The kinds of network there are, and what every one of them can do."""

from typing import Any, Protocol, runtime_checkable

from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.bahdanau import Bahdanau, BahdanauConfig
from core.transformer import Transformer, TransformerConfig


@runtime_checkable
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


Translating = Transformer | Bahdanau
CONFIGS = {"bahdanau": BahdanauConfig, "transformer": TransformerConfig}


def build(kind: str, sizes: dict[str, Any]) -> Translating:
    """A network with fresh weights. ValueError where the sizes do not fit."""
    if kind == "transformer":
        return Transformer(TransformerConfig(**sizes))
    return Bahdanau(BahdanauConfig(**sizes))
