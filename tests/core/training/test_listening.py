"""What a listener is taught, and how it is judged: on tones that stand for voices."""

import random

import numpy as np
import pytest
import torch

from core.in_use.small import load
from core.networks.listening import Listener, ListenerConfig
from core.training import listening, speech
from core.training import listening_measured as measured
from core.training.listening import Spell, colour, heard_together
from core.training.speech import Clips, drawn
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
    made = Spell(two=0.5)
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


def test_of_two_voices_the_first_letter_is_given_and_not_learned(task: Spell):
    network = Listener(CONFIG).eval()
    with torch.no_grad():
        network.bias[4:] = torch.linspace(-2, 2, 26)  # letters differ in what they cost
    kept = {}
    for two in (0.0, 1.0):
        task.two = two
        rows = []
        real = listening.heard_together

        def noted(clips, places, others, rng, *, into=rows, real=real):
            into.extend(zip(places, others, strict=True))
            return real(clips, places, others, rng)

        listening.heard_together = noted
        try:
            task.loss(network, torch.Generator().manual_seed(3), 4, 0.9)
        finally:
            listening.heard_together = real
        kept[two] = rows
    said = task.clips.said
    assert all(other is None for _, other in kept[0.0])
    assert len(kept[1.0]) == 4
    for place, other in kept[1.0]:
        assert said[place].letters[0] != said[other].letters[0]


def test_clips_sound_through_a_microphone_and_stay_within_their_levels(clips: Clips):
    sound = heard_together(clips, [0, 7], [None, 20], random.Random(2))
    longest = max(len(clips.of(0)), len(clips.of(7)), len(clips.of(20)))
    assert sound.shape[0] == 2 and sound.shape[1] >= longest
    assert sound.shape[2] == BANDS
    assert sound.min() >= 0 and sound.max() == 1
    again = heard_together(clips, [0, 7], [None, 20], random.Random(2))
    assert torch.equal(sound, again)


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
    def spelled(network, clips, first=""):
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
    task.two = 0.0
    assert task.validate(Listener(CONFIG)) == {"right": 1.0, "words": 1.0}


def test_shares_that_are_none_are_refused():
    with pytest.raises(ValueError, match="two is at least 0 and at most 1"):
        Spell(two=1.5)
    with pytest.raises(TypeError, match="only a listener"):
        listening.listening(torch.nn.Linear(2, 2))


def test_it_begins_with_the_weights_of_another_listener():
    network = Listener(ListenerConfig())
    Spell(two=0.75, begin="listening").begin(network)
    taken = load("listening").network.state_dict()
    for name, weights in network.state_dict().items():
        assert torch.equal(weights, taken[name])
    before = Listener(CONFIG)
    kept = {name: one.clone() for name, one in before.state_dict().items()}
    Spell().begin(before)
    assert all(
        torch.equal(one, kept[name]) for name, one in before.state_dict().items()
    )


def test_of_two_voices_it_is_judged_by_the_word_that_was_meant(task: Spell):
    network = Listener(CONFIG).eval()
    listening.VALIDATING, was = 6, listening.VALIDATING
    try:
        found = task.validate(network)
    finally:
        listening.VALIDATING = was
    assert found.keys() == {"right", "share"}
    figures = measured.two(network, task.clips, 6)
    assert found["right"] == figures["exact"] and figures["pairs"] == 6
    assert 0 < figures["uniform"] < 1
