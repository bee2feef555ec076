"""The clips that ship: all of them lie there, small, in voices of their own."""

import numpy as np

from core.training.speech import HELD_OUT_VOICES, VOICES
from core.worlds.clips import FOLDER, clips
from core.worlds.sounds import LONGEST, RATE, samples_of
from core.worlds.spoken import NEW_WORDS


def test_twenty_clips_are_small_and_in_voices_that_were_not_learned():
    files = sorted(FOLDER.glob("*.wav"))
    assert {path.stem for path in files} == clips().keys() and len(files) == 20
    assert sum(path.stat().st_size for path in files) < 320_000
    assert not {one.voice for one in clips().values()} & set(VOICES)
    assert {one.voice for one in clips().values()} == set(HELD_OUT_VOICES)


def test_three_words_were_never_learned():
    new = {one.letters for one in clips().values() if not one.learned}
    assert new == {"robot", "tomato", "candle"} <= set(NEW_WORDS)


def test_every_clip_sounds_and_is_short():
    for clip in clips().values():
        samples = samples_of(clip)
        assert 0.3 < len(samples) / RATE < LONGEST
        assert 0.5 < np.abs(samples).max() <= 1
