"""The training loop: forward, loss, backward, average, validate, keep the best.

A run can be killed at any moment: it goes on from its last saved state with the same
batches, the same dropout and the same result.
"""

import math
import os
import sys
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional
from tqdm import tqdm

from core import checkpoint
from core.networks import Translating, build
from core.tokenizer import PAD, Tokenizer
from core.training.corpus import Batch, Corpus, make_batch
from core.training.initial import initialise
from core.training.recipe import Recipe, Schedule

STATE = "state.pt"
Validate = Callable[[Translating], float]


@dataclass
class Progress:
    """Where a run stands; whether it computes in bfloat16 is decided once for it."""

    update: int = 0
    epoch: int = 0
    batch: int = 0
    pieces: int = 0
    seconds: float = 0.0
    best: float = -math.inf
    bfloat16: bool | None = None


def learning_rate(update: int, schedule: Schedule) -> float:
    """A line up to `peak`, then the inverse square root of the update.

    Vaswani et al. (2017), eq. 3, with the peak named instead of d_model.
    """
    return schedule.peak * min(
        update / schedule.warmup, math.sqrt(schedule.warmup / update)
    )


def train(
    recipe: Recipe,
    corpus: Corpus,
    tokenizer: Tokenizer,
    validate: Validate,
    out: Path,
    start: Translating | None = None,
    command: str = "",
    report_every: int = 50,
) -> None:
    """Train by the recipe into the model folder `out`, from `start` or from nothing.

    The folder always holds the averaged weights with the best validation so far, with
    the recipe, the `command` and the kind of machine that made them; the
    state that a killed run goes on from lies in `out`.resume beside it.
    """
    schedule = recipe.schedule
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(schedule.seed)
    sizes = {**recipe.sizes, "vocabulary": tokenizer.size}
    network = start or initialise(build(recipe.kind, sizes))
    network.to(device).train().requires_grad_(True)
    average = deepcopy(network).requires_grad_(False)
    optimizer = torch.optim.AdamW(
        network.parameters(),
        lr=0.0,
        betas=(0.9, 0.98),
        eps=1e-9,
        weight_decay=0.01,
        fused=True,
    )
    info = {"command": command, "recipe": asdict(recipe), "machine": machine(device)}
    progress, history = Progress(), list[dict[str, int | float]]()
    resume = out.with_name(out.name + ".resume")
    resume.mkdir(parents=True, exist_ok=True)
    if (resume / STATE).exists():
        state = torch.load(resume / STATE, map_location=device, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        progress, history = Progress(**state["progress"]), state["history"]
    if progress.bfloat16 is None:
        progress.bfloat16 = bfloat16_is_faster(device)
    autocast = torch.autocast(device.type, torch.bfloat16, enabled=progress.bfloat16)
    bar = tqdm(
        total=schedule.updates,
        initial=progress.update,
        file=sys.stderr,
        unit="update",
        mininterval=2,
    )
    losses: list[float] = []
    began = time.monotonic() - progress.seconds
    while progress.update < schedule.updates:
        cut = corpus.batches(schedule.seed, progress.epoch)
        for pairs in cut[progress.batch :]:
            progress.update += 1
            progress.batch += 1
            torch.manual_seed(schedule.seed * 1_000_003 + progress.update)
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(progress.update, schedule)
            batch = make_batch(pairs).to(device)
            with autocast:
                loss = batch_loss(network, batch, schedule.label_smoothing)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), schedule.clip)
            optimizer.step()
            blend(average, network, min(schedule.average, 1 - 1 / progress.update))
            progress.pieces += batch.pieces
            losses.append(float(loss.detach()))
            bar.update()
            if progress.update % report_every == 0:
                bar.set_postfix(
                    loss=f"{sum(losses[-200:]) / len(losses[-200:]):.3f}",
                    bleu=f"{max(progress.best, 0):.1f}",
                )
            last = progress.update >= schedule.updates
            if progress.update % schedule.validate_every == 0 or last:
                progress.seconds = time.monotonic() - began
                bleu = validate(average.eval())
                history.append(
                    {
                        "update": progress.update,
                        "pieces": progress.pieces,
                        "minutes": round(progress.seconds / 60, 2),
                        "loss": round(sum(losses) / len(losses), 4),
                        "bleu": round(bleu, 2),
                    }
                )
                losses.clear()
                bar.write(str(history[-1]), file=sys.stderr)
                if bleu > progress.best:
                    progress.best = bleu
                    checkpoint.save(out, recipe.kind, average, tokenizer, history, info)
                save_state(
                    resume / STATE, network, average, optimizer, progress, history
                )
            if last:
                break
        else:
            progress.epoch += 1
            progress.batch = 0
    bar.close()


def machine(device: torch.device) -> str:
    """What a run runs on, in words."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{os.cpu_count()} processor cores"


def batch_loss(
    network: Translating, batch: Batch, label_smoothing: float
) -> torch.Tensor:
    """Mean cross-entropy of the wanted pieces in nats, padding left out.

    Label smoothing as in Szegedy et al. (2016), section 7: the wanted piece has
    probability 1 − ε, the rest is spread evenly over the vocabulary.
    """
    record = network(batch.source, batch.read, batch.source_allowed)
    return functional.cross_entropy(
        record.logits.flatten(0, -2).float(),
        batch.wanted.flatten(),
        ignore_index=PAD,
        label_smoothing=label_smoothing,
    )


@torch.no_grad()
def blend(average: Translating, network: Translating, decay: float) -> None:
    """Move the running mean of the weights a little towards the weights."""
    for mean, new in zip(average.parameters(), network.parameters(), strict=True):
        mean.lerp_(new, 1 - decay)


def save_state(
    path: Path,
    network: Translating,
    average: Translating,
    optimizer: torch.optim.Optimizer,
    progress: Progress,
    history: list[dict[str, int | float]],
) -> None:
    """Everything a killed run needs, written beside and then moved into place."""
    state = {
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimizer": optimizer.state_dict(),
        "progress": asdict(progress),
        "history": history,
    }
    torch.save(state, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def bfloat16_is_faster(device: torch.device) -> bool:
    """Whether a matrix product of a training step's size is faster in half the bits."""
    if device.type == "cuda":
        return True

    def seconds(dtype: torch.dtype) -> float:
        a, b = torch.ones(2000, 256, dtype=dtype), torch.ones(256, 4096, dtype=dtype)
        torch.matmul(a, b)
        began = time.perf_counter()
        for _ in range(3):
            torch.matmul(a, b)
        return time.perf_counter() - began

    return seconds(torch.bfloat16) < 0.8 * seconds(torch.float32)
