"""The three writers of captions that ship, on the streets of the lectures."""

import json

import pytest
import torch

from core.assets import WORLDS
from core.in_use.captioner import WRITERS, ask, describe, draw_many
from core.in_use.small import Small, load
from core.worlds.questions import ask as read
from core.worlds.streets import lecture
from tests.stored import seen_alike

MOST_BYTES = 2 * 2**20


@pytest.fixture(scope="module", params=WRITERS)
def writer(request) -> Small:
    return load(WRITERS[request.param])


def test_a_writer_is_small_and_says_how_it_was_made(writer):
    folder = WORLDS / writer.name
    assert sum(file.stat().st_size for file in folder.iterdir()) <= MOST_BYTES
    assert writer.info["recipe"]["kind"] == writer.kind
    assert f"recipes/{writer.name}.toml" in writer.card
    assert "streets that it never learned from" in writer.card


def test_a_writer_says_what_it_said_when_it_was_measured(writer):
    path = WORLDS / writer.name / "golden.json"
    for one in json.loads(path.read_text(encoding="utf-8"))["examples"]:
        street, asked = lecture(one["street"]), one["asked"]
        told = ask(writer, street, read(asked)) if asked else describe(writer, street)
        assert " ".join(told.written) == one["said"]
        assert told.right == one["right"]
        seen_alike(told.probabilities, one["probabilities"], digits=2)
        looked = told.weights[torch.arange(len(one["looked"])), one["looked"]]
        seen_alike(looked, one["by"], digits=2)


@pytest.mark.parametrize(
    ("street", "asked", "said"),
    [
        ("sign", "Where is the stop sign?", "it is on the grass"),
        ("car", "Where is the car?", "it is on the road"),
        ("objects", "What color is the duck?", "it is yellow"),
        ("objects", "Where is the duck?", "it is on the road"),
    ],
)
def test_the_soft_writer_answers_the_lectures_and_looks_at_what_is_asked_for(
    street, asked, said
):
    told = ask(load(WRITERS["soft"]), lecture(street), read(asked))
    assert " ".join(told.written) == said
    looked = max(one.weight / one.uniform for one in told.shares()[told.given :] if one)
    assert looked > 2


def test_attention_tells_more_streets_rightly_than_the_mean_of_the_grid():
    measured = {name: load(WRITERS[name]).info["measured"] for name in WRITERS}
    exact = {name: one["captions"]["exact"] for name, one in measured.items()}
    assert exact["none"] < exact["hard"] < exact["soft"]
    for name in ("soft", "hard"):
        on = measured[name]["captions"]["on"]["color"]
        assert on["share"] > 3 * on["uniform"] > on["area"]
    none = measured["none"]["captions"]["on"]["color"]
    assert none["share"] == pytest.approx(none["uniform"], abs=1e-4)
    spread = measured["hard"]["gradient_variance"]
    assert spread["hard"] > 2 * spread["soft"]


def test_two_hundred_draws_settle_on_the_weights_by_which_they_are_drawn():
    hard = load(WRITERS["hard"])
    drawn = draw_many(hard, describe(hard, lecture("sign"), seed=1))
    assert (drawn.counts / 200 - drawn.expected).abs().max() < 0.16
