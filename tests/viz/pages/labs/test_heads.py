"""The lab of heads: two wirings, two neighbours, and a join that is a sum."""

import re

import pytest
from plotly import graph_objects as go

from core.labs import results
from tests.viz.opening import opened, said
from viz import address
from viz.figures import head_panels
from viz.figures.matrix_panels import picture
from viz.pages.labs import heads


def test_pieces_light_in_blocks_and_the_paper_s_heads_throughout():
    paper, pieces = head_panels.wirings(head_panels.poked(4), 3)
    assert paper.rows[2] == "→ 3" and paper.columns == ("1", "2", "3", "4")
    assert all(value > 0 for row in paper.values for value in row)
    lit = [[value > 0 for value in row] for row in pieces.values]
    assert lit[2] == [False, True, False, False]
    assert lit[7] == [False, False, False, True]
    assert paper.limit == pieces.limit
    go.Figure(picture(paper).plot.to_dict())


def test_what_reacts_is_said_in_words():
    found = head_panels.poked(2)
    assert head_panels.reacting(found["paper"], 5) == "all 2 heads"
    assert head_panels.reacting(found["pieces"], 4) == "head 1 alone"
    assert head_panels.reacting(head_panels.poked(1)["pieces"], 1) == "the only head"


def test_what_is_learned_is_counted_by_the_number_of_heads():
    # 4 · 64 + 32 = 288; 3 · 64 / 8 + 64 + 32 = 120
    assert head_panels.counts(8, (1, 8))[1:] == [
        ["1", "8", "288", "288"],
        ["8", "1", "288", "120"],
    ]


def test_the_report_says_which_case_manages():
    table = head_panels.reports(0.7)
    assert table[1] == ["one head", "100%", "20%", "100%", "100%"]
    assert table[2] == ["two heads", "100%", "100%", "100%", "100%"]
    assert head_panels.reports(0.5)[1] == ["one head", "60%", "60%", "60%", "60%"]


def test_the_caption_names_what_is_read():
    linear = head_panels.reading(head_panels.read((0.7,), mlp=False))
    assert linear == "left: “woman”, correct; right: “woman”, but it is “the”"
    guess = head_panels.reading(head_panels.read((0.5,), mlp=True))
    assert (
        guess == "left: “woman” or “the”, undecided; right: “woman” or “the”, undecided"
    )
    both = head_panels.reading(head_panels.read((0.7,), mlp=True))
    assert both == "left: “woman”, correct; right: “the”, correct"


def test_weights_of_the_neighbours_are_the_shares_and_all_else_is_forbidden():
    weights = head_panels.neighbours((0.7, 0.3), False)[0]
    assert weights.values[0] == (
        None,
        pytest.approx(0.7),
        None,
        pytest.approx(0.3),
        None,
    )
    assert weights.rows == ("head 1", "head 2")
    whole = head_panels.neighbours((1.0,), False)[0]
    assert whole.values[0] == (None, 1.0, None, 0.0, None)


def test_the_duck_is_found_and_the_join_is_the_sum():
    attention, record = head_panels.asked("yellow", "animal", 16.0)
    name, fit = head_panels.best(record)
    assert name == "yellow animal"
    # (0.9965 + 0.9929) / 2 yellow and (0.4982 + 0.9906) / 2 animal
    assert fit == pytest.approx(1.739, abs=2e-3)
    assert head_panels.apart(attention, record) < 1e-6
    weights, parts = head_panels.joined(attention, record)
    assert weights.values[3][1] == pytest.approx(0.991, abs=5e-4)
    colour, kind, join = parts.values[1]
    assert colour + kind == pytest.approx(join, abs=1e-6)


def test_a_cue_for_nothing_on_the_table_is_answered_with_a_mixture():
    _, record = head_panels.asked("red", "human", 16.0)
    _, fit = head_panels.best(record)
    assert fit == pytest.approx(1, abs=0.01)  # of 2: half of each of two objects
    parts = dict(zip(head_panels.ATTRIBUTES, record.output[0].tolist(), strict=False))
    for attribute in ("pink", "red", "human", "inanimate"):
        assert parts[attribute] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, "all 4 heads changed; if each sees its own slice, head 2 alone"),
        ({"heads_blank": "192"}, "Right: 192"),
        ({"step": "2", "heads_mlp": "true"}, "right: “the”, correct"),
        ({"step": "3"}, "fits yellow animal best, 1.74 of 2"),
    ],
)
def test_every_corner_of_the_lab_says_what_is_the_case(query, expected):
    app = opened("heads", **query)
    assert not app.exception
    assert expected in said(app)
    assert not re.search(r"\bnan\b|\d[eE][-+]?\d", said(app))


def test_what_the_lab_chooses_is_in_its_address():
    chosen = address.Choices(step=2, heads_two=True, heads_share=0.55)
    query = address.encode(chosen, "heads")
    assert query["heads_share"] == "0.55" and query["heads_two"] == "true"
    assert address.decode(query) == (chosen, ())


@pytest.mark.parametrize(
    ("part", "asked"),
    [
        ("probes", ["tense", "number"]),
        ("topics", ["food", "sport", "parliament"]),
    ],
)
def test_it_is_said_which_head_tells_and_where_none_qualifies(part, asked):
    app = opened("heads", step="1", heads_see=part)
    assert not app.exception
    found = {one.asked: one for one in results.read("heads").found.probed}
    for probed in map(found.__getitem__, asked):
        layer, head = probed.best
        assert f"head {head + 1} of layer {layer + 1}" in said(app)
        assert ("No head qualifies" in said(app)) or probed.qualify
        assert f"Before any head: {100 * probed.before:.0f}%" in said(app)
    assert f"about {probed.held_out} " in said(app)
    assert len(app.get("plotly_chart")) == len(asked)


def test_no_head_of_the_shipped_encoder_is_a_head_for_vocabulary():
    topics = results.read("heads").found.probed[2:]
    assert [one.asked for one in topics] == ["food", "sport", "parliament"]
    assert [one.qualify for one in topics] == [0, 0, 0]
    app = opened("heads", heads_see="topics")
    assert "No head qualifies" in said(app)
    assert any("a head counts from .90" in one.value for one in app.caption)
    assert any("topic of a sentence be read off" in one.value for one in app.markdown)


def test_what_was_measured_on_other_weights_is_not_shown(monkeypatch):
    monkeypatch.setattr(heads, "sum_of_weights", lambda _: "0123abcd")
    app = opened("heads", heads_see="probes")
    assert not app.exception
    assert "The stored measurement belongs to other weights." in said(app)
    assert "qualify" not in said(app)
