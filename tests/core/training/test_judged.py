import pytest

from core import checkpoint
from core.errors import InputError
from core.training.judged import agreement, join, main, sheet, summary, translates

SENTENCES = ["One.", "Two."]


def test_a_sheet_holds_each_french_of_a_sentence_once_and_names_nobody():
    found = sheet(SENTENCES, [["Un.", "Deux."], ["Un.", "Dieux."]])
    assert sorted(found) == [("One.", "Un."), ("Two.", "Deux."), ("Two.", "Dieux.")]


def test_the_order_of_a_sheet_does_not_tell_the_model():
    french = [[f"{n} un" for n in range(20)], [f"{n} deux" for n in range(20)]]
    found = sheet([str(n) for n in range(20)], french)
    assert found != sorted(found)
    assert found == sheet([str(n) for n in range(20)], french[::-1])


def test_agreement_is_kappa_worked_out_by_hand():
    # Equal on 3 of 4. The first says good 3 times, the second twice:
    # by chance 3/4 · 2/4 + 1/4 · 2/4 = 1/2, so (3/4 − 1/2) / (1 − 1/2) = 1/2.
    pairs = [("good", "good"), ("good", "good"), ("good", "wrong"), ("wrong", "wrong")]
    assert agreement(pairs) == pytest.approx(0.5)
    assert agreement([("good", "good")]) == 1.0


def test_two_readers_are_joined_line_by_line():
    first = {("One.", "Un."): "good", ("Two.", "Deux."): "wrong"}
    second = {("One.", "Un."): "good", ("Two.", "Deux."): "nonsense"}
    assert join(first, second) == [
        ["One.", "Un.", "good", "good"],
        ["Two.", "Deux.", "wrong", "nonsense"],
    ]
    with pytest.raises(InputError, match="Only one reader"):
        join(first, {("One.", "Un."): "good"})
    with pytest.raises(InputError, match="'fine' is none of"):
        join(first, {**second, ("One.", "Un."): "fine"})


def test_a_summary_counts_each_reader_and_shows_the_worst():
    grades = {
        ("One.", "Un."): ("good", "good"),
        ("Two.", "Dieux."): ("nonsense", "wrong"),
        ("Two.", "Deux."): ("good", "good"),
    }
    found = summary(SENTENCES, lambda english: ["Un.", "Dieux."], grades)
    assert (found["of"], found["graded"], found["equal"]) == (2, 2, 1)
    first, second = found["readers"]
    assert first == {"good": 1, "understandable": 0, "wrong": 0, "nonsense": 1}
    assert second == {"good": 1, "understandable": 0, "wrong": 1, "nonsense": 0}
    assert found["worst"][0] == ["Two.", "Dieux.", "nonsense", "wrong"]


def test_what_nobody_graded_counts_for_nothing():
    found = summary(SENTENCES, lambda english: ["Un.", "Deux."], {})
    assert found == {"of": 2, "graded": 0}


def test_the_command_joins_two_sheets(tmp_path):
    for name, grade in [("first", "good"), ("second", "wrong")]:
        (tmp_path / name).write_text(f"One.\tUn.\t{grade}\n", encoding="utf-8")
    main("join", *(str(tmp_path / name) for name in ("first", "second", "out")))
    joined = (tmp_path / "out").read_text(encoding="utf-8")
    assert joined == "One.\tUn.\tgood\twrong\n"


def test_a_line_without_a_grade_is_named(tmp_path):
    first, second = tmp_path / "a.tsv", tmp_path / "b.tsv"
    first.write_text("One.\tUn.\tgood\nTwo.\tDeux.\n", encoding="utf-8")
    second.write_text("One.\tUn.\tgood\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.tsv, line 2: 3 columns with tabs"):
        main("join", str(first), str(second), str(tmp_path / "grades.tsv"))


def test_what_a_model_wrote_is_kept_and_stands_for_it_in_a_sheet(
    tiny_transformer, tmp_path
):
    folder, network = tmp_path / "tiny", tiny_transformer.network
    checkpoint.save(folder, "transformer", network, tiny_transformer.tokenizer, [], {})
    sentences, written, made = (tmp_path / name for name in ("in", "kept", "sheet"))
    sentences.write_text("food\tThe fish.\nfood\tThe man.\n", encoding="utf-8")
    main("write", str(sentences), str(written), str(folder))
    kept = translates(written)(["The fish."])
    assert kept == translates(folder)(["The fish."])
    main("sheet", *map(str, (sentences, made, written, folder)))
    assert len(made.read_text(encoding="utf-8").splitlines()) == 2
    with pytest.raises(InputError, match="kept does not have"):
        translates(written)(["The dog."])
    with pytest.raises(InputError, match="'write' is given three files, not 4"):
        main("write", *map(str, (sentences, written, written, written)))
