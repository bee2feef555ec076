"""Names with digits, read and asked for: from a last state, and by one look back."""

import pytest
import torch
from torch import nn

from core.attention import dot_product_scores
from core.labs import recall, results
from core.labs.recall import Sizes
from core.labs.recall_memory import kept
from core.labs.recall_networks import (
    CHANCE,
    NAMES,
    FromState,
    Lists,
    LookingBack,
    lists,
    seen,
)

SMALL = Sizes(
    d_name=3,
    widths=(7, 5),
    d_hidden=4,
    batch=2,
    updates=2,
    trained=6,
    pairs=11,
    distances=(1, 2, 9),
    tested=40,
    lengths=(4, 8),
)


def chance():
    return torch.Generator().manual_seed(3)


def network(kind):
    """One of the two with random weights: names of 3, states of 5, 4 hidden units."""
    torch.manual_seed(4)
    return kind(3, 5, 4)


# --- the lists ------------------------------------------------------------------------


def test_who_is_asked_for_the_second_and_the_first_name_wants_their_digits():
    read = Lists(torch.tensor([[40, 7, 9]]), torch.tensor([[3, 0, 8]]))
    asked, wanted = read.asked(torch.tensor([[1, 0]]))
    assert asked.tolist() == [[7, 40]]
    assert wanted.tolist() == [[0, 3]]


def test_no_name_comes_twice_in_a_list_and_every_digit_is_a_digit():
    read = lists(3, NAMES, chance())
    assert NAMES == 1024
    for names in read.names.tolist():
        assert sorted(names) == list(range(1024))
    assert read.digits.unique().tolist() == list(range(10))


def test_near_and_distant_pairs_are_asked_for_by_powers():
    # (t + 2)^u steps ago, rounded down: 5^0 = 1, 5^0.5 = 2.2, 5^0.99 = 4.9
    drawn = torch.tensor([[0.0, 0, 0, 0], [0.9, 0.9, 0.9, 0.5], [0.9, 0, 0, 0.99]])
    assert recall.places(drawn).tolist() == [[0, 1, 2, 3], [0, 0, 0, 2], [0, 1, 2, 0]]


def test_every_pair_read_so_far_is_asked_for_and_none_before_the_first():
    most = torch.full((1, 100), 1 - 2**-24)  # the largest number that is drawn
    assert (recall.places(most) == 0).all()


def test_after_so_many_pairs_only_those_were_seen():
    assert seen(4, torch.tensor([0, 2])).tolist() == [
        [True, False, False, False],
        [True, True, True, False],
    ]


# --- the networks ---------------------------------------------------------------------


def test_a_name_is_the_sum_of_its_first_and_its_family_name():
    one = network(FromState)
    first, family = one.first.weight, one.family.weight
    # 70 = 2 · 32 + 6
    torch.testing.assert_close(
        one.named(torch.tensor([[70]]))[0, 0], first[2] + family[6]
    )


def test_the_states_are_those_of_the_gated_unit_of_torch():
    one, read = network(FromState), lists(2, 9, chance())
    unit = nn.GRU(6, 5, batch_first=True)
    unit.weight_ih_l0, unit.bias_ih_l0 = one.unit.from_input.parameters()
    unit.weight_hh_l0, unit.bias_hh_l0 = one.unit.from_state.parameters()
    x = torch.cat([one.named(read.names), one.digit(read.digits)], -1)
    torch.testing.assert_close(one.read(read), unit(x)[0])


def test_looking_back_is_scaled_dot_product_attention_over_what_was_seen():
    one, read = network(LookingBack), lists(2, 4, chance())
    states, question = one.read(read), one.named(read.names[:, :3])
    after = torch.tensor([3, 0, 1])
    found = one.look(states, question, after)
    expected = nn.functional.scaled_dot_product_attention(
        one.query(question), one.key(states), states, attn_mask=seen(4, after)
    )
    torch.testing.assert_close(found.remembered, expected)
    assert found.weights is not None
    assert found.weights[0, 1].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("kind", [FromState, LookingBack])
def test_a_question_knows_nothing_of_what_comes_after_it(kind):
    one, read = network(kind), lists(1, 6, chance())
    later = Lists(read.names, read.digits.clone())
    later.digits[0, 4:] = (later.digits[0, 4:] + 1) % 10
    asked, after = read.names[:, :2], torch.tensor([3, 3])
    torch.testing.assert_close(one(read, asked, after), one(later, asked, after))


def test_only_the_look_back_reaches_a_state_before_the_last():
    """The question finds a state, or all of them."""
    states = torch.randn(1, 6, 5, generator=chance())
    other = states.clone()
    other[0, 2] += 1
    question, after = torch.ones(1, 1, 3), torch.tensor([5])
    alone, back = network(FromState), network(LookingBack)
    same = alone.look(other, question, after).remembered
    torch.testing.assert_close(same, states[:, 5:])
    moved = back.look(other, question, after).remembered
    assert not torch.allclose(moved, back.look(states, question, after).remembered)
    assert dot_product_scores(back.query(question), back.key(states)).shape == (1, 1, 6)


# --- asking ---------------------------------------------------------------------------


def test_a_network_that_learned_nothing_is_right_as_often_as_chance():
    right = recall.by_distance(network(LookingBack), 20, 400, chance())
    # 8,000 answers: a deviation is √(0.1 · 0.9 / 8000) = 0.0034
    assert right.mean().item() == pytest.approx(CHANCE, abs=0.014)
    assert CHANCE == 0.1


def test_the_first_distance_is_that_of_the_last_pair():
    class Last(FromState):
        """Answers every question with the digit that was read last."""

        def forward(self, read, asked, after):
            last = read.digits[:, -1:].expand(-1, asked.shape[-1])
            return nn.functional.one_hot(last, 10).float()

    right = recall.by_distance(Last(3, 5, 4), 5, 40, chance())
    assert right[0] == 1 and right[1:].max() < 0.4


def test_knowing_half_of_the_pairs_and_guessing_the_others():
    # one known, one guessed, one at 0.55: 1 + 0 + (0.55 − 0.1)/0.9
    assert recall.known(torch.tensor([1.0, 0.1, 0.55])) == pytest.approx(1.5)


# --- the bytes ------------------------------------------------------------------------


def test_weights_take_four_bytes_a_question_and_pair_and_a_state_stays_as_it_is():
    state, back = network(FromState), network(LookingBack)
    # 32 bits: 4 · 8² bytes of weights; 4 · 5 of a state, 4 · 5 · 8 of all
    found = kept(back, 8)
    assert (found.weights, found.held) == (256, 160)
    assert (kept(state, 8).weights, kept(state, 8).held) == (0, 20)


def test_a_recurrence_keeps_twice_as_much_and_weights_four_times_as_much():
    state = [kept(network(FromState), n).all for n in (32, 64, 128)]
    assert state == [state[0], 2 * state[0], 4 * state[0]]  # no parameter is counted
    back = [kept(network(LookingBack), n).all for n in (32, 64, 128)]
    # what grows with n²: 4 bytes of a weight and 1 of its mask
    assert back[2] - 2 * back[1] == 5 * (128**2 - 2 * 64**2)
    assert back[1] - 2 * back[0] == 5 * (64**2 - 2 * 32**2)


# --- measured -------------------------------------------------------------------------


def test_the_same_seed_finds_the_same_and_tells_how_far_it_is():
    said = []
    first = recall.measure(said.append, SMALL)
    assert first == recall.measure(lambda _: None, SMALL)
    assert said[0].startswith("state: 1 of 2 updates, loss ")
    assert [one.kind for one in first.networks] == ["state", "look"]
    assert all(len(one.accuracy) == 3 for one in first.networks)
    assert first.weights == (64, 256)


def test_the_stored_networks_forget_and_look_back():
    found = results.read("recall").found
    state, look = found.networks
    assert found.pairs == 1024 > found.distances[-1] == 1000 > found.trained == 100
    assert len(state.accuracy) == len(look.accuracy) == len(found.distances)
    assert state.parameters == 121_786 and look.parameters == 123_722
    at = found.distances.index
    assert state.accuracy[0] > 0.7 > 3 * state.accuracy[at(1000)]
    # 512 lists: three deviations of a share of 0.1 are 0.040
    assert state.accuracy[at(500)] == pytest.approx(CHANCE, abs=0.04)
    assert look.known > 10 * state.known
    assert look.accuracy[-1] > look.first > 0.9
    # 4 · 1,000² bytes of weights
    assert found.weights[found.lengths.index(1000)] == 4_000_000
    assert state.kept[-1] == 2 * state.kept[-2] < look.kept[-2]
