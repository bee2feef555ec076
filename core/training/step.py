"""One step of the weights: translators and small models take it alike."""

import math
from collections.abc import Iterable
from typing import Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from core.errors import InputError
from core.training.recipe import Pace


@runtime_checkable
class Learning(Protocol):
    """Weights that learn, the running mean of them, and what moves them."""

    @property
    def network(self) -> nn.Module: ...

    @property
    def average(self) -> nn.Module: ...

    @property
    def optimizer(self) -> torch.optim.Optimizer: ...


def adam(parameters: Iterable[nn.Parameter]) -> torch.optim.Optimizer:
    """Adam as in Vaswani et al. (2017), section 5.3, whose rate every step sets anew.

    The weights decay apart from the gradient, as in Loshchilov & Hutter (2019),
    algorithm 2.
    """
    return torch.optim.AdamW(
        parameters, lr=0.0, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.01, fused=True
    )


def learning_rate(update: int, schedule: Pace) -> float:
    """peak · min(t/w, √(w/t)) · min(1, left/c) at update t, counted from 1.

    With w = `warmup`, c = `cooldown`, and `left` the updates from t to the last one.
    The first two factors are eq. 3 of Vaswani et al. (2017), section 5.3, with the peak
    named instead of d_model; the third is a line down to nothing (Hägele et al. 2024,
    section 3).
    """
    left = schedule.updates - update + 1
    return (
        schedule.peak
        * min(update / schedule.warmup, math.sqrt(schedule.warmup / update))
        * min(1.0, left / max(schedule.cooldown, 1))
    )


def step(run: Learning, schedule: Pace, update: int, share: float = 1.0) -> None:
    """Move the weights against the gradients that they hold, and the mean after them.

    Gradients longer than `clip` are cut to it; of the learning rate a `share` is taken.
    The mean m of the weights w becomes β·m + (1 − β)·w, with β the smaller of
    `average` and 1 − 1/t at update t: a plain mean of all of them at first. InputError
    where the gradients are infinite or no numbers; the weights stay as they are.
    """
    for group in run.optimizer.param_groups:
        group["lr"] = learning_rate(update, schedule) * share
    length = nn.utils.clip_grad_norm_(run.network.parameters(), schedule.clip)
    if not length.isfinite():
        raise InputError(
            f"The gradients of update {update:,} are no numbers any more: train into "
            "another folder, with a lower peak or a smaller clip."
        )
    run.optimizer.step()
    blend(run.average, run.network, min(schedule.average, 1 - 1 / update))


@torch.no_grad()
def blend(average: nn.Module, network: nn.Module, decay: float) -> None:
    """Move the running mean of the weights a little towards the weights."""
    means: list[Tensor] = [*average.parameters()]
    news: list[Tensor] = [*network.parameters()]
    torch._foreach_lerp_(means, news, 1 - decay)  # pyright: ignore[reportPrivateImportUsage]
