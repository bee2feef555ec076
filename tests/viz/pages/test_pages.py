"""Start, Bahdanau and Compare: what they show, and what they do with bad input."""

import pytest

from core.networks.names import AttentionName, MapChoice
from tests.viz.pages.reading import ENGLISH, FRENCH, PAGES, headers, texts
from viz.content import presets
from viz.pages.app import library
from viz.pages.sentence import map_picture

HOSTILE = {
    "emoji": "🐟🐟",
    "arabic": "المرأة أكلت السمكة",
    "script": "<script>alert(1)</script>",
    "formula": "$x$ costs $y$",
    "markup": ":red[x] **bold** `x`",
    "override": "fish \u202e hsif",
    "punctuation": "?!",
}

each_page = pytest.mark.parametrize("name", PAGES)


def boxes(app):
    """The names of all containers of the page."""
    found, todo = [], [app._tree]
    while todo:
        block = todo.pop()
        found.append(getattr(getattr(block, "proto", None), "id", ""))
        todo += getattr(block, "children", {}).values()
    return found


@each_page
def test_the_first_picture_is_there_before_anything_is_typed(opened, name):
    app = opened(name)
    assert not app.exception
    shown = headers(app)
    assert len(shown) == {"start": 2, "bahdanau": 1, "compare": 2}[name]
    for header in shown:
        source = header["sequences"]["source"]["words"]
        assert source == ["The", "woman", "ate", "the", "fish", ".", "‹end›"]
        assert header["dim"] is False


@each_page
@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
def test_whatever_is_typed_is_text(opened, name, typed):
    app = opened(name)
    app.text_input(key="sentence").set_value(typed).run()
    assert not app.exception
    assert not any("Something broke" in text for text in texts(app))
    assert not any(typed in element.value for element in app.markdown)


@each_page
@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("", "Type a sentence"),
        ("x" * 401, "401 characters; at most 400 fit."),
        ("fish " * 65, "pieces; at most 64 fit."),
    ],
)
def test_a_refused_sentence_names_the_rule_and_the_picture_stays_dimmed(
    opened, name, typed, rule
):
    app = opened(name)
    app.text_input(key="sentence").set_value(typed).run()
    assert not app.exception
    assert any(rule in text for text in texts(app))
    for header in headers(app):
        assert header["sequences"]["source"]["words"][1] == "woman"
        assert header["dim"] is True


@each_page
@pytest.mark.parametrize("broken", ["-1", "9999", "abc", "²", "", "1.5"])
def test_a_broken_address_opens_the_page(opened, name, broken):
    names = ("start_t", "b_row", "compare_row", "compare_layer", "compare_head")
    app = opened(name, **dict.fromkeys((*names, "compare_from", "preset"), broken))
    assert not app.exception
    assert len(headers(app)) >= 1
    assert not any("Something broke" in text for text in texts(app))


@each_page
def test_a_row_of_the_address_is_chosen_in_the_picture(opened, name):
    query = dict.fromkeys(("start_t", "start_b", "b_row", "compare_row"), "3")
    app = opened(name, **query, target=FRENCH, compare_from="typed")
    assert [header["view"]["row"] for header in headers(app)] == [2] * len(headers(app))


@each_page
def test_given_french_is_forced(opened, name):
    app = opened(name, target=FRENCH, compare_from="typed")
    for header in headers(app):
        predicted = header["sequences"]["predicted"]["words"]
        end = [] if name == "start" else ["‹end›"]
        assert predicted == ["La", "femme", "a", "mangé", "le", "poisson", ".", *end]
        assert header["stacks"][0]["queries"] == "predicted"


@each_page
def test_given_french_that_is_too_long_is_refused_by_its_rule(opened, name):
    app = opened(name, target="le " * 65, compare_from="typed")
    assert not app.exception
    assert any("pieces; at most 64 fit." in text for text in texts(app))
    assert len(headers(app)) >= 1


@pytest.mark.parametrize("damaged", [library.BAHDANAU, library.TRANSFORMER])
@pytest.mark.parametrize("name", ["start", "compare"])
def test_a_damaged_model_says_so_in_its_half_and_the_other_works(opened, name, damaged):
    app = opened(name, damaged=[damaged], target=FRENCH, compare_from="typed")
    assert not app.exception
    assert f"{damaged}: weights.safetensors is damaged." in texts(app)
    assert len(headers(app)) == 1


def test_a_damaged_bahdanau_model_is_named_on_its_page(opened):
    app = opened("bahdanau", damaged=[library.BAHDANAU])
    assert not app.exception
    assert f"{library.BAHDANAU}: weights.safetensors is damaged." in texts(app)


def test_a_preset_offers_its_french_and_the_models_still_write_freely(opened):
    app = opened("start")
    assert FRENCH in texts(app)
    app.button(key="force").click().run()
    assert not app.exception
    for header in headers(app):
        assert header["sequences"]["predicted"]["words"][1] == "femme"
    without = "Without help, Bahdanau’s model writes"
    assert any(text.startswith(without) for text in texts(app))
    app.button(key="free").click().run()
    assert not any(text.startswith("Without help") for text in texts(app))


def test_a_model_that_does_not_end_is_said_to_have_been_stopped(opened):
    app = opened("start")
    assert any("hadn't finished after" in text for text in texts(app))


def test_the_scores_of_the_row_that_the_reader_rests_on_are_said(opened):
    app = opened("bahdanau", target=FRENCH, b_row="4", b_more="scores")
    assert headers(app)[0]["view"]["row"] == 3
    assert any(text.startswith("Step ") and "ⱼ go from" in text for text in texts(app))
    assert not app.get("plotly_chart")


def test_pieces_are_one_toggle_away(opened):
    (whole,) = headers(opened("bahdanau", target=FRENCH))
    (cut,) = headers(opened("bahdanau", target=FRENCH, pieces="1"))
    words = whole["sequences"]["predicted"]["words"]
    assert len(cut["sequences"]["predicted"]["words"]) >= len(words)
    assert "".join(cut["sequences"]["predicted"]["words"]) == "".join(words)


def test_the_map_follows_the_toggle_where_only_the_english_is_cut(opened):
    app = opened("bahdanau", sentence="The ownership.", target="a a")
    (whole,) = headers(app)
    app.toggle(key="pieces").set_value(True).run()
    (cut,) = headers(app)
    assert whole["sequences"]["source"]["words"][1] == "ownership"
    assert cut["sequences"]["source"]["words"][1] != "ownership"
    assert cut["id"] != whole["id"]


def test_letters_that_the_models_have_not_seen_are_said(opened):
    app = opened("start", sentence="I eat 魚.")
    assert (
        "The models have never seen 魚 in their English and French training text. "
        "Don't trust what they make of it."
    ) in texts(app)
    squirrel = opened("start", sentence="белка")
    assert any("б, е, л, … in their" in text for text in texts(squirrel))
    assert not any("have never seen" in text for text in texts(opened("start")))


@each_page
def test_what_is_taken_out_of_given_french_is_said(opened, name):
    options = {"transformer": {"lab": "say", "how": "forced"}}.get(name, {})
    app = opened(name, target="Je sais.\x00", compare_from="typed", **options)
    said = [text for text in texts(app) if text.startswith("Removed")]
    assert said == ["Removed: U+0000 control character"]


def test_projector_mode_hides_the_lesson(opened):
    shown = [part.value for part in opened("start").markdown]
    hidden = [part.value for part in opened("start", project="1").markdown]
    assert any("How to read the picture" in text for text in shown)
    assert not any("How to read the picture" in text for text in hidden)


def test_a_picture_begins_at_the_row_that_its_preset_speaks_of(translators):
    model = translators[library.TRANSFORMER]
    trace = model.explain(ENGLISH, target=FRENCH)
    last = MapChoice(AttentionName("decoder", 2, "cross_attention"))
    found = map_picture.shown(trace, last)
    (chosen,) = [preset for preset in presets.shipped() if preset.id == "fish"]
    assert map_picture.first_row(found, chosen) == 3
    assert map_picture.first_row(found, None, beside="le") == 4
    assert map_picture.first_row(found, chosen, beside="le") == 3


@each_page
def test_what_the_address_says_too_long_is_refused_once_under_its_field(opened, name):
    app = opened(name, sentence="x" * 401)
    said = [text for text in texts(app) if "400" in text]
    assert said == ["401 characters; at most 400 fit. Shorten it, or try half of it."]
    app = opened(name, target="x" * 401, compare_from="typed")
    said = [text for text in texts(app) if "400" in text]
    assert said == ["401 characters; at most 400 fit. Shorten it, or try half of it."]


@each_page
def test_a_sentence_with_too_many_pieces_is_never_the_last_good_one(opened, name):
    app = opened(name)
    app.text_input(key="sentence").set_value("The fish.").run()
    app.text_input(key="sentence").set_value("fish " * 65).run()
    app.text_input(key="sentence").set_value("").run()
    assert any(text.startswith("Nothing is typed yet.") for text in texts(app))
    assert not any("pieces; at most" in text for text in texts(app))
    for header in headers(app):
        assert header["sequences"]["source"]["words"][:2] == ["The", "fish"]


@pytest.mark.parametrize("name", ["bahdanau", "compare"])
def test_the_french_of_a_refused_sentence_is_dimmed_with_its_picture(opened, name):
    app = opened(name)
    assert not any("said-title-dim" in name for name in boxes(app))
    app.text_input(key="sentence").set_value("").run()
    assert any("said-title-dim" in name for name in boxes(app))


@pytest.mark.parametrize(
    ("name", "row"), [("bahdanau", "b_row"), ("compare", "compare_row")]
)
def test_a_row_stays_at_its_word_when_pieces_are_shown(opened, name, row):
    app = opened(name, target=FRENCH, compare_from="typed", **{row: "4"})
    app.toggle(key="pieces").set_value(True).run()
    header = headers(app)[0]
    at = header["view"]["row"]
    pieces = header["sequences"]["predicted"]["words"]
    assert "".join(pieces[:at]) == "Lafemmea"
    app.toggle(key="pieces").set_value(False).run()
    assert headers(app)[0]["view"]["row"] == 3


def test_a_reason_that_the_models_do_not_bear_out_says_so(opened):
    said = "This time the model did not write “mangé”, so there is no row for it."
    assert said in texts(opened("start"))
    look = "What to look for: “mangé” should point to “ate”. Here: "
    said = texts(opened("start", target=FRENCH))
    assert any(text.startswith(look) for text in said)


def test_rows_of_a_map_recorded_where_words_are_read_come_one_step_later(translators):
    trace = translators[library.TRANSFORMER].explain(ENGLISH, target=FRENCH)
    name = AttentionName("decoder", 0, "cross_attention")
    predicted = map_picture.shown(trace, MapChoice(name, 2))
    read = map_picture.shown(trace, MapChoice(name, 2, "read"), pieces=False)
    assert read.query_words == predicted.query_words[:-1]  # nothing reads ‹end›
    # La is read at the step that predicts femme, the last step reads the full stop
    pieces = trace.attention(name, 2, words=False).weights
    at = trace.predicted.word_of.index(1)
    key = trace.source.membership()
    last_of_la = pieces[1 : at + 1].mean(0) @ key.T
    assert read.weights[0].tolist() == pytest.approx(last_of_la.tolist(), abs=1e-6)
    assert read.weights.sum(-1).tolist() == pytest.approx([1.0] * 7, abs=1e-5)


def test_a_role_that_no_folder_records_is_the_best_map_with_its_reading(
    translators, monkeypatch
):
    model = translators[library.TRANSFORMER]
    monkeypatch.setattr(library, "model", translators.__getitem__)
    best = {"map": "decoder.0.cross_attention", "head": 6, "reading": "read"}
    monkeypatch.setitem(model.info, "best_alignment", best)
    found = map_picture.map_of(library.TRANSFORMER, "@aligns")
    assert (str(found.name), found.head, found.reading) == (*best.values(),)
    monkeypatch.setitem(
        model.info, "roles", {"aligns": {"map": "decoder.1.cross_attention", "head": 2}}
    )
    found = map_picture.map_of(library.TRANSFORMER, "@aligns")
    assert (str(found.name), found.head) == ("decoder.1.cross_attention", 2)
    assert found.reading == "predicted"
