"""What is said of maps that know nothing of each other."""

from core.analysis.agreement import Agreement
from core.analysis.alignment_links import Aligned
from viz.figures import agreements
from viz.say import tables

AWAY = Aligned(
    ("She", "never", "eats", "meat", "."), ("x",) * 7, frozenset(), frozenset()
)


def test_a_baseline_of_equal_size_is_not_said_to_be_stretched():
    said = agreements.elsewhere(AWAY, source=5, target=7)
    assert said.startswith(
        "The other sentence is “She never eats meat.”, of the same size (7 × 5 words)."
    )
    assert "stretched" not in said


def test_a_baseline_of_another_size_says_what_was_done_to_it():
    said = agreements.elsewhere(AWAY, source=7, target=5)
    assert said.startswith(
        "The other sentence is “She never eats meat.”, the closest in size (7 × 5 "
        "words). Its maps are stretched to 5 × 7."
    )


def test_agreement_is_said_for_the_whole_map_and_for_one_row():
    found = Agreement((0.7, 0.0, 0.875), (True, False, True))
    names = ("un", "deux", "trois")
    assert agreements.caption(found, names) == (
        "The attention maps of the two translators overlap by 52%. "
        "In 2 of 3 rows, both models attend "
        "most to the same word. They differ most where deux is written: there they "
        "overlap by 0%."
    )
    assert agreements.caption_of_row(found, names, 2) == (
        "Where trois is written they overlap by 88% and attend most to the same word."
    )
    assert agreements.caption_of_row(found, names, 1).endswith(
        "attend most to different words."
    )


def test_agreement_as_a_table_has_a_row_for_every_word():
    found = Agreement((0.7, 0.0), (True, False))
    assert tables.as_csv(agreements.by_word(found, ("un", "deux"))) == (
        "query,overlap,largest weight on the same key\r\n"
        "un,0.700000,yes\r\n"
        "deux,0.000000,no\r\n"
    )
