"""Other ways to write a translation than greedily; they start from a recorded pass."""

from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.decoding import BeamTree, Hypothesis, beam_tree
from core.errors import InputError
from core.networks import Network
from core.passes import check_cells, source_input, stepwise
from core.prefix import Prefixed, continued, log_probability
from core.sampling import Sampling, sample
from core.trace import Trace, Translation
from core.translator import MAX_BEAM, Translator


@torch.inference_mode()
def searched(
    model: Translator, trace: Trace, width: int
) -> tuple[BeamTree, Translation]:
    """A beam search over the source of a pass, from the same given beginning.

    All log-probabilities, of branches too, are those of the whole path.
    InputError where the beam is too wide.
    """
    if not 1 <= width <= MAX_BEAM:
        raise InputError(f"A beam of {width}; choose 1 to {MAX_BEAM}.")
    asked = _asked(model, trace)
    tree = beam_tree(asked.network, asked.source, asked.allowed, width)
    found = [asked.whole(one) for one in tree.hypotheses]
    found.sort(key=lambda one: one.score, reverse=True)
    branches = (
        replace(branch, log_probability=asked.given + branch.log_probability)
        for branch in tree.branches
    )
    return BeamTree(tuple(branches), tuple(found)), model.translation(found)


@torch.inference_mode()
def sampled(model: Translator, trace: Trace, sampling: Sampling) -> Translation:
    """A translation by lot, from the same source and given beginning."""
    asked = _asked(model, trace)
    found = sample(asked.network, asked.source, asked.allowed, sampling)
    return model.translation([asked.whole(found)])


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is decoded: the network that goes on from `prefix`, and what it reads.

    `given` is the log-probability of the prefix.
    """

    network: Network
    source: Int[Tensor, "1 source"]
    allowed: Bool[Tensor, "1 1 source"]
    prefix: tuple[int, ...]
    given: float

    def whole(self, found: Hypothesis) -> Hypothesis:
        return continued(self.prefix, self.given, found)


def _asked(model: Translator, trace: Trace) -> _Asked:
    prefix = trace.predicted_ids[: trace.given]
    source, allowed = source_input(trace.source_ids, trace.experiment)
    check_cells(model.network, trace.experiment, allowed, given=len(prefix))
    network = stepwise(model.network, trace.experiment)
    given = log_probability(network, source[None], allowed[None], prefix)
    if prefix:
        network = Prefixed(network, prefix)
    return _Asked(network, source[None], allowed[None], prefix, given)
