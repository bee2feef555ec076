import pytest

from core.training.card_held_out import before_lexicon as said_before
from core.training.card_held_out import held_out as said
from core.training.held_out import before_lexicon, graded, measured

KAPPA = {
    "of": 60,
    "graded": 4,
    "readers": [
        {"good": 3, "understandable": 0, "wrong": 1, "nonsense": 0},
        {"good": 2, "understandable": 0, "wrong": 2, "nonsense": 0},
    ],
    "equal": 3,
    "kappa": 0.5,
    "worst": [["One.", "Un.", "wrong", "wrong"]],
}


def test_what_is_not_there_is_not_measured(tiny_bahdanau, tmp_path):
    assert measured(tiny_bahdanau, tmp_path) == {}


def test_items_and_nearest_lines_are_measured(tiny_bahdanau, tmp_path):
    (tmp_path / "items.tsv").write_text("year\tThe fish.\t1999\n", encoding="utf-8")
    rows = "I love you.\tI love her.\t0.67\t2\nNo.\tNo, no.\t0.50\t1\n"
    (tmp_path / "nearest.tsv").write_text(rows, encoding="utf-8")
    found = measured(tiny_bahdanau, tmp_path)
    assert (found["items"]["of"], found["items"]["right"]) == (1, 0)
    assert found["nearest"] == {
        "sentences": 2,
        "running": 2,
        "golden": [["I love you.", "I love her.", "0.67", "2"]],
    }


def test_the_card_says_items_grades_and_nearest_lines():
    info = {
        "items": {
            "of": 4,
            "right": 3,
            "kinds": {"year": {"of": 3, "right": 3}, "name": {"of": 1, "right": 0}},
            "wrong": [],
        },
        "grades": KAPPA,
        "nearest": {"sentences": 9, "running": 4, "golden": [["A", "B", "0.67", "2"]]},
    }
    written = said({"held_out": info})
    assert "| year | 3 | 100% |" in written
    assert "| all | 4 | 75% |" in written
    assert "| reader 1 | 75% | 0% | 25% | 0% |" in written
    assert "agree on 3 of 4 (Cohen's κ = 0.50)" in written
    assert "| One. | Un. | wrong | wrong |" in written
    assert "at most 4 stand in a row in both" in written
    assert said({}) == "Not measured yet."


def test_the_weights_shipped_before_are_graded_too_where_their_french_is_kept(tmp_path):
    (tmp_path / "earlier").mkdir()
    for name, written in {
        "sixty.tsv": "food\tOne.\nfood\tTwo.\n",
        "grades.tsv": "One.\tUn.\tgood\tgood\nTwo.\tDe.\tnonsense\twrong\n",
        "earlier/here.tsv": "Two.\tDe.\nOne.\tUn.\n",
    }.items():
        (tmp_path / name).write_text(written, encoding="utf-8")
    found = graded(tmp_path / "grades.tsv", lambda english: ["Un."] * 2, "here")
    assert found["graded"] == 1  # nobody read "Un." for "Two."
    first, second = found["earlier"]["readers"]
    assert found["earlier"]["graded"] == 2
    assert (first["nonsense"], second["wrong"]) == (1, 1)
    card = said({"held_out": {"grades": found}})
    assert "| reader 1 | 100% | 0% | 0% | 0% |" in card
    assert "| reader 2, of the weights shipped before | 50% | 0% | 50% | 0% |" in card
    alone = graded(tmp_path / "grades.tsv", lambda english: ["Un."] * 2, "there")
    assert "earlier" not in alone


def test_the_map_before_a_lexicon_stands_beside_the_shipped_one(tiny_bahdanau):
    tiny_bahdanau.info["kept"] = 1500
    found = before_lexicon(tiny_bahdanau, tiny_bahdanau)
    assert found["update"] == 1500
    assert len(found["rows"]) >= 13
    row = found["rows"][0]
    assert row["before"] == row["after"]
    assert 0 < row["before"][1] <= 1
    (told, rows) = said_before({"before_lexicon": found})
    assert "update 1,500" in told
    assert rows.count("\n") == len(found["rows"]) + 1
    assert said_before({}) == []


@pytest.fixture(autouse=True)
def _unchanged(tiny_bahdanau):
    before = dict(tiny_bahdanau.info)
    yield
    tiny_bahdanau.info.clear()
    tiny_bahdanau.info.update(before)
