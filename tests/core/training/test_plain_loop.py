"""Our updates against those of a loop that anybody would write of torch's parts."""

import random
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

import pytest
import torch
from torch import nn
from torch.nn import functional

from core.networks.kinds import Translating, build
from core.text.tokenizer import PAD
from core.training.corpus import Batch, make_batch
from core.training.loop import learn, started
from core.training.recipe import Recipe
from tests.core.training.runs import short

VOCABULARY = 17


def batches(many: int) -> Iterator[Batch]:
    """Six pairs of one to four pieces each; the French counts on from the English."""
    lot = random.Random(1)
    for _ in range(many):
        rows = [
            [lot.randrange(5, VOCABULARY - 1) for _ in range(lot.randint(1, 4))]
            for _ in range(6)
        ]
        yield make_batch([(row, [piece + 1 for piece in row]) for row in rows])


def losses(
    recipe: Recipe, many: int, half: bool = False
) -> tuple[list[float], list[float]]:
    """Of every batch: by our loop, and by the plain one from the same weights.

    In `half` the bits: bfloat16, the plain loop by torch's autocast.
    """
    run = started(recipe, VOCABULARY, None, torch.device("cpu"))
    run.progress.bfloat16 = half
    sizes = {**recipe.sizes, "vocabulary": VOCABULARY}
    network = build(recipe.kind, sizes).train()
    network.load_state_dict(run.network.state_dict())
    ours = [learn(run, batch, recipe.schedule) for batch in batches(many)]
    return ours, list(plain(network, recipe.schedule.peak, many, half))


def plain(network: Translating, peak: float, many: int, half: bool) -> Iterator[float]:
    torch.manual_seed(2)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=peak, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.01
    )
    rate = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda past: (past + 1) ** -0.5)
    for batch in batches(many):
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            logits = network(batch.source, batch.read, batch.source_allowed).logits
        loss = functional.cross_entropy(
            logits.flatten(0, -2).float(),
            batch.wanted.flatten(),
            ignore_index=PAD,
            label_smoothing=0.1,
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        rate.step()
        yield loss.item()


def recipe(kind: str, dropout: float) -> Recipe:
    """At a rate at which three hundred updates without dropout lose 6 % less."""
    made = short(kind, peak=0.01, warmup=1, cooldown=0, updates=1_000)
    return replace(made, sizes={**made.sizes, "dropout": dropout})


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
def test_without_dropout_every_loss_of_fifty_batches_is_the_same(kind: str):
    ours, theirs = losses(recipe(kind, 0.0), 50)
    assert ours == pytest.approx(theirs, abs=1e-3)
    assert fmean(ours[-9:]) < fmean(ours[:9])


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
def test_in_half_the_bits_they_differ_by_the_rounding_alone(kind: str):
    """Half a number has eight binary digits; the losses here are two to three nats."""
    ours, theirs = losses(recipe(kind, 0.0), 50, half=True)
    assert ours == pytest.approx(theirs, abs=2e-2)
    assert fmean(ours) == pytest.approx(fmean(theirs), abs=5e-3)


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
def test_with_dropout_the_mean_of_three_hundred_losses_is_the_same(kind: str):
    ours, theirs = losses(recipe(kind, 0.1), 300)
    assert fmean(ours) == pytest.approx(fmean(theirs), rel=0.02)
