"""What the walk through the recurrent translator receives is the trace, bit by bit."""

import numpy as np
import pytest

import core
from core.training.tokenizer import train
from tests.core.tiny import LINES, make_bahdanau, make_transformer, make_translator
from tests.packed import unpack
from viz.components.attention import pack
from viz.payload import recurrent_walk

NOT_OF_A_STEP = {"encoder.reading.embedding", "allowed", "logits"}


@pytest.fixture(scope="module")
def translator():
    """Embeddings of 10, states of 7, alignment of 9, never trained."""
    tokenizer = train(LINES, size=410)
    return make_translator(make_bahdanau(tokenizer.size), tokenizer)


@pytest.fixture(scope="module")
def trace(translator):
    return translator.explain("The fish.", target="Le poisson a mangé.")


@pytest.fixture(scope="module")
def received(trace, translator):
    """Every number by its place and role, and its name, as the browser unpacks them."""
    header, body = unpack(pack(*recurrent_walk.walk_view(trace, translator.network)))
    found = {}
    for place in header["places"]:
        for role, number in place["numbers"].items():
            size = int(np.prod(number["shape"]))
            values = body[number["offset"] : number["offset"] + size]
            found[place["id"], role] = number["name"], values.reshape(number["shape"])
    return header, found


def test_every_number_of_the_walk_is_the_one_of_the_trace(trace, received):
    tensors = {name: tensor.numpy() for name, _, tensor in core.walk(trace)}
    steps = range(len(trace.predicted_ids))
    compared = set()
    for name, values in received[1].values():
        if name.startswith("model."):
            continue
        whole = (
            np.stack([tensors[name.replace("*", str(i))] for i in steps])
            if "*" in name
            else tensors[name]
        )
        np.testing.assert_array_equal(values.reshape(whole.shape), whole)
        compared |= {name.replace("*", str(i)) for i in steps}
    left = set(tensors) - compared - NOT_OF_A_STEP
    assert left == {
        f"decoder.{i}.attention.features" for i in steps
    }  # made in the browser


def test_question_key_and_direction_make_the_scores_of_the_trace(trace, received):
    role = {role: values for (_, role), (_, values) in received[1].items()}
    for i, step in enumerate(trace.record.decoder):
        bent = np.tanh(role["query"][i] + role["key"])
        np.testing.assert_allclose(bent, step.attention.features.numpy(), atol=1e-6)
        np.testing.assert_allclose(
            bent @ role["direction"], step.attention.scores.numpy(), atol=1e-5
        )


def test_the_parts_of_gates_and_readout_add_up_to_what_the_step_recorded(received):
    _, found = received
    of = {role: values for (p, role), (_, values) in found.items() if "gates" in p}
    together = of["from_word"] + of["from_context"] + of["from_state"]
    reset = 1 / (1 + np.exp(-together[:, :7]))
    np.testing.assert_allclose(reset, of["reset"], atol=1e-6)
    fresh = of["from_word"] + of["from_context"]
    candidate = np.tanh(fresh[:, 14:] + of["reset"] * of["from_state"][:, 14:])
    np.testing.assert_allclose(candidate, of["candidate"], atol=1e-6)
    state = (1 - of["update"]) * of["candidate"] + of["update"] * of["previous"]
    np.testing.assert_allclose(state, of["state"], atol=1e-6)
    of = {role: values for (p, role), (_, values) in found.items() if "next" in p}
    deep = of["from_word"] + of["from_context"] + of["from_state"]
    larger = deep.reshape(len(deep), 10, 2).max(-1)
    np.testing.assert_allclose(larger, of["x"], atol=1e-6)


def test_the_first_state_is_the_tanh_of_what_came_from_the_right(received):
    role = {role: values for (_, role), (_, values) in received[1].items()}
    np.testing.assert_allclose(np.tanh(role["start_sum"]), role["start"], atol=1e-6)
    np.testing.assert_array_equal(role["previous"][0], role["start"][0])


def test_the_five_most_probable_pieces_are_those_of_the_step(trace, received):
    header, found = received
    shares = np.exp(
        found["alignment.next", "logits"][1]
        - found["alignment.next", "logsumexp"][1][None, :, None]
    )
    np.testing.assert_allclose(
        shares, found["alignment.next", "probabilities"][1], atol=1e-6
    )
    pieces = trace.probabilities[1].topk(5).indices.tolist()
    best = [(trace.vocabulary.piece(i), i == trace.wrote(1)) for i in pieces]
    assert [tuple(pair) for pair in header["places"][3]["candidates"][1]] == best


def test_the_machine_says_its_sizes_and_the_pieces_of_all_sides(trace):
    machine = recurrent_walk.machine(trace)
    sizes = {name: machine[name] for name in machine if name.startswith("d_")}
    assert sizes == {
        "d_embedding": 10,
        "d_state": 7,
        "d_annotation": 14,
        "d_align": 9,
    }
    assert machine["sides"]["source"]["pieces"][-1] == "‹end›"
    assert machine["sides"]["read"]["pieces"][0] == "‹start›"


def test_a_closed_walk_needs_the_film_and_an_open_one_every_place():
    assert recurrent_walk.needed("") == ("attention",)
    assert recurrent_walk.needed("short") == ("words", "attention", "gates", "next")


def test_a_transformer_has_none_of_these_stages(trace):
    with pytest.raises(TypeError, match="additive attention"):
        recurrent_walk.walk_view(trace, make_transformer())


def test_twelve_words_cost_less_than_a_megabyte(translator):
    model = core.load("bahdanau-en-fr")
    trace = model.explain(
        "The agreement on the European Economic Area was signed today."
    )
    assert len(pack(*recurrent_walk.walk_view(trace, model.network))) < 1_000_000
