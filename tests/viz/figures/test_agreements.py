"""What is said of maps that know nothing of each other."""

from core.analysis.alignment_links import Aligned
from viz.figures import agreements

AWAY = Aligned(
    ("She", "never", "eats", "meat", "."), ("x",) * 7, frozenset(), frozenset()
)


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
