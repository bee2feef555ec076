"""Clips to learn from: who says what, at half the rate, kept in a file."""

import numpy as np
import pytest

from core.errors import InputError
from core.training import speech
from core.training.speech import HELD_OUT_VOICES, VOICES, Said
from core.worlds.sounds import BANDS, RATE
from core.worlds.spoken import said


def test_each_word_is_said_as_often_in_as_many_voices():
    told = speech.drawn(("one", "two"), VOICES, 64, seed=1)
    assert [one.letters for one in told] == ["one"] * 64 + ["two"] * 64
    assert {one.voice for one in told[:64]} == set(VOICES)
    assert told == speech.drawn(("one", "two"), VOICES, 64, seed=1)
    assert all(110 <= one.speed <= 230 and 15 <= one.pitch <= 85 for one in told)


def test_voices_that_judge_are_not_learned_from():
    assert not set(VOICES) & set(HELD_OUT_VOICES)
    assert {one.voice for one in speech.held_out()} == set(HELD_OUT_VOICES)
    assert {one.letters for one in speech.held_out()} == set(said())
    assert not {one.letters for one in speech.unheard()} & set(said())


def test_at_half_the_rate_a_tone_stays_and_what_is_too_high_goes():
    time = np.arange(4_410) / (2 * RATE)
    low, high = np.sin(2 * np.pi * 500 * time), np.sin(2 * np.pi * 9_000 * time)
    half = speech.half_rate(low + high)
    assert len(half) == 2_205
    np.testing.assert_allclose(half[20:-20], low[::2][20:-20], atol=1e-9)


def toned(one: Said) -> np.ndarray:
    """No voice: a tone for each letter, as long as the speed says."""
    time = np.arange(11_000 * 10 // one.speed) / RATE
    notes = [np.sin(2 * np.pi * 20 * ord(letter) * time) for letter in one.letters]
    return 0.5 * np.concatenate(notes)


def test_clips_are_made_once_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(speech, "speak", toned)
    told = speech.drawn(("no", "yes"), ("m1", "f1"), 2, seed=4)
    made = speech.kept(tmp_path / "runs" / "clips.npz", told)
    monkeypatch.setattr(speech, "speak", lambda one: pytest.fail(one.letters))
    again = speech.kept(tmp_path / "runs" / "clips.npz", told)
    assert len(made) == len(again) == 4 and made.ends == again.ends
    np.testing.assert_array_equal(made.power, again.power)
    assert again.of(2).shape[1] == BANDS
    assert again.of(2).max() == pytest.approx(1)
    assert len(again.of(0)) == again.ends[0]
    with pytest.raises(InputError, match="holds other clips"):
        speech.kept(tmp_path / "runs" / "clips.npz", told[:3])


def test_without_the_synthesiser_a_sentence_says_what_is_needed(monkeypatch):
    monkeypatch.setattr(speech.shutil, "which", lambda _: None)
    with pytest.raises(InputError, match="espeak-ng is not installed"):
        speech.speak(Said("no", "m1", "en-us", 150, 50))
