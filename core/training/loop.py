"""The training loop: forward, loss, backward, average, validate, keep the best.

A run can be killed at any moment: it goes on from its last saved state with the same
batches, the same dropout and the same result.
"""

import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

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
from core.training.run import Run, keep, keep_frame, replay_moments, stages

STATE = "state.pt"
Validate = Callable[[Translating], float]


def learning_rate(update: int, schedule: Schedule) -> float:
    """A line up to `peak`, the inverse square root of the update, a line down.

    Vaswani et al. (2017), eq. 3, with the peak named instead of d_model; over the last
    `cooldown` updates the rate goes down to nothing (Hägele et al. 2024, section 3).
    """
    left = schedule.updates - update + 1
    return (
        schedule.peak
        * min(update / schedule.warmup, math.sqrt(schedule.warmup / update))
        * min(1.0, left / max(schedule.cooldown, 1))
    )


def train(
    recipe: Recipe,
    corpus: Corpus,
    tokenizer: Tokenizer,
    validate: Validate,
    out: Path,
    begun: checkpoint.Checkpoint | None = None,
    made: Mapping[str, Any] | None = None,
    report_every: int = 50,
) -> None:
    """Train by the recipe into the model folder `out`, from `begun` or from nothing.

    The folder always holds the averaged weights with the best validation so far, all
    rows of the history, the frames of the replay, and what made them: `made` (command
    and commit), the recipe, the kind of machine. The state that a killed run goes on
    from lies in `out`.resume beside it.
    """
    schedule = recipe.schedule
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(schedule.seed)
    earlier = begun.info["sizes"] if begun else {}
    sizes = {**earlier, **recipe.sizes, "vocabulary": tokenizer.size}
    network = initialise(build(recipe.kind, sizes))
    if begun:
        network.load_state_dict(begun.network.state_dict())
    network.to(device).train().requires_grad_(True)
    optimizer = torch.optim.AdamW(
        network.parameters(),
        lr=0.0,
        betas=(0.9, 0.98),
        eps=1e-9,
        weight_decay=0.01,
        fused=True,
    )
    info = {**(made or {}), "recipe": asdict(recipe), "machine": machine(device)}
    run = Run(network, deepcopy(network).requires_grad_(False), optimizer)
    resume = out.with_name(out.name + ".resume")
    resume.mkdir(parents=True, exist_ok=True)
    if begun:
        info["before"] = stages(begun)
        run.carry_on(begun)
    if (resume / STATE).exists():
        run.resume(resume / STATE, device)
    progress, losses = run.progress, list[float]()
    if progress.bfloat16 is None:
        progress.bfloat16 = bfloat16_is_faster(device)
    autocast = torch.autocast(device.type, torch.bfloat16, enabled=progress.bfloat16)
    moments = replay_moments(run, schedule)
    if progress.total in moments and progress.update == 0:
        row: Mapping[str, Any] = run.history[-1] if run.history else {}
        keep_frame(run, tokenizer, row.get("loss"), row.get("bleu"))
    bar = tqdm(
        total=schedule.updates,
        initial=progress.update,
        file=sys.stderr,
        unit="update",
        mininterval=2,
    )
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
            decay = min(schedule.average, 1 - 1 / progress.update)
            blend(run.average, network, decay)
            progress.pieces += batch.pieces
            losses.append(float(loss.detach()))
            bar.update()
            if progress.update % report_every == 0:
                bar.set_postfix(
                    loss=f"{sum(losses[-200:]) / len(losses[-200:]):.3f}",
                    bleu=f"{max(progress.best, 0):.1f}",
                )
            last = progress.update >= schedule.updates
            due = last or progress.update % schedule.validate_every == 0
            if not due and progress.total not in moments:
                continue
            bleu = round(validate(run.average.eval()), 2)
            mean_loss = round(sum(losses) / len(losses), 4)
            if progress.total in moments:
                keep_frame(run, tokenizer, mean_loss, bleu)
            if due:
                progress.seconds = time.monotonic() - began
                run.history.append(
                    {
                        "update": progress.total,
                        "pieces": progress.pieces,
                        "minutes": round(progress.seconds / 60, 2),
                        "loss": mean_loss,
                        "bleu": bleu,
                    }
                )
                losses.clear()
                bar.write(str(run.history[-1]), file=sys.stderr)
                keep(out, run, recipe.kind, tokenizer, info)
                run.save(resume / STATE)
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

    Label smoothing as in Szegedy et al. (2016), section 7: the wanted piece is given
    1 − ε of the probability, and ε is spread evenly over the whole vocabulary.
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
