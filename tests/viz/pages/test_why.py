"""Why attention: a sentence that grows, in both models, and what was measured."""

from types import SimpleNamespace

import pytest

from core.analysis import content_words
from core.analysis.content_words import MOST, fates, sentence, stories
from tests.packed import unpack
from tests.viz.pages.reading import PAGES, texts
from viz.pages.app import library
from viz.pages.why import measured
from viz.pages.why import page as why

MEASURED = [
    {"clauses": n, "sentences": 50, "words": 5.0 * n, "kept": [0.5] * n}
    for n in range(1, 6)
]


@pytest.fixture
def page(opened, monkeypatch):
    """Opens the page as its address says."""
    monkeypatch.setitem(PAGES, "why", why)
    return lambda *damaged, **query: opened("why", damaged, **query)


@pytest.fixture
def curves(translators):
    """Both models with a measured curve."""
    models = [translators[name] for name in (library.FIXED, library.BAHDANAU)]
    for model in models:
        model.info["clauses"] = MEASURED
    yield
    for model in models:
        del model.info["clauses"]


def drawn(app):
    """What the picture was given: its header and its numbers."""
    (found,) = (
        element.proto.bytes
        for element in app.get("bidi_component")
        if element.proto.component_name == "headlight_bottleneck"
    )
    return unpack(found)


def tables(app):
    return [e.proto.body for e in app.get("html") if "<table>" in e.proto.body]


def test_the_page_begins_with_a_long_sentence(page):
    app = page()
    assert not app.exception
    header, _ = drawn(app)
    assert " ".join(header["clauses"]) == sentence(stories()[0], MOST)
    assert header["chosen"] == {"story": 1, "clauses": 5}
    assert header["most"] == {"story": 50, "clauses": 5}


def test_the_words_that_a_model_keeps_are_those_of_its_own_translation(
    page, translators
):
    header, _ = drawn(page(why_story="2", why_clauses="2"))
    story = stories()[1][:2]
    for part, name in (("fixed", library.FIXED), ("attention", library.BAHDANAU)):
        french = translators[name].translate(sentence(story, 2)).text
        assert header[part]["translation"] == french
        assert header[part]["fates"] == [list(fate) for fate in fates(story, french)]


def test_the_vector_the_annotations_and_the_weights_are_those_of_the_pass(
    page, translators
):
    header, body = drawn(page(why_clauses="1"))
    english = sentence(stories()[0], 1)
    fixed = translators[library.FIXED].explain(english)
    summary = fixed.record.encoder.summary
    assert header["fixed"]["size"] == len(summary) == 20
    assert body[:20].tolist() == summary.tolist()
    trace = translators[library.BAHDANAU].explain(english)
    words = len(trace.source.words)
    rows = len(header["attention"]["french"])
    assert rows == trace.written_words
    annotations = body[20 : 20 + 8 * words].reshape(words, 8)
    first = [trace.source.word_of.index(word) for word in range(words)]
    annotation = trace.record.encoder.annotation[first, :8]
    assert annotations.tolist() == annotation.tolist()
    weights = body[20 + 8 * words :].reshape(rows, words)
    assert weights.tolist() == trace.heads(trace.names()[0])[0][:rows].tolist()


def test_every_word_knows_its_clause(page):
    header, _ = drawn(page(why_clauses="2"))
    words = header["fixed"]["words"]
    assert words == [
        *("The", "police", "stopped", "the", "thief"),
        *("and", "I", "lost", "my", "keys", ".", "‹end›"),
    ]
    assert header["fixed"]["clause"] == [0] * 5 + [1] * 7
    assert header["fixed"]["marks"] == [False] * 10 + [True] * 2


def test_the_numbers_of_the_picture_are_said_and_open_as_a_table(page):
    app = page(why_clauses="2", why_numbers="true")
    assert any("of 5 content words." in text for text in texts(app))
    assert any("all 20 numbers of the one vector" in text for text in texts(app))
    words = next(body for body in tables(app) if "Content words of this" in body)
    assert words.count("<tr>") == 1 + 5
    assert '<th scope="row">thief</th><td>1</td>' in words


def test_the_curve_and_the_shares_come_from_the_folders_of_the_models(page, curves):
    app = page(why_clauses="2", why_numbers="true")
    assert not app.exception
    (curve,) = app.get("plotly_chart")
    assert '"name":"one fixed vector"' in curve.proto.spec.replace('": "', '":"')
    assert "One fixed vector keeps 50" in curve.proto.alt
    one, other = (body for body in tables(app) if "clause by clause" in body)
    assert "Content words kept by one fixed vector" in one
    assert "Content words kept by attention" in other
    assert one.count("<td>50") == 1 + 2 + 3 + 4 + 5
    assert "2 clauses, as above" in one


def test_a_missing_model_is_said_and_the_other_is_drawn(page):
    app = page(library.FIXED, why_clauses="1")
    assert not app.exception
    assert f"{library.FIXED}: weights.safetensors is damaged." in texts(app)
    header, _ = drawn(app)
    assert "fixed" not in header and "attention" in header


def test_of_one_s_own_sentence_too_a_missing_model_leaves_the_other(page):
    header, _ = drawn(page(library.FIXED, why_own="The woman ate the fish."))
    assert "fixed" not in header and "attention" in header
    assert header["chosen"]["story"] == 0


@pytest.mark.parametrize("story", ["0", "51", "x"])
def test_a_sentence_that_is_not_stored_is_the_first(page, story):
    header, _ = drawn(page(why_story=story))
    assert header["chosen"]["story"] == 1


def test_how_the_two_were_trained_is_said_from_their_folders():
    def trained(longest, pieces, before=()):
        recipe = {"recipe": {"schedule": {"max_words": longest}}}
        runs = [{"recipe": {"schedule": {"max_words": words}}} for words in before]
        row = {"update": 4_000.0, "pieces": pieces, "bleu": 20.0}
        return SimpleNamespace(
            info={**recipe, "before": runs, "kept": 4_000}, history=[row]
        )

    unequal = (
        "The two were not trained alike, so not all of the gap comes from attention."
    )
    alike = {"one fixed vector": trained(20, 9e6), "attention": trained(20, 9.5e6)}
    assert measured.trained(alike) == {"one fixed vector": 20, "attention": 20}
    assert "not trained alike" not in measured.training(alike)
    longer = {**alike, "attention": trained(20, 9e6, before=[30])}
    assert measured.trained(longer)["attention"] == 30
    assert measured.training(longer).startswith(
        "One fixed vector: 4,000 updates, 9,000,000 pieces read, sentences of at most "
        "20 words; attention: 4,000 updates"
    )
    assert measured.training(longer).endswith(unequal)
    more = {**alike, "attention": trained(20, 12e6)}
    assert measured.training(more).endswith(unequal)
    assert measured.training({"attention": trained(20, 9e6)}) == ""


def test_what_no_folder_tells_is_measured_when_it_is_asked_for(page, monkeypatch):
    few = stories()[:1]
    monkeypatch.setattr(content_words, "stories", lambda: few)
    app = page(why_clauses="1")
    for left in (2, 1):
        asking = [b for b in app.button if (b.key or "").startswith("measure-")]
        assert len(asking) == left
        app = asking[0].click().run()
    assert not app.exception
    assert not any("Something broke" in text for text in texts(app))
    assert not any((b.key or "").startswith("measure-") for b in app.button)


OWN = "The woman ate the fish, the dog sleeps and my brother <b>sings</b>."


def test_a_sentence_of_one_s_own_is_shown_in_both_models(page, translators):
    header, _ = drawn(page(why_own=OWN))
    assert " ".join(header["clauses"]) == OWN
    assert header["chosen"] == {"story": 0, "clauses": 3}
    assert header["most"]["clauses"] == 3
    french = translators[library.FIXED].translate(OWN).text
    assert header["fixed"]["translation"] == french
    words = [word for word, _ in header["attention"]["fates"]]
    assert words[:4] == ["woman", "ate", "fish", "dog"]


def test_the_clauses_of_one_s_own_sentence_can_be_taken_away(page):
    app = page(why_own=OWN, why_clauses="1")
    header, _ = drawn(app)
    assert header["clauses"] == ["The woman ate the fish."]
    assert header["chosen"]["clauses"] == 1 and header["most"]["clauses"] == 3
    assert any("the dictionary has a French word" in text for text in texts(app))
    (leave,) = [one for one in app.button if one.label == "Back to the examples"]
    leave.click().run()
    header, _ = drawn(app)
    assert header["chosen"] == {"story": 1, "clauses": 5}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("\x07", "Only invisible characters were typed"),
        ("word " * 90, "450 characters; at most 400 fit"),
        ("no " * 70, " pieces; at most 64 fit"),
    ],
)
def test_what_cannot_be_translated_is_said_and_the_example_stays(page, typed, said):
    app = page(why_own=typed, why_clauses="1")
    assert not app.exception
    header, _ = drawn(app)
    assert header["fixed"]["translation"]
    assert header["chosen"] == {"story": 1, "clauses": 1}
    assert len([text for text in texts(app) if said in text]) == 1


def test_a_slip_of_the_pen_is_asked_about_where_the_field_follows(page, monkeypatch):
    monkeypatch.setattr(why.frame, "alone", lambda draw: None)
    app = page(why_own="The dog slepes in the garden.")
    (better,) = [one for one in app.button if (one.key or "").startswith("meant-")]
    better.click().run()
    assert app.text_input(key="why_own").value == "The dog sleeps in the garden."


def test_a_typed_example_is_counted_by_the_dictionary_and_no_list(page):
    app = page(why_story="11", why_clauses="1")
    header, _ = drawn(app)
    assert [word for word, _ in header["fixed"]["fates"]] == ["broke", "glasses"]
    app.text_input(key="why_own").set_value("Tom broke his glasses.").run()
    header, _ = drawn(app)
    assert header["clauses"] == ["Tom broke his glasses."]
    words = [word for word, _ in header["fixed"]["fates"]]
    assert words == ["Tom", "broke", "glasses"]


def test_without_a_typed_sentence_the_example_is_drawn(page):
    header, _ = drawn(page(why_own="   "))
    assert header["chosen"]["story"] == 1
