"""A run that changes its length, or goes on on another machine."""

from pathlib import Path

import pytest
import torch

from core.errors import InputError
from core.training import loop
from core.training.loop import settled, train
from core.training.recipe import read_recipe, remembered
from core.training.sent import smaller
from tests.close import close
from tests.core.training.runs import (
    Killed,
    assert_same_run,
    killing,
    quality,
    short,
    state_of,
)

RECIPES = Path(__file__).parents[3] / "recipes"
pytestmark = pytest.mark.usefixtures("single_precision")


def test_a_run_may_become_longer_or_shorter_until_it_cools_down(
    corpus, tokenizer, tmp_path
):
    out = tmp_path / "cut"
    with pytest.raises(Killed):
        train(short("bahdanau", updates=8), corpus, tokenizer, killing(3), out)
    with pytest.raises(InputError, match="another recipe"):
        recipe = short("bahdanau", updates=8, cooldown=3)
        train(recipe, corpus, tokenizer, quality, out)
    recipe = short("bahdanau", updates=10, cooldown=4)
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    train(recipe, corpus, tokenizer, quality, out)
    assert_same_run(tmp_path / "whole", out)


def test_a_lexicon_may_begin_at_another_update_until_it_begins(
    corpus, tokenizer, tmp_path
):
    out = tmp_path / "cut"
    with pytest.raises(Killed):
        recipe = short("bahdanau", lexicon=1.0, lexicon_after=7)
        train(recipe, corpus, tokenizer, killing(2), out)
    with pytest.raises(InputError, match="another recipe"):
        recipe = short("bahdanau", lexicon=1.0, lexicon_after=4)
        train(recipe, corpus, tokenizer, quality, out)
    recipe = short("bahdanau", lexicon=1.0, lexicon_after=6)
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    train(recipe, corpus, tokenizer, quality, out)
    assert_same_run(tmp_path / "whole", out)


def test_a_run_that_was_sent_goes_on_slowly_at_first(
    corpus, tokenizer, tmp_path, monkeypatch
):
    monkeypatch.setattr(loop, "SETTLING", 2)
    recipe, out = short("transformer"), tmp_path / "cut"
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(3), out)
    path = out.with_name("cut.resume") / "state.pt"
    torch.save(smaller(state_of(out)), path)
    seen = []
    monkeypatch.setattr(loop, "settled", lambda p: seen.append(settled(p)) or seen[-1])
    train(recipe, corpus, tokenizer, quality, out)
    assert seen == [0.5, 1.0]
    ends = [state_of(tmp_path / name) for name in ("whole", "cut")]
    assert ends[0]["progress"]["pieces"] == ends[1]["progress"]["pieces"]
    for name, tensor in ends[0]["network"].items():
        close(ends[1]["network"][name], tensor, by=0.01)


def test_the_run_that_is_on_its_way_is_that_of_the_long_recipe():
    begun = RECIPES / "begun/transformer-en-fr/state.pt"
    state = torch.load(begun, weights_only=True)
    assert remembered(state["recipe"]) == read_recipe(
        RECIPES / "transformer-en-fr.toml"
    )
    assert state["progress"]["update"] == 8_013
