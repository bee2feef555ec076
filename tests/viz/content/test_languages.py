"""A language may say little, or wrong things: English is said, and it is listed."""

import shutil
import subprocess
import sys

import pytest

from viz import components
from viz.content import exercise_sets, languages, lessons, missing, presets, walk_texts
from viz.content.lessons import Slot
from viz.content.texts import speak, texts
from viz.figures.drawing import Drawing
from viz.say.numbers import written

STAGE = '[tokens]\nsays = "{rows} morceaux."\nquestion = "Et {mots} ?"\nanswer = " "\n'
PRESET = """
[[preset]]
id = "fish"
english = "is that of the English file"
why_short = "mot à mot"
whi = "a slip"
why = 3
gloss = [["La", "la"]]

[[preset]]
id = "nobody"
why = "personne"
"""


def test_a_walk_is_said_stage_by_stage_and_sentence_by_sentence(folder_of):
    folder_of("fr", {"transformer-walk.toml": STAGE})
    english, french = (
        walk_texts.load("transformer", lang) for lang in (languages.ENGLISH, "fr")
    )
    assert french["tokens"]["says"] == "{rows} morceaux."
    assert french["tokens"]["question"] == english["tokens"]["question"]
    assert french["tokens"]["answer"] == english["tokens"]["answer"]
    assert french["softmax"] == english["softmax"]
    found = missing.missing("fr")
    assert "transformer-walk.toml: tokens.says" not in found
    assert "transformer-walk.toml: tokens.question" in found
    assert "transformer-walk.toml: softmax.answer" in found


def test_of_a_preset_is_taken_what_can_be_used_and_the_rest_is_listed(folder_of):
    english = presets.shipped()
    folder_of("fr", {"presets.toml": PRESET})
    french = presets.shipped()
    assert french[1:] == english[1:]
    assert french[0].why_short == "mot à mot"
    assert french[0].english == english[0].english
    assert (french[0].why, french[0].gloss) == (english[0].why, english[0].gloss)
    found = missing.missing("fr")
    assert "presets.toml: fish.whi not in English" in found
    assert "presets.toml: nobody.why not in English" in found
    assert "presets.toml: know.why" in found


def test_presets_in_the_earlier_form_are_listed_and_english_is_said(folder_of):
    english = presets.shipped()
    folder_of("fr", {"presets.toml": '[fish]\nwhy_short = "mot à mot"\n'})
    assert presets.shipped() == english
    (line,) = (one for one in missing.missing("fr") if one.startswith("presets.toml"))
    assert line == "presets.toml cannot be used: presets.toml: unknown key 'fish'"


def test_a_blank_or_a_slip_is_as_if_it_were_not_there(folder_of):
    folder_of(
        "fr",
        {
            "texts/labs/shared.toml": '[attribute]\npink = " "\nyellow = 3\n'
            'blue = "{mots}"\nred = "rouge"\n',
            "texts/captions.toml": '[pieces]\none = 1\nother = "{n} morceaux"\n',
            "texts/browser.toml": '[map]\nlayer = "couche {k}"\nhead = "tête {n}"\n',
        },
    )
    said = texts("labs/shared").all("attribute")
    assert (said["pink"], said["yellow"], said["blue"]) == ("pink", "yellow", "blue")
    assert said["red"] == "rouge"
    assert texts("captions")("pieces", n=1) == "1 piece"
    said = components.spoken("map")["texts"]
    assert said["map.layer"] == "layer {n}"
    assert said["map.head"] == "tête {n}"
    found = missing.missing("fr")
    assert "texts/labs/shared.toml: attribute.pink" in found
    assert "texts/labs/shared.toml: attribute.yellow" in found
    assert "texts/labs/shared.toml: attribute.blue has other slots" in found
    assert "texts/labs/shared.toml: attribute.red" not in found


def test_a_lesson_that_is_blank_or_wants_another_slot_is_that_of_english(folder_of):
    folder_of(
        "fr",
        {
            "errata.md": "{{ answer }}\n",
            "heads-1.md": "\n",
            "models.md": "Ici {{ pages }}.\n",
            "transformer.md": "\ufeff# Il a {{ heads }} têtes.\n",
        },
    )
    for page in ("errata", "heads-1", "models", "masks-1"):
        assert lessons.load(page, "fr") == lessons.load(page), page
    french = lessons.load("transformer", "fr")
    assert french.parts == ("# Il a {{ heads }} têtes.",)
    assert Slot("pages") in lessons.load("models").slots()
    found = missing.missing("fr")
    assert {"heads-1.md: lesson", "models.md: lesson has other slots"} <= {*found}


def test_a_folder_is_a_language_only_by_a_code_that_is_one(folder_of):
    for name in ("pt-BR", "notes", "__pycache__", ".git", "xx", "fr_CA", "fr.old"):
        folder_of(name, {})
    folder_of("es-419", {})
    speak(languages.ENGLISH)
    (languages.FOLDER / "de").write_text("a file")
    assert languages.languages() == ("en", "es-419", "pt-BR")


def test_numbers_are_those_of_the_country(folder_of):
    folder_of("pt-BR", {"texts/captions.toml": '[pieces]\nother = "{n} peças"'})
    assert texts("captions")("pieces", n=12345) == "12.345 peças"
    assert written(0.25) == "0,25"


def test_a_figure_writes_its_numbers_as_the_country_does(folder_of):
    assert Drawing(False, 300).made().layout.separators == ".,"
    folder_of("pt-BR", {})
    assert Drawing(False, 300).made().layout.separators == ",."


def test_a_file_that_cannot_be_read_is_listed_with_the_reason(folder_of):
    folder_of("fr", {"texts/app.toml": "heads = [", "start.md": b"\xff"})
    lines = "\n".join(missing.missing("fr"))
    assert "texts/app.toml cannot be used: " in lines
    assert "start.md cannot be used: " in lines


def test_exercises_that_are_not_translated_are_listed(tmp_path, monkeypatch):
    here = exercise_sets.FOLDER / "en"
    shutil.copytree(here, (tmp_path := tmp_path / "exercises") / "en")
    monkeypatch.setattr(exercise_sets, "FOLDER", tmp_path)
    (tmp_path / "fr").mkdir()
    text = (here / "transformer.toml").read_text("utf-8")
    last = text.rindex("[[exercise]]")
    (tmp_path / "fr" / "transformer.toml").write_text(text[:last], "utf-8")
    (tmp_path / "fr" / "self-test.toml").write_text("format = ", "utf-8")
    found = [one for one in missing.missing("fr") if one.startswith("exercises/")]
    left = exercise_sets.shipped("transformer").exercises[-1].id
    assert "exercises/first-lecture.toml" in found
    assert f"exercises/transformer.toml: {left}.ask" in found
    assert not [one for one in found if "transformer" in one and left not in one]
    assert [one for one in found if "self-test.toml cannot be used" in one]


def test_in_english_nothing_is_missing():
    assert missing.missing("en") == {}


def test_an_error_with_a_computed_text_is_listed_too(tmp_path, monkeypatch):
    (tmp_path / "one.py").write_text(
        'InputError("plain", "Row {row} " + REST, row=1)\n'
        'InputError("computed", f"Row {row} of {all}.")\n'
        'InputError("given", text)\n'
        'InputError("An error without a name.")\n'
    )
    monkeypatch.setattr(missing.core, "__file__", str(tmp_path / "__init__.py"))
    assert missing.errors() == {
        "plain": "Row {row} …",
        "computed": "Row … of ….",
        "given": "…",
    }


def test_every_error_of_core_is_written_out_so_that_a_language_can_say_it():
    shared = {"empty_row", "empty_row_of_mask", "no_such_attention"}
    assert {name for name, text in missing.errors().items() if "…" in text} <= shared


@pytest.mark.parametrize(
    ("lang", "code", "said"),
    [("es", 1, ""), ("fr", 0, ""), ("en", 0, ""), ("notes", 2, "no code such as fr")],
)
def test_the_command_lists_and_nobody_who_reads_its_head_only_sees_a_traceback(
    lang, code, said
):
    run = subprocess.Popen(
        [sys.executable, "-m", "viz.content", "--missing", lang],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    run.stdout.close()
    assert said in (told := run.stderr.read())
    assert "Traceback" not in told and "Exception" not in told
    run.stderr.close()
    assert run.wait() == code
