"""The small models of pictures and films that ship: what they said when measured."""

import json

import pytest

from core.assets import WORLDS
from core.in_use.small import Small, load
from core.training.small import remembered_small, task_of
from tests.stored import seen_alike

MOST_BYTES = 2 * 2**20
KINDS = {"caption_writer", "film", "film_mean", "gates", "gates_alone", "seeing_writer"}
KINDS |= {"patches", "patches_alone", "twins", "twins_alone"}
NAMES = [
    folder.name
    for folder in sorted(WORLDS.iterdir())
    if json.loads((folder / "config.json").read_text("utf-8"))["kind"] in KINDS
]


@pytest.fixture(scope="module", params=NAMES)
def model(request: pytest.FixtureRequest) -> Small:
    return load(request.param)


def test_it_is_small_and_says_how_it_was_made(model: Small):
    folder = WORLDS / model.name
    assert sum(file.stat().st_size for file in folder.iterdir()) <= MOST_BYTES
    assert f"recipes/{model.name}.toml" in model.card
    assert "that it never learned from" in model.card


def test_it_says_what_it_said_when_it_was_measured(model: Small):
    path = WORLDS / model.name / "golden.json"
    stored = json.loads(path.read_text("utf-8"))["examples"]
    if any("digit" in one for one in stored):
        pytest.importorskip("sklearn")
    found = task_of(remembered_small(model.info["recipe"])).golden(model.network)
    assert len(found) == len(stored)
    for one, other in zip(found, stored, strict=True):
        assert set(one) == set(other)
        for name, value in one.items():
            if name in {"likely", "marked"}:
                seen_alike(value, other[name], digits=2)
            else:
                assert value == other[name]


def test_they_are_as_good_as_their_lesson_needs():
    measured = {name: load(name).info["measured"] for name in NAMES}
    film = measured["film"]
    assert film["way"] > 0.99 and film["shuffled"]["way"] < 0.6
    assert film["backwards"]["way"] < 0.02  # it says the other way
    assert measured["gates-alone"]["exact"] > 0.9 and measured["gates"]["exact"] > 0.9
