"""A street looked at without a question and with one."""

import numpy as np
import pytest
import torch

from core.in_use.captioner import WRITERS
from core.in_use.small import load
from core.labs import looks, results
from core.worlds.street import parse

STREET = parse("duck.yellow.24.36~car.red.2.30~car.blue.30.30~tree.green.3.8")


@pytest.fixture(scope="module")
def model():
    return load(WRITERS["soft"])


def test_salience_is_added_up_cell_by_cell():
    whole = np.zeros((24, 24))
    whole[0, 0], whole[3, 3], whole[23, 23] = 1.0, 2.0, 1.0
    cells = looks.in_cells(whole)
    assert cells.tolist() == [0.75, *([0.0] * 34), 0.25]


def test_only_what_is_there_once_can_be_asked_for():
    assert looks.kinds(STREET) == ["duck", "tree"]


def test_the_attention_is_that_of_the_last_word_of_the_answer(model):
    free = looks.in_cells(looks.salient(STREET).whole)
    one = looks.asked(model, STREET, "duck", free)
    assert one.told.words[: one.told.given] == ("where", "is", "the", "duck", "?")
    assert one.told.right and one.thing == 0
    assert torch.equal(one.weights, one.told.weights[len(one.told.words) - 1])
    cells = list(one.on.cells)
    assert one.on.weight == pytest.approx(float(one.weights[cells].sum()), abs=1e-6)
    assert one.free.weight == pytest.approx(float(free[cells].sum()), abs=1e-6)
    assert one.on.weight > 0.8 > 0.4 > one.free.weight


def test_what_is_stored_was_measured_on_this_model(model):
    found = results.read("looking").found
    assert (found.model, found.digest) == (model.name, model.digest)
    assert found.asked > 0.8 > found.free > found.uniform
