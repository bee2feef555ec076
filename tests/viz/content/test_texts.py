"""Sentences in files: chosen by language and number, filled, and never lost."""

import threading

import pytest

from core.errors import InputError
from core.experiments.changes.sublayers import check_layer
from core.networks.names import AttentionName, Parts, Sublayer, of_stacks
from viz.content import languages, made_from, missing, texts


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two languages: English, and some French."""
    for name in ("en", "fr"):
        (tmp_path / name / "texts").mkdir(parents=True)
    (tmp_path / "en" / "texts" / "growing.toml").write_text(
        'kept = "It keeps {words} of {text}."\nonly = "Only here."\n'
        '[pieces]\none = "{n} piece"\nother = "{n} pieces"\n'
        '[ways]\nbeam = "a beam"\nlot = "a draw"\n'
    )
    (tmp_path / "fr" / "texts" / "growing.toml").write_text(
        'kept = "De {text} il garde {words}."\n'
        '[pieces]\none = "{n} morceau"\nother = "{n} morceaux"\n'
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    texts.load.cache_clear()
    made_from.recorded.cache_clear()
    yield tmp_path
    texts.speak("en")
    texts.load.cache_clear()
    made_from.recorded.cache_clear()


def test_a_sentence_is_filled_with_texts_and_numbers(folder):
    say = texts.texts("growing")
    assert (
        say("kept", words=say("pieces", n=3), text="{n}") == "It keeps 3 pieces of {n}."
    )
    assert say("pieces", n=1) == "1 piece"
    assert say("pieces", n=1234) == "1,234 pieces"


def test_a_number_that_names_something_is_given_as_text_and_stands_as_it_is(folder):
    say = texts.texts("growing")
    assert say("kept", words="1999", text=1999) == "It keeps 1999 of 1,999."
    assert say("pieces", n="2000") == "2000 pieces"


def test_a_table_is_read_by_names_or_as_a_row_in_its_order(folder):
    say = texts.texts("growing")
    assert say.all("ways") == {"beam": "a beam", "lot": "a draw"}
    assert say.row("ways") == ["a beam", "a draw"]


def test_another_language_has_plurals_and_numbers_of_its_own(folder):
    texts.speak("fr")
    say = texts.texts("growing")
    assert say("pieces", n=0) == "0 morceau"  # French counts nought as one
    assert say("pieces", n=12345) == "12\u202f345 morceaux"


def test_what_a_language_does_not_say_is_said_in_english(folder):
    texts.speak("fr")
    assert texts.texts("growing")("only") == "Only here."
    assert texts.texts("growing").all("ways") == {"beam": "a beam", "lot": "a draw"}


def test_a_text_that_is_nowhere_is_our_fault(folder):
    with pytest.raises(KeyError, match=r"growing.toml has no text lost"):
        texts.texts("growing")("lost")
    with pytest.raises(KeyError, match="words"):
        texts.texts("growing")("kept", text="x")


def test_an_entry_that_is_no_text_is_named(folder):
    (folder / "en" / "texts" / "wrong.toml").write_text("ways = [1]")
    with pytest.raises(ValueError, match=r"wrong.toml: ways must be a text"):
        texts.texts("wrong")("ways")


def test_an_error_is_translated_by_its_name(folder):
    problem = InputError("empty-row", "A row is empty.", row=3)
    assert texts.error(problem) == "A row is empty."
    (folder / "fr" / "texts" / "errors.toml").write_text(
        'empty-row = "Ligne {row} vide."'
    )
    texts.load.cache_clear()
    texts.speak("fr")
    assert texts.error(problem) == "Ligne 3 vide."


def test_parts_of_a_network_in_an_error_are_called_as_the_language_calls_them(folder):
    own = folder / "fr" / "texts"
    own.joinpath("errors.toml").write_text(
        'empty_row = "Ligne {row} : {attention}, tête {head}."\n'
        'no_layer = "{stack} sans couche {layer}."\n'
    )
    own.joinpath("experiments.toml").write_text(
        'names.decoder.cross_attention = "attention croisée {layer}"\n'
        'names.stack.encoder = "l’encodeur"\n'
    )
    texts.load.cache_clear()
    texts.speak("fr")
    cross = AttentionName("decoder", 1, "cross_attention")
    row = InputError(
        "empty_row", "{row} {attention} {head}", row=3, attention=cross, head=8
    )
    assert texts.error(row) == "Ligne 3 : attention croisée 2, tête 8."
    with pytest.raises(InputError) as refused:
        check_layer(Sublayer("encoder", 4, "feed_forward"), Parts(of_stacks(3, 3), 8))
    assert str(refused.value) == "The encoder has no layer 5; they are 1 to 3."
    assert texts.error(refused.value) == "l’encodeur sans couche 5."


def test_what_is_missing_in_a_language_is_listed_with_slots_that_differ(folder):
    (folder / "fr" / "texts" / "growing.toml").write_text('kept = "{mots}"')
    found = missing.missing("fr")
    assert [line for line in found if line.startswith("texts/growing")] == [
        "texts/growing.toml: kept has other slots",
        "texts/growing.toml: only",
        "texts/growing.toml: pieces",
        "texts/growing.toml: ways.beam",
        "texts/growing.toml: ways.lot",
    ]
    (folder / "en" / "heads-1.md").write_text("A lesson.")
    assert "heads-1.md" in missing.missing("fr")


def test_errors_that_a_language_does_not_say_are_listed_by_their_names(folder):
    file = folder / "fr" / "texts" / "errors.toml"
    assert "texts/errors.toml: no_word" in missing.missing("fr")
    file.write_text('no_word = "Pas de mot {word} ; de 1 à {last}."\nno_head = "{x}"')
    found = missing.missing("fr")
    assert "texts/errors.toml: no_word" not in found
    assert "texts/errors.toml: no_head has other slots" in found
    assert "texts/errors.toml: model_damaged" in found


def test_languages_are_the_folders_english_first(folder):
    (folder / "de").mkdir()
    assert languages.languages() == ("en", "de", "fr")


def test_on_a_thread_that_drew_nothing_the_app_is_asked(folder):
    """Streamlit runs callbacks, and fragments, on threads of their own."""
    texts.speak("en")
    found = []
    before = texts._asked[-1]
    texts.ask(lambda: "fr")
    try:
        thread = threading.Thread(
            target=lambda: found.append(texts.texts("growing")("pieces", n=2))
        )
        thread.start()
        thread.join()
    finally:
        texts.ask(before)
    assert found == ["2 morceaux"]


def test_a_slip_of_another_language_is_said_in_english(folder):
    texts.speak("fr")
    (folder / "fr" / "texts" / "growing.toml").write_text('kept = "{mots} de {text}"')
    texts.load.cache_clear()
    assert texts.texts("growing")("kept", words="3", text="x") == "It keeps 3 of x."
    (folder / "fr" / "texts" / "growing.toml").write_text("kept = [")
    texts.load.cache_clear()
    assert texts.texts("growing")("only") == "Only here."
