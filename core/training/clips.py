"""Speak the clips that ship, by espeak-ng: `python -m core.training.clips`."""

import numpy as np

from core.training.speech import Said, speak
from core.worlds.clips import FOLDER, Clip, clips
from core.worlds.sounds import write_wave

LOUD = 0.8


def spoken(clip: Clip) -> np.ndarray:
    """Its samples, the loudest at `LOUD`, in a noise that is always the same."""
    told = Said(clip.letters, clip.voice, clip.accent, clip.speed, clip.pitch)
    samples = speak(told)
    samples *= LOUD / np.abs(samples).max()
    if clip.noise:
        noise = np.random.default_rng(1).standard_normal(len(samples))
        samples += LOUD / 3 * 10 ** (-clip.noise / 20) * noise
    return samples / max(1.0, np.abs(samples).max())


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for clip in clips().values():
        write_wave(FOLDER / f"{clip.name}.wav", spoken(clip))


if __name__ == "__main__":
    main()
