import pytest

from viz.say.numbers import small


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (4.2e-05, "0.000\u202f04"),
        (0.36, "0.4"),
        (-0.0071, "−0.007"),
        (12.4, "12"),
        (1.0, "1"),
        (3e-13, "0.000\u202f000\u202f000\u202f000\u202f3"),
        (1e-16, "0"),
        (0.0, "0"),
    ],
)
def test_a_small_number_has_one_figure_and_no_exponent(value, said):
    assert small(value) == said
