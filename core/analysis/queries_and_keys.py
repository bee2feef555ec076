"""Queries and keys of one head as points of one plane, near where the score is high.

After Yeh et al. (2023), "AttentionViz: A Global View of Transformer Attention",
section 4.2: a score is a dot product and no distance, so both clouds are first moved
and scaled in ways that leave every weight as it is. The paper then projects with
t-SNE or UMAP; here it is principal components, exact and the same every time.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.analysis.attribution import spearman
from core.errors import InputError
from core.layers import AttentionRecord
from core.networks.names import AttentionName
from core.networks.transformer import TransformerRecord
from core.trace import Trace

LONGER = 2.0
"""How many times longer than a key a query is on average, once both are scaled."""
FEWEST_KEYS = 3  # of fewer, a rank says nothing


@dataclass(frozen=True, eq=False)
class Cloud:
    """Queries and keys of one head, those of one sentence or of several."""

    query: Float[Tensor, "query d_head"]
    key: Float[Tensor, "key d_head"]


@dataclass(frozen=True, eq=False)
class Plane:
    """The points of one sentence, and of the `others` that gave the cloud its shape.

    `variance` is the share of all variance that the plane keeps, 0 to 1. The three
    agreements say how well "near" means "high score", from −1 to 1: `as_they_are` in
    all dimensions before anything was moved, `moved` in all dimensions afterwards,
    `seen` in the plane. None where no query has three keys to choose from.
    """

    query: Float[Tensor, "query 2"]
    key: Float[Tensor, "key 2"]
    others: Cloud
    variance: float
    as_they_are: float | None
    moved: float | None
    seen: float | None


def plane(
    cloud: Cloud,
    scores: Float[Tensor, "query key"],
    allowed: Bool[Tensor, "query key"],
    others: Sequence[Cloud] = (),
) -> Plane:
    """The plane through the clouds of a sentence and of `others` that keeps most.

    `scores` and `allowed` are those of the sentence, which the agreements are about.
    """
    both = [cloud, *others]
    together = alike(
        Cloud(*(torch.cat(p) for p in zip(*map(_pair, both), strict=True)))
    )
    n, m = len(cloud.query), len(cloud.key)
    here = Cloud(together.query[:n], together.key[:m])
    flat, variance = principal(torch.cat([together.query, together.key]))
    query, key = flat[: len(together.query)], flat[len(together.query) :]
    return Plane(
        query[:n],
        key[:m],
        Cloud(query[n:], key[m:]),
        variance,
        *(
            agreement(one, scores, allowed)
            for one in (cloud, here, Cloud(query[:n], key[:m]))
        ),
    )


def alike(cloud: Cloud) -> Cloud:
    """The same head, its weights unchanged, so that distances tell more of its scores.

    ‖q − k‖² = ‖q‖² + ‖k‖² − 2 q·k: for one query, the nearest key is the one with the
    highest score as long as all keys are equally long. So keys are made short beside
    queries: all keys move by one vector until their mean is 0, which adds one number
    to all scores of a query, and the softmax does not notice; queries are multiplied
    by c and keys divided by it, which changes no dot product. c makes a query `LONGER`
    than a key, in the root of the mean square.
    """
    key = cloud.key - cloud.key.mean(0)
    of_query, of_key = _length(cloud.query), _length(key)
    c = math.sqrt(LONGER * of_key / of_query) if of_query and of_key else 1.0
    return Cloud(cloud.query * c, key / c)


def principal(
    points: Float[Tensor, "point d_head"],
) -> tuple[Float[Tensor, "point 2"], float]:
    """The points in the plane of their two principal components, and what it keeps.

    Pearson (1901). By the singular values of the centred points: X = U S Vᵀ, the first
    two columns of X V; the share of variance is (s₁² + s₂²) / Σ s². Each axis points
    where its largest component is positive, so that a picture is not mirrored by
    chance.
    """
    centred = (points - points.mean(0)).double()
    _, sizes, axes = torch.linalg.svd(centred, full_matrices=False)
    axes = torch.nn.functional.pad(axes[:2], (0, 0, 0, max(0, 2 - len(axes))))
    largest = axes.gather(1, axes.abs().argmax(1, keepdim=True))
    axes = axes * torch.where(largest < 0, -1.0, 1.0)
    all_of_it = float(sizes.square().sum())
    kept = float(sizes[:2].square().sum()) / all_of_it if all_of_it else 1.0
    return (centred @ axes.T).float(), kept


def agreement(
    cloud: Cloud,
    scores: Float[Tensor, "query key"],
    allowed: Bool[Tensor, "query key"],
) -> float | None:
    """Spearman's rank correlation of nearness and score, the mean over the queries.

    1: of every query, the nearest key has the highest score, and so on to the last.
    """
    near = -torch.cdist(cloud.query.double(), cloud.key.double())
    found = [
        spearman(near[row][may].tolist(), scores[row][may].tolist())
        for row, may in enumerate(allowed)
        if int(may.sum()) >= FEWEST_KEYS
    ]
    return sum(found) / len(found) if found else None


def of_trace(trace: Trace, name: str | AttentionName, head: int) -> Cloud:
    """Queries and keys of one head in a pass; InputError where it has none."""
    found = attention_record(trace, AttentionName.parse(name))
    return Cloud(found.query[head], found.key[head])


def attention_record(trace: Trace, name: AttentionName) -> AttentionRecord:
    """What an attention of the Transformer computed; InputError of another model."""
    if not isinstance(trace.record, TransformerRecord):
        raise InputError(
            "no_projections",
            "{model} has no projected queries and keys.",
            model=trace.model,
        )
    return getattr(getattr(trace.record, name.stack)[name.layer], name.kind)


def in_plane(
    trace: Trace, name: str | AttentionName, head: int, others: Sequence[Trace] = ()
) -> Plane:
    """The plane of one head for the sentence of a pass, with those of `others`."""
    name = AttentionName.parse(name)
    found = attention_record(trace, name)
    allowed = found.allowed[head if len(found.allowed) > 1 else 0]
    clouds = [of_trace(other, name, head) for other in others]
    return plane(of_trace(trace, name, head), found.scores[head], allowed, clouds)


def _pair(cloud: Cloud) -> tuple[Tensor, Tensor]:
    return cloud.query, cloud.key


def _length(points: Float[Tensor, "point d_head"]) -> float:
    return float(points.square().sum(-1).mean().sqrt())
