"""The frames that are kept while a model is trained."""

import pytest
import torch

from core import checkpoint, sealed
from core.analysis import training_replay
from core.analysis.training_replay import Frame, Replay, moments, thinned
from core.errors import InputError
from core.training.corpus import Corpus
from core.training.loop import train
from core.training.recipe import Recipe
from tests.core.tiny import make_rnn, make_translator
from tests.core.training.runs import Killed, killing, short


def test_moments_are_evenly_spaced_in_the_logarithm_of_the_update():
    # a factor of two each: 10 · 2048^(k / 11)
    assert moments(10, 20_480) == (
        *(10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240),
    )


def test_moments_that_fall_together_are_one_and_an_empty_span_has_none():
    assert moments(2, 5) == (2, 3, 4)
    assert moments(10, 8) == moments(0, 8) == ()


def test_a_replay_from_nothing_begins_at_update_0_and_goes_on_from_the_tenth():
    # a factor of two each: 10 · 1024^(k / 10)
    assert moments(0, 10_240) == (0, *(10 * 2**k for k in range(10)))
    crowded = [frame(update) for update in (*moments(0, 10_240), 7, 300, 10_240)]
    kept = [f.update for f in thinned(sorted(crowded, key=lambda f: f.update))]
    assert kept == [*moments(0, 10_240), 10_240]


def frame(update: int) -> Frame:
    return Frame(update, 1.0, 2.0, ())


def test_too_many_frames_are_thinned_to_twelve_that_are_spaced_evenly():
    crowded = [frame(update) for update in (*moments(10, 20_480), 3000, 7000, 9000)]
    crowded = [*sorted(crowded, key=lambda f: f.update), frame(20_480)]
    kept = [f.update for f in thinned(crowded)]
    assert kept == [*moments(10, 20_480), 20_480]


def test_few_frames_stay_as_they_are():
    few = [frame(3), frame(4), frame(900)]
    assert thinned(few) == tuple(few)


def test_a_frame_holds_the_maps_between_the_languages(tiny_transformer):
    found = training_replay.take(tiny_transformer, 7, 4.5, 1.25)
    assert (found.update, found.loss, found.bleu) == (7, 4.5, 1.25)
    assert len(found.maps) == 6
    english, french = training_replay.PAIRS[1]
    trace = tiny_transformer.explain(english, target=french)
    names = ["decoder.0.cross_attention", "decoder.1.cross_attention"]
    assert list(found.maps[1]) == names
    for name in names:
        torch.testing.assert_close(
            found.maps[1][name].float(), trace.heads(name), atol=1e-3, rtol=0
        )


def test_what_was_saved_is_read_again(tiny_transformer, tmp_path):
    frames = (training_replay.take(tiny_transformer, 3, None, 0.5), frame(9))
    folder = tmp_path / "tiny"
    folder.mkdir()
    words = training_replay.sentences(tiny_transformer)
    training_replay.save(folder, Replay(words, frames))
    found = training_replay.load("tiny", tmp_path)
    assert found.sentences == words
    assert found.sentences[0].key[-1] == found.sentences[0].query[-1] == "‹end›"
    assert [(f.update, f.loss, f.bleu) for f in found.frames] == [
        (3, None, 0.5),
        (9, 1.0, 2.0),
    ]
    for before, after in zip(frames[0].maps, found.frames[0].maps, strict=True):
        for name, heads in before.items():
            assert torch.equal(heads.float(), after[name])


def test_one_map_of_one_frame_has_its_words(tiny_transformer):
    played = Replay(
        training_replay.sentences(tiny_transformer),
        (training_replay.take(tiny_transformer, 3, 4.0, 0.5),),
    )
    shown = played.attention(0, 0, "decoder.1.cross_attention", head=2)
    assert shown.query_words[:3] == ("La", "femme", "a")
    assert shown.title == "decoder.1.cross_attention head 2, update 3"
    mean = played.attention(0, 0, "decoder.1.cross_attention")
    assert mean.weights.sum(-1).tolist() == pytest.approx([1.0] * 8, abs=2e-3)
    for wrong in ((1, 0), (0, 6), (-1, 0)):
        with pytest.raises(InputError, match="The replay has no frame"):
            played.attention(*wrong, "decoder.1.cross_attention")
    with pytest.raises(InputError, match="head 3"):
        played.attention(0, 0, "decoder.1.cross_attention", head=3)


def test_a_folder_without_frames_has_no_replay_and_a_damaged_one_says_so(tmp_path):
    assert training_replay.load("nobody", tmp_path) is None
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / training_replay.FILE).write_bytes(b"nothing")
    with pytest.raises(sealed.DamagedModel, match=r"replay\.safetensors"):
        training_replay.load("tiny", tmp_path)


# --- while training -----------------------------------------------------------------


@pytest.fixture
def corpus(corpus, single_precision, monkeypatch) -> Corpus:
    """The usual pairs; and a replay of four frames that begins at the second update."""
    monkeypatch.setattr(training_replay, "FIRST", 2)
    monkeypatch.setattr(training_replay, "FRAMES", 4)
    return corpus


def recipe(updates: int) -> Recipe:
    return short("transformer", updates=updates, validate_every=500)


def test_a_run_keeps_frames_at_its_moments(corpus, tokenizer, tmp_path):
    # nothing learned, and 2 · 8^(k / 2); the fourth is of the shipped weights
    train(recipe(16), corpus, tokenizer, killing(99), tmp_path / "out")
    found = training_replay.load("out", tmp_path)
    assert [f.update for f in found.frames] == [0, 2, 6]
    maps = [f.maps[0]["decoder.0.cross_attention"] for f in found.frames]
    assert not torch.equal(maps[0], maps[1])
    assert (found.frames[0].loss, found.frames[0].bleu) == (None, None)
    assert all(f.bleu and f.loss for f in found.frames[1:])


def test_a_killed_run_keeps_the_same_frames(corpus, tokenizer, tmp_path):
    train(recipe(16), corpus, tokenizer, killing(99), tmp_path / "whole")
    with pytest.raises(Killed):  # the third time is the end of the run
        train(recipe(16), corpus, tokenizer, killing(3), tmp_path / "cut")
    train(recipe(16), corpus, tokenizer, killing(99), tmp_path / "cut")
    files = [tmp_path / name / training_replay.FILE for name in ("whole", "cut")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_run_that_goes_on_keeps_the_frames_behind_its_weights(
    corpus, tokenizer, tmp_path
):
    train(recipe(16), corpus, tokenizer, killing(99), tmp_path / "first")
    begun = checkpoint.load("first", tmp_path)
    train(recipe(112), corpus, tokenizer, killing(99), tmp_path / "second", begun)
    # nothing, and 2 · 64^(k / 2) over all 128 updates: 2 and, in the second run, 16
    found = training_replay.load("second", tmp_path)
    assert [f.update for f in found.frames] == [0, 2, 6, 16]


def test_without_earlier_frames_the_replay_begins_at_the_weights_taken_over(
    corpus, tokenizer, tmp_path
):
    train(recipe(16), corpus, tokenizer, killing(99), tmp_path / "first")
    (tmp_path / "first" / training_replay.FILE).unlink()
    sealed.seal(tmp_path / "first")
    begun = checkpoint.load("first", tmp_path)
    train(recipe(112), corpus, tokenizer, killing(99), tmp_path / "second", begun)
    # 16 · 8^(k / 3)
    found = training_replay.load("second", tmp_path)
    assert [f.update for f in found.frames] == [16, 32, 64]
    assert found.frames[0].loss == begun.history[-1]["loss"]


def test_what_has_no_attention_has_no_replay(tokenizer):
    taken = training_replay.take(make_translator(make_rnn(431), tokenizer), 1, 1.0, 1.0)
    assert not any(taken.maps)
