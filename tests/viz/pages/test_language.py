"""A second language is a folder: what it says shows, the rest is said in English."""

import importlib

import pytest

from tests.viz.pages.reading import PAGES, texts
from viz import address, components
from viz.address.labs import LABS
from viz.content import lessons, missing, presets, walk_texts
from viz.content import texts as sentences
from viz.say.numbers import written

GERMAN = {
    "heads-1.md": "Warum mehrere Köpfe?\n\n{{ answer }}\n\nJeder sieht woanders hin.\n",
    "start.md": "Ein deutscher Anfang.\n",
    "presets.toml": '[fish]\nwhy_short = "Wort für Wort"\n',
    "texts/app.toml": '[pages]\nheads = "Köpfe"\n[lesson]\nanswer = "Antwort"\n',
    "texts/captions.toml": '[pieces]\none = "{n} Stück"\nother = "{n} Stücke"\n',
    "texts/browser.toml": '[map]\nqueries = "Anfragen"\n',
    "texts/sentence.toml": '[field]\nunfamiliar = "Nie gesehen: {characters}."\n',
    "texts/errors.toml": 'nothing_typed = "Noch steht nichts da."\n',
}
CACHES = (lessons.load, walk_texts.load, sentences.load, presets._translated)


@pytest.fixture
def german(tmp_path, monkeypatch):
    """English as it is, and a folder with a little German beside it."""
    (tmp_path / "en").symlink_to(lessons.FOLDER / "en")
    for name, text in GERMAN.items():
        file = tmp_path / "de" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    for module in (lessons, missing, presets, sentences, walk_texts):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setitem(vars(address.RULES["lang"]), "words", sentences.languages())
    for cache in CACHES:
        cache.cache_clear()
    yield tmp_path
    sentences.speak(sentences.ENGLISH)
    for cache in CACHES:
        cache.cache_clear()


def module(name):
    """The page of that address."""
    lab = name in LABS
    below = name.replace("-", "_")
    return importlib.import_module(
        f"viz.pages.labs.{below}" if lab else f"viz.pages.{below}.page"
    )


EVERY = ("start", "bahdanau", "transformer", "compare", "models", *LABS)


@pytest.mark.parametrize("name", EVERY)
def test_every_page_opens_in_a_language_that_says_little(
    name, opened, german, monkeypatch
):
    monkeypatch.setitem(PAGES, name, module(name))
    app = opened(name, lang="de")
    assert not app.exception
    assert not app.error


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
    assert not any("nothing_typed" in line for line in found)
