"""Sound as a picture: how loud each pitch is, moment after moment. In numpy.

Log-mel frames: the power of windows of 23 ms, every 12 ms, in forty bands that are as
far apart as they sound (the mel scale, O'Shaughnessy 1987), in decibels below the
loudest. The browser computes the same of a clip of one's own.
"""

import base64
import wave
from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float, UInt8

from core.errors import InputError
from core.worlds.clips import FOLDER, Clip

RATE = 11_025
"""Samples a second."""
WINDOW, HOP, BINS = 256, 128, 512
"""Samples of a window, from one to the next, and of its transform, filled with 0."""
BANDS = 40
LOWEST, HIGHEST = 60.0, 5_000.0
"""Hertz: the middles of the bands lie between them."""
DEEPEST = 50.0
"""Decibels below the loudest that are still told from silence."""
LONGEST = 3.0
"""Seconds of a clip, at most."""
STEPS = 255
"""A level is a byte: from 0, silence, to 255, the loudest of the clip."""
MOST_LETTERS = 16_000
"""Letters of base 64: as many as 300 frames have, a little more than `LONGEST`."""
SOFTEST = 1e-4
"""A clip whose samples are all below (of ±1) is taken for silence."""


def mel(hertz: float) -> float:
    """How high a frequency sounds: 2595 log₁₀(1 + f/700)."""
    return 2595 * float(np.log10(1 + hertz / 700))


@cache
def middles() -> tuple[float, ...]:
    """The frequency in the middle of each band, in hertz, and of one more each way."""
    mels = np.linspace(mel(LOWEST), mel(HIGHEST), BANDS + 2)
    return tuple((700 * (10 ** (mels / 2595) - 1)).tolist())


@cache
def filters() -> Float[np.ndarray, "bin band"]:
    """How much of each bin a band hears: triangles, each of which adds up to 1."""
    bins = np.arange(BINS // 2 + 1) * RATE / BINS
    edges = np.array(middles())
    rising = (bins[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins[:, None]) / (edges[2:] - edges[1:-1])
    triangles = np.clip(np.minimum(rising, falling), 0, None)
    return triangles / triangles.sum(0)


def powers(samples: Float[np.ndarray, " time"]) -> Float[np.ndarray, "frame band"]:
    """The power of each band in each window; samples lie between −1 and 1.

    The last window is filled up with silence.
    """
    frames = max(1, -(-(len(samples) - WINDOW) // HOP) + 1)
    padded = np.zeros((frames - 1) * HOP + WINDOW)
    padded[: len(samples)] = samples
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    spectrum = np.fft.rfft(windows * np.hanning(WINDOW), BINS)
    return np.abs(spectrum) ** 2 @ filters()


def levels(power: Float[np.ndarray, "frame band"]) -> UInt8[np.ndarray, "frame band"]:
    """Decibels below the loudest, as bytes: 255 (1 + log₁₀(P / P_max) / 5), from 0.

    Power of 0 everywhere stays 0.
    """
    loudest = power.max()
    if loudest <= 0:
        return np.zeros(power.shape, np.uint8)
    tiny = 10 ** (-DEEPEST / 10)
    decibels = 10 * np.log10(np.maximum(power / loudest, tiny))
    return np.rint(STEPS * (1 + decibels / DEEPEST)).astype(np.uint8)


def heard(samples: Float[np.ndarray, " time"]) -> UInt8[np.ndarray, "frame band"]:
    """The log-mel frames of a clip. InputError where it is silent, or too long."""
    if len(samples) > LONGEST * RATE:
        raise InputError(
            "sound_long", "A clip is at most {n} seconds long.", n=int(LONGEST)
        )
    if not len(samples) or np.abs(samples).max() < SOFTEST:
        raise InputError("sound_silent", "There is nothing to be heard in this clip.")
    return levels(powers(samples))


def read_levels(text: str) -> UInt8[np.ndarray, "frame band"]:
    """Levels as a browser sends them, in base 64; what is far too long is cut off.

    InputError where they are none, or silent.
    """
    try:
        raw = base64.b64decode(text[:MOST_LETTERS], validate=True)
        found = np.frombuffer(raw, np.uint8).reshape(-1, BANDS).copy()
    except ValueError:
        raise InputError("no_sound", "This is no sound that can be read.") from None
    if not found.any():
        raise InputError("sound_silent", "There is nothing to be heard in this clip.")
    return found


def samples_of(clip: Clip) -> Float[np.ndarray, " time"]:
    """The sound of a clip that ships, between −1 and 1."""
    return read_wave(FOLDER / f"{clip.name}.wav")


def read_wave(path: Path) -> Float[np.ndarray, " time"]:
    """The samples of a WAV file of 16 bits, one channel and `RATE`; ValueError else.

    wave.Error where it is no WAV file.
    """
    with wave.open(str(path)) as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        if form != (1, 2, RATE):
            raise ValueError(f"{path.name}: 1 channel, 2 bytes, {RATE} Hz, not {form}")
        frames = file.readframes(file.getnframes())
    return np.frombuffer(frames, "<i2") / 32_768


def write_wave(path: Path, samples: Float[np.ndarray, " time"]) -> None:
    """Write such a file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.rint(samples * 32_767).astype("<i2").tobytes())
