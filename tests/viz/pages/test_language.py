"""A second language is a folder: what it says shows, the rest is said in English."""

import importlib
import re
import sys
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.util import calc_hash

from tests.viz.languages import forget
from tests.viz.pages.reading import PAGES, texts
from viz import address, components
from viz.address.labs import LABS
from viz.content import languages, missing, presets
from viz.content import texts as sentences
from viz.pages.app import state
from viz.pages.sentence import own_words
from viz.say.numbers import written

GERMAN = {
    "heads-1.md": "Warum mehrere Köpfe?\n\n{{ answer }}\n\nJeder sieht woanders hin.\n",
    "start.md": "Ein deutscher Anfang.\n",
    "presets.toml": '[[preset]]\nid = "fish"\nwhy_short = "Wort für Wort"\n',
    "path.toml": '[heads]\ntitle = "Köpfe"\n',
    "texts/app.toml": '[lesson]\nanswer = "Antwort"\n',
    "texts/captions.toml": '[pieces]\none = "{n} Stück"\nother = "{n} Stücke"\n',
    "texts/browser.toml": '[map]\nqueries = "Anfragen"\n',
    "texts/sentence.toml": '[field]\nunfamiliar = "Nie gesehen: {characters}."\n',
    "texts/errors.toml": 'nothing_typed = "Noch steht nichts da."\n',
}


@pytest.fixture
def german(tmp_path, monkeypatch):
    """English as it is, and a folder with a little German beside it."""
    (tmp_path / "en").symlink_to(languages.FOLDER / "en")
    for name, text in GERMAN.items():
        file = tmp_path / "de" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setitem(vars(address.RULES["lang"]), "words", languages.languages())
    forget()
    yield tmp_path
    sentences.speak(languages.ENGLISH)
    forget()


def module(name):
    """The page of that address."""
    lab = name in LABS
    below = name.replace("-", "_")
    return importlib.import_module(
        f"viz.pages.labs.{below}" if lab else f"viz.pages.{below}.page"
    )


def whole(app):
    """Whether a page has come to its end."""
    broken = sentences.texts("app")("notices.broken")
    return not app.exception and not app.error and broken not in texts(app)


EVERY = ("start", "why", "bahdanau", "transformer", "compare", "models", *LABS)


@pytest.mark.parametrize("name", EVERY)
def test_every_page_opens_in_a_language_that_says_little(
    name, opened, german, monkeypatch
):
    monkeypatch.setitem(PAGES, name, module(name))
    app = opened(name, lang="de")
    assert whole(app)


def broken(text: str, how: str) -> str | bytes:
    """A file of English, every entry of it with the same slip."""
    entries = re.compile(r'^("?[\w.-]+"?) = .*$', re.MULTILINE)
    return {
        "no TOML": f"{{{{ nobody }}}} = [\n{text}",
        "no UTF-8": b"\xff\xfe" + text.encode(),
        "nothing": "",
        "blank": entries.sub(r'\1 = " "', text),
        "numbers": entries.sub(r"\1 = 3", text),
        "lists": entries.sub(r"\1 = [[1], {}]", text),
        "tables": entries.sub(r"\1.one = 1", text),
        "forms of numbers": entries.sub(r"\1 = { one = 1, other = 2 }", text),
        "forms without a number": entries.sub(r'\1 = { one = "a", other = "b" }', text),
        "other slots": entries.sub(r'\1 = "{nobody} {{{{ nobody }}}}"', text),
        "the same": entries.sub(r'\1 = "the same"', text),
    }[how]


@pytest.mark.parametrize(
    ("how", "page"),
    [
        *(("no TOML", "start"), ("no UTF-8", "models"), ("nothing", "compare")),
        *(("blank", "transformer"), ("numbers", "bahdanau"), ("lists", "masks")),
        *(("tables", "sizes"), ("forms of numbers", "transformer")),
        *(("forms without a number", "query-key-value"), ("other slots", "costs")),
        *(("the same", "start"), ("the same", "transformer")),
    ],
)
def test_no_page_breaks_by_what_stands_in_the_folder_of_a_language(
    how, page, opened, german, monkeypatch
):
    for path in (german / "en").rglob("*.*"):
        file = german / "de" / path.relative_to(german / "en")
        file.parent.mkdir(parents=True, exist_ok=True)
        found = broken(path.read_text("utf-8"), how)
        file.write_bytes(found.encode() if isinstance(found, str) else found)
    forget()
    monkeypatch.setitem(PAGES, page, module(page))
    app = opened(page, lang="de")
    assert whole(app)
    missing.missing("de")


def test_a_lesson_shows_in_its_language_and_only_to_who_asked_for_it(
    opened, german, monkeypatch
):
    monkeypatch.setitem(PAGES, "heads", module("heads"))
    app = opened("heads", lang="de")
    assert "Warum mehrere Köpfe?" in {text.value for text in app.markdown}
    assert "Antwort" in {box.label for box in app.expander}
    english = opened("heads", lang="en")
    assert "Warum mehrere Köpfe?" not in {text.value for text in english.markdown}
    assert "Antwort" not in {box.label for box in english.expander}


def test_pages_with_one_title_in_a_language_open_each_its_own(
    opened, german, monkeypatch
):
    words = {
        "path.toml": '[heads]\ntitle = "Köpfe"\n[block]\ntitle = "Köpfe"\n',
        "texts/app.toml": '[navigation]\nlessons = "Seiten"\nmodels = "Seiten"\n',
    }
    for file, text in words.items():
        (german / "de" / file).write_text(text, "utf-8")
    for name in ("heads", "block"):
        drawn = SimpleNamespace(page=lambda name=name: st.code(name))
        monkeypatch.setitem(sys.modules, f"viz.pages.labs.{name}", drawn)
    app = opened("start", lang="de")
    for name in ("heads", "block"):
        app._page_hash = calc_hash(name)
        app.run()
        assert not app.exception
        assert app.code[0].value == name
        assert any(">Köpfe</h1>" in part.proto.body for part in app.get("html"))


def test_a_browser_is_answered_in_its_language_unless_the_address_names_another(
    opened, german, monkeypatch
):
    monkeypatch.setattr(state, "_wished", lambda: "de")
    monkeypatch.setitem(PAGES, "heads", module("heads"))
    for said, shown in (({}, True), ({"lang": "en"}, False), ({"lang": "xx"}, True)):
        app = opened("heads", **said)
        assert ("Warum mehrere Köpfe?" in {one.value for one in app.markdown}) == shown


def test_words_of_the_english_sentence_are_explained_to_who_reads_the_other(
    opened, german
):
    gloss = '[["The", "Der"], ["woman", "Frau"], ["ate", "aß"], ["the", "den"], '
    gloss += '["fish", "Fisch"], [".", "."]]'
    preset = f'[[preset]]\nid = "fish"\ngloss_english = {gloss}\n'
    (german / "de" / "presets.toml").write_text(preset, "utf-8")
    forget()
    sentences.speak("de")
    found = presets.shipped()[0]
    words = ("The", "woman", "ate", "the", "fish", ".", "‹end›")
    assert found.meant(words) == ("Der", "Frau", "aß", "den", "Fisch", "", "")
    assert found.meant(("The", "women")) == ()
    assert presets.shipped()[1].meant(("I",)) == ()
    shown = own_words.explained(found.gloss_english)
    assert '<b lang="en">ate</b> <small translate="no">aß</small>' in shown
    english, french = (presets.english_for(lang)["fish"] for lang in ("de", "fr"))
    assert "gloss" in english and "gloss_english" not in english
    assert "gloss" not in french and french["gloss_english"] == found.english


def test_a_refused_sentence_is_told_in_the_language_of_the_reader(opened, german):
    assert "Noch steht nichts da." in texts(opened("bahdanau", lang="de", sentence=" "))


def test_letters_that_no_model_has_seen_are_told_in_the_language(opened, german):
    app = opened("start", lang="de", sentence="I eat 魚.")
    assert "Nie gesehen: 魚." in texts(app)


def test_what_is_not_translated_is_english_with_the_numbers_of_the_language(german):
    sentences.speak("de")
    say = sentences.texts("captions")
    assert say("pieces", n=1) == "1 Stück"
    assert say("pieces", n=12345) == "12.345 Stücke"
    assert say("step.row", step=2) == "Step 2"
    assert written(0.25) == "0,25"
    preset = presets.shipped()[0]
    assert (preset.id, preset.why_short) == ("fish", "Wort für Wort")
    assert preset.why == presets._shipped()[0][0].why


def test_the_browser_gets_the_words_of_its_language_and_english_for_the_rest(german):
    sentences.speak("de")
    told = components.spoken("map")
    assert told["lang"] == "de"
    assert told["texts"]["map.queries"] == "Anfragen"
    assert told["texts"]["map.keys"] == "keys"


def test_the_list_of_what_is_missing_holds_files_entries_presets_and_errors(german):
    found = missing.missing("de")
    assert "masks-1.md" in found
    assert "texts/captions.toml: step.row" in found
    assert "presets.toml: fish.why" in found
    assert "presets.toml: fish.why_short" not in found
    assert "texts/errors.toml: no_word" in found
    assert "texts/errors.toml: nothing_typed" not in found
