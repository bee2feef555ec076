"""What the labs publish, as tables with words: computed, or read from stored results.

Matrices are given as in the labs' fields: "2 1 3", rows with `;` between.
"""

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.exercises.checks import Number, Table
from core.labs import costs, heads, masks, norms, pooling, results, scores, sizes
from core.labs.letters import KINDS, PROGRAMS
from core.labs.topic_sentences import TOPICS
from core.labs.typed_matrices import matrix, written
from core.labs.worked_example import KEY, QUERY, VALUE
from core.layers import sinusoidal_positions

DOUBLE = torch.float64
POKED_WIDTH, POKED_HEADS = 8, 4


def numbered(letter: str, n: int) -> tuple[str, ...]:
    """k1, k2, … as rows and columns of small matrices are called."""
    return tuple(f"{letter}{at}" for at in range(1, n + 1))


def tabled(rows: Sequence[str], columns: Sequence[str], values: Tensor) -> Table:
    """A tensor with its words."""
    cells = tuple(tuple(row) for row in values.tolist())
    return Table(tuple(rows), tuple(columns), cells)


def _typed(text: str) -> Tensor:
    return torch.tensor(matrix(str(text)), dtype=DOUBLE)


# --- pooling, query-key-value, scores -------------------------------------------------


def pooling_error() -> Table:
    """The error at a fixed and at a shrinking width, for each number of points."""
    found = results.read("pooling").found
    columns = tuple(map(str, found.n))
    return Table(("fixed", "shrinking"), columns, (found.fixed, found.ruled))


def pooling_bias() -> Table:
    """What a fixed width leaves of the error, however many points there are."""
    return Table(("bias",), ("bias",), ((results.read("pooling").found.bias,),))


def pooling_weights(x: Number = 4.6, width: Number = 0.5) -> Table:
    """The weights of the 24 points for a query at x."""
    data = pooling.points(24)
    at = torch.tensor([[float(x)]], dtype=DOUBLE)
    weights = pooling.nearness_weights(at, data.x[:, None], float(width))
    return tabled(("weights",), numbered("x", 24), weights)


def _worked(q: str, k: str, v: str, scaled: bool) -> tuple[Tensor, Tensor, Tensor]:
    query, key, value = _typed(q), _typed(k), _typed(v)
    found = dot_product_scores(query, key, scale=None if scaled else 1.0)
    weights = masked_softmax(found)
    return found, weights, mix(weights, value)


def qkv_scores(
    q: str = written(QUERY),
    k: str = written(KEY),
    v: str = written(VALUE),
    scaled: bool = False,
) -> Table:
    """The scores of each query and each key."""
    found = _worked(q, k, v, scaled)[0]
    return tabled(numbered("q", len(found)), numbered("k", found.shape[1]), found)


def qkv_weights(
    q: str = written(QUERY),
    k: str = written(KEY),
    v: str = written(VALUE),
    scaled: bool = False,
) -> Table:
    """The weight of each key for each query."""
    found = _worked(q, k, v, scaled)[1]
    return tabled(numbered("q", len(found)), numbered("k", found.shape[1]), found)


def qkv_output(
    q: str = written(QUERY),
    k: str = written(KEY),
    v: str = written(VALUE),
    scaled: bool = False,
) -> Table:
    """The output of each query, number by number."""
    found = _worked(q, k, v, scaled)[2]
    return tabled(numbered("q", len(found)), numbered("", found.shape[1]), found)


def saturation(d: Number = 64, keys: Number = 10) -> Table:
    """Entropy and Jacobian norm of the softmax over random keys of width d."""
    both = [scores.saturation(int(d), int(keys), scaled=s) for s in (False, True)]
    return Table(("not divided", "divided"), ("entropy", "jacobian"), tuple(both))


# --- masks, heads, block --------------------------------------------------------------


def _one_row(row: str, forbidden: str) -> tuple[Tensor, Tensor]:
    given = _typed(row)[:1]
    may = torch.ones_like(given, dtype=torch.bool)
    for key in filter(None, forbidden.split(",")):
        may[0, int(key) - 1] = False
    return given, may


def mask_before(row: str = "2 1 3", forbidden: str = "3") -> Table:
    """The weights of a row whose mask goes before the softmax."""
    given, may = _one_row(row, forbidden)
    weights = masked_softmax(given, may)
    return tabled(("weights",), numbered("k", given.shape[1]), weights)


def mask_after(row: str = "2 1 3", forbidden: str = "3") -> Table:
    """The weights of all keys, the forbidden ones set to 0 afterwards."""
    given, may = _one_row(row, forbidden)
    weights = masks.zeroed(given, may)
    return tabled(("weights",), numbered("k", given.shape[1]), weights)


def mask_renormalised(row: str = "2 1 3", forbidden: str = "3") -> Table:
    """The same, divided by their sum again."""
    given, may = _one_row(row, forbidden)
    weights = masks.renormalised(masks.zeroed(given, may))
    return tabled(("weights",), numbered("k", given.shape[1]), weights)


def decoders() -> Table:
    """Two decoders, trained with and without a mask: loss and what they write alone."""
    forced = results.read("masks").found.at()
    both = (forced.masked, forced.unmasked)
    values = tuple((one.losses[-1], one.alone, one.fitting) for one in both)
    columns = ("loss in training", "loss alone", "words that fit")
    return Table(("with mask", "without mask"), columns, values)


def neighbours(share: Number = 0.7) -> Table:
    """How often a linear readout names the left and the right neighbour."""
    one, two = ((float(share),), (float(share), 1 - float(share)))
    values = []
    for shares in (one, two):
        brought = heads.neighbours(shares, 4)
        values.append(heads.reported(heads.linear_readout(brought)))
    return Table(("one head", "two heads"), ("left", "right"), tuple(values))


def reactions(coordinate: Number = 1) -> Table:
    """How far each head moves when one coordinate of a word is raised, both wirings."""
    x = torch.randn(3, POKED_WIDTH, generator=torch.Generator().manual_seed(1))
    values = []
    for wiring in heads.WIRINGS:
        attention = heads.fresh(wiring, POKED_WIDTH, POKED_HEADS)
        moved = heads.reactions(attention, x, 1.0)[int(coordinate) - 1]
        values.append(tuple(moved.tolist()))
    return Table(tuple(heads.WIRINGS), numbered("head ", POKED_HEADS), tuple(values))


def head_parameters(width: Number = 512) -> Table:
    """How many numbers one attention learns, by the number of its heads."""
    counts = (1, 2, 4, 8)
    values = [
        tuple(float(heads.parameters(wiring, int(width), n)) for n in counts)
        for wiring in heads.WIRINGS
    ]
    return Table(tuple(heads.WIRINGS), tuple(map(str, counts)), tuple(values))


def norm_statistics(numbers: str = written(VALUE), kind: str = "layer") -> Table:
    """Mean and variance of what a norm averages: of tokens, or of features."""
    found = norms.statistics(_typed(numbers), str(kind))
    names = numbered("token " if kind == "layer" else "feature ", len(found))
    values = tuple((one.mean, one.variance) for one in found)
    return Table(names, ("mean", "variance"), values)


# --- histogram, positions, costs, sizes -----------------------------------------------


def program_accuracy() -> Table:
    """The share of letters of new sequences each trained layer has right."""
    found = results.read("histogram").found
    accuracy = {(one.program, one.kind): one.accuracy for one in found.layers}
    values = [tuple(accuracy[one, kind] for kind in KINDS) for one in PROGRAMS]
    return Table(tuple(PROGRAMS), KINDS, tuple(values))


def position_products(d: Number = 128, places: Number = 64) -> Table:
    """⟨p_i, p_j⟩ of the sinusoidal encodings of places counted from 0."""
    encoded = sinusoidal_positions(int(places), int(d), dtype=DOUBLE)
    names = tuple(map(str, range(int(places))))
    return tabled(names, names, encoded @ encoded.T)


def layer_costs(n: Number = 512, d: Number = 512) -> Table:
    """The multiplications of a Transformer layer for n words of width d."""
    counts = costs.whole_layer(int(n), int(d))
    return Table(("layer",), tuple(counts), (tuple(map(float, counts.values())),))


def cost_growth(n: Number = 512, d: Number = 512) -> Table:
    """How many times more each part of a layer costs for twice as many words."""
    before, after = (layer_costs(words, d).values[0] for words in (n, 2 * n))
    times = tuple(b / a for a, b in zip(before, after, strict=True))
    return Table(("twice as long",), layer_costs(n, d).columns, (times,))


def attention_costs(n: Number = 10, d: Number = 20, kernel: Number = 3) -> Table:
    """The operations of each kind of layer: table 1 of Vaswani et al. (2017)."""
    counts = costs.operations(int(n), int(d), int(kernel))
    return Table(("operations",), tuple(counts), (tuple(map(float, counts.values())),))


def head_widths() -> Table:
    """Heads × head width beside the width of the model, of each printed row."""
    columns = ("heads × width", "model width", "difference")
    values = tuple(
        (float(r.d_heads), float(r.d_model), float(abs(r.d_heads - r.d_model)))
        for r in sizes.TABLE
    )
    return Table(tuple(row.name for row in sizes.TABLE), columns, values)


def topics_read() -> Table:
    """Of each topic, how many heads of the encoder count, and how right the best is."""
    found = {one.asked: one for one in results.read("heads").found.probed}
    told = [found[topic] for topic in TOPICS]
    best = tuple(max(max(layer) for layer in one.accuracy) for one in told)
    return Table(
        ("heads that count", "best"),
        TOPICS,
        (tuple(float(one.qualify) for one in told), best),
    )


PUBLISHED: Mapping[str, Callable[..., Table]] = {
    "pooling.error": pooling_error,
    "pooling.bias": pooling_bias,
    "pooling.weights": pooling_weights,
    "query-key-value.scores": qkv_scores,
    "query-key-value.weights": qkv_weights,
    "query-key-value.output": qkv_output,
    "scores.saturation": saturation,
    "masks.before": mask_before,
    "masks.after": mask_after,
    "masks.renormalised": mask_renormalised,
    "masks.decoders": decoders,
    "heads.neighbours": neighbours,
    "heads.reactions": reactions,
    "heads.parameters": head_parameters,
    "heads.topics": topics_read,
    "block.statistics": norm_statistics,
    "histogram.accuracy": program_accuracy,
    "positions.products": position_products,
    "costs.layer": layer_costs,
    "costs.growth": cost_growth,
    "costs.operations": attention_costs,
    "sizes.heads": head_widths,
}
