"""Other ways to write a translation than greedily; they start from a recorded pass."""

from dataclasses import replace

import torch

from core.decoding.sampling import Sampling, sample
from core.decoding.search import BeamTree, beam_tree
from core.experiments.prefix import Begun, begun
from core.in_use.translator import Translator, check_beam
from core.trace import Trace, Translation


@torch.inference_mode()
def searched(
    model: Translator, trace: Trace, width: int
) -> tuple[BeamTree, Translation]:
    """A beam search over the source of a pass, from the same given beginning.

    All log-probabilities, of branches too, are those of the whole path.
    InputError where the beam is too wide.
    """
    check_beam(width)
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
    """A translation at random, from the same source and given beginning."""
    asked = _asked(model, trace)
    found = sample(asked.network, asked.source, asked.allowed, sampling)
    return model.translation([asked.whole(found)])


def _asked(model: Translator, trace: Trace) -> Begun:
    given = trace.predicted_ids[: trace.given]
    return begun(model.network, trace.source_ids, trace.experiment, given)
