"""Clips to learn from, spoken by the synthesiser espeak-ng (Debian's `espeak-ng`).

It is needed for training alone. A clip is a word or a number in one of many voices, at
some speed and pitch; the voices of `HELD_OUT_VOICES` are never learned from.
"""

import random
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float
from tqdm import tqdm

from core.errors import InputError
from core.worlds.sounds import powers
from core.worlds.spoken import NEW_WORDS, said

ACCENTS = ("en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-gb-x-gbcwmd")
VOICES = (
    *("m1", "m2", "m3", "m4", "m5", "m8", "f1", "f2", "f4", "f5", "adam", "Alex"),
    *("Alicia", "Andy", "Annie", "antonio", "aunty", "benjamin", "boris", "caleb"),
    *("david", "Denis", "ed", "edward", "Gene", "Henrique", "Hugo", "iven", "Jacky"),
    *("john", "kaukovalta", "Lee", "linda", "Marco", "max", "michael", "Mike", "pablo"),
    *("paul", "quincy", "rob", "robert", "sandro", "shelby", "steph2", "victor", "zac"),
)
HELD_OUT_VOICES = (
    *("m6", "m7", "f3", "Andrea", "belinda", "miguel", "travis", "norbert"),
)
SPEEDS, PITCHES = (110, 230), (15, 85)
"""Words a minute and espeak's own scale of pitch, from the least to the most."""
SOFTEST = 1e-6
"""Powers are kept down to this share of the loudest."""
QUIET = 0.01
"""Ends that are softer than this share of the loudest sample are cut off."""


@dataclass(frozen=True)
class Said:
    """How a clip is spoken."""

    letters: str
    voice: str
    accent: str
    speed: int
    pitch: int


@dataclass(frozen=True, eq=False)
class Clips:
    """Clips one after another: clip n is `power[ends[n-1]:ends[n]]`.

    The powers are relative to the loudest of each clip, as log₁₀.
    """

    said: tuple[Said, ...]
    power: Float[np.ndarray, "frame band"]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.said)

    def of(self, place: int) -> Float[np.ndarray, "frame band"]:
        """The power of a clip, 1 where it is loudest."""
        begin = self.ends[place - 1] if place else 0
        return 10.0 ** self.power[begin : self.ends[place]].astype(np.float64)


def drawn(
    letters: Sequence[str], voices: Sequence[str], times: int, seed: int
) -> list[Said]:
    """Each of the words `times` times, in voices, accents, speeds, pitches at random.

    For one word the voices differ as long as there are enough.
    """
    chance, told = random.Random(seed), []
    for word in letters:
        turns = -(-times // len(voices))
        some = [v for _ in range(turns) for v in chance.sample(voices, len(voices))]
        told += [
            Said(
                word,
                voice,
                chance.choice(ACCENTS),
                chance.randint(*SPEEDS),
                chance.randint(*PITCHES),
            )
            for voice in some[:times]
        ]
    return told


def learned(times: int = 24) -> list[Said]:
    """What is learned from."""
    return drawn(said(), VOICES, times, seed=1)


def held_out(times: int = 1) -> list[Said]:
    """All that is learned, in voices that are not."""
    return drawn(said(), HELD_OUT_VOICES, times, seed=2)


def unheard(times: int = 2) -> list[Said]:
    """Words that are not learned, in voices that are not."""
    return drawn(NEW_WORDS, HELD_OUT_VOICES, times, seed=3)


def speak(one: Said) -> Float[np.ndarray, " time"]:
    """The samples of a clip, its ends cut where they are silent.

    InputError where espeak-ng is not installed, or does not know the voice.
    """
    program = shutil.which("espeak-ng")
    if not program:
        raise InputError("espeak-ng is not installed; it is needed to make clips.")
    sound = subprocess.run(
        [
            *(program, "-z", "--stdout", "-v", f"{one.accent}+{one.voice}"),
            *("-s", str(one.speed), "-p", str(one.pitch), one.letters),
        ],
        capture_output=True,
        check=False,
    ).stdout
    samples = np.frombuffer(sound[44 : 44 + (len(sound) - 44) // 2 * 2], "<i2") / 32_768
    loud = np.flatnonzero(np.abs(samples) > QUIET * np.abs(samples).max(initial=0))
    if not len(loud):
        raise InputError(f"espeak-ng says nothing in the voice {one.voice}.")
    return half_rate(samples[max(0, loud[0] - 200) : loud[-1] + 400])


def half_rate(
    samples: Float[np.ndarray, " time"],
) -> Float[np.ndarray, " half"]:
    """Every second sample, after all that is too high for half of them is cut off."""
    even = samples[: len(samples) // 2 * 2]
    spectrum = np.fft.rfft(even)[: len(even) // 4 + 1]
    return np.fft.irfft(spectrum, len(even) // 2) / 2


def clips(told: Sequence[Said], at_once: int = 4) -> Clips:
    """Speak them all."""
    with ThreadPoolExecutor(at_once) as pool:
        spoken = pool.map(lambda one: powers(speak(one)), told)
        power = [_relative(one) for one in tqdm(spoken, total=len(told))]
    ends = np.cumsum([len(one) for one in power]).tolist()
    return Clips(tuple(told), np.concatenate(power), tuple(ends))


def kept(path: Path, told: Sequence[Said]) -> Clips:
    """The same from a file, made where it does not lie yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = clips(told)
        np.savez(path, power=made.power, ends=made.ends)
        return made
    with np.load(path) as file:
        if len(file["ends"]) != len(told):
            raise InputError(f"{path.name} holds other clips; take it away.")
        return Clips(tuple(told), file["power"], tuple(file["ends"].tolist()))


def _relative(
    power: Float[np.ndarray, "frame band"],
) -> Float[np.ndarray, "frame band"]:
    return np.log10(np.maximum(power / power.max(), SOFTEST)).astype(np.float16)
