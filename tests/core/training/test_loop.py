import itertools
import math
from dataclasses import replace
from shutil import rmtree

import pytest
import torch
from torch.nn import functional

from core import checkpoint
from core.errors import InputError
from core.in_use.translator import load
from core.text.tokenizer import END, PAD
from core.training import evaluation, loop
from core.training.corpus import (
    Corpus,
    EncodedFile,
    encode_pairs,
    make_batch,
)
from core.training.loop import learn, started, train
from core.training.loss import SmoothedCrossEntropy
from core.training.recipe import Recipe, Schedule
from core.training.step import blend, learning_rate, step
from core.training.tokenizer import train as learned
from tests.close import close
from tests.core.tiny import make_bahdanau
from tests.core.training.runs import (
    PAIRS,
    Killed,
    assert_same_run,
    batch_loss,
    killing,
    quality,
    short,
    state_of,
    without_recipe,
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


# --- a whole run --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["transformer", "bahdanau"])
@pytest.mark.parametrize("at", [1, 3])
def test_a_killed_run_goes_on_to_the_very_same_weights(
    kind, at, corpus, tokenizer, tmp_path
):
    train(short(kind), corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(short(kind), corpus, tokenizer, killing(at), tmp_path / "cut")
    train(short(kind), corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")
    assert [row["update"] for row in state_of(tmp_path / "cut")["history"]] == [
        2,
        4,
        6,
        8,
    ]


def test_a_run_goes_on_in_the_precision_that_it_began_with(
    corpus, tokenizer, tmp_path, monkeypatch
):
    recipe = short("transformer")
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: True)
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(2), tmp_path / "cut")
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: False)
    train(recipe, corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")


def test_a_run_that_is_over_is_not_begun_again(corpus, tokenizer, tmp_path):
    recipe = short("bahdanau", updates=2)
    train(recipe, corpus, tokenizer, quality, tmp_path / "done")
    before = (tmp_path / "done" / "manifest.json").read_bytes()
    train(recipe, corpus, tokenizer, killing(1), tmp_path / "done")
    assert (tmp_path / "done" / "manifest.json").read_bytes() == before


def test_a_run_goes_on_by_its_own_recipe_alone(corpus, tokenizer, tmp_path):
    recipe, out = short("bahdanau"), tmp_path / "cut"
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(2), out)
    with pytest.raises(InputError, match=r"cut\.resume holds a run of another recipe"):
        train(short("bahdanau", peak=0.5), corpus, tokenizer, quality, out)
    without_recipe(out)
    train(recipe, corpus, tokenizer, quality, out)
    assert_same_run(tmp_path / "whole", out)


def test_pieces_of_another_tokenizer_are_refused(corpus, tokenizer, tmp_path):
    recipe, out = short("bahdanau"), tmp_path / "cut"
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(2), out)
    lines = [f"{word} zebra" for word in ("quick", "jump", "lazy")] * 9
    other = learned(lines, size=tokenizer.size)
    with pytest.raises(InputError, match=r"cut\.resume holds a run that reads the pie"):
        train(recipe, corpus, other, quality, out)


def test_a_model_that_was_taken_away_is_written_again(corpus, tokenizer, tmp_path):
    recipe, out = short("bahdanau"), tmp_path / "cut"
    falling = iter([9.0, 8.0, 7.0, 6.0])

    def worse(network):
        if (found := next(falling)) == 7.0:
            raise Killed
        return found

    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, worse, out)
    rmtree(out)
    train(recipe, corpus, tokenizer, lambda network: 5.0, out)
    assert checkpoint.load("cut", tmp_path).info["kept"] == 6


@pytest.mark.parametrize("content", [b"", b"no state", b"PK\x03\x04 a part"])
def test_a_state_that_is_none_is_said(content, corpus, tokenizer, tmp_path):
    (tmp_path / "cut.resume").mkdir()
    (tmp_path / "cut.resume" / "state.pt").write_bytes(content)
    with pytest.raises(InputError, match=r"state\.pt holds no state of a run"):
        train(short("bahdanau"), corpus, tokenizer, quality, tmp_path / "cut")


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


def test_a_run_that_is_over_says_that_its_model_was_removed(
    corpus, tokenizer, tmp_path
):
    recipe, out = short("bahdanau", updates=2), tmp_path / "done"
    train(recipe, corpus, tokenizer, quality, out)
    rmtree(out)
    with pytest.raises(InputError, match=r"done\.resume holds a run that is over"):
        train(recipe, corpus, tokenizer, quality, out)
    assert not out.exists()


def test_the_folder_keeps_the_best_averaged_weights(corpus, tokenizer, tmp_path):
    seen = []

    def validate(network: torch.nn.Module) -> float:
        assert not network.training
        seen.append(network.embedding.weight.clone())
        return [5.0, 9.0, 7.0, 9.0][len(seen) - 1]

    train(short("transformer"), corpus, tokenizer, validate, tmp_path / "out")
    kept = checkpoint.load("out", tmp_path)
    close(kept.network.embedding.weight, seen[1].half().float(), by=0.0)
    assert [row["bleu"] for row in kept.history] == [5.0, 9.0, 7.0, 9.0]
    assert [row["update"] for row in kept.history] == [2, 4, 6, 8]
    assert kept.info["kept"] == 4
    assert checkpoint.kept_row(kept.info, kept.history)["bleu"] == 9.0


def test_a_part_that_is_not_there_cannot_learn(corpus, tokenizer, tmp_path):
    recipe = replace(short("transformer"), learns="encodr")
    with pytest.raises(InputError, match="begins with 'encodr'"):
        train(recipe, corpus, tokenizer, quality, tmp_path / "none")


def test_another_seed_gives_other_weights(corpus, tokenizer, tmp_path):
    for seed in (1, 2):
        recipe = short("bahdanau", updates=1, seed=seed)
        train(recipe, corpus, tokenizer, quality, tmp_path / f"{seed}")
    weights = [state_of(tmp_path / f"{seed}")["network"] for seed in (1, 2)]
    assert not torch.equal(*(w["embedding.weight"] for w in weights))


@pytest.mark.parametrize(
    ("kind", "updates", "peak"), [("transformer", 80, 0.01), ("bahdanau", 60, 0.015)]
)
def test_four_pairs_are_learned_by_heart(kind, updates, peak, tokenizer, tmp_path):
    sizes = {
        "transformer": {"d_model": 40, "d_hidden": 50, "n_heads": 5, "n_layers": 1},
        "bahdanau": {"d_embedding": 30, "d_state": 40, "d_align": 20},
    }[kind]
    schedule = Schedule(
        updates=updates,
        warmup=15,
        peak=peak,
        label_smoothing=0.0,
        average=0.8,
        validate_every=updates // 4,
    )
    encoded = encode_pairs(PAIRS, tokenizer, 30, 64)
    recipe = Recipe(kind, {**sizes, "dropout": 0.0}, schedule)
    rising = itertools.count(1)
    train(
        recipe,
        Corpus((EncodedFile(encoded),), 200),
        tokenizer,
        lambda network: float(next(rising)),
        tmp_path / "learned",
    )
    learned = load("learned", tmp_path)
    assert learned.history[-1]["loss"] < 0.05
    assert math.log(431) * 0.2 < learned.history[0]["loss"]
    for english, french in PAIRS:
        found = learned.translate(english)
        assert (found.text, found.finished) == (french, True)
        assert learned.translate(english, beam=3).text == french
