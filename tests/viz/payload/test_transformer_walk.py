"""What the walk receives is the trace, number by number."""

from pathlib import Path

import numpy as np
import pytest
import torch

import core
from core.experiments.changes import Forbidden, Silent
from core.experiments.experiment import Experiment
from core.in_use.translator import Translator
from core.networks.transformer import Transformer, TransformerConfig
from core.training.tokenizer import train
from tests.packed import unpack
from viz.address.page_choices import RECURRENT_STAGES, TRANSFORMER_STAGES
from viz.components.attention import pack
from viz.content import walk_texts
from viz.payload import transformer_walk
from viz.payload.transformer_walk import Place
from viz.payload.walk import Opened

LINES = ["The woman ate the fish. La femme a mangé le poisson."] * 5
PLACES = (
    Place("encoder", "words"),
    Place("decoder", "words"),
    *(Place("encoder", part, layer) for layer in (0, 1) for part in ("self", "feed")),
    *(
        Place("decoder", part, layer)
        for layer in (0, 1)
        for part in ("self", "cross", "feed")
    ),
    Place("decoder", "next"),
)


@pytest.fixture(scope="module")
def translator() -> Translator:
    """Two layers, three heads, twelve numbers, never trained."""
    tokenizer = train(LINES, size=400)
    torch.manual_seed(3)
    config = TransformerConfig(
        tokenizer.size, d_model=12, d_hidden=20, n_heads=3, n_layers=2
    )
    network = Transformer(config).eval().requires_grad_(False)
    return Translator(
        *("tiny", "transformer", network, tokenizer, {}, (), "", "0123abcd")
    )


@pytest.fixture(scope="module")
def trace(translator):
    return translator.explain("The woman ate.", target="La femme a mangé.")


def received(trace, translator, *places, opened=None):
    """Every number by its place and role, and its name, as the browser unpacks them."""
    header, body = transformer_walk.walk_view(trace, translator.network, places, opened)
    header, body = unpack(pack(header, body))
    found = {}
    for place in header["places"]:
        for role, number in place["numbers"].items():
            size = int(np.prod(number["shape"]))
            values = body[number["offset"] : number["offset"] + size]
            found[place["id"], role] = number["name"], values.reshape(number["shape"])
    return header, found


def test_every_number_of_the_walk_is_the_one_of_the_trace(trace, translator):
    tensors = {name: tensor for name, _, tensor in core.walk(trace)}
    _, found = received(trace, translator, *PLACES)
    compared = set()
    for name, values in found.values():
        if not name.startswith("model."):
            np.testing.assert_array_equal(values, tensors[name].numpy())
            compared.add(name)
    left_out = {"logits"}  # of these only the ten best of each step
    inside = {f"encoder.{i}.output" for i in (0, 1)}
    assert set(tensors) - compared <= left_out | inside | {
        f"decoder.{i}.output" for i in (0, 1)
    }


def test_the_words_enter_as_scaled_embedding_plus_position(trace, translator):
    _, found = received(trace, translator, Place("encoder", "words"))
    ids = found["encoder.words", "ids"][1].astype(int)
    assert ids[:-1].tolist() == list(trace.source_ids)
    assert trace.vocabulary.piece(int(ids[-1])) == "‹end›"
    table = translator.network.embedding.weight.numpy()
    np.testing.assert_allclose(
        found["encoder.words", "embedding"][1], table[ids] * 3.4641016, rtol=1e-6
    )
    together = (
        found["encoder.words", "embedding"][1] + found["encoder.words", "positions"][1]
    )
    np.testing.assert_allclose(
        together, trace.record.source_embedding.numpy(), atol=1e-6
    )


def test_what_an_experiment_leaves_out_is_left_out_of_the_walk(translator):
    changed = Experiment(
        scaled=False,
        no_positions=frozenset(["encoder"]),
        no_residual="decoder.1.cross_attention",
        silent=frozenset(
            [
                Silent("encoder.0.self_attention", 2),
                Silent("encoder.0.self_attention", 0),
            ]
        ),
        forbidden=frozenset(
            Forbidden("decoder.1.self_attention", None, 1, key) for key in (0, 2)
        ),
    )
    trace = translator.explain("The woman ate.", "La femme.", changed)
    assert transformer_walk.machine(trace)["without"] == {
        "scale": True,
        "causal": False,
        "words": False,
        "positions": ["encoder"],
        "residual": "decoder.1.cross",
        "silent": {"encoder.0.self": [0, 2]},
        "forbidden": ["decoder.1.self"],
    }
    _, found = received(trace, translator, *PLACES)
    assert not found["encoder.words", "positions"][1].any()
    assert found["decoder.words", "positions"][1].any()
    np.testing.assert_array_equal(
        found["encoder.words", "embedding"][1], found["encoder.words", "output"][1]
    )


def test_the_decoder_reads_start_and_what_was_predicted_before(trace, translator):
    _, found = received(trace, translator, Place("decoder", "words"))
    ids = found["decoder.words", "ids"][1].astype(int).tolist()
    assert ids[1:] == list(trace.predicted_ids[:-1])
    assert [trace.vocabulary.piece(i) for i in ids] == list(trace.read.pieces)


def test_a_few_products_of_a_projection_are_those_of_its_sum(trace, translator):
    """x W + b of one cell, with all products written out from the model itself."""
    _, found = received(trace, translator, Place("decoder", "cross", 1))
    role = {name: values for (_, name), (_, values) in found.items()}
    weight = translator.network.decoder[1].cross_attention.project_key.weight.numpy()
    column = 2 * 4 + 1  # head 3, number 2
    np.testing.assert_array_equal(role["key_columns"][column], weight[column, :4])
    whole = float(role["context"][2] @ weight[column] + role["key_bias"][column])
    assert whole == pytest.approx(role["key"][2, 2, 1], abs=1e-5)


def test_widened_becomes_hidden_where_it_is_above_0(trace, translator):
    _, found = received(trace, translator, Place("encoder", "feed", 1))
    widened = found["encoder.1.feed", "widened"][1]
    hidden = found["encoder.1.feed", "hidden"][1]
    np.testing.assert_array_equal(np.where(widened > 0, widened, 0), hidden)


def test_the_next_word_shares_out_1_over_the_whole_vocabulary(trace, translator):
    header, found = received(trace, translator, Place("decoder", "next"))
    logits, total = found["next", "logits"][1], found["next", "logsumexp"][1]
    shares = np.exp(logits - total[None, :, None])
    np.testing.assert_allclose(shares, found["next", "probabilities"][1], atol=1e-6)
    row = header["places"][0]["candidates"][1]
    pieces = trace.probabilities[1].topk(10).indices.tolist()
    best = [(trace.vocabulary.piece(i), i == trace.wrote(1)) for i in pieces]
    assert [tuple(pair) for pair in row] == best


def test_every_step_scores_the_best_pieces_of_each_step(trace, translator):
    """[step, row, piece]: columns are the best of a step, rows are all steps."""
    _, found = received(trace, translator, Place("decoder", "next"))
    logits, probabilities = trace.record.logits.numpy(), trace.probabilities.numpy()
    rows = len(trace.predicted_ids)
    assert found["next", "logits"][1].shape == (rows, rows, 10)
    for step in range(rows):
        best = np.argsort(-logits[step], kind="stable")[:10]
        for row in range(rows):
            np.testing.assert_array_equal(
                found["next", "logits"][1][step, row], logits[row, best]
            )
            np.testing.assert_array_equal(
                found["next", "probabilities"][1][step, row], probabilities[row, best]
            )


def test_the_same_pass_has_the_same_name_and_another_another(translator, trace):
    again = translator.explain("The woman ate.", target="La femme a mangé.")
    other = translator.explain("The woman ate.", target="La femme.")
    assert (
        transformer_walk.pass_id(again)
        == transformer_walk.pass_id(trace)
        != transformer_walk.pass_id(other)
    )


def test_a_short_walk_needs_the_words_one_attention_and_the_next_word():
    attention = transformer_walk.place_of("cross", 1, "attention")
    places = transformer_walk.needed(attention, "short", attention)
    assert [place.id for place in places] == [
        "decoder.words",
        "decoder.1.cross",
        "next",
    ]
    feed = transformer_walk.place_of("encoder", 2, "feed")
    assert [place.id for place in transformer_walk.needed(feed, "full", attention)] == [
        "encoder.2.feed"
    ]


def test_twelve_words_cost_less_than_two_megabytes():
    model = core.load("transformer-en-fr")
    trace = model.explain(
        "The agreement on the European Economic Area was signed today."
    )
    for part in ("self", "cross", "feed"):
        place = Place("decoder", part, 1)
        header, body = transformer_walk.walk_view(trace, model.network, [place])
        assert len(pack(header, body)) < 300_000


def test_every_stage_has_its_sentence_its_question_and_its_answer():
    assert set(TRANSFORMER_STAGES) <= set(walk_texts.load("transformer"))
    assert set(RECURRENT_STAGES) == set(walk_texts.load("bahdanau"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[tokens]\nsays = "a"\nquestion = "b"', "tokens: needs exactly says"),
        (
            '[mix]\nsays = "{rwo}"\nquestion = "b"\nanswer = "c"',
            "mix: says: unknown slot rwo",
        ),
        (
            '[mix]\nsays = ""\nquestion = "b"\nanswer = "c"',
            "mix: says must be a text",
        ),
    ],
)
def test_a_slip_in_the_stations_is_named(tmp_path: Path, text: str, message: str):
    path = tmp_path / "stations.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"stations.toml, {message}"):
        walk_texts.read(path)


def test_of_a_number_that_is_opened_the_whole_trained_column_travels(trace, translator):
    block = translator.network.decoder[1]
    best = trace.record.logits.topk(10, dim=-1).indices
    for place, role, row, column, expected in (
        (
            "decoder.1.cross",
            "query",
            2,
            7,
            block.cross_attention.project_query.weight[7],
        ),
        ("decoder.1.self", "output", 0, 11, block.self_attention.join.weight[11]),
        ("decoder.1.feed", "widened", 0, 19, block.widen.weight[19]),
        ("decoder.1.feed", "output", 0, 3, block.narrow.weight[3]),
        ("next", "logits", 2, 9, translator.network.embedding.weight[best[2, 9]]),
    ):
        opened = Opened(place, role, row, column)
        _, found = received(trace, translator, *PLACES, opened=opened)
        at = f"{row}_{column}" if place == "next" else column
        _, values = found[place, f"{role}_column_{at}"]
        np.testing.assert_array_equal(values, expected.numpy())
        _, usual = received(trace, translator, *PLACES)
        assert len(found) == len(usual) + 1


@pytest.mark.parametrize(
    "wrong",
    [
        Opened("decoder.1.cross", "query", 0, 12),
        Opened("decoder.1.cross", "<b>", 0, 0),
        Opened("decoder.7.cross", "query", 0, 0),
        Opened("encoder.words", "embedding", 0, 0),
        Opened("next", "logits", 99, 0),
        Opened("next", "logits", 0, 10),
        Opened("next", "query", 0, 0),
    ],
)
def test_a_number_that_there_is_not_opens_nothing(trace, translator, wrong):
    _, usual = received(trace, translator, *PLACES)
    _, found = received(trace, translator, *PLACES, opened=wrong)
    assert found.keys() == usual.keys()
