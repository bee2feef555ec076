"""Heads that copy: they attend to what followed the last time, and write it again.

Elhage et al. (2021), "induction heads"; Olsson et al. (2022). A sequence drawn at
random is read twice: its first half cannot be predicted, its second half
everything, by looking at what followed when the same piece stood there before.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from core.experiments.experiment import AS_IT_IS, Experiment
from core.experiments.passes import rewired
from core.networks.names import AttentionName
from core.networks.writer import Writer
from core.text.tokenizer import RESERVED, START


@dataclass(frozen=True)
class Copying:
    """How much each head attends to what followed last time, and what copying gains.

    `scores` is a head's mean weight on the one place that followed, 0 to 1; `uniform`
    what a map without preferences would give it. `first` and `second` are the mean loss
    a piece (nats) in the first and in the second half.
    """

    scores: dict[AttentionName, tuple[float, ...]]
    uniform: float
    first: float
    second: float


def repeated(
    vocabulary: int, length: int, rows: int, seed: int = 1
) -> Int[Tensor, "row piece"]:
    """‹start›, then `length` different pieces at random, and the same ones again."""
    chance = torch.Generator().manual_seed(seed)
    reserved = len(RESERVED)
    drawn = torch.stack(
        [
            torch.randperm(vocabulary - reserved, generator=chance)[:length]
            for _ in range(rows)
        ]
    )
    start = torch.full((rows, 1), START)
    return torch.cat([start, drawn + reserved, drawn + reserved], dim=-1)


@torch.inference_mode()
def copying(
    network: Writer,
    text: Int[Tensor, "row piece"],
    experiment: Experiment = AS_IT_IS,
) -> Copying:
    """What a network makes of sequences that `repeated` made.

    The query of row n + p reads the p-th piece for the second time; what followed the
    first time stands in column p + 1.
    """
    length = text.shape[-1] // 2
    rows = torch.arange(length + 1, 2 * length)
    columns = rows - length + 1
    changed = rewired(network, experiment)
    source, allowed = text[0, :0], torch.ones(1, 0, dtype=torch.bool)
    passes = [changed(source, each, allowed) for each in text]
    scores = {
        name: tuple(
            torch.stack([one.attention(name)[0][:, rows, columns] for one in passes])
            .mean((0, -1))
            .tolist()
        )
        for name in passes[0].attentions()
        if name.looks_back
    }
    logs = torch.stack([one.logits for one in passes])[:, :-1].log_softmax(-1)
    losses = -logs.gather(-1, text[:, 1:, None]).squeeze(-1)
    return Copying(
        scores,
        (1 / (rows + 1)).mean().item(),
        losses[:, 1:length].mean().item(),
        losses[:, length + 1 :].mean().item(),
    )
