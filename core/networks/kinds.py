"""The kinds of network there are, and what every one of them can do."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int, Shaped
from torch import Tensor, nn

from core.layers import parameters
from core.networks.bahdanau import Bahdanau, BahdanauConfig
from core.networks.captioner import (
    Captioner,
    CaptionerConfig,
    HardCaptioner,
    MeanCaptioner,
)
from core.networks.film import FilmCaptioner, FilmConfig, MeanFilmCaptioner
from core.networks.listening import Listener, ListenerConfig
from core.networks.memory import (
    Hierarchical,
    HierarchicalConfig,
    Memory,
    MemoryConfig,
)
from core.networks.names import AttentionName
from core.networks.patches import Patches, PatchesAlone, PatchesConfig
from core.networks.pictures import (
    Gates,
    GatesAlone,
    GatesConfig,
    Twins,
    TwinsAlone,
    TwinsConfig,
)
from core.networks.pointer import Pointer, PointerAlone, PointerConfig
from core.networks.reviews import (
    MeanReviews,
    MeanSentenceReviews,
    Reviews,
    ReviewsConfig,
    SentenceReviews,
)
from core.networks.rnn import Rnn, RnnConfig
from core.networks.seeing_writer import (
    CaptionWriter,
    CaptionWriterConfig,
    SeeingWriter,
)
from core.networks.transformer import (
    Transformer,
    TransformerConfig,
    TransformerWithoutSourceOrder,
)
from core.networks.writer import Writer, WriterConfig


@runtime_checkable
class Network(Protocol):
    """What decoding needs of a network: read the source once, then word by word.

    A source is a row of pieces, or whatever else the network reads.
    """

    def begin(
        self,
        source: Shaped[Tensor, "batch ..."],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> Any: ...

    def step(
        self, state: Any, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], Any]: ...


@runtime_checkable
class Record(Protocol):
    """What one pass of any network leaves behind; read without a batch axis."""

    @property
    def logits(self) -> Float[Tensor, "*batch target word"]: ...

    def attentions(self) -> tuple[AttentionName, ...]:
        """All attentions of the pass, in the order in which they are offered."""
        ...

    def attention(
        self, name: AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as the network computed them."""
        ...


Layered = Transformer | Writer
"""The networks of layers with heads: those that an experiment can rewire."""
Translating = Layered | Bahdanau | Rnn
KINDS: dict[str, tuple[Callable[[Any], Translating], type[Any]]] = {
    "bahdanau": (Bahdanau, BahdanauConfig),
    "rnn": (Rnn, RnnConfig),
    "transformer": (Transformer, TransformerConfig),
    "transformer_without_source_order": (
        TransformerWithoutSourceOrder,
        TransformerConfig,
    ),
    "writer": (Writer, WriterConfig),
}
"""Every kind of network by its name in a recipe, with the type of its sizes."""
SMALL: dict[str, tuple[Callable[[Any], nn.Module], type[Any]]] = {
    "captioner": (Captioner, CaptionerConfig),
    "captioner_hard": (HardCaptioner, CaptionerConfig),
    "captioner_mean": (MeanCaptioner, CaptionerConfig),
    "caption_writer": (CaptionWriter, CaptionWriterConfig),
    "film": (FilmCaptioner, FilmConfig),
    "film_mean": (MeanFilmCaptioner, FilmConfig),
    "gates": (Gates, GatesConfig),
    "gates_alone": (GatesAlone, GatesConfig),
    "hierarchical": (Hierarchical, HierarchicalConfig),
    "listener": (Listener, ListenerConfig),
    "memory": (Memory, MemoryConfig),
    "patches": (Patches, PatchesConfig),
    "patches_alone": (PatchesAlone, PatchesConfig),
    "pointer": (Pointer, PointerConfig),
    "pointer_alone": (PointerAlone, PointerConfig),
    "reviews": (Reviews, ReviewsConfig),
    "reviews_mean": (MeanReviews, ReviewsConfig),
    "reviews_sentences": (SentenceReviews, ReviewsConfig),
    "reviews_sentences_mean": (MeanSentenceReviews, ReviewsConfig),
    "seeing_writer": (SeeingWriter, CaptionWriterConfig),
    "twins": (Twins, TwinsConfig),
    "twins_alone": (TwinsAlone, TwinsConfig),
}
"""Small networks of a world of their own (`core.worlds`), by the same rule."""
CONFIGS = {kind: config for kind, (_, config) in KINDS.items()}


def kind_of(network: Translating) -> str:
    """The name of its kind, as a recipe has it."""
    return next(kind for kind, (made, _) in KINDS.items() if type(network) is made)


def build(kind: str, sizes: dict[str, Any]) -> Translating:
    """A network of that kind, not yet initialised for training.

    KeyError for an unknown kind, TypeError or ValueError where the sizes do not fit.
    """
    network, config = KINDS[kind]
    return network(config(**sizes))


def fitting(
    kind: str, sizes: Mapping[str, Any], weights: Mapping[str, Tensor]
) -> Translating:
    """The network of these sizes; ValueError, before it is built, where it is larger.

    Sizes are only numbers in a file: they could ask for more memory than there is.
    """
    numbers = sum(tensor.numel() for tensor in weights.values())
    if sizes.get("n_layers", 1) > len(weights) or max(sizes.values()) > numbers:
        raise ValueError(f"larger than its {numbers} weights")
    with torch.device("meta"):
        wanted = parameters(build(kind, dict(sizes)))
    if wanted > numbers:
        raise ValueError(f"{wanted} weights wanted, but there are {numbers}")
    return build(kind, dict(sizes))
