"""What the walk through a model that only writes receives is its trace."""

import numpy as np
import pytest
import torch
from torch.nn.functional import gelu

import core
from core.experiments.experiment import Experiment
from core.in_use.language_model import LanguageModel
from core.training.tokenizer import train
from tests.core.tiny import make_writer
from tests.packed import unpack
from viz.components.attention import pack
from viz.content import walk_texts
from viz.payload import maps, transformer_walk
from viz.payload.transformer_walk import Place

LINES = ["The woman ate the fish. La femme a mangé le poisson."] * 5


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    tokenizer = train(LINES, size=400)
    network = make_writer(tokenizer.size, positions=30)
    return LanguageModel("tiny", "writer", network, tokenizer, {}, (), "", "0123abcd")


@pytest.fixture(scope="module")
def trace(model):
    return model.explain("The woman", 4)


def received(trace, model, place):
    """Every number of a place by its role, as the browser unpacks them."""
    header, body = transformer_walk.walk_view(trace, model.network, (place,))
    header, body = unpack(pack(header, body))
    found = {}
    for role, number in header["places"][0]["numbers"].items():
        size = int(np.prod(number["shape"]))
        values = body[number["offset"] : number["offset"] + size]
        found[role] = torch.tensor(values.reshape(number["shape"]))
    return found


def close(one, other):
    torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)


def test_vector_and_learned_position_are_added_up_where_a_piece_is_read(trace, model):
    found = received(trace, model, Place("decoder", "words"))
    table = model.network.position_embedding.weight
    close(found["positions"], table[: len(found["ids"])])
    close(found["embedding"] + found["positions"], found["output"])
    close(found["output"], trace.record.target_embedding)


def test_each_sublayer_reads_the_stream_through_its_norm(trace, model):
    tensors = {name: tensor for name, _, tensor in core.walk(trace)}
    layer = model.network.decoder[1]
    for part, normed in (
        ("self", layer.norm_self_attention),
        ("feed", layer.norm_feed_forward),
    ):
        found = received(trace, model, Place("decoder", part, 1))
        close(found["normed"], normed(found["x"]))
        close(found["gain"], normed.weight)
        assert "after" not in found
    close(found["hidden"], gelu(found["widened"], approximate="tanh"))
    close(found["x"] + found["output"], tensors["decoder.1.output"])


def test_the_last_norm_stands_before_the_scores(trace, model):
    found = received(trace, model, Place("decoder", "next"))
    close(found["normed"], trace.record.normed_output)
    best = trace.record.logits.topk(10, dim=-1).values
    close(found["logits"].diagonal(dim1=0, dim2=1).T, best)


def test_a_machine_says_that_it_only_writes_and_what_is_left_out(trace, model):
    machine = transformer_walk.machine(trace)
    assert machine["model"] == "writer"
    assert (machine["layers"], machine["heads"], machine["d_k"]) == (2, 3, 4)
    assert (machine["d_model"], machine["d_hidden"]) == (12, 48)
    assert machine["given"] == trace.given
    changed = Experiment(no_positions=frozenset({"decoder"}))
    without = model.explain("The woman", 4, changed)
    found = received(without, model, Place("decoder", "words"))
    assert not found["positions"].any()
    assert transformer_walk.machine(without)["without"]["positions"] == ["decoder"]


def test_the_picture_of_a_writer_has_one_stack_and_no_source(trace):
    header, _ = maps.transformer_view(trace, words=False)
    assert [stack["id"] for stack in header["stacks"]] == ["decoder"]
    assert set(header["sequences"]) == {"read", "predicted"}
    assert header["sequences"]["predicted"]["words"][-1] == "‹?›"
    assert header["labels"]["title"] == trace.translation.text


def test_its_walk_says_of_its_own_steps_what_no_transformer_has():
    said, other = walk_texts.load("writer"), walk_texts.load("transformer")
    assert set(other) <= set(said)
    assert "GELU" in said["relu"]["says"]
    assert said["softmax"] == other["softmax"]
