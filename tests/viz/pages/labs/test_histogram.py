"""The lab where letters are counted: by hand, by trained layers, and more programs."""

import pytest

from tests.packed import unpack
from tests.viz.opening import opened, said
from viz import address
from viz.pages.labs import histogram_letters, histogram_trained


def picture(app):
    """What the picture of the letters was given."""
    (drawn,) = (
        one.proto
        for one in app.get("bidi_component")
        if one.proto.component_name == "headlight_letters"
    )
    return unpack(drawn.bytes)


def test_the_letters_of_the_course_are_counted_and_those_of_the_blank_are_covered():
    words = said(opened("histogram"))
    assert "Answers: ‹BOS› 0, a 3, a 3, b ?, a 3, b ?, c 1." in words
    words = said(opened("histogram", hist_blank="2"))
    assert "Answers: ‹BOS› 0, a 3, a 3, b 2, a 3, b 2, c 1." in words
    words = said(opened("histogram", hist_letters="aabbcdda"))
    assert "‹BOS› 0, a 3, a 3, b 2, b 2, c 1, d 2, d 2, a 3." in words


def test_down_the_columns_rows_add_up_to_anything():
    words = said(opened("histogram", hist_columns="true"))
    # the column of ‹BOS› goes to ‹BOS› alone; a row of a has three quarters
    assert "from 0.500 to 2.917" in words
    assert "a ∞" in words


def test_as_an_identity_it_hands_every_letter_on():
    app = opened("histogram", hist_identity="true")
    assert not app.exception
    assert "every letter comes out as it went in" in said(app)
    assert "Largest in each row: –, a, a, b, a, b, c." in said(app)
    wrong = opened("histogram", hist_identity="true", hist_columns="true")
    assert "from 0.500 to 2.917" in said(wrong)  # the wrong axis hands nothing on
    assert wrong.toggle(key="hist_identity").disabled


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "Type at least one letter to count."),
        ("🙂🙂🙂", "“🙂” is neither a letter nor a digit."),
        ("a" * 200, "200 letters; at most 30 fit."),
        ("<b>", "“<” is neither a letter nor a digit."),
    ],
)
@pytest.mark.parametrize("step", ["1", "2"])
def test_what_cannot_be_counted_is_said_and_stays_in_its_field(step, typed, problem):
    app = opened("histogram", step=step, hist_letters=typed)
    assert not app.exception
    assert problem in said(app)
    assert app.text_input(key="hist_letters").value == typed


def test_the_layer_is_shown_at_twelve_moments_beside_the_one_set_by_hand():
    app = opened("histogram", step="2", hist_letters="aab", hist_moment="1")
    assert not app.exception
    header, numbers = picture(app)
    assert header["items"] == ["‹BOS›", "a", "a", "b"] and header["drag"]
    assert [one["moments"] for one in header["maps"]] == [1, 12]
    assert len(header["moments"]) == 12 and header["moment"] == 1
    assert len(numbers) == 13 * 4 * 4
    assert numbers[4:8].tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    counted, layer = header["lines"]
    assert counted["answers"] == [["2", "2", "1"]]
    assert layer["answers"][-1] == ["2", "2", "1"] and not any(layer["wrong"][-1])
    assert "5,456 sorted sequences" in said(app)


def test_a_fifth_letter_is_refused_where_a_layer_must_know_it():
    assert "5 different letters" in said(
        opened("histogram", step="3", hist_letters="abcde")
    )


def test_a_program_that_needs_order_fails_with_letters_alone_and_says_why():
    app = opened("histogram", step="3", hist_letters="abab")
    words = said(app)
    assert "2 of 4 letters are right here" in words
    assert "Without order, equal letters get equal answers." in words
    right, _ = picture(app)[0]["lines"]
    assert right["answers"] == [["no", "no", "yes", "yes"]]
    masked = opened("histogram", step="3", hist_letters="abab", hist_kind="causal")
    assert "4 of 4 letters are right here" in said(masked)
    header, numbers = picture(masked)
    assert not header["drag"] and len(header["moments"]) == 1
    assert str(numbers[1]) == "nan"


def test_letters_that_tie_are_all_right():
    app = opened("histogram", step="3", hist_program="most", hist_letters="xyz")
    assert picture(app)[0]["lines"][0]["answers"] == [["x/y/z"] * 3]


@pytest.mark.parametrize("step", ["2", "3"])
def test_the_field_is_called_the_same_where_nothing_is_stored(monkeypatch, step):
    label = "Letters, at most 4 different ones"
    shown = opened("histogram", step=step)
    assert [field.label for field in shown.text_input] == [label]
    monkeypatch.setattr(histogram_trained, "stored", lambda *_: None)
    shown = opened("histogram", step=step)
    assert [field.label for field in shown.text_input] == [label]


def test_every_choice_is_in_the_address_and_comes_back():
    chosen = address.Choices(
        step=3,
        named=True,
        turned=True,
        hist_letters="zzyx",
        hist_columns=True,
        hist_blank="2",
        hist_moment=4,
        hist_program="most",
        hist_kind="positions",
    )
    query = address.encode(chosen, "histogram")
    assert query["hist_letters"] == "zzyx" and query["named"] == "true"
    assert address.decode(query) == (chosen, ())


@pytest.mark.parametrize("letters", [7, None, "aabbbc", "cbabaaa", "<b>", ["a"]])
def test_what_are_not_the_same_letters_changes_nothing(monkeypatch, letters):
    kept, frame = {}, histogram_letters.frame
    monkeypatch.setattr(frame, "keep", kept.update)
    monkeypatch.setattr(frame, "choices", lambda _: address.Choices())
    reported = {"letters": letters}.get
    monkeypatch.setattr(histogram_letters, "reported", lambda _, name: reported(name))
    histogram_letters._moved()
    assert kept == {}
    reported = {"letters": "cbabaa", "moment": 3}.get
    histogram_letters._moved()
    assert kept == {"hist_letters": "cbabaa", "hist_moment": 3}
