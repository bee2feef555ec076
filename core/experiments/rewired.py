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

from core.attention import dot_product_scores, masked_softmax, mix
from core.errors import NOTHING_LEFT, InputError
from core.experiments.experiment import Experiment, parts, spoken
from core.layers import AddAndNorm, AttentionRecord, MultiHeadAttention
from core.networks.transformer import Transformer

MOST_ROWS = 256  # more than any translation has, after the longest prefix
Module = TypeVar("Module", bound=nn.Module)


class AlteredAttention(MultiHeadAttention):
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

    def forward(
        self,
        x: Float[Tensor, "*batch query d_model"],
        context: Float[Tensor, "*batch key d_model"],
        allowed: Bool[Tensor, "*#batch #query key"],
    ) -> AttentionRecord:
        """As trained, but for the cells, heads and scale that are changed."""
        query = self.split(self.project_query(x))
        key = self.split(self.project_key(context))
        value = self.split(self.project_value(context))
        scores = dot_product_scores(query, key, self.scale)
        n, m = scores.shape[-2:]
        allowed = allowed.unsqueeze(-3)
        if self.forbidden is not None:
            allowed = allowed & ~self.forbidden[:, :n, :m]
        weights = masked_softmax(scores, allowed)
        mixed = self._without_silent(mix(weights, value))
        output = self.join(self.merge(mixed))
        allowed = allowed.expand(*scores.shape[:-3], allowed.shape[-3], n, m)
        return AttentionRecord(
            query, key, value, scores, allowed, weights, mixed, output
        )

    def look(
        self,
        x: Float[Tensor, "batch 1 d_model"],
        keys: Float[Tensor, "batch head key d_head"],
        values: Float[Tensor, "batch head key d_head"],
        allowed: Bool[Tensor, "batch 1 key"] | None = None,
    ) -> Float[Tensor, "batch 1 d_model"]:
        """`forward` for keys and values already projected.

        Forbidden cells of the decoder are not known here; see
        `core.experiments.uncached`.
        """
        query = self.split(self.project_query(x))
        allowed = None if allowed is None else allowed.unsqueeze(-3)
        weights = masked_softmax(dot_product_scores(query, keys, self.scale), allowed)
        return self.join(self.merge(self._without_silent(mix(weights, values))))

    def _without_silent(
        self, mixed: Float[Tensor, "*batch head query d_head"]
    ) -> Float[Tensor, "*batch head query d_head"]:
        if self.silent is None:
            return mixed
        return mixed.masked_fill(self.silent[..., None, None], 0.0)


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


class Altered(Transformer):
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
                _altered_layer(layer, f"{stack}.{i}", experiment, silent)
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


def _altered_layer(
    layer: nn.Module,
    place: str,
    experiment: Experiment,
    silent: Mapping[str, Bool[Tensor, "*batch head"]],
) -> nn.Module:
    """An encoder or decoder layer with the parts that an experiment changes."""
    scale = None if experiment.scaled else 1.0
    replaced: dict[str, nn.Module] = {}
    for kind in ("attention", "self_attention", "cross_attention"):
        attention = layer._modules.get(kind)
        if isinstance(attention, MultiHeadAttention):
            name = f"{place}.{'self_attention' if kind == 'attention' else kind}"
            forbidden = forbidden_cells(experiment, name, attention.n_heads)
            if scale or name in silent or forbidden is not None:
                replaced[kind] = AlteredAttention(
                    attention, scale, silent.get(name), forbidden
                )
    if experiment.no_residual and experiment.no_residual.startswith(f"{place}."):
        stack, _, kind = parts(experiment.no_residual)
        short = {"self_attention": "attention"} if stack == "encoder" else {}
        norm = f"norm_{short.get(kind, kind)}"
        replaced[norm] = NormAlone(getattr(layer, norm))
    return with_parts(layer, **replaced)


def _looks_at_target(attention: str) -> bool:
    return attention.startswith("decoder") and attention.endswith("self_attention")


def _at(place: int | None) -> slice:
    return slice(None) if place is None else slice(place, place + 1)
