"""A listener in use: what it spells of the clips that ship, and where it heard it."""

import json

import pytest
import torch

from core.assets import WORLDS
from core.errors import InputError
from core.in_use.listening import filled, listen, listener, spelled
from core.in_use.small import load
from core.worlds.clips import clips
from core.worlds.sounds import heard, samples_of
from tests.stored import is_largest

MODEL = load("listening")
GOLDEN = json.loads((WORLDS / "listening" / "golden.json").read_text("utf-8"))


def of(name: str):
    return listen(MODEL, heard(samples_of(clips()[name])))


@pytest.mark.parametrize("stored", GOLDEN["examples"], ids=lambda one: one["clip"])
def test_it_spells_what_it_spelled_when_it_was_recorded(stored):
    found = of(stored["clip"])
    assert found.letters == stored["spelled"] and found.finished
    for row, moment in zip(found.weights.tolist(), stored["moments"], strict=True):
        assert is_largest(row[moment], row)


def test_its_weights_are_a_row_for_each_letter_and_one_for_the_end():
    found = of("hello")
    assert found.letters == "hello"
    assert found.weights.shape == (6, -(-len(found.levels) // 4))
    torch.testing.assert_close(found.weights.sum(-1), torch.ones(6))
    assert torch.equal(found.written, found.weights[:5])
    likely = found.probabilities
    assert likely.shape == (6,) and likely.min() > 0.5 and likely.max() <= 1


def test_shorter_clips_are_filled_up_and_spelled_alike():
    levels = [heard(samples_of(clips()[name])) for name in ("eight", "seventy-three")]
    sound, allowed = filled(levels)
    assert sound.shape[:2] == (2, len(levels[1]))
    assert allowed.sum(-1).flatten().tolist() == [len(one) for one in levels]
    assert sound[0, len(levels[0]) :].max() == 0
    both = spelled(listener(MODEL), levels)
    alone = [spelled(listener(MODEL), [one])[0] for one in levels]
    assert [one.ids for one in both] == [one.ids for one in alone]


def test_what_translates_does_not_listen():
    with pytest.raises(InputError, match="film does not listen"):
        listen(load("film"), heard(samples_of(clips()["hello"])))


def test_noise_alone_ends_at_the_limit_or_before():
    torch.manual_seed(2)
    noise = torch.randint(0, 255, (120, 40), dtype=torch.uint8).numpy()
    found = listen(MODEL, noise)
    assert len(found.letters) <= 16
    assert len(found.weights) == len(found.letters) + 1
