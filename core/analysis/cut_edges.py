"""Edges cut on purpose: what the written piece loses without them.

To cut an edge is to forbid its cell in every head: its score becomes −∞, and the rest
of the row shares the weight. A row must keep one key, so an edge that is the last of
its row stays.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.analysis.contributions import Edge
from core.experiments.passes import cases_at_once, log_probabilities, rewired
from core.experiments.rewired import RewiredTransformer
from core.in_use.translator import Translator
from core.networks.names import AttentionName
from core.networks.transformer import Transformer
from core.trace import Trace


def cuttable(trace: Trace, edges: Sequence[Edge], k: int) -> list[Edge]:
    """The first `k` of the edges that can be cut together."""
    chosen: list[Edge] = []
    left: dict[tuple[AttentionName, int], int] = {}
    for edge in edges:
        row = edge.name, edge.query
        if row not in left:
            _, allowed = trace.record.attention(edge.name)
            left[row] = int(allowed[:, edge.query].sum(-1).min())
        if left[row] > 1 and len(chosen) < k:
            left[row] -= 1
            chosen.append(edge)
    return chosen


def beside(edges: Sequence[Edge], cut: Sequence[Edge]) -> list[Edge]:
    """For each edge that is `cut`, the weakest of its row that is left to take.

    The sternest comparison: the same query in the same layer loses as many keys, only
    others. Where a row has no other, there is none for it.
    """
    taken, found = set(cut), list[Edge]()
    for one in cut:
        row = [e for e in edges if (e.name, e.query) == (one.name, one.query)]
        other = next((edge for edge in reversed(row) if edge not in taken), None)
        if other is not None:
            taken.add(other)
            found.append(other)
    return found


@torch.inference_mode()
def without(
    model: Translator, trace: Trace, rows: Sequence[int], cuts: Sequence[Sequence[Edge]]
) -> list[float]:
    """The log-probability (nats) of the piece of each row without the edges of its cut.

    The words of the trace stay forced, and so does its experiment. Many cuts are one
    batch.
    """
    base = rewired(model.network, trace.experiment)
    if not isinstance(base, Transformer):
        raise TypeError(f"{model.name} has no edges to cut")
    found: list[float] = []
    at_once = cases_at_once(len(trace.predicted_ids), base.config.vocabulary)
    for start in range(0, len(cuts), at_once):
        some = slice(start, start + at_once)
        found += _batch(model, trace, rows[some], cuts[some])
    return found


def _batch(
    model: Translator, trace: Trace, rows: Sequence[int], cuts: Sequence[Sequence[Edge]]
) -> list[float]:
    if not isinstance(model.network, Transformer):
        raise TypeError(f"{model.name} has no edges to cut")
    network = RewiredTransformer(model.network, trace.experiment)
    for name in {edge.name for cut in cuts for edge in cut}:
        attention = network.attention(name)
        weights, _ = trace.record.attention(name)
        attention.forbidden = _cells(name, weights, cuts)
    source, source_allowed, target, target_allowed = (
        part.expand(len(cuts), *part.shape) for part in trace.inputs
    )
    record = network(source, target, source_allowed, target_allowed)
    logs = log_probabilities(record.logits, trace.predicted_ids)
    return logs[torch.arange(len(cuts)), torch.tensor(rows)].tolist()


def _cells(
    name: AttentionName,
    weights: Float[Tensor, "head query key"],
    cuts: Sequence[Sequence[Edge]],
) -> Bool[Tensor, "batch head query key"]:
    """In each case of a batch, the cells of one attention that are cut."""
    cells = torch.zeros(len(cuts), *weights.shape, dtype=torch.bool)
    for case, cut in enumerate(cuts):
        for edge in cut:
            if edge.name == name:
                cells[case, :, edge.query, edge.key] = True
    return cells
