"""Tables that labs publish, with numbers worked out by hand."""

from math import exp

import pytest

from core.errors import InputError
from core.exercises import lab_tables
from core.exercises.published import settings, table
from core.labs import results


def no_model(name):
    raise AssertionError(name)


def cell(name, row, column, **of):
    return table(name, of, no_model).value(row, column)


def test_the_lecture_s_row():
    # e³ / (e³ + e⁻³ + e)
    assert cell("query-key-value.weights", "q1", "k1") == pytest.approx(0.879, abs=5e-4)
    assert cell("query-key-value.scores", "q2", "k3") == 11
    # 0.879 · 2 + 0.002 · 2
    output = cell("query-key-value.output", "q1", "1")
    assert output == pytest.approx(1.762, abs=5e-4)


def test_a_mask_before_and_zeros_after():
    before = table("masks.before", {"row": "2 2 7", "forbidden": "3"}, no_model)
    assert before.values[0] == pytest.approx((0.5, 0.5, 0))
    lost = exp(3) / (exp(2) + exp(1) + exp(3))
    after = table("masks.after", {}, no_model)
    assert sum(after.values[0]) == pytest.approx(1 - lost)


def test_a_layer_is_even_at_six_times_its_width():
    both = table("costs.layer", {"n": 3072, "d": 512}, no_model).values[0]
    assert both[0] == both[1] == 2 * 3072**2 * 512
    grown = table("costs.growth", {}, no_model).values[0]
    assert grown == (2, 4)


def test_two_printed_rows_do_not_fit():
    heads = table("sizes.heads", {}, no_model)
    off = [row for row in heads.rows if heads.value(row, "difference")]
    assert off == ["XL", "13B"]
    assert heads.value("XL", "heads × width") == 24 * 128


def test_pictures_and_films_publish_what_was_measured_of_their_models():
    assert cell("pictures.overlap", "attention", "overlap") > 0.85
    alone, every = (
        cell("pictures.overlap", row, "overlap")
        for row in ("convolutions", "every thing")
    )
    assert alone == pytest.approx(every, abs=0.02)
    assert cell("films.way", "in order", "way") > 0.99
    assert cell("films.way", "backwards", "way") < 0.01
    right = [cell("pictures.kinds", row, "exact") for row in ("gates", "gates-alone")]
    assert 0.9 < right[0] < right[1]


def test_a_row_of_cells_and_the_gates_of_a_street_are_those_of_a_pass():
    of = {"street": "car.red.1.34~car.blue.30.36", "cell": 111}
    row = table("pictures.row", of, no_model).values[0]
    assert len(row) == 144 and sum(row) == pytest.approx(1.0, abs=1e-5)
    gates = table("pictures.gates", {}, no_model).values[0]
    assert len(gates) == 16 and all(0 < gate <= 1 for gate in gates)
    assert cell("captions.shut", "scores", "difference") == 0.0
    assert cell("captions.shut", "scores", "difference", opened=1) > 1.0


def test_no_head_counts_for_a_topic_and_three_do_for_the_tense():
    found = table("heads.topics", {}, no_model)
    assert found.columns == ("food", "sport", "parliament")
    assert sum(found.row("heads that count")) == 0
    assert all(0.6 < best < 0.9 for best in found.row("best"))
    tense = results.read("heads").found.probed[0]
    assert (tense.asked, tense.qualify) == ("tense", 3)


def test_pointing_at_lines_is_right_more_often_than_judging_each_by_itself():
    found = table("stories.summaries", {}, no_model)
    pointing, alone, named = (row[0] for row in found.values)
    assert pointing > alone + 0.05 > named + 0.7


def test_only_the_distance_of_two_places_counts():
    one = cell("positions.products", "5", "8")
    assert one == pytest.approx(cell("positions.products", "20", "23"), abs=1e-9)


def test_a_slice_is_seen_by_one_head():
    moved = table("heads.reactions", {"coordinate": 3}, no_model)
    assert [value > 0 for value in moved.row("paper")] == [True] * 4
    assert [value > 0 for value in moved.row("pieces")] == [False, True, False, False]


def test_a_setting_that_a_table_does_not_know_is_named():
    with pytest.raises(
        InputError, match=r"cannot be asked for witdh; it knows x, width"
    ):
        table("pooling.weights", {"witdh": 1}, no_model)
    with pytest.raises(InputError, match="no table pools"):
        table("pools", {}, no_model)


def test_texts_are_taken_where_a_table_has_them_only():
    assert "english" in settings("alignment") and "load" not in settings("alignment")
    assert table("sizes.heads", {}, no_model, {"english": "Hello."}).rows


def test_every_table_of_a_lab_can_be_had_without_a_model():
    for make in lab_tables.PUBLISHED.values():
        found = make()
        assert len(found.values) == len(found.rows)
        assert {len(row) for row in found.values} == {len(found.columns)}
