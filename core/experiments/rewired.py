"""A trained network with something changed on purpose: its weights, rewired.

The trained model is never touched. A rewired one is built for one pass: it shares all
parameters, and only the parts that an experiment names are others.
"""

import copy
from collections.abc import Iterator
from typing import TypeVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import dot_product_scores, masked_softmax
from core.experiments.changes.rewirable import Cells
from core.experiments.experiment import Experiment
from core.layers import Add, AddAndNorm, MultiHeadAttention
from core.networks.kinds import Layered
from core.networks.names import STACKS, AttentionName, Sublayer
from core.networks.transformer import Transformer
from core.networks.writer import Writer

Module = TypeVar("Module", bound=nn.Module)


class RewiredAttention(MultiHeadAttention):
    """Multi-head attention with cells forbidden, heads silenced, or scores unscaled.

    Forbidding a cell is −∞ in its score and nothing else; a silenced head's mixed
    values are zero and nothing else.
    """

    scale: float | None = None
    """What scores are multiplied by; 1/√d_k, if None."""
    silent: Bool[Tensor, "*batch head"] | None = None
    """Which heads are switched off, perhaps others in each row of a batch."""
    cells: tuple[Cells, ...] = ()
    """Which cells are forbidden."""
    forbidden: Bool[Tensor, "*batch head query key"] | None = None
    """Which cells are forbidden beside them, perhaps others in each row of a batch."""

    def __init__(self, trained: MultiHeadAttention) -> None:
        nn.Module.__init__(self)
        self.n_heads = trained.n_heads
        self.project_query = trained.project_query
        self.project_key = trained.project_key
        self.project_value = trained.project_value
        self.join = trained.join

    def silence(self, head: int) -> None:
        """Switch a head off."""
        if self.silent is None:
            self.silent = torch.zeros(self.n_heads, dtype=torch.bool)
        self.silent[head] = True

    def forbid(self, cells: Cells) -> None:
        """Forbid the cells of some heads, rows and columns, as far as there are any."""
        self.cells = (*self.cells, cells)

    def score(
        self,
        query: Float[Tensor, "*batch head query d_head"],
        key: Float[Tensor, "*batch head key d_head"],
    ) -> Float[Tensor, "*batch head query key"]:
        """Q Kᵀ times the scale of the experiment."""
        return dot_product_scores(query, key, self.scale)

    def allow(
        self, allowed: Bool[Tensor, "*#batch 1 #query key"], queries: int, keys: int
    ) -> Bool[Tensor, "*#batch #head #query key"]:
        """What is allowed and not forbidden."""
        if self.forbidden is not None:
            allowed = allowed & ~self.forbidden
        if self.cells:
            closed = torch.zeros(self.n_heads, queries, keys, dtype=torch.bool)
            for cells in self.cells:
                closed[cells] = True
            allowed = allowed & ~closed
        return allowed

    def mix(
        self,
        weights: Float[Tensor, "*batch head query key"],
        value: Float[Tensor, "*batch head key d_head"],
    ) -> Float[Tensor, "*batch head query d_head"]:
        """A V, zero in the heads that are silent."""
        mixed = super().mix(weights, value)
        if self.silent is None:
            return mixed
        return mixed.masked_fill(self.silent[..., None, None], 0.0)

    def attend(
        self,
        x: Float[Tensor, "batch 1 d_model"],
        keys: Float[Tensor, "batch head key d_head"],
        values: Float[Tensor, "batch head key d_head"],
        allowed: Bool[Tensor, "batch 1 key"] | None = None,
    ) -> Float[Tensor, "batch 1 d_model"]:
        """`forward` for keys and values already projected, part by part.

        Forbidden cells of the decoder are not known here; see
        `core.experiments.uncached`.
        """
        query = self.split(self.project_query(x))
        allowed = None if allowed is None else allowed.unsqueeze(-3)
        weights = masked_softmax(self.score(query, keys), allowed)
        return self.join(self.merge(self.mix(weights, values)))


class NormAlone(AddAndNorm):
    """LayerNorm(Sublayer(x)): the residual connection is cut."""

    def __init__(self, trained: AddAndNorm) -> None:
        nn.Module.__init__(self)
        self.normalized_shape, self.eps = trained.normalized_shape, trained.eps
        self.weight, self.bias = trained.weight, trained.bias

    def forward(
        self,
        x: Float[Tensor, "*batch position d_model"],
        added: Float[Tensor, "*batch position d_model"],
    ) -> Float[Tensor, "*batch position d_model"]:
        """The norm of what the sublayer computed; `x` does not pass."""
        return self.norm(added)


class Added(Add):
    """What a sublayer made, alone: the residual connection before it is cut."""

    def forward(
        self,
        x: Float[Tensor, "*batch position d_model"],
        added: Float[Tensor, "*batch position d_model"],
    ) -> Float[Tensor, "*batch position d_model"]:
        """What the sublayer computed; `x` does not pass."""
        return added


class Rewired(nn.Module):
    """What a rewired network of any kind has: parts of its own, to be changed."""

    without_positions: set[str]

    def __init__(self, trained: Layered, experiment: Experiment) -> None:
        """All parts of the trained network; the changes exchange some of them."""
        nn.Module.__init__(self)
        self.config = trained.config
        for name, part in trained.named_children():
            setattr(self, name, part)
        for name, tensor in trained.named_buffers(recurse=False):
            self.register_buffer(name, tensor, persistent=False)
        self.without_positions = set()
        for stack in self.stacks():
            layers = [with_parts(layer) for layer in getattr(trained, stack)]
            setattr(self, stack, nn.ModuleList(layers))
        for change in experiment.changes:
            change.rewire(self)

    def stacks(self) -> list[str]:
        """The stacks of layers that this network has."""
        return [stack for stack in STACKS if hasattr(self, stack)]

    def attention(self, name: str | AttentionName) -> RewiredAttention:
        """An attention of its own, to be changed."""
        name = AttentionName.parse(name)
        layer = getattr(self, name.stack)[name.layer]
        if not isinstance(getattr(layer, name.kind), RewiredAttention):
            setattr(layer, name.kind, RewiredAttention(getattr(layer, name.kind)))
        return getattr(layer, name.kind)

    def attentions(self) -> Iterator[RewiredAttention]:
        """All of them, to be changed."""
        for stack in self.stacks():
            for i, layer in enumerate(getattr(self, stack)):
                for kind, part in list(layer.named_children()):
                    if isinstance(part, MultiHeadAttention):
                        yield self.attention(AttentionName(stack, i, kind))

    def cut_residual(self, sublayer: str) -> None:
        """Let what comes behind a sublayer see what it made, and no more.

        That is the norm, or the sum where the norm stands before the sublayer.
        """
        cut = Sublayer.parse(sublayer)
        layer = getattr(self, cut.stack)[cut.layer]
        if hasattr(layer, f"add_{cut.kind}"):
            setattr(layer, f"add_{cut.kind}", Added())
            return
        norm = f"norm_{cut.kind}"
        setattr(layer, norm, NormAlone(getattr(layer, norm)))


class RewiredTransformer(Rewired, Transformer):
    """A Transformer that shares every parameter with a trained one."""

    def embed_source(
        self, words: Int[Tensor, "*batch source"]
    ) -> Float[Tensor, "*batch source d_model"]:
        """Scaled embeddings, without positions where the experiment says so."""
        if "encoder" in self.without_positions:
            return self.scaled_embedding(words)
        return super().embed_source(words)

    def embed_target(
        self, words: Int[Tensor, "*batch target"], start: int = 0
    ) -> Float[Tensor, "*batch target d_model"]:
        """Scaled embeddings, without positions where the experiment says so."""
        if "decoder" in self.without_positions:
            return self.scaled_embedding(words)
        return super().embed_target(words, start)


class RewiredWriter(Rewired, Writer):
    """A writer that shares every parameter with a trained one."""

    def embed_target(
        self, words: Int[Tensor, "*batch target"], start: int = 0
    ) -> Float[Tensor, "*batch target d_model"]:
        """Embeddings, without positions where the experiment says so."""
        if "decoder" in self.without_positions:
            return self.embedding(words)
        return super().embed_target(words, start)


def rewired_by(
    trained: Layered, experiment: Experiment
) -> RewiredTransformer | RewiredWriter:
    """A network of the same kind, changed as the experiment says."""
    made = RewiredWriter if isinstance(trained, Writer) else RewiredTransformer
    return made(trained, experiment)


def with_parts(module: Module, **replaced: nn.Module) -> Module:
    """The same module with some of its parts exchanged; all others are shared."""
    other = copy.copy(module)
    other._modules = {**module._modules, **replaced}
    return other
