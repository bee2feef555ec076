"""What is said of maps that know nothing of each other."""

from core.agreement import Agreement
from core.links import Aligned
from viz.figures import agreements

AWAY = Aligned(
    ("She", "never", "eats", "meat", "."), ("x",) * 7, frozenset(), frozenset()
)


FOUND = [
    Agreement((light, light), (True, same), correlation)
    for light, same, correlation in (
        (0.625, True, 0.5),
        (0.25, False, 0.125),
        (0.375, False, -0.25),
        (0.4375, False, 0.0),
        (0.3125, True, 0.75),
    )
]


def test_the_number_itself_says_that_another_map_was_stretched():
    said = agreements.beside(FOUND, stretched=True)
    assert (
        "with the other's map of another sentence, stretched to this size, 44 % (+0.00)"
        in said
    )
    assert "stretched" not in agreements.beside(FOUND, stretched=False)


def test_a_baseline_of_equal_size_is_not_said_to_be_stretched():
    said = agreements.elsewhere(AWAY, source=5, target=7)
    assert said.startswith(
        "The other sentence is “She never eats meat.”, of equal size (7 × 5 words)."
    )
    assert "stretched" not in said


def test_a_baseline_of_another_size_says_what_was_done_to_it():
    said = agreements.elsewhere(AWAY, source=7, target=5)
    assert said.startswith(
        "The other sentence is “She never eats meat.”, the nearest in size (7 × 5 "
        "words), its maps stretched to 5 × 7."
    )
