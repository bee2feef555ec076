"""Weights from word and state alone: by hand, beside the real ones, and as stored."""

import shutil
from dataclasses import replace

import pytest
import torch
from torch import nn

import core
from core import sealed
from core.analysis import never_looks
from core.analysis.never_looks import NeverLooks, both, distance, read
from core.errors import InputError
from core.shelf.models import BAHDANAU
from core.trace import recurrent
from tests.close import close

ENGLISH = "The woman ate the fish."
FRENCH = "La femme a mangé le poisson."


@pytest.fixture(scope="module")
def forced(tiny_bahdanau):
    return tiny_bahdanau.explain(ENGLISH, target=FRENCH)


@pytest.fixture(scope="module")
def attention():
    """Embeddings of 10, states of 7, at most 31 pieces; random weights."""
    torch.manual_seed(4)
    return NeverLooks(torch.randn(31, 17), torch.randn(31))


# W [e; s] + b for e = (1, 2) and s = (3): 1 + 0, 2 − 1, 3 − 3, 30 + 9
TABLE = torch.tensor([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [5, 5, 5]])
BIAS = torch.tensor([0.0, -1, -3, 9])
WORD, STATE = torch.tensor([1.0, 2]), torch.tensor([3.0])


def test_weights_of_a_table_by_hand():
    small = NeverLooks(TABLE, BIAS)
    assert small.scores(WORD, STATE).tolist() == [1, 1, 0, 39]
    close(
        small.weights(WORD, STATE, 3), [0.4223, 0.4223, 0.1554], by=5e-5
    )  # e/(2e + 1), 1/…
    close(small.weights(WORD, STATE, 2), [0.5, 0.5])


def test_a_source_as_long_as_the_table_is_what_the_tutorial_computes():
    torch.manual_seed(6)
    attn = nn.Linear(2 + 3, 4)  # embedding and hidden → max_length
    words, states = torch.randn(6, 2), torch.randn(6, 3)
    tutorial = nn.functional.softmax(attn(torch.cat((words, states), 1)), dim=1)
    close(NeverLooks(attn.weight, attn.bias).weights(words, states, 4), tutorial)


def test_a_source_longer_than_the_table_is_refused():
    with pytest.raises(
        InputError, match="at 4 positions at most, and the sentence has 5"
    ):
        NeverLooks(TABLE, BIAS).weights(WORD, STATE, 5)


def test_only_the_attention_that_looks_changes_with_the_source(
    tiny_bahdanau, forced, attention
):
    ids = forced.source_ids
    own = both(tiny_bahdanau.network, attention, forced, ids)
    for other in (ids[::-1], (17,) * len(ids)):
        found = both(tiny_bahdanau.network, attention, forced, other)
        assert torch.equal(found.never, own.never)
        assert distance(found.looks, own.looks).mean() > 1e-3
    assert own.never.shape == own.looks.shape == (len(forced.predicted_ids), 7)
    close(own.never.sum(-1), torch.ones(len(own.never)))


def test_over_its_own_source_the_real_weights_are_those_of_the_pass(
    tiny_bahdanau, forced, attention
):
    own = both(tiny_bahdanau.network, attention, forced, forced.source_ids)
    steps = recurrent(forced).decoder
    close(own.looks, torch.stack([step.attention.weights for step in steps]), by=1e-6)


def test_over_another_source_the_real_weights_are_equation_6_with_the_state_held(
    tiny_bahdanau, forced, attention
):
    network = tiny_bahdanau.network
    source = forced.source_ids[::-1]
    found = both(network, attention, forced, source)
    pieces = torch.tensor([[*source, 2]])
    record = network.encode(pieces, torch.ones(1, 1, len(pieces[0])).bool())
    assert forced.inputs[0][-1] == 2  # ‹end›
    state = recurrent(forced).decoder[3].attention.previous_state
    scores = [
        network.direction
        @ torch.tanh(
            network.project_query.weight @ state
            + network.project_key.weight @ annotation
            + network.project_key.bias
        )
        for annotation in record.annotation[0]
    ]
    close(found.looks[3], torch.stack(scores).softmax(-1), by=1e-6)


def test_the_distance_of_two_rows_is_the_share_that_lies_elsewhere():
    one = torch.tensor([[0.5, 0.5, 0], [1, 0, 0], [0.2, 0.3, 0.5]])
    other = torch.tensor([[0.5, 0, 0.5], [0, 1, 0], [0.2, 0.3, 0.5]])
    close(distance(one, other), [0.5, 1, 0])


# --- as it is stored ------------------------------------------------------------------


def test_what_ships_was_fitted_to_the_model_that_ships_and_is_small():
    """Fails after new weights: python -m core.training.never_looks makes it again."""
    model = core.load(BAHDANAU)
    kept, sizes = read(model), model.network.config
    assert kept.attention.table.shape[1] == sizes.d_embedding + sizes.d_state
    assert kept.measured.entropy < kept.measured.loss
    assert kept.measured.apart < kept.measured.even
    files = list(never_looks.FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files) <= 100_000


def test_where_nothing_is_stored_the_command_is_named(tiny_bahdanau, tmp_path):
    with pytest.raises(InputError, match=r"core\.training\.never_looks” writes one"):
        read(tiny_bahdanau, tmp_path)


def test_what_was_fitted_to_other_weights_is_refused(tiny_bahdanau):
    stale = replace(tiny_bahdanau, name="tiny")
    with pytest.raises(InputError, match=r"other weights than those of tiny\. “python"):
        read(stale)


def test_a_file_that_was_changed_is_named(tiny_bahdanau, tmp_path):
    folder = tmp_path / "never-looks"
    shutil.copytree(never_looks.FOLDER, folder)
    weights = bytearray((folder / sealed.WEIGHTS).read_bytes())
    weights[-1] ^= 1
    (folder / sealed.WEIGHTS).write_bytes(weights)
    with pytest.raises(sealed.DamagedModel, match=r"weights\.safetensors is not the"):
        read(tiny_bahdanau, folder)


def test_the_word_before_and_the_state_before_are_asked(
    tiny_bahdanau, forced, attention
):
    own = both(tiny_bahdanau.network, attention, forced, forced.source_ids)
    word = tiny_bahdanau.network.embed(forced.inputs[2][3:4])[0]
    state = recurrent(forced).decoder[3].attention.previous_state
    with torch.no_grad():
        wanted = attention.weights(word, state, own.never.shape[-1])
    close(own.never[3], wanted)
