"""One pass of a network over given pieces, as an experiment wants it."""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.attention import causal_mask
from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment, check_fit
from core.experiments.rewired import rewired_by
from core.experiments.uncached import WithoutCache
from core.networks.kinds import Layered, Network, Translating
from core.text.tokenizer import END, PAD, START

MOST_LOGITS = 24_000_000  # numbers at once, about 100 MB


def source_input(
    ids: tuple[int, ...], experiment: Experiment
) -> tuple[Int[Tensor, " source"], Bool[Tensor, "1 source"]]:
    """The source with ‹end› and the ‹pad›s of an experiment; where one may look."""
    source = torch.tensor([*ids, END] + [PAD] * experiment.pads)
    allowed = torch.ones(1, len(source), dtype=torch.bool)
    if experiment.padding_mask:
        allowed[:, len(ids) + 1 :] = False
    return source, allowed


def target_input(
    predicted: tuple[int, ...], experiment: Experiment
) -> tuple[Int[Tensor, " target"], Bool[Tensor, "target target"]]:
    """The target as it is read, ‹start› first, and where its positions may look."""
    target = torch.tensor([START, *predicted[:-1]])
    allowed = causal_mask(len(target))
    return target, allowed if experiment.causal else torch.ones_like(allowed)


def rewired(network: Translating, experiment: Experiment) -> Translating:
    """The network as an experiment rewires it; the same one where it does not.

    InputError where the experiment asks for a layer or head that is not there, or for
    anything at all of a recurrent network.
    """
    if not isinstance(network, Layered):
        if experiment != AS_IT_IS:
            raise InputError(
                "transformer_only", "Experiments are made with the Transformer only."
            )
        return network
    check_fit(experiment, network.parts())
    return rewired_by(network, experiment) if experiment.rewires else network


def stepwise(network: Translating, experiment: Experiment) -> Network:
    """The rewired network as decoding wants it: one word at a time.

    With a cache wherever earlier steps are as they were and no row has cells of its
    own to keep from.
    """
    network = rewired(network, experiment)
    uncached = any(change.uncached for change in experiment.changes)
    if isinstance(network, Layered) and uncached:
        return WithoutCache(network, experiment.causal)
    return network


def log_probabilities(
    logits: Float[Tensor, "*batch target word"], predicted: tuple[int, ...]
) -> Float[Tensor, "*batch target"]:
    """The log-probability of each given piece (nats, at most 0), row by row."""
    rows = torch.arange(len(predicted))
    return logits.log_softmax(-1)[..., rows, torch.tensor(predicted)]


def log_probability(
    logits: Float[Tensor, "*batch target word"],
    predicted: tuple[int, ...],
    finished: bool,
) -> Float[Tensor, "*batch"]:
    """The sum over a sentence that ends with ‹end›; it counts only where written."""
    logs = log_probabilities(logits, predicted)
    return logs.sum(-1) if finished else logs[..., :-1].sum(-1)


def cases_at_once(rows: int, vocabulary: int) -> int:
    """How many passes with that many rows of logits fit into a batch, at least one."""
    return max(1, MOST_LOGITS // (rows * vocabulary))
