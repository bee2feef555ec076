"""A set is read strictly, its keys are measured, and an answer is judged by them."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.exercises import published
from core.exercises.checks import Found
from viz import exercises as command
from viz.content import exercise_keys, exercise_sets, languages
from viz.content import path as way
from viz.content.exercise_keys import Key, is_right, measure, told
from viz.content.exercise_sets import load
from viz.content.slips import SlipError
from viz.say.exercise_texts import filled, number, right_answer, shortfall, slots

SET = """format = 1
title = "One"

[[exercise]]
id = "first"
ask = "How much?"
predict = { kind = "number", tolerance = 0.02, min = 0, max = 2 }
answer = { kind = "sum", table = "masks.after" }
expects = [
  { kind = "sum", table = "masks.before", is = 1.0, tolerance = 1e-6 },
]
right = "{answer} is left."

[[exercise.when]]
said = { near = 1.0, tolerance = 0.02 }
say = "Only before."

[[exercise]]
id = "second"
ask = "Which?"
predict = { kind = "choice", choices = [
  { say = "Much", at_least = 0.5 },
  { say = "Little", at_most = 0.5 },
  { say = "Blue" },
] }
answer = { kind = "value", table = "masks.after", column = "k1" }

[[exercise.when]]
said = ["Much", "Blue"]
say = "No."
"""


@pytest.fixture
def read(tmp_path):
    def reading(old="", new=""):
        path = tmp_path / "one.toml"
        assert old in SET
        path.write_text(SET.replace(old, new, 1), "utf-8")
        return load(path)

    return reading


def no_model(name):
    raise AssertionError(name)


# --- what is refused ------------------------------------------------------------------


SLIPS = {  # what stands there: what is written instead, and what is said
    "format = 1": ("format = 2", "one.toml, line 1: format must be 1"),
    'title = "One"': ("titel = 3", "line 2: unknown key 'titel'; the nearest is title"),
    "ask = ": ("aks = ", "line 6, exercise 1: unknown key 'aks'; the nearest is ask"),
    '"number"': ('"nunber"', "line 7.*'nunber'; the nearest is number"),
    "tolerance = 0.02, min": ("tolerence = 0.02, min", "line 7.*tolerance"),
    '"sum", table = "masks.a': ('"sun", table = "masks.a', "line 8.*sum"),
    '"masks.after" }': ("3 }", "line 8.*table must be a text"),
    "is = 1.0, tolerance = 1e-6": ("iss = 1.0", "line 10.*'iss'; the nearest is is"),
    ", is = 1.0, tolerance = 1e-6": ("", "needs is, at_least or at_most"),
    "{answer} is": ("{anwser} is", "line 12.*anwser.*the nearest is answer"),
    'say = "Only': ('sya = "Only', "line 16.*'sya'; the nearest is say"),
    '"sum", table': ('"argmax", table', "a number is answered"),
    'id = "second"': ('id = "first"', "'first' is used twice"),
    "at_least = 0.5": ("at_leats = 0.5", "exercise 2: unknown key 'at_leats'"),
    'ask = "Which?"': ("ask = ", "one.toml: Invalid value .at line 20"),
    'ask = "Wh': ('worked = 1\nask = "Wh', "true or false"),
    'say = "No."': ('say = ""', "line 30, exercise 2: say must be a text"),
}
UNKNOWN = {
    '"masks.after"': ('"mask.after"', "line 8, exercise 1.*nearest is masks.after"),
    '"masks.after" }': ('"masks.after", of = { rows = "1" } }', "knows no 'rows'"),
    'ask = "How': (
        'page = "masks"\nstate = { mask_rwo = "1" }\nask = "How',
        "line 7.*has no 'mask_rwo'; the nearest is mask_row",
    ),
    'ask = "': ('page = "masks"\nstate = { step = 9 }\nask = "', "step"),
}


@pytest.mark.parametrize("old", SLIPS)
def test_a_slip_is_named_with_file_line_and_the_nearest_known_key(read, old):
    new, slip = SLIPS[old]
    with pytest.raises(SlipError, match=slip):
        read(old, new)


@pytest.mark.parametrize("old", UNKNOWN)
def test_the_command_knows_tables_pages_and_choices(tmp_path, old):
    new, slip = UNKNOWN[old]
    path = tmp_path / "one.toml"
    path.write_text(SET.replace(old, new, 1), "utf-8")
    with pytest.raises(SlipError, match=slip):
        command.known(path, load(path).exercises[0])


# --- what is measured, and what is right ----------------------------------------------


def test_a_key_is_measured_and_not_typed(read):
    first, second = read().exercises
    key = measure(first, no_model)
    assert key.counts and key.answer.number == pytest.approx(0.3348, abs=5e-5)
    assert filled(first.right, slots(first, key)) == "0.335 is left."
    assert right_answer(second, measure(second, no_model)) == "Little"


def test_what_a_model_does_not_show_counts_for_nobody(read):
    (first, _) = read("is = 1.0, tolerance = 1e-6", "at_least = 1.5").exercises
    key = measure(first, no_model)
    assert not key.counts
    assert shortfall(key.broken[0]) == "1 instead of at least 1.500"


def test_a_table_without_that_word_is_a_sentence_and_no_key(read):
    (_, second) = read('"k1"', '"k9"').exercises
    key = measure(second, no_model)
    assert (
        not key.counts and key.problem == "There is no column k9; there are k1, k2, k3."
    )


def of(kind, **found):
    exercise = load(languages_first()).exercises[0]
    predict = replace(exercise.predict, kind=kind, tolerance=0.1)
    return replace(exercise, predict=predict), Key(Found(**found), {})


def languages_first():
    return exercise_sets.FOLDER / languages.ENGLISH / "self-test.toml"


@pytest.mark.parametrize(
    ("kind", "found", "right", "wrong"),
    [
        ("number", {"number": 0.5}, 0.6, 0.61),
        ("word", {"label": "Area"}, "Area", "European"),
        ("cells", {"labels": ("XL", "13B")}, ("13B", "XL"), ("XL",)),
        ("order", {"labels": ("k1", "k3")}, ("k1", "k3"), ("k3", "k1")),
    ],
)
def test_an_answer_is_right_where_it_is_what_was_found(kind, found, right, wrong):
    exercise, key = of(kind, **found)
    assert is_right(exercise, right, key)
    assert not is_right(exercise, wrong, key)


def test_a_choice_is_right_where_its_bounds_hold(read):
    (_, second) = read().exercises
    key = measure(second, no_model)
    assert [is_right(second, at, key) for at in range(3)] == [False, True, False]


def test_what_is_free_is_never_judged():
    exercise, _ = of("free")
    assert not is_right(exercise, "", Key(None, {}))


def test_a_wrong_answer_hears_what_fits_it(read):
    first, second = read().exercises
    assert told(first, 0.99).say == "Only before." and told(first, 0.5) is None
    assert told(second, 0).say == "No." and told(second, 1) is None


def test_numbers_are_written_for_readers():
    assert [number(n) for n in (2.0, 0.33481, 3072.4)] == ["2", "0.335", "3,072"]
    assert number(1e-8) == "less than 0.001"


# --- the sets that are shipped --------------------------------------------------------

SHIPPED = sorted((exercise_sets.FOLDER / languages.ENGLISH).glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_set_has_known_tables_pages_and_choices(path: Path):
    for one in load(path).exercises:
        command.known(path, one)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_key_of_a_shipped_set_can_be_measured(path: Path):
    for one in load(path).exercises:
        key = measure(one, command.model)
        assert not key.problem, one.id
        if one.predict.kind == "choice" and key.counts:
            assert exercise_keys.right_choice(one, key.answer) is not None, one.id
        for text in (one.right, one.wrong, one.unsure, one.explain):
            assert "–" not in filled(text, slots(one, key)), one.id


@pytest.mark.parametrize("name", exercise_sets.names())
def test_no_key_compares_a_table_with_itself(name: str):
    for one in exercise_sets.shipped(name).exercises:
        checks = [one.answer, *one.numbers.values(), *(c for c, _ in one.expects)]
        for check in filter(None, checks):
            if check.kind == "difference":
                other = check.other or check.table
                assert (check.table, check.of) != (other, check.other_of), one.id


def test_a_changed_value_is_in_the_pass_of_which_the_weights_are_compared():
    changed = exercise_sets.shipped("first-lecture").exercises
    (one,) = [one for one in changed if one.id == "value-changed"]
    assert one.answer is not None
    of = one.answer.other_of
    assert one.state["qkv_v"] == of["v"]
    output = published.table("query-key-value.output", of, _no_model)
    weights = published.table("query-key-value.weights", of, _no_model)
    assert output.value("q1", "1") == pytest.approx(
        sum(w * v for w, v in zip(weights.row("q1"), (2, 100, 0), strict=True))
    )


def _no_model(name: str):
    raise AssertionError(name)


def test_a_lecture_s_set_begins_with_a_worked_case():
    for path in SHIPPED:
        if path.stem != "self-test":
            assert load(path).exercises[0].worked


def test_each_question_of_the_self_test_is_about_a_stop_of_the_path():
    stops = {stop.name: stop for stop in way.load().stops}
    asked = load(languages_first()).exercises
    assert len(asked) == 18
    assert {one.stop for one in asked} >= stops.keys()
    for one in asked:
        stop = stops[one.stop]
        assert (one.page, one.opened) == (stop.path or "start", stop.opened)


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('stop = "roles"', 'stop = "rules"', "no stop 'rules' on the path.*roles"),
        ('stop = "roles"', 'stop = "roles"\npage = "masks"', "has its page and state"),
    ],
)
def test_a_slip_about_a_stop_is_named(tmp_path, written, instead, said):
    text = languages_first().read_text("utf-8").replace(written, instead, 1)
    (file := tmp_path / "self-test.toml").write_text(text, "utf-8")
    with pytest.raises(SlipError, match=said):
        load(file)
