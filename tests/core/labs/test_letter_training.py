"""Layers that learn programs over letters: how they are trained, and how kept."""

import json
import random
from functools import partial

import pytest
import torch
from torch import nn

from core.labs import letter_training as training
from core.labs.letter_programs import (
    OneLayer,
    all_right,
    answer,
    fresh,
    numbered,
    packed,
    unpacked,
)
from core.labs.letter_sequences import some, sorted_ones, spelled
from core.labs.letters import KINDS, PROGRAMS, different, right
from core.labs.results import FOLDER, read
from tests.close import close

gelu = partial(nn.functional.gelu, approximate="tanh")
CHANCE = torch.Generator().manual_seed(5)


@pytest.fixture(scope="module")
def found():
    return read("histogram").found


@pytest.fixture(scope="module")
def counting(found):
    """The layer that counts, at the end of its training."""
    return unpacked(found.moments[-1].weights, "count", "plain")


def test_5456_sorted_sequences_of_30_letters_of_four_are_all_there_are():
    counts = sorted_ones()
    assert counts.shape == (5456, 4)
    assert counts.min() == 0 and set(counts.sum(1).tolist()) == {30}
    assert len(counts.unique(dim=0)) == 5456
    assert sorted_ones(2).tolist()[:3] == [
        [0, 0, 0, 2], [0, 0, 1, 1], [0, 0, 2, 0]
    ]  # fmt: skip


def test_sequences_are_spelled_from_their_counts():
    (letters,) = spelled(torch.tensor([[3, 0, 1, 2]]), CHANCE)
    assert sorted(letters.tolist()) == [1, 1, 1, 3, 4, 4]
    lengths = torch.tensor([1, 7, 30])
    assert some(lengths, CHANCE).sum(1).tolist() == [1, 7, 30]


@pytest.mark.parametrize("program", PROGRAMS)
def test_answers_in_numbers_are_those_of_plain_counting(program):
    letters = "cabbaddacb"
    marked = all_right(program, numbered(letters)[:, 1:])[0]
    assert [set(row.nonzero().flatten().tolist()) for row in marked] == right(
        program, letters
    )


def test_a_set_of_letters_is_scored_like_every_sequence_that_has_them():
    network = fresh("count", "plain", CHANCE)
    scores, _ = network(numbered("cabbac"))
    network.layer.self_attention = training.OverSets(network.layer.self_attention)
    at_each = training.over_sets(network, torch.tensor([[2, 2, 2, 0]]))[0]
    close(scores[0, 1:], at_each[[2, 0, 1, 1, 0, 2]])


def test_the_layer_is_that_of_torch():
    ours = fresh("most", "causal", CHANCE)
    theirs = nn.TransformerEncoderLayer(
        32, 1, 128, 0.0, gelu, batch_first=True, norm_first=True
    ).eval()
    attention, layer = ours.layer.self_attention, ours.layer
    projections = (
        attention.project_query,
        attention.project_key,
        attention.project_value,
    )
    pairs = [
        (theirs.self_attn.out_proj, attention.join),
        (theirs.linear1, layer.widen),
        (theirs.linear2, layer.narrow),
        (theirs.norm1, layer.norm_self_attention),
        (theirs.norm2, layer.norm_feed_forward),
    ]
    with torch.no_grad():
        for name in ("weight", "bias"):
            together = torch.cat([getattr(one, name) for one in projections])
            getattr(theirs.self_attn, f"in_proj_{name}").copy_(together)
        for their, our in pairs:
            their.load_state_dict(our.state_dict())
        letters = numbered("abcadbbc")
        mask = nn.Transformer.generate_square_subsequent_mask(9)
        expected = ours.score(theirs(ours.embedding(letters), src_mask=mask))
        close(ours(letters)[0], expected, 1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_packed_is_unpacked_and_nothing_else_is_taken(kind):
    network = fresh("before", kind, CHANCE)
    text = packed(network)
    again = unpacked(text, "before", kind)
    assert answer(again, "abba").answers == answer(network, "abba").answers
    for one, other in zip(network.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
    with pytest.raises(ValueError, match="another network"):
        unpacked(text, "count", kind)


def test_where_a_layer_may_not_look_there_is_no_weight():
    weights = answer(OneLayer("before", "causal"), "ab").weights
    assert weights.isnan().tolist() == [
        [False, True, True], [False, False, True], [False, False, False]
    ]  # fmt: skip


# --- what is stored -------------------------------------------------------------------


def test_the_layer_counts_every_letter_of_every_sorted_sequence(found):
    assert found.sequences == 5456
    assert len(found.moments) == 12
    assert found.moments[0].accuracy < 0.2
    assert found.moments[-1].accuracy == 1.0
    assert found.moments[-1].loss < 0.2 < 3 < found.moments[0].loss


def test_what_is_stored_of_the_last_moment_is_what_its_weights_do(found, counting):
    counting.layer.self_attention = training.OverSets(counting.layer.self_attention)
    counts = sorted_ones()
    with torch.inference_mode():
        best = training.over_sets(counting, counts).argmax(-1)
    assert torch.equal(best[counts > 0], counts[counts > 0])


def test_moved_letters_take_weights_and_answers_along(found):
    network = unpacked(found.moments[-1].weights, "count", "plain")
    letters, chance = "aabbbccccaaddb", random.Random(2)
    order = list(range(len(letters)))
    before = answer(network, letters)
    for _ in range(3):
        chance.shuffle(order)
        after = answer(network, "".join(letters[at] for at in order))
        assert after.answers == tuple(before.answers[at] for at in order)
        moved = torch.tensor([0, *(1 + at for at in order)])
        close(after.weights, before.weights[moved][:, moved], 1e-5)


def test_of_nine_layers_those_that_can_are_told_from_those_that_cannot(found):
    accuracy = {(one.program, one.kind): one.accuracy for one in found.layers}
    assert accuracy.keys() == {(p, k) for p in PROGRAMS for k in KINDS}
    assert accuracy["count", "plain"] > 0.99 > accuracy["count", "causal"]
    assert accuracy["before", "causal"] > 0.99 > accuracy["before", "plain"]
    assert accuracy["most", "plain"] > 0.95 > accuracy["most", "causal"]


def test_equal_letters_get_equal_answers_from_letters_alone(found):
    layer = next(o for o in found.layers if (o.program, o.kind) == ("before", "plain"))
    answers = answer(unpacked(layer.weights, "before", "plain"), "abcabcab").answers
    assert answers == answers[:3] * 2 + answers[:2]


def test_the_file_names_its_machine_and_stays_small():
    path = FOLDER / "histogram.json"
    assert json.loads(path.read_text("utf-8"))["machine"]
    assert path.stat().st_size < 800_000
    assert different("aababc") == "abc"


def test_training_goes_the_same_way_twice():
    sizes = training.Sizes(moments=(0, 2), short=2, batch=2, sets=4, new=50)
    said = []
    once, again = (training.measure(said.append, sizes) for _ in range(2))
    assert once == again
    assert len(once.moments) == 2 and len(once.layers) == 9
    assert said
