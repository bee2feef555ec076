from dataclasses import replace

import pytest
import torch
from torch.nn import functional

from core.text.tokenizer import END, PAD
from core.training import evaluation
from core.training.corpus import (
    make_batch,
)
from core.training.loop import learn, started
from core.training.loss import SmoothedCrossEntropy
from core.training.recipe import Schedule
from core.training.step import blend, learning_rate, step
from tests.close import close
from tests.core.tiny import make_bahdanau
from tests.core.training.runs import (
    batch_loss,
    short,
)

CPU = torch.device("cpu")
pytestmark = pytest.mark.usefixtures("single_precision")


# --- the schedule -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("update", "rate"),
    [(1, 0.00002), (50, 0.001), (100, 0.002), (400, 0.001), (10_000, 0.0002)],
)
def test_the_learning_rate_rises_in_a_line_and_falls_with_the_root(update, rate):
    schedule = Schedule(peak=0.002, warmup=100)
    assert learning_rate(update, schedule) == pytest.approx(rate, rel=1e-9)


@pytest.mark.parametrize(
    ("update", "rate"),
    [(400, 0.001), (625, 0.0008 * 0.76), (676, 0.002 / 2.6 * 0.25)],
)
def test_over_the_last_updates_the_rate_goes_down_in_a_line(update, rate):
    schedule = Schedule(updates=700, peak=0.002, warmup=100, cooldown=100)
    assert learning_rate(update, schedule) == pytest.approx(rate, rel=1e-9)


def test_a_step_takes_a_share_of_the_rate_and_the_first_mean_is_the_weights():
    recipe = short("bahdanau", average=0.999)
    schedule, rates = recipe.schedule, []
    for share in (1.0, 0.25):
        run = started(recipe, 17, None, CPU)
        for parameter in run.network.parameters():
            parameter.grad = torch.ones_like(parameter)
        step(run, schedule, 1, share)
        rates.append(run.optimizer.param_groups[0]["lr"])
        close(run.average.embedding.weight, run.network.embedding.weight)
    assert rates == pytest.approx([schedule.peak / 3, schedule.peak / 12])


# --- the loss -----------------------------------------------------------------------


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_is_the_smoothed_cross_entropy_of_the_real_pieces(network, smoothing):
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    log = network(batch.source, batch.read, batch.source_allowed).logits.log_softmax(-1)
    terms = []
    for row, wanted in enumerate([[8, 9, END], [10, 11, 12, 13, END]]):
        for place, piece in enumerate(wanted):
            right, all_of_them = log[row, place, piece], log[row, place].mean()
            terms.append((1 - smoothing) * right + smoothing * all_of_them)
    expected = -sum(terms) / 8
    close(batch_loss(network, batch, smoothing), expected)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("spread", [1.0, 200.0])  # 200: most words get no chance at all
def test_its_gradient_is_that_of_torch(smoothing, spread):
    torch.manual_seed(1)
    logits, wanted = spread * torch.randn(4, 7), torch.tensor([3, PAD, 6, 1])
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    loss = SmoothedCrossEntropy.apply(ours, wanted, smoothing, PAD)
    expected = functional.cross_entropy(
        theirs, wanted, ignore_index=PAD, label_smoothing=smoothing
    )
    close(loss, expected, by=1e-4)
    (3 * loss).backward()
    (3 * expected).backward()
    assert theirs.grad is not None
    close(ours.grad, theirs.grad, by=1e-6)


def test_half_the_precision_changes_the_loss_by_little(network):
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    with torch.autocast("cpu", torch.bfloat16):
        rough = batch_loss(network, batch, 0.1)
    assert float(rough) == pytest.approx(float(batch_loss(network, batch, 0.1)), 0.02)


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
def test_in_half_the_bits_a_batch_costs_the_same_and_the_weights_stay_whole(kind):
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    losses, runs = [], []
    for half in (False, True):
        recipe = short(kind, average=0.5)
        run = started(
            replace(recipe, sizes={**recipe.sizes, "dropout": 0.0}), 17, None, CPU
        )
        run.progress.bfloat16 = half
        losses.append([learn(run, batch, recipe.schedule) for _ in range(4)])
        runs.append(run)
    assert losses[1] == pytest.approx(losses[0], rel=5e-3)
    assert losses[1] != losses[0]
    whole, rounded = (next(run.network.parameters()) for run in runs)
    assert rounded.dtype == torch.float32
    close(rounded, whole, by=2e-3)
    assert not torch.equal(rounded, rounded.bfloat16().float())


def test_the_mean_moves_a_little_towards_the_weights():
    one, other = make_bahdanau(seed=1), make_bahdanau(seed=2)
    one.bias.fill_(1.0)
    other.bias.fill_(6.0)
    blend(one, other, 0.9)
    close(one.bias, torch.full((17,), 1.5))
    close(other.bias, torch.full((17,), 6.0))


# --- validation ---------------------------------------------------------------------


def test_a_validation_is_over_no_more_sentences_than_it_says(
    monkeypatch, tokenizer, transformer
):
    asked = []

    def translated(network, tokenizer, sources):
        asked.append(sources)
        return list(sources)

    monkeypatch.setattr(evaluation, "translate_all", translated)
    sources = [f"sentence {i} of these" for i in range(7)]
    tests = [evaluation.Sentence(text, (text,)) for text in sources]
    evaluation.validator(tokenizer, tests, 4)(transformer)
    # 7 over 4: every 1.75th, so 0, 1.75, 3.5, 5.25
    assert asked[0] == [sources[i] for i in (0, 1, 3, 5)]
