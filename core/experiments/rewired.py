"""The trained Transformer with something changed on purpose: its weights, rewired.

The trained model is never touched. A rewired one is built for one pass: it shares all
parameters, and only the parts that an experiment names are others.
"""

import copy
from collections.abc import Mapping
from typing import TypeVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.attention import dot_product_scores, masked_softmax
from core.errors import NOTHING_LEFT, InputError
from core.experiments.experiment import Experiment, parts, spoken
from core.layers import AddAndNorm, MultiHeadAttention
from core.networks.transformer import Transformer

MOST_ROWS = 256  # more than any translation has, after the longest prefix
Module = TypeVar("Module", bound=nn.Module)


class RewiredAttention(MultiHeadAttention):
    """Multi-head attention with cells forbidden, heads silenced, or scores unscaled.

    Forbidding a cell is −∞ in its score and nothing else; a silenced head's mixed
    values are zero and nothing else.
    """

    def __init__(
        self,
        trained: MultiHeadAttention,
        scale: float | None = None,
        silent: Bool[Tensor, "*batch head"] | None = None,
        forbidden: Bool[Tensor, "head query key"] | None = None,
    ) -> None:
        nn.Module.__init__(self)
        self.n_heads = trained.n_heads
        self.project_query = trained.project_query
        self.project_key = trained.project_key
        self.project_value = trained.project_value
        self.join = trained.join
        self.scale, self.silent, self.forbidden = scale, silent, forbidden

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
        if self.forbidden is None:
            return allowed
        return allowed & ~self.forbidden[:, :queries, :keys]

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


class RewiredTransformer(Transformer):
    """A Transformer that shares every parameter with a trained one.

    `silent` says for each attention which heads are switched off, perhaps others in
    each row of a batch; by default those of the experiment.
    """

    def __init__(
        self,
        trained: Transformer,
        experiment: Experiment,
        silent: Mapping[str, Bool[Tensor, "*batch head"]] | None = None,
    ) -> None:
        nn.Module.__init__(self)
        self.config = trained.config
        self.embedding = trained.embedding
        self.dropout = trained.dropout
        self.register_buffer("positions", trained.positions, persistent=False)
        self._without_positions = experiment.no_positions
        if silent is None:
            silent = silent_heads(experiment, trained.config.n_heads)
        for stack in ("encoder", "decoder"):
            layers = [
                _rewired_layer(layer, f"{stack}.{i}", experiment, silent)
                for i, layer in enumerate(getattr(trained, stack))
            ]
            setattr(self, stack, nn.ModuleList(layers))

    def embed_source(
        self, words: Int[Tensor, "*batch source"]
    ) -> Float[Tensor, "*batch source d_model"]:
        """Scaled embeddings, without positions where the experiment says so."""
        if "encoder" in self._without_positions:
            return self.scaled_embedding(words)
        return super().embed_source(words)

    def embed_target(
        self, words: Int[Tensor, "*batch target"], start: int = 0
    ) -> Float[Tensor, "*batch target d_model"]:
        """Scaled embeddings, without positions where the experiment says so."""
        if "decoder" in self._without_positions:
            return self.scaled_embedding(words)
        return super().embed_target(words, start)


def silent_heads(
    experiment: Experiment, n_heads: int
) -> dict[str, Bool[Tensor, " head"]]:
    """For each attention that has one, which heads are switched off."""
    found: dict[str, Tensor] = {}
    for silent in experiment.silent:
        found.setdefault(silent.attention, torch.zeros(n_heads, dtype=torch.bool))
        found[silent.attention][silent.head] = True
    return found


def forbidden_cells(
    experiment: Experiment, attention: str, n_heads: int
) -> Bool[Tensor, "head query key"] | None:
    """True where the experiment forbids a cell of an attention; None if it never does.

    As large as any sentence; the first rows and columns are those of a shorter one.
    """
    cells = [cell for cell in experiment.forbidden if cell.attention == attention]
    if not cells:
        return None
    grid = torch.zeros(n_heads, MOST_ROWS, MOST_ROWS, dtype=torch.bool)
    for cell in cells:
        grid[_at(cell.head), _at(cell.query), _at(cell.key)] = True
    return grid


def check_rows(
    experiment: Experiment,
    attention: str,
    allowed: Bool[Tensor, "#query key"],
    n_heads: int,
    queries: int,
) -> None:
    """InputError where a query is left that may look nowhere, or no cell is meant."""
    n, m = queries, allowed.shape[-1]
    grid = forbidden_cells(experiment, attention, n_heads)
    if grid is None:
        return
    for cell in experiment.forbidden:
        rows_given = attention.startswith("encoder") and (cell.query or 0) >= n
        keys_given = not _looks_at_target(attention) and (cell.key or 0) >= m
        if cell.attention == attention and (rows_given or keys_given):
            raise InputError(
                f"A forbidden cell of {spoken(attention)} lies outside this sentence, "
                f"which has {m} pieces there."
            )
    left = (allowed & ~grid[:, :n, :m]).any(-1)
    if bool(left.all()):
        return
    head, row = (~left).nonzero()[0].tolist()
    raise InputError(
        f"Row {row + 1} of {spoken(attention)}, head {head + 1}, {NOTHING_LEFT}"
    )


def with_parts(module: Module, **replaced: nn.Module) -> Module:
    """The same module with some of its parts exchanged; all others are shared."""
    other = copy.copy(module)
    other._modules = {**module._modules, **replaced}
    return other


def _rewired_layer(
    layer: nn.Module,
    place: str,
    experiment: Experiment,
    silent: Mapping[str, Bool[Tensor, "*batch head"]],
) -> nn.Module:
    """An encoder or decoder layer with the parts that an experiment changes."""
    scale = None if experiment.scaled else 1.0
    replaced: dict[str, nn.Module] = {}
    for kind, attention in layer.named_children():
        if isinstance(attention, MultiHeadAttention):
            name = f"{place}.{kind}"
            forbidden = forbidden_cells(experiment, name, attention.n_heads)
            if scale or name in silent or forbidden is not None:
                replaced[kind] = RewiredAttention(
                    attention, scale, silent.get(name), forbidden
                )
    if experiment.no_residual and experiment.no_residual.startswith(f"{place}."):
        norm = f"norm_{parts(experiment.no_residual)[2]}"
        replaced[norm] = NormAlone(getattr(layer, norm))
    return with_parts(layer, **replaced)


def _looks_at_target(attention: str) -> bool:
    return attention.startswith("decoder") and attention.endswith("self_attention")


def _at(place: int | None) -> slice:
    return slice(None) if place is None else slice(place, place + 1)
