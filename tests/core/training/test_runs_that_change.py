"""A run that changes its length, or goes on on another machine."""

from contextlib import nullcontext

import pytest
import torch

from core.errors import InputError
from core.training import lexicon, loop
from core.training.loop import settled, started, train
from core.training.portable_state import main, smaller
from tests.close import close
from tests.core.training.runs import (
    Killed,
    assert_same_run,
    killing,
    quality,
    short,
    state_of,
)

pytestmark = pytest.mark.usefixtures("single_precision")


@pytest.mark.parametrize(
    ("begun", "too_late", "in_time"),
    [
        ({}, {"cooldown": 5}, {"updates": 10, "cooldown": 4}),
        (
            {"lexicon": 1.0, "lexicon_after": 7},
            {"lexicon": 1.0, "lexicon_after": 5},
            {"lexicon": 2.0, "lexicon_after": 6},
        ),
        (
            {"lexicon": 1.0, "lexicon_after": 5},
            {"lexicon": 1.0, "lexicon_after": 6},
            {"lexicon": 2.0, "lexicon_after": 5},
        ),
        (
            {"lexicon": 1.0, "lexicon_after": 2},
            {"lexicon": 2.0, "lexicon_after": 2},
            {},
        ),
    ],
    ids=["length", "lexicon", "a lexicon that has begun", "one that is asked"],
)
def test_a_run_changes_only_what_it_has_not_come_to(
    begun, too_late, in_time, corpus, tokenizer, tmp_path, monkeypatch
):
    """It was killed after update 4; a lexicon learns two updates before it asks."""
    monkeypatch.setattr(lexicon, "LEARNS_ALONE", 2)
    out = tmp_path / "cut"
    with pytest.raises(Killed):
        train(short("bahdanau", **begun), corpus, tokenizer, killing(2), out)
    with pytest.raises(InputError, match="another recipe"):
        train(short("bahdanau", **too_late), corpus, tokenizer, quality, out)
    recipe = short("bahdanau", **(in_time or begun))
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    train(recipe, corpus, tokenizer, quality, out)
    assert_same_run(tmp_path / "whole", out)


def test_a_run_that_was_sent_goes_on_slowly_at_first(
    corpus, tokenizer, tmp_path, monkeypatch
):
    monkeypatch.setattr(loop, "SETTLING", 2)
    recipe, out = short("transformer", peak=0.05), tmp_path / "cut"
    train(recipe, corpus, tokenizer, quality, tmp_path / "whole")
    with pytest.raises(Killed):
        train(recipe, corpus, tokenizer, killing(3), out)
    there = tmp_path / "there"
    there.with_name("there.resume").mkdir()
    left, path = state_of(out), there.with_name("there.resume") / "state.pt"
    torch.save(smaller(left), path)
    run = started(recipe, tokenizer.size, None, torch.device("cpu"))
    run.resume(path, torch.device("cpu"))
    for name, tensor in run.network.state_dict().items():
        close(tensor, left["network"][name].half().float(), by=1e-9)
    seen = []
    monkeypatch.setattr(loop, "settled", lambda p: seen.append(settled(p)) or seen[-1])
    train(recipe, corpus, tokenizer, lambda network: -9.0, there)
    assert seen == [0.5, 1.0]
    assert (there / "weights.safetensors").is_file()
    pieces = [state_of(to)["progress"]["pieces"] for to in (tmp_path / "whole", there)]
    assert pieces[0] == pieces[1]


def test_the_state_of_a_small_model_is_not_made_smaller(tmp_path):
    torch.save({"update": 3}, tmp_path / "state.pt")
    with pytest.raises(InputError, match="a small model: it is small enough"):
        main(str(tmp_path / "state.pt"), str(tmp_path / "sent.pt"))
    assert not (tmp_path / "sent.pt").exists()


def test_a_run_says_when_it_reads_other_data(corpus, tokenizer, tmp_path, capsys):
    out, recipe = tmp_path / "cut", short("bahdanau")
    made = [{"commit": c, "data": d} for c, d in (("a", "1"), ("b", "1"), ("b", "2"))]
    for at, one in enumerate(made):
        validate = killing(2) if at < 2 else quality
        with pytest.raises(Killed) if at < 2 else nullcontext():
            train(recipe, corpus, tokenizer, validate, out, made=one)
        said = capsys.readouterr().err
        assert ("others than before" in said) is (at == 2)
    told = [(s["update"], s["commit"], s["data"]) for s in state_of(out)["stints"]]
    assert told == [(0, "a", "1"), (4, "b", "1"), (6, "b", "2")]
