"""What all labs share: lessons, few controls, a worked case and an answer to find."""

import re

import pytest

from tests.viz.opening import opened, said
from viz import address
from viz.address import LABS
from viz.address.rules import OneOf, Text
from viz.content import guesses, languages, lessons
from viz.content.path import load as load_path
from viz.content.texts import load, texts

LESSON_FOLDER = languages.FOLDER / "en"


IDEAS = {f"{stop.path}-{stop.step}": stop.idea for stop in load_path().stops}
LESSONS = sorted(
    path.stem for name in LABS for path in LESSON_FOLDER.glob(f"{name}-[0-9].md")
)


def test_every_lab_has_at_most_three_steps_with_a_lesson_each():
    for name in LABS:
        steps = [lesson for lesson in LESSONS if lesson.rpartition("-")[0] == name]
        assert steps == [f"{name}-{n}" for n in (1, 2, 3)][: len(steps)] != []


@pytest.mark.parametrize("lab", LABS)
def test_a_lab_has_a_name_and_a_few_words_for_each_step(lab):
    say = texts(f"labs/{lab}")
    lessons_of_it = [name for name in LESSONS if name.rpartition("-")[0] == lab]
    assert say("name") and len(say.all("steps")) == len(lessons_of_it)


@pytest.mark.parametrize("name", LESSONS)
def test_a_step_has_a_lesson_of_at_most_eighty_words(name):
    parts = lessons.load(name).parts
    if (guess := lessons.Slot("guess")) in parts:
        parts = parts[: parts.index(guess)]
    texts = (part for part in parts if isinstance(part, str))
    lesson = (
        "\n".join(texts).split("####")[0].replace("{{ idea }}", IDEAS.get(name, ""))
    )
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


@pytest.mark.parametrize("name", LESSONS)
def test_a_guess_has_choices_one_of_them_right_and_an_answer_behind_it(name):
    parts = lessons.load(name).parts
    for at, part in enumerate(parts):
        if part == lessons.Slot("guess"):
            asked, answer, explained = parts[at + 1 : at + 4]
            assert isinstance(asked, str) and isinstance(explained, str)
            assert answer == lessons.Slot("answer")
            filled = lessons.SLOT.sub("1", asked)
            assert 2 <= len(guesses.guess(filled).choices) <= guesses.MOST


@pytest.mark.parametrize("name", LABS)
def test_the_last_step_invites_a_counter_example(name):
    last = max(lesson for lesson in LESSONS if lesson.rpartition("-")[0] == name)
    assert "#### Your turn" in (LESSON_FOLDER / f"{last}.md").read_text("utf-8")


@pytest.mark.parametrize("name", LESSONS)
def test_a_formula_with_rows_or_columns_is_written_in_all_three_notations(name):
    parts = lessons.load(name).parts
    slots = {part.name for part in parts if isinstance(part, lessons.Slot)}
    assert slots & (three := {"rows", "columns", "named"}) in (set(), three)


@pytest.mark.parametrize("lab", ["heads", "positions", "query-key-value"])
def test_every_lab_with_a_matrix_calls_its_axes_by_their_names_on_request(lab):
    app = opened(lab, named="true")
    assert {"turned", "named"} <= {*address.used(lab)}
    drawn = " ".join(chart.proto.spec for chart in app.get("plotly_chart"))
    assert "axis d" in drawn or "axis head" in drawn
    formulas = " ".join(one.value for one in app.markdown)
    assert "mathsf{d}" in formulas and "^\\top" not in formulas


WAY = {"pick-step", "pick-turned"}  # which question is open, and how it is written
INSTEAD = {"pick-mask_cells"}  # for those who do not click the picture
CONTROLS = ("slider", "select_slider", "toggle", "text_input", "button", "multiselect")


def controls(app):
    """The keys of what a reader may set beside the picture; blanks are answers.

    A field that nobody sees is labelled by its key. To guess, to run or to play anew
    sets nothing and is in no address.
    """
    keys = {group.key for group in app.button_group} - WAY
    drawn = [one for kind in CONTROLS for one in app.get(kind)]
    keys |= {one.key for one in drawn if one.label != one.key} - INSTEAD
    blanks = {name for name, rule in address.RULES.items() if isinstance(rule, Text)}
    return {key for key in keys - blanks if not re.search("^guess-|^run-|-play$", key)}


def test_every_kind_of_control_is_counted():
    assert controls(opened("costs")) == {"cost_n", "cost_d", "cost_k"}
    assert controls(opened("heads", step="2")) == {
        "heads_share", "heads_two", "heads_mlp"
    }  # fmt: skip
    assert controls(opened("query-key-value", qkv_part="own")) == {
        "pick-qkv_part", "pick-qkv_edit", "qkv_q"
    }  # fmt: skip


def ways(words):
    """Every way to look at a step; of a size that is only counted, its two ends."""
    counted = all(word.replace(".", "").isdigit() for word in words)
    return (words[0], words[-1]) if counted else words


@pytest.mark.parametrize("lab", LABS)
def test_no_view_of_a_step_has_more_than_three_controls(lab):
    for step in ("1", "2", "3"):
        first = controls(opened(lab, step=step))
        assert len(first) <= 3, (step, first)
        for name in sorted(key.removeprefix("pick-") for key in first):
            rule = address.RULES.get(name)
            for word in ways(rule.words) if isinstance(rule, OneOf) else ():
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


def blanks(lab):
    """The names of the answers that a lab leaves to be found."""
    query = {"qkv_part": "blank"} if lab == "query-key-value" else {}
    fields = [field.key for field in opened(lab, **query).text_input]
    return [name for name in fields if isinstance(address.RULES.get(name), Text)]


@pytest.mark.parametrize("lab", LABS)
def test_a_wrong_answer_gets_a_hint_and_another_one_the_working(lab):
    (name,) = blanks(lab)
    query = {"qkv_part": "blank"} if lab == "query-key-value" else {}
    app = opened(lab, **query)
    hint = texts("blanks")(f"{name}.hint")
    several = " 1 1" if name in {"block_sum", "block_blank", "qkv_row"} else ""
    app.text_input(key=name).set_value(f"-7{several}").run()
    assert hint in said(app)
    app.text_input(key=name).set_value(f"-8{several}").run()
    assert hint not in said(app) and not app.exception
    working = texts("blanks")(f"{name}.working", reason="…", numbers="…")
    assert working.rpartition("…")[0].rpartition("…")[2].strip() in said(app)


def test_every_blank_has_a_hint_and_its_working():
    blank = {n for n, rule in address.RULES.items() if isinstance(rule, Text)}
    of_sentences = {"sentence", "target", "b_look", "b_prefix", "why_own"}
    of_sentences |= {"w_text", "prefix", "cap_street", "cap_question"}
    of_sentences |= {"m_story", "m_question", "pic_street", "pic_digit"}
    of_sentences |= {"look_street", "m_asked", "rev_text", "rev_long"}
    for name in blank - of_sentences:
        assert {f"{name}.hint", f"{name}.working"} <= {*load("blanks")}
