"""A captioner is walked through as the recurrent translator is."""

import numpy as np
import pytest
import torch

from core.in_use.captioner import ask as ask_model
from core.in_use.captioner import describe
from core.worlds.captions import VOCABULARY
from core.worlds.questions import ask
from core.worlds.street import parse
from tests.viz.captioners import captioners
from viz.payload import cells_walk

STREET = parse("car.red.2.30~duck.yellow.30.33")


@pytest.fixture(scope="module")
def soft():
    return captioners()["captions-soft"]


@pytest.fixture(scope="module")
def told(soft):
    return ask_model(soft, STREET, ask("where is the duck?"))


def numbers(header, body, place, role):
    """One tensor of a place, as the browser takes it out of the body."""
    entry = next(one for one in header["places"] if one["id"] == f"alignment.{place}")
    part = entry["numbers"][role]
    size = int(np.prod(part["shape"]))
    return body[part["offset"] : part["offset"] + size].reshape(part["shape"])


def test_its_numbers_are_those_of_the_pass(soft, told):
    header, body = cells_walk.walk_view(told, soft.network)
    record = told.record
    for role, tensor in {
        "annotation": record.encoder.annotation,
        "mean": record.encoder.annotation.mean(0)[None],
        "start": record.encoder.start_state[None],
    }.items():
        found = numbers(header, body, "words", role)
        np.testing.assert_allclose(found, tensor.numpy(), atol=1e-6)
    weights = numbers(header, body, "attention", "weights")
    np.testing.assert_allclose(weights[0], told.weights.numpy())
    started = np.tanh(numbers(header, body, "words", "start_sum"))
    np.testing.assert_allclose(started[0], record.encoder.start_state, atol=1e-6)


def test_a_context_is_the_weighted_mean_of_the_cells(soft, told):
    header, body = cells_walk.walk_view(told, soft.network)
    context = numbers(header, body, "attention", "context")
    cells = numbers(header, body, "attention", "value")[0]
    np.testing.assert_allclose(context, told.weights.numpy() @ cells, atol=1e-5)


def test_every_step_names_its_likeliest_words_and_the_one_that_was_written(soft, told):
    header, body = cells_walk.walk_view(told, soft.network, ["next"])
    (place,) = header["places"]
    end = VOCABULARY.index("‹end›") if told.finished else None
    ids = [*map(VOCABULARY.index, told.words), end]
    for step, named in enumerate(place["candidates"]):
        best = torch.tensor([VOCABULARY.index(word) for word, _ in named])
        chances = told.record.logits[step].softmax(-1)[best]
        found = numbers(header, body, "next", "probabilities")[step][step]
        np.testing.assert_allclose(found, chances, atol=1e-6)
        assert [wrote for _, wrote in named] == [at == ids[step] for at in best]


def test_the_map_stands_between_words_and_cells_and_has_the_same_pass(soft, told):
    header, body = cells_walk.cells_view(told)
    machine = header["machine"]
    assert (machine["model"], machine["reads"]) == ("recurrent", "cells")
    assert machine["pass"] == cells_walk.walk_view(told, soft.network)[0]["stages"]
    assert machine["d_annotation"] == 18
    assert machine["sides"]["source"]["pieces"][7] == "2.2"
    assert machine["sides"]["read"]["pieces"] == ["‹start›", *told.words]
    last = "‹end›" if told.finished else "‹?›"
    assert header["sequences"]["predicted"]["words"] == [*told.words, last]
    assert body.size == (len(told.words) + 1) * 36


def test_a_writer_that_would_say_nothing_writes_a_word_and_has_a_row_for_it(soft):
    network = soft.network
    with torch.no_grad():
        bias = network.bias.clone()
        network.bias[VOCABULARY.index("‹end›")] = 99
    try:
        silent = describe(soft, STREET)
        header, body = cells_walk.cells_view(silent)
    finally:
        network.bias.data = bias
    assert header["sequences"]["predicted"]["words"] == ["cup", "‹end›"]
    assert body.size == 2 * 36
