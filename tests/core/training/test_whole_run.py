"""A whole run: killed, gone on with, over, or refused."""

import itertools
import math
from dataclasses import replace
from shutil import rmtree

import pytest
import torch

from core import checkpoint
from core.errors import InputError
from core.in_use.translator import load
from core.training import loop
from core.training.corpus import (
    Corpus,
    EncodedFile,
    encode_pairs,
)
from core.training.loop import train
from core.training.recipe import Recipe, Schedule
from core.training.tokenizer import train as learned
from tests.close import close
from tests.core.training.runs import (
    PAIRS,
    Killed,
    assert_same_run,
    killing,
    quality,
    short,
    state_of,
    without_recipe,
)

CPU = torch.device("cpu")
pytestmark = pytest.mark.usefixtures("single_precision")


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
