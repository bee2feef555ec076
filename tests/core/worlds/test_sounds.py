"""Log-mel levels: by hand, against a formula of their own, and what is refused."""

import numpy as np
import pytest

from core.errors import InputError
from core.worlds import sounds
from core.worlds.sounds import BANDS, HOP, RATE, WINDOW


def tone(hertz: float, seconds: float = 0.2, loud: float = 0.5) -> np.ndarray:
    return loud * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE)


def test_a_thousand_hertz_are_a_thousand_mels():
    assert sounds.mel(1000) == pytest.approx(999.99, abs=0.01)
    assert sounds.mel(0) == 0


def test_bands_are_as_far_apart_as_they_sound_and_add_up_to_one():
    mels = np.array([sounds.mel(one) for one in sounds.middles()])
    np.testing.assert_allclose(np.diff(mels), (mels[-1] - mels[0]) / 41)
    assert sounds.middles()[0] == pytest.approx(60)
    assert sounds.middles()[-1] == pytest.approx(5000)
    np.testing.assert_allclose(sounds.filters().sum(0), 1)
    assert sounds.filters().shape == (257, BANDS)


@pytest.mark.parametrize("hertz", [300.0, 1000.0, 3100.0])
def test_a_tone_is_loudest_in_the_band_around_it(hertz: float):
    power = sounds.powers(tone(hertz))
    band = int(power[3].argmax())
    below, above = sounds.middles()[band], sounds.middles()[band + 2]
    assert below < hertz < above
    assert power.argmax(-1)[1:-1].tolist() == [band] * (len(power) - 2)


def test_a_window_is_that_of_a_plain_transform():
    samples = np.random.default_rng(2).uniform(-1, 1, WINDOW)
    shape = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / (WINDOW - 1))
    turns = np.exp(-2j * np.pi * np.outer(np.arange(257), np.arange(WINDOW)) / 512)
    plain = np.abs(turns @ (samples * shape)) ** 2
    np.testing.assert_allclose(sounds.powers(samples), [plain @ sounds.filters()])


@pytest.mark.parametrize(
    ("samples", "frames"), [(1, 1), (256, 1), (257, 2), (384, 2), (385, 3)]
)
def test_the_last_window_is_filled_up(samples: int, frames: int):
    assert len(sounds.powers(np.ones(samples))) == frames


def test_ten_decibels_are_fifty_one_steps_and_fifty_are_silence():
    power = np.array([[1.0, 0.1, 1e-5, 1e-7, 0.0]])
    assert sounds.levels(power).tolist() == [[255, 204, 0, 0, 0]]
    assert sounds.levels(np.zeros((2, 3))).tolist() == [[0, 0, 0]] * 2


def test_loudness_changes_nothing():
    np.testing.assert_array_equal(
        sounds.heard(tone(700)), sounds.heard(tone(700, loud=0.01))
    )


def test_silence_and_an_hour_are_refused():
    with pytest.raises(InputError, match="nothing to be heard"):
        sounds.heard(np.zeros(RATE))
    with pytest.raises(InputError, match="nothing to be heard"):
        sounds.heard(np.zeros(0))
    with pytest.raises(InputError, match="at most 3 seconds"):
        sounds.heard(np.ones(3 * RATE + 1))
    assert len(sounds.heard(tone(500, 3.0))) == (3 * RATE - WINDOW) // HOP + 2


def test_what_is_written_is_read_and_other_files_are_not(tmp_path):
    path = tmp_path / "a.wav"
    sounds.write_wave(path, tone(440))
    np.testing.assert_allclose(sounds.read_wave(path), tone(440), atol=1e-4)
    path.write_bytes(
        path.read_bytes().replace(b"\x11\x2b\x00\x00", b"\x22\x56\x00\x00")
    )
    with pytest.raises(ValueError, match=r"a\.wav: 1 channel"):
        sounds.read_wave(path)
