"""The kinds of network there are, and what every one of them can do."""

from typing import Any, Protocol, runtime_checkable

from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.networks.bahdanau import Bahdanau, BahdanauConfig
from core.networks.rnn import Rnn, RnnConfig
from core.networks.transformer import Transformer, TransformerConfig


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


Translating = Transformer | Bahdanau | Rnn
CONFIGS = {
    "bahdanau": BahdanauConfig,
    "rnn": RnnConfig,
    "transformer": TransformerConfig,
}


def build(kind: str, sizes: dict[str, Any]) -> Translating:
    """A network of that kind, not yet initialised for training.

    KeyError for an unknown kind, TypeError or ValueError where the sizes do not fit.
    """
    config = CONFIGS[kind](**sizes)
    if isinstance(config, TransformerConfig):
        return Transformer(config)
    if isinstance(config, RnnConfig):
        return Rnn(config)
    return Bahdanau(config)
