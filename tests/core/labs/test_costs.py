"""Operations, paths and layers, counted by hand."""

import pytest

from core.labs import costs


def test_table_one_counts_five_words_of_width_seven():
    assert costs.operations(5, 7, 3) == {
        "recurrent": 245,  # 5 · 49
        "convolution": 735,  # 3 · 5 · 49
        "self-attention": 175,  # 25 · 7
        "restricted": 105,  # 3 · 5 · 7
    }
    assert costs.waiting_steps(5)["recurrent"] == 5
    assert costs.waiting_steps(5)["self-attention"] == 1


def test_recurrence_and_self_attention_cost_the_same_where_n_is_d():
    at = costs.operations(512, 512, 3)
    assert at["recurrent"] == at["self-attention"] == 134_217_728
    below = costs.operations(511, 512, 3)
    assert below["recurrent"] > below["self-attention"]


@pytest.mark.parametrize(
    ("n", "k", "contiguous", "dilated"),
    [
        (9, 3, 4, 2),  # 8/2; 3² = 9
        (10, 3, 5, 3),  # 9/2; 3³ ≥ 10 > 3²
        (16, 2, 15, 4),
        (17, 2, 16, 5),
        (2, 5, 1, 1),
        (1, 3, 0, 0),
        (1, 1, 0, 0),
        (4, 1, None, None),
    ],
)
def test_layers_until_one_unit_sees_the_whole_sentence(n, k, contiguous, dilated):
    assert costs.layers_contiguous(n, k) == contiguous
    assert costs.layers_dilated(n, k) == dilated


@pytest.mark.parametrize("kind", ["contiguous", "dilated"])
@pytest.mark.parametrize(("n", "k"), [(9, 3), (10, 3), (16, 2), (2, 5), (7, 4)])
def test_the_cone_of_the_last_unit_reaches_every_word(kind, n, k):
    cone = costs.cone(n, k, kind)
    assert {start for start, _ in cone[0]} == set(range(n))
    assert {to for _, to in cone[-1]} == {n - 1}
    expected = (
        costs.layers_contiguous(n, k)
        if kind == "contiguous"
        else costs.layers_dilated(n, k)
    )
    assert len(cone) == expected


def test_the_dilated_cone_of_four_words_with_a_kernel_of_two():
    # the last unit reads words 2 and 4 of the layer below, those 1, 2 and 3, 4
    assert costs.cone(4, 2, "dilated") == [
        [(1, 1), (0, 1), (3, 3), (2, 3)],
        [(3, 3), (1, 3)],
    ]


def test_a_kernel_of_one_never_sees_another_word_and_one_word_needs_no_layer():
    assert costs.cone(4, 1, "contiguous") == [[(3, 3)]]
    assert costs.cone(1, 3, "dilated") == []
    assert costs.paths(1, 3) == dict.fromkeys(costs.LAYER_KINDS, 0)
    assert costs.paths(4, 1)["convolution"] is None


def test_paths_of_seven_words_with_a_kernel_of_three():
    assert costs.paths(7, 3) == {
        "recurrent": 6,
        "convolution": 3,
        "self-attention": 1,
        "restricted": 3,
    }


def test_the_two_parts_of_a_whole_layer_meet_at_six_times_the_width():
    assert costs.whole_layer(10, 4) == {
        "projections and feed-forward": 1920,  # 12 · 10 · 16
        "scores and mixing": 800,  # 2 · 100 · 4
    }
    one, other = costs.whole_layer(6 * 64, 64).values()
    assert one == other == 18_874_368


def test_the_slope_of_a_square_is_two():
    assert costs.slope([1, 2, 4], [3, 12, 48]) == pytest.approx(2)
    assert costs.slope([10, 100], [5, 50]) == pytest.approx(1)
    with pytest.raises(ValueError, match="at least two different sizes"):
        costs.slope([8, 8], [1, 2])
