"""The labs: a step draws its picture, words and controls from the address."""

import re

import pytest
import torch

from core.labs.positions import partial_sums, two_words, variance_share
from tests.viz.opening import opened, said
from viz import address
from viz.address import LABS
from viz.address.rules import OneOf, Text
from viz.content import lessons
from viz.figures import positions as figures
from viz.figures.demands import demands

LESSON_FOLDER = lessons.FOLDER / "en"


def test_the_lecture_s_fifty_components_are_reproduced():
    app = opened("positions", step="2", pos_view="parts")
    assert not app.exception
    assert "first 50 of 128 components make 81 %" in said(app)
    assert "first 56 of 128 components make 91 %" in said(app)
    far = opened("positions", step="2", pos_view="parts", pos_reach="500")
    assert "first 50 of 128 components make 23 %" in said(far)


def test_the_dot_product_at_distance_twelve_is_that_of_the_drawing():
    app = opened("positions", step="2")
    assert "At distance 12 the dot product is 42.4, at 0 it is d / 2 = 64" in said(app)
    assert "the rounding of float32" in said(app)


@pytest.mark.parametrize(
    "query",
    [
        {"step": "1", "pos_length": "2", "pos_d": "2"},
        {"step": "1", "pos_length": "128", "pos_d": "255"},
        {"step": "2", "pos_d": "3", "pos_distance": "0"},
        {"step": "2", "pos_view": "parts", "pos_d": "3", "pos_reach": "2"},
        {"step": "2", "pos_view": "shift", "pos_d": "3"},
        {"step": "3", "pos_kind": "learned", "pos_d": "2"},
        {"step": "3", "pos_kind": "rotary"},
        {"step": "9", "pos_d": "-1", "pos_kind": "<b>"},
    ],
)
def test_every_corner_of_the_positions_lab_draws_something(query):
    app = opened("positions", **query)
    assert not app.exception
    by_hand = query["step"] not in "23"  # there is no ninth: the first
    assert len(app.get("plotly_chart")) == 1 + by_hand
    assert "nan" not in said(app).lower()
    assert not re.search(r"\d[eE][-+]?\d", said(app))


def test_an_odd_width_leaves_the_distance_and_says_why():
    app = opened("positions", step="2", pos_d="5")
    assert "the last sine has no cosine beside it" in said(app)
    # two pairs make 1 each; sin²(99 · 10000^(−4/5)) = sin² 0.06246 = 0.0039
    assert "from place 99" in said(app) and "at 0 it is 2.004: 2 pairs" in said(app)
    assert "differs for +Δ and −Δ" in said(app)
    assert "d / 2" not in said(app)


def test_only_the_rotary_score_knows_the_direction_and_only_the_distance():
    rotary = two_words("rotary", 8, 30, 20)
    assert rotary.diagonal(3).std() < 1e-12
    assert abs(rotary[9, 4] - rotary[4, 9]) > 1e-3
    summed = two_words("sum", 8, 30, 20)
    assert summed.diagonal(3).std() > 0.1
    assert two_words("learned", 8, 30, 20).shape == (20, 20)
    joined = two_words("concatenation", 8, 30, 20)
    torch.testing.assert_close(joined, joined.T)
    biased = two_words("bias", 8, 30, 20)
    assert (biased[0, 0] - biased[0, 10]).item() == pytest.approx(5)  # 10 · ½


def test_seven_and_eight_differ_in_four_digits_in_the_table_of_demands():
    rows = {row[0]: row for row in demands(64, 128, 10_000)}
    assert rows["binary"][1] == "yes: 6 digits"
    assert rows["index n"][2] == "no: up to 63"
    # a step is 1/63 = 0.0159 and becomes 1/127 = 0.0079
    assert rows["n / N"][3] == "no: a step of 0.0159 becomes 0.0079"


def test_every_demand_is_decided_by_a_number():
    rows = demands(64, 128, 10_000)
    assert all(re.search(r"\d", cell) for row in rows[1:] for cell in row[1:])
    found = {row[0]: row for row in rows}
    # neighbours are √Σ (2 − 2 cos ω) apart, over 64 pairs, wherever they stand
    assert found["sinusoids"][1] == "yes: 1.95 apart"
    assert found["rotary"][1] == found["sinusoids"][1]
    assert demands(2, 2, 10)[1][1] == "yes: steps of 1"


def test_places_are_worked_by_hand_and_one_is_left_blank():
    app = opened("positions")
    assert not app.exception
    # sin 3 = 0.14112, cos 3 = −0.98999; 10,000^(2/4) = 100, so then 0.03
    assert "sin 3 = 0.141 and cos 3 = −0.990" in said(app)
    assert "sin 0.03 = 0.030 and cos 0.03 = 1.000" in said(app)
    assert "Right: 0.909. " in said(opened("positions", pos_blank=".909"))
    wrong = opened("positions", pos_blank="<b>")
    assert not wrong.exception and "Right" not in said(wrong)


def test_single_curves_are_those_of_the_fastest_and_the_slowest_pair():
    app = opened("positions", pos_curves="true", pos_d="4", pos_base="100")
    # 2π, and 2π · 100^(2/4)
    assert "component 1 every 6.3, component 3 every 62.8" in said(app)
    for d in ("2", "3", "255"):
        assert not opened("positions", pos_curves="true", pos_d=d).exception


def test_partial_sums_are_of_whole_pairs_and_end_at_the_dot_product():
    sums = partial_sums(4, 100, 12).tolist()  # cos Δ, then cos Δ + cos 0.1 Δ
    assert sums[0][3] == pytest.approx(-0.98999, abs=1e-5)
    assert sums[1][3] == pytest.approx(-0.98999 + 0.95534, abs=1e-5)
    drawn = figures.parts(4, 100, 12).plot
    curves = {t.name: t.y for t in drawn.data if t.yaxis == "y2"}
    assert curves == {"first 2": tuple(sums[0]), "all 4": tuple(sums[1])}


def test_a_share_ends_at_the_whole():
    assert variance_share(6, 10, 9)[-1].item() == pytest.approx(1)


LESSONS = sorted(
    path.stem for name in LABS for path in LESSON_FOLDER.glob(f"{name}-[0-9].md")
)


def test_every_lab_has_at_most_three_steps_with_a_lesson_each():
    for name in LABS:
        steps = [lesson for lesson in LESSONS if lesson.rpartition("-")[0] == name]
        assert steps == [f"{name}-{n}" for n in (1, 2, 3)][: len(steps)] != []


@pytest.mark.parametrize("name", LESSONS)
def test_a_step_has_a_lesson_of_at_most_eighty_words(name):
    texts = (part for part in lessons.load(name).parts if isinstance(part, str))
    lesson = "\n".join(texts).split("####")[0]
    words = re.sub(r"\$\$?[^$]*\$\$?|^#[^\n]*", "", lesson, flags=re.M).split()
    assert 30 < len(words) <= 80


@pytest.mark.parametrize("name", LESSONS)
def test_a_step_has_a_formula_and_a_source_and_says_what_is_not_shown(name):
    text = (LESSON_FOLDER / f"{name}.md").read_text("utf-8")
    taught = text.split("####")[0]
    assert "$$" in taught
    assert re.search(r"[(\s](19|20)\d\d\b", taught)
    assert "{{ answer }}" in text and "#### Not shown" in text


@pytest.mark.parametrize("name", LESSONS)
def test_a_covered_answer_has_a_number(name):
    text = (LESSON_FOLDER / f"{name}.md").read_text("utf-8")
    answer = text.partition("{{ answer }}")[2].partition("####")[0]
    assert re.search(r"\d|\{\{", answer)


@pytest.mark.parametrize("name", LABS)
def test_the_last_step_invites_a_counter_example(name):
    last = max(lesson for lesson in LESSONS if lesson.rpartition("-")[0] == name)
    assert "#### Your turn" in (LESSON_FOLDER / f"{last}.md").read_text("utf-8")


WAY = {"pick-step", "pick-turned"}  # which question is open, and how it is written
INSTEAD = {"_mask_cells"}  # for those who do not click the picture
CONTROLS = ("slider", "select_slider", "toggle", "text_input", "button", "multiselect")


def controls(app):
    """The keys of what a reader may set beside the picture; blanks are answers.

    A field that nobody sees is labelled by its key. To run or to play anew sets nothing
    and is in no address.
    """
    keys = {group.key for group in app.button_group} - WAY
    drawn = [one for kind in CONTROLS for one in app.get(kind)]
    keys |= {one.key for one in drawn if one.label != one.key} - INSTEAD
    blanks = {name for name, rule in address.RULES.items() if isinstance(rule, Text)}
    return {key for key in keys - blanks if not re.search("^run-|-play$", key)}


def test_every_kind_of_control_is_counted():
    assert controls(opened("costs")) == {"cost_n", "cost_d", "cost_k"}
    assert controls(opened("heads", step="2")) == {
        "heads_share", "heads_two", "heads_mlp"
    }  # fmt: skip
    assert controls(opened("query-key-value", qkv_part="own")) == {
        "pick-qkv_part", "pick-qkv_edit", "qkv_q"
    }  # fmt: skip


@pytest.mark.parametrize("lab", LABS)
def test_no_view_of_a_step_has_more_than_three_controls(lab):
    for step in ("1", "2", "3"):
        first = controls(opened(lab, step=step))
        assert len(first) <= 3, (step, first)
        for name in sorted(key.removeprefix("pick-") for key in first):
            rule = address.RULES.get(name)
            for word in rule.words if isinstance(rule, OneOf) else ():
                found = controls(opened(lab, step=step, **{name: word}))
                assert len(found) <= 3, (step, name, word, found)


@pytest.mark.parametrize("lab", LABS)
def test_the_first_step_plays_a_worked_case_and_leaves_a_blank(lab):
    app = opened(lab, **({"qkv_part": "blank"} if lab == "query-key-value" else {}))
    fields = [address.RULES.get(field.key) for field in app.text_input]
    assert sum(isinstance(rule, Text) for rule in fields) == 1
    app = opened(lab)
    again = [button for button in app.button if button.key == f"{button.key[:-5]}-play"]
    assert [button.label for button in again] == ["Play again"]
    before = said(app)
    again[0].click().run()
    assert not app.exception and said(app) == before


def test_what_a_lab_chooses_is_in_its_address():
    chosen = address.Choices(step=2, pos_d=64, pos_kind="rotary")
    query = address.encode(chosen, "positions")
    assert query["pos_kind"] == "rotary" and query["pos_d"] == "64"
    assert "pads" not in query
    assert address.decode(query) == (chosen, ())
