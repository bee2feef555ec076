"""What a listener is taught, and how it is judged: on tones that stand for voices."""

import random

import numpy as np
import pytest
import torch

from core.networks.listening import Listener, ListenerConfig
from core.training import listening, speech
from core.training import listening_measured as measured
from core.training.listening import Spell, colour, from_throat, heard_through
from core.training.speech import Clips, drawn
from core.worlds import sounds
from core.worlds.sounds import BANDS, levels
from tests.core.training.test_speech import toned

CONFIG = ListenerConfig(d_embedding=8, d_state=12, d_align=6, d_listen=5)
WORDS = ("no", "yes", "two", "one", "six", "ten")


@pytest.fixture
def clips(monkeypatch) -> Clips:
    monkeypatch.setattr(speech, "speak", toned)
    return speech.clips(drawn(WORDS, ("m1", "f1", "m2"), 6, seed=4))


@pytest.fixture
def task(clips: Clips) -> Spell:
    made = Spell()
    made.__dict__ |= {"clips": clips, "held_out": clips}
    return made


def test_a_few_updates_lower_the_loss(task: Spell):
    torch.manual_seed(1)
    network = Listener(CONFIG)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    chance = torch.Generator().manual_seed(1)
    losses = []
    for _ in range(15):
        loss = task.loss(network, chance, 4, 0.1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-3:]) < 0.85 * sum(losses[:3])


def test_the_same_chance_draws_the_same_batch(task: Spell):
    torch.manual_seed(1)
    network = Listener(CONFIG).eval()
    one, other, third = (
        float(task.loss(network, torch.Generator().manual_seed(seed), 4, 0.9).detach())
        for seed in (3, 3, 4)
    )
    assert one == other != third


def test_clips_sound_through_a_microphone_and_stay_within_their_levels(clips: Clips):
    sound = heard_through(clips, [0, 7], random.Random(2))
    longest = max(len(clips.of(0)), len(clips.of(7)))
    assert sound.shape[0] == 2 and longest <= sound.shape[1] <= longest + 20
    assert sound.shape[2] == BANDS
    assert sound.min() >= 0 and sound.max() == 1
    assert torch.equal(sound, heard_through(clips, [0, 7], random.Random(2)))


def test_a_longer_throat_moves_all_pitches_down():
    power = np.zeros((2, BANDS))
    power[0, 20], power[1, 5] = 1.0, 1.0
    np.testing.assert_allclose(from_throat(power, 1.0), power, atol=1e-9)
    longer, shorter = from_throat(power, 1.15), from_throat(power, 0.87)
    assert (longer[0].argmax(), shorter[0].argmax()) == (18, 22)
    middle = np.array(sounds.middles()[1:-1])
    assert middle[longer[0].argmax()] == pytest.approx(middle[20] / 1.15, rel=0.06)


def test_a_microphone_colours_bands_and_no_moments():
    found = colour(np.random.default_rng(1), 3)
    assert found.shape == (3, 1, BANDS)
    assert (found > 0).all() and found.max() <= 10 ** (0.5 + 0.4)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("", "", 0),
        ("no", "", 2),
        ("night", "nite", 3),
        ("two", "two", 0),
        ("ab", "b", 1),
    ],
)
def test_letters_put_in_left_out_or_changed_are_counted(one, other, wanted):
    assert measured.edits(one, other) == measured.edits(other, one) == wanted


def test_wrong_letters_are_a_share_of_those_that_were_said():
    pairs = [("night", "nite"), ("two", "two")]
    assert measured.judged(pairs) == {"letter_errors": 0.375, "exact": 0.5}


def test_the_most_alike_clip_is_the_clip_itself(clips: Clips):
    plain = [levels(clips.of(place)) for place in range(len(clips))]
    assert measured.nearest(clips, plain) == [one.letters for one in clips.said]


def test_a_clip_is_stretched_evenly():
    clip = np.repeat(np.arange(5, dtype=np.uint8)[:, None], BANDS, 1)
    found = measured.stretched(clip).reshape(24, BANDS)
    np.testing.assert_allclose(found[:, 3], np.linspace(0, 4, 24), rtol=1e-6)


def test_whoever_spells_what_was_said_is_right(task: Spell, monkeypatch):
    def spelled(network, clips):
        by_sound = {
            levels(task.clips.of(n)).tobytes(): one.letters
            for n, one in enumerate(task.clips.said)
        }
        return [
            type("H", (), {"ids": listening.numbered(by_sound[one.tobytes()])})
            for one in clips
        ]

    monkeypatch.setattr(measured, "spelled", spelled)
    monkeypatch.setattr(listening, "VALIDATING", 12)
    assert task.validate(Listener(CONFIG)) == {"right": 1.0, "words": 1.0}


def test_only_a_listener_learns_to_spell():
    with pytest.raises(TypeError, match="only a listener"):
        listening.listening(torch.nn.Linear(2, 2))
