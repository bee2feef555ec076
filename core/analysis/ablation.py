"""Every head silenced alone, all in one batch: what the forced translation loses."""

import torch
from torch import Tensor

from core.errors import InputError
from core.experiments.passes import (
    cases_at_once,
    log_probability,
)
from core.experiments.rewired import rewired_by
from core.in_use.translator import Translator
from core.networks.kinds import Layered
from core.trace import Trace


@torch.inference_mode()
def each_head_silenced(model: Translator, trace: Trace) -> dict[str, tuple[float, ...]]:
    """For each attention, the change in the translation's log-probability, per head.

    The words of the trace are forced, and its experiment stays as it is; below 0 the
    translation becomes less probable (nats).
    """
    network = model.network
    if not isinstance(network, Layered):
        raise InputError(
            "no_heads",
            "{model} has no heads to silence.",
            model=model.name,
        )
    n_heads = network.config.n_heads
    names, experiment = trace.attentions(), trace.experiment
    cases = [(name, head) for name in names for head in range(n_heads)]
    finished = trace.translation.finished
    at_once = cases_at_once(len(trace.predicted_ids), network.config.vocabulary)
    source, source_allowed, target, target_allowed = trace.inputs
    found: list[Tensor] = []
    for start in range(0, len(cases), at_once):
        batch = cases[start : start + at_once]
        silenced = rewired_by(network, experiment)
        for name in names:
            attention = silenced.attention(name)
            rows = torch.zeros(len(batch), n_heads, dtype=torch.bool)
            if attention.silent is not None:
                rows |= attention.silent
            for row, (other, head) in enumerate(batch):
                rows[row, head] |= other == name
            attention.silent = rows
        record = silenced(
            source.expand(len(batch), -1),
            target.expand(len(batch), -1),
            source_allowed.expand(len(batch), -1, -1),
            target_allowed.expand(len(batch), -1, -1),
        )
        found.append(log_probability(record.logits, trace.predicted_ids, finished))
    before = log_probability(trace.record.logits, trace.predicted_ids, finished)
    changes = (torch.cat(found) - before).view(len(names), n_heads).tolist()
    return {str(name): tuple(row) for name, row in zip(names, changes, strict=True)}
