"""The training loop: forward, loss, backward, average, validate, keep the best.

A run can be killed at any moment: it goes on from its last saved state with the same
batches, the same dropout and the same result. The state is saved every `SAVE_EVERY`
seconds, and before every validation, which may take as long.
"""

import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from tqdm import tqdm

from core import checkpoint
from core.errors import InputError
from core.networks.bahdanau import Bahdanau
from core.networks.kinds import Translating, build
from core.sealed import CONFIG
from core.shelf.languages import USUAL
from core.text.tokenizer import PAD, Tokenizer
from core.training.ahead import helpers, passes
from core.training.corpus import Batch, Corpus, Ids, make_batch
from core.training.dropout import with_byte_dropout
from core.training.initial import initialise
from core.training.lexicon import Lexicon, learns_after, model_1, model_2
from core.training.loss import SmoothedCrossEntropy
from core.training.model_folder import keep, keep_as_it_is, keep_frame, replay_moments
from core.training.recipe import Recipe, Schedule
from core.training.run import Progress, Run, due, lexicon_begins
from core.training.state import SAVE_EVERY, machine, refuse_removed, state_path
from core.training.step import adam, step
from core.training.stopping import Stop

SETTLING = 200
OTHER_DATA = "Pairs, weights of files, tokenizer or --apart are others than before."
Validate = Callable[[Translating], float]


def settled(progress: Progress) -> float:
    """The share of the rate that is taken, 0 to 1: all of it, but after a move.

    An optimizer that begins anew knows no gradient, and its first steps are too large.
    """
    since = progress.update - progress.begun_anew
    return min(1.0, since / SETTLING) if progress.begun_anew else 1.0


def train(
    recipe: Recipe,
    corpus: Corpus,
    tokenizer: Tokenizer,
    validate: Validate,
    out: Path,
    begun: checkpoint.Checkpoint | None = None,
    made: Mapping[str, Any] | None = None,
    report_every: int = 50,
    stop: Stop | None = None,
) -> None:
    """Train by the recipe into the model folder `out`, from `begun` or from nothing.

    After every validation the folder holds the averaged weights with the best one so
    far, all rows of the history, the frames of the replay, and what made them: `made`
    (command and commit), the recipe, the kind of machine. The state that a killed run
    goes on from lies in `out`.resume beside it.
    """
    schedule, stop = recipe.schedule, stop or Stop()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high" if device.type == "cuda" else "highest")
    run = started(recipe, tokenizer.size, begun, device, tokenizer.opens())
    run.tokenizer_digest = tokenizer.digest
    info = {
        "languages": list(recipe.languages),
        **(made or {}),
        "recipe": asdict(recipe),
        "machine": machine(device),
    }
    state = state_path(out)
    if begun:
        run.carry_on(begun)
    if state.exists():
        run.resume(state, device)
    if run.earlier:
        info["before"] = run.earlier
    progress = run.progress
    if progress.update >= schedule.updates and not progress.owed:
        refuse_removed(out, state)
    if not (out / CONFIG).is_file():
        progress.best = -math.inf  # the model that reached it was taken away
    if progress.bfloat16 is None:
        progress.bfloat16 = bfloat16_is_faster(device)
    if run.take_up(info):
        print(OTHER_DATA, file=sys.stderr)
    info["stints"] = run.stints
    if recipe.languages != USUAL:
        run.frames.clear()
    moments = replay_moments(run, schedule, recipe.languages)
    if progress.total in moments and progress.update == 0:
        row: Mapping[str, Any] = run.history[-1] if run.history else {}
        keep_frame(run, tokenizer, row.get("loss"), row.get("bleu"))
    began = saved = time.monotonic()
    began -= progress.seconds

    def keep_state() -> None:
        nonlocal saved
        progress.seconds = time.monotonic() - began
        run.save(state)
        saved = time.monotonic()

    def judge() -> None:
        """Measure the weights as they are, and keep what was found."""
        loss = round(fmean(run.losses), 4)
        bleu = round(validate(run.average.eval()), 2)
        with stop.finishing(keep_state):
            if progress.total in moments:
                keep_frame(run, tokenizer, loss, bleu)
            if due(progress, schedule):
                progress.seconds = time.monotonic() - began
                bar.write(str(run.row(loss, bleu)), file=sys.stderr)
                run.losses.clear()
                keep(out, run, recipe.kind, tokenizer, info)
                if lexicon_begins(progress, schedule):
                    keep_as_it_is(out, run, recipe.kind, tokenizer, info)
            progress.owed = False
            keep_state()

    stop.where = lambda: f"after update {progress.update:,} of {schedule.updates:,}"
    left = max(0, schedule.updates - progress.update)
    coming = islice(batches(corpus, schedule.seed, progress, helpers(device)), left)
    with tqdm(
        total=schedule.updates,
        initial=progress.update,
        file=sys.stderr,
        unit="update",
        mininterval=2,
    ) as bar:
        if progress.owed:
            judge()
        while True:
            with stop.finishing(keep_state):
                if (pairs := next(coming, None)) is None:
                    break
                run.losses.append(learn(run, make_batch(pairs), schedule))
                bar.update()
                if progress.update % report_every == 0:
                    loss, best = fmean(run.losses[-200:]), max(progress.best, 0)
                    bar.set_postfix(loss=f"{loss:.3f}", bleu=f"{best:.1f}")
                progress.owed = due(progress, schedule) or progress.total in moments
                late = time.monotonic() - saved >= SAVE_EVERY
                if progress.owed or late:
                    keep_state()
            if progress.owed:
                judge()


def started(
    recipe: Recipe,
    vocabulary: int,
    begun: checkpoint.Checkpoint | None,
    device: torch.device,
    opens: Sequence[bool] | None = None,
) -> Run:
    """A network with its optimizer, at the weights of `begun` or at random ones.

    `opens` says which pieces open a word, for a lexicon.
    """
    torch.manual_seed(recipe.schedule.seed)
    earlier = begun.info["sizes"] if begun else {}
    sizes = {**earlier, **recipe.sizes, "vocabulary": vocabulary}
    network = initialise(build(recipe.kind, sizes))
    if begun:
        network.load_state_dict(begun.network.state_dict())
    network.to(device).train()
    for name, parameter in network.named_parameters():
        parameter.requires_grad_(name.startswith(recipe.learns))
    if not any(parameter.requires_grad for parameter in network.parameters()):
        raise InputError(f"No part's name begins with {recipe.learns!r}: none learns.")
    with_byte_dropout(network)
    lexicon = None
    if recipe.schedule.lexicon and isinstance(network, Bahdanau):
        lexicon = Lexicon(network, opens).to(device)
    optimizer = adam(
        [*network.parameters(), *(lexicon.parameters() if lexicon else ())]
    )
    average = deepcopy(network).requires_grad_(False)
    return Run(recipe, network, average, optimizer, lexicon)


def batches(
    corpus: Corpus, seed: int, progress: Progress, helping: int = 0
) -> Iterator[list[tuple[Ids, Ids]]]:
    """The batches that are still to come, pass after pass; `progress` counts them."""
    for cut in passes(corpus, seed, progress.epoch, helping):
        for pairs in cut[progress.batch :]:
            progress.batch += 1
            yield pairs
        progress.epoch += 1
        progress.batch = 0


def learn(run: Run, batch: Batch, schedule: Schedule) -> float:
    """One update of the weights and of their running mean; the loss before it (nats).

    The loss is that of translating, without what a lexicon adds to it. The dropout of
    an update depends on its number alone, whatever came before.
    """
    progress = run.progress
    progress.update += 1
    progress.pieces += batch.pieces
    batch = batch.to(next(run.network.parameters()).device)
    torch.manual_seed(schedule.seed * 1_000_003 + progress.update)
    half = run.half if progress.bfloat16 else None
    network = half.network if half else run.network
    if half:
        half.follow()
    run.optimizer.zero_grad(set_to_none=True)
    record = network(batch.source, batch.read, batch.source_allowed)
    loss = whole = cross_entropy(record.logits, batch, schedule.label_smoothing)
    if run.lexicon and progress.update > learns_after(schedule):
        with torch.autocast(batch.source.device.type, torch.bfloat16, bool(half)):
            t = run.lexicon(network, batch)
            whole = loss + model_1(t, batch)
            if progress.update > schedule.lexicon_after:
                whole = whole + schedule.lexicon * model_2(t, record, batch)
    whole.backward()
    if half:
        half.hand_over()
    # The lexicon learns unclipped: it is no part of the model.
    step(run, schedule, progress.update, settled(progress))
    return float(loss.detach())


def cross_entropy(
    logits: Float[Tensor, "batch target word"], batch: Batch, label_smoothing: float
) -> Float[Tensor, ""]:
    """Mean cross-entropy of the target pieces in nats, padding left out."""
    return SmoothedCrossEntropy.apply(
        logits.flatten(0, -2), batch.wanted.flatten(), label_smoothing, PAD
    )


def bfloat16_is_faster(device: torch.device) -> bool:
    """Whether a matrix product of a training step's size is faster in half the bits.

    On a graphics card the many small steps take the time, not the products.
    """
    if device.type == "cuda":
        return False

    def seconds(dtype: torch.dtype) -> float:
        a, b = torch.ones(2000, 256, dtype=dtype), torch.ones(256, 4096, dtype=dtype)
        torch.matmul(a, b)
        began = time.perf_counter()
        for _ in range(3):
            torch.matmul(a, b)
        return time.perf_counter() - began

    return seconds(torch.bfloat16) < 0.8 * seconds(torch.float32)
