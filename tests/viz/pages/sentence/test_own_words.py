"""What is drawn under the field of any sentence."""

import pytest
from streamlit.testing.v1 import AppTest

from core.text.glossary import Rare
from viz.content import presets
from viz.pages.sentence import own_words

FISH = presets.shipped()[0]


def drawn(body: str) -> AppTest:
    script = f"from viz.pages.sentence import own_words\n{body}\n"
    return AppTest.from_string(script, default_timeout=60).run()


def html(app: AppTest) -> str:
    return " ".join(one.proto.body for one in app.get("html"))


def test_what_was_typed_stays_text():
    typed = "<b>Zorblax</b> & co"
    rare = [Rare("Zorblax", 3, 10, 0)]
    assert own_words.marked(typed, rare) == (
        '&lt;b&gt;<mark class="rare">Zorblax</mark>&lt;/b&gt; &amp; co'
    )
    assert "<i>" not in own_words.glossed(["<i>"], typed)


def test_words_that_were_never_read_are_said_before_those_hardly_read():
    rare = [Rare("bucket", 0, 6, 3), Rare("wifi", 7, 11, 0), Rare("TikTok", 12, 18, 0)]
    assert own_words.told(rare) == [
        "“wifi” and “TikTok” were never in the training data, "
        "so their translation is a guess.",
        "“bucket” was in the training data only 3 times.",
    ]
    assert own_words.told([Rare("bucket", 0, 6, 1)]) == [
        "“bucket” was in the training data only once."
    ]


def test_an_unknown_word_is_marked_and_said():
    app = drawn("own_words.unseen('TikTok is fun.')")
    assert '<mark class="rare">TikTok</mark> is fun.' in html(app)
    assert app.text[0].value.startswith("“TikTok” was never in the training data")


def test_nothing_is_said_of_a_sentence_of_known_words():
    app = drawn(f"own_words.unseen({FISH.english!r})")
    assert html(app) == "" and not app.text


def test_a_slip_is_mended_with_one_click():
    app = drawn("own_words.unseen('I eat becuase I am hungry.')")
    (button,) = app.button
    assert button.label == "Did you mean “because”?"
    button.click().run()
    assert app.session_state["sentence"] == "I eat because I am hungry."


def test_every_french_word_has_its_english_and_an_unknown_one_a_question_mark():
    words = ["La", "femme", "zorblaxe", "."]
    found = own_words.glossed(words, "The woman zorbs.")
    assert '<b lang="fr">femme</b> <small lang="en">woman</small>' in found
    assert '<mark class="rare">zorblaxe</mark></b> <small lang="en">?</small>' in found
    assert '<b lang="fr">.</b> <small lang="en">&nbsp;</small>' in found


@pytest.mark.parametrize(("gloss", "drawn_there"), [("true", True), ("false", False)])
def test_a_reader_may_do_without_the_glosses(gloss: str, drawn_there: bool):
    script = (
        "from viz.pages.sentence import own_words\n"
        "own_words.word_by_word(['La', 'femme'], 'The woman')\n"
    )
    app = AppTest.from_string(script, default_timeout=60)
    app.query_params["gloss"] = gloss
    assert ("femme" in html(app.run())) is drawn_there


def test_how_sure_a_model_was_stands_on_a_scale(monkeypatch):
    said = drawn("own_words.how_sure('transformer-en-fr', [0.0, 0.0], 1)")
    assert 'class="trust wrong"' in html(said)
    assert "Probably wrong." in html(said) and "--place:0%" in html(said)
    assert html(drawn("own_words.how_sure('none', [0.5, 0.5], 1)")) == ""
