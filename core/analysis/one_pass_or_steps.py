"""Two clocks: all rows of a target in one pass, and the same rows step by step.

In a causal model both compute the same numbers. What differs is how many rows can be
computed side by side, and how many steps must wait for one another.
"""

from dataclasses import dataclass

import torch

from core.checkpoint import Checkpoint
from core.errors import InputError
from core.experiments.passes import stepwise
from core.networks.kinds import Layered
from core.networks.transformer import TransformerConfig
from core.networks.writer import WIDER, WriterConfig
from core.trace import Trace


@dataclass(frozen=True)
class Clocks:
    """One pass with `rows` rows beside `rows` steps with one row.

    `difference` is the largest between two probabilities of the two; the rest are
    multiplications in the decoder: of the pass, of the steps when they keep keys and
    values, and without a cache, when every step computes all rows so far.
    """

    rows: int
    difference: float
    in_one_pass: int
    in_steps: int
    uncached: int


@torch.inference_mode()
def clocks(model: Checkpoint, trace: Trace) -> Clocks:
    """Run the steps over the words of a pass, and compare row by row."""
    if not isinstance(model.network, Layered):
        raise InputError(
            "only_step_by_step",
            "{model} can only go step by step.",
            model=model.name,
        )
    network = stepwise(model.network, trace.experiment)
    source, allowed, target, _ = trace.inputs
    state = network.begin(source[None], allowed[None])
    steps = []
    for word in target:
        logits, state = network.step(state, word[None])
        steps.append(logits[0])
    stepwise_probabilities = torch.stack(steps).softmax(-1)
    difference = (stepwise_probabilities - trace.probabilities).abs().max().item()
    config, rows, keys = model.network.config, len(steps), len(source)
    kept = sum(multiplications(config, 1, t, keys) for t in range(1, rows + 1))
    uncached = sum(multiplications(config, t, t, keys) for t in range(1, rows + 1))
    once = multiplications(config, rows, rows, keys)
    return Clocks(rows, difference, once, kept, uncached)


def multiplications(
    config: TransformerConfig | WriterConfig, rows: int, target: int, source: int
) -> int:
    """What `rows` rows of the decoder multiply, looking at that many target positions.

    Per layer and row: six projections of d × d (query, key, value and join looking
    back; query and join looking across), scores and mixing for every position, the
    feed-forward network; at the end one score a word. The source's keys and values
    are projected once whatever the clock, and left out. A decoder alone looks back
    only: four projections.
    """
    d = config.d_model
    if isinstance(config, WriterConfig):
        layer = 4 * d * d + 2 * d * target + 2 * WIDER * d * d
        return rows * (config.n_layers * layer + d * config.vocabulary)
    attention = 6 * d * d + 2 * d * target + 2 * d * source
    layer = attention + 2 * d * config.d_hidden
    return rows * (config.n_layers * layer + d * config.vocabulary)
