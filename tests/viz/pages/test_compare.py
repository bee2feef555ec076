"""Compare: both maps of one sentence, a third beside them, and its sections."""

import re

import pytest

from core.analysis import alignment_links
from tests.packed import unpack
from tests.viz.pages.reading import ENGLISH, FRENCH, headers, tables, texts
from viz.pages.app import library
from viz.say.captions import signed


@pytest.fixture(autouse=True)
def three_pairs(monkeypatch):
    """Untrained models are slow to fail at thirty pairs."""
    few = alignment_links.shipped()[:3]
    monkeypatch.setattr(alignment_links, "shipped", lambda: few)


GIVEN = {"target": FRENCH, "compare_from": "typed"}


def test_both_maps_of_compare_share_their_words_and_their_row(opened):
    one, other = headers(opened("compare", target=FRENCH, compare_from="typed"))
    assert one["sequences"]["predicted"] == other["sequences"]["predicted"]
    assert one["view"]["row"] == other["view"]["row"]


@pytest.mark.parametrize("writer", ["transformer", "bahdanau"])
def test_compare_takes_what_a_model_wrote_in_the_pieces_in_which_it_was_written(
    opened, translators, writer
):
    name = f"{writer}-en-fr"
    wrote = translators[name].explain(ENGLISH).translation.pieces
    assert translators[name].tokenizer.encode(wrote.text).ids != wrote.ids
    app = opened("compare", compare_from=writer, pieces="1")
    assert not app.exception
    for header in headers(app):
        sequence = header["sequences"]["predicted"]["words"]
        assert tuple(sequence[: len(wrote.pieces)]) == wrote.pieces
    titles = {library.BAHDANAU: "Bahdanau", library.TRANSFORMER: "Transformer"}
    for one, title in titles.items():
        trace = translators[one].explain(ENGLISH, target=wrote)
        nats = signed(trace.translation.log_probability)
        assert f"{title} gives this French a log-probability of {nats}." in texts(app)


def test_compare_measures_how_far_the_maps_agree(opened):
    app = opened("compare", target=FRENCH, compare_from="typed", compare_row="2")
    assert any(
        t.startswith("The attention maps of the two translators overlap by ")
        for t in texts(app)
    )
    assert any(
        t.startswith("Where femme is written they overlap by") for t in texts(app)
    )


def test_compare_shows_the_layer_and_the_head_that_are_chosen(opened):
    query = {"target": FRENCH, "compare_from": "typed"}
    _, best = headers(opened("compare", **query))
    assert best["stacks"][0]["label"] == "Cross-attention, layer 3, mean of the heads"
    _, chosen = headers(opened("compare", **query, compare_layer="1", compare_head="5"))
    assert chosen["stacks"][0]["label"] == "Cross-attention, layer 1, head 5"


def test_compare_says_whose_french_it_shows_while_nothing_is_typed(opened):
    said = "The French shown is what Transformer writes on its own."
    app = opened("compare", compare_from="typed")
    assert f"You haven't typed a translation yet. {said}" in texts(app)
    app = opened("compare", compare_from="typed", target="le " * 65)
    assert said in texts(app)
    assert not any(said in text for text in texts(opened("compare")))


def test_who_writes_the_french_is_chosen_in_words(opened):
    app = opened("compare", compare_row="3")
    chosen = app.button_group(key="pick-compare_from")
    said = [option.content for option in chosen.proto.options]
    assert said == ["the Transformer", "Bahdanau’s model", "you"]
    chosen.set_value("typed").run()
    assert not app.exception
    assert any(
        text.startswith("You haven't typed a translation yet.") for text in texts(app)
    )


def test_compare_measures_a_map_recorded_where_words_are_read(opened, translators):
    model = translators[library.TRANSFORMER]
    model.info["best_alignment"] = {
        "map": "decoder.0.cross_attention",
        "head": 6,
        "reading": "read",
    }
    try:
        app = opened("compare", target=FRENCH, compare_from="typed", compare_row="8")
    finally:
        del model.info["best_alignment"]
    assert not app.exception
    label = headers(app)[1]["stacks"][0]["label"]
    assert label == "Cross-attention, layer 1, head 7, at the step that reads the word"
    assert any("In " in t and "of 7 rows" in t for t in texts(app))


@pytest.mark.usefixtures("with_writer")
def test_a_decoder_alone_is_the_third_column_of_compare(opened, language_model):
    asked = {"sentence": "The red fish", "target": "Le poisson"}
    app = opened("compare", **asked, compare_from="typed", compare_row="2")
    assert not app.exception
    assert [one.value for one in app.subheader][:3] == [
        *("Bahdanau", "Transformer", "Writer"),
    ]
    header, body = unpack(
        [
            element.proto.bytes
            for element in app.get("bidi_component")
            if element.proto.component_name == "headlight_attention"
        ][2]
    )
    assert header["view"]["row"] == 1
    (stack,) = header["stacks"]
    rows, columns = stack["shape"][2:]
    found = language_model.align(["The", "red", "fish"], ["Le", "poisson"]).weights
    weights = body[stack["offset"] :][: rows * columns].reshape(rows, columns)
    assert weights.tolist() == pytest.approx(found.numpy(), abs=1e-6)
    line = language_model.line(("The", "red", "fish"), ("Le", "poisson"))
    said = (
        f"Writer gives this French a log-probability of {signed(line.log_probability)}."
    )
    assert said in texts(app)
    assert header["labels"]["file"] == "headlight-writer-en"
    assert "writer-en 0123abcd" in header["cited"]


@pytest.mark.usefixtures("with_writer")
@pytest.mark.parametrize("pieces", [False, True])
def test_a_row_of_words_beside_rows_of_pieces_is_said_to_be_chosen_alone(
    opened, pieces
):
    asked = {"sentence": "The red fish", "target": "Le poisson"}
    query = {**asked, "pieces": "true"} if pieces else asked
    app = opened("compare", **query, compare_from="typed")
    alone = (
        "This map shows whole words, so choosing a row here doesn't move the others."
    )
    assert (alone in texts(app)) is pieces


@pytest.mark.usefixtures("with_writer")
def test_where_the_decoder_alone_has_no_room_the_other_two_stay(opened):
    app = opened("compare", sentence="The cat sleeps.")
    assert not app.exception
    assert any("has learned 24 positions. Shorten them." in text for text in texts(app))
    assert any("overlap by" in text for text in texts(app))


# --- its sections ---------------------------------------------------------------------


def test_no_section_is_open_until_it_is_asked_for(opened):
    app = opened("compare", **GIVEN)
    assert not app.exception
    assert len(tables(app)) == 1  # the agreement, which is always there


def test_agreement_is_never_said_without_its_baselines(opened):
    app = opened("compare", **GIVEN)
    assert not app.exception
    (table,) = tables(app)
    assert "Compared with unrelated maps" in table
    assert table.count("a plain diagonal") == 2
    assert table.count("of another sentence") == 2
    assert len(re.findall(r"\d of 7<", table)) == 5
    assert len(re.findall(r"[+−]\d\.\d\d", table)) == 5


def test_the_section_of_the_baselines_says_what_they_come_to(opened):
    app = opened("compare", **GIVEN, compare_more="baselines")
    assert not app.exception
    assert any("the closest baseline" in text for text in texts(app))
    assert any(text.startswith("The other sentence is") for text in texts(app))


def test_the_number_on_the_page_says_where_its_baseline_was_stretched(
    opened, monkeypatch
):
    _, swapped, know = alignment_links.shipped()
    assert [pair.size for pair in (swapped, know)] == [(6, 7), (7, 7)]
    for away, said in ((know, 2), (swapped, 0)):
        monkeypatch.setattr(alignment_links, "another", lambda *_, away=away: away)
        (table,) = tables(opened("compare", **GIVEN))
        assert table.count("stretched to this size") == said


def test_links_by_hand_are_drawn_over_both_maps_with_their_error(opened):
    app = opened("compare", **GIVEN, compare_more="links")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2
    _, this, every = tables(app)
    assert "Links of this sentence" in this
    assert "plain diagonal" in every
    assert app.selectbox(key="pick-sentence").value == 0


def test_a_pair_that_nobody_linked_offers_those_that_are(opened):
    app = opened("compare", **{**GIVEN, "target": "La femme."}, compare_more="links")
    assert not app.exception
    assert any("no links drawn by hand" in text for text in texts(app))
    app.selectbox(key="pick-sentence").set_value(1).run()
    assert not app.exception
    assert app.text_input(key="sentence").value == "The fish ate the woman."
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.parametrize("side", ["en", "fr"])
def test_two_words_change_places_and_both_models_answer(opened, side):
    swapped = {"compare_side": side, "compare_a": "2", "compare_b": "5"}
    app = opened("compare", **GIVEN, compare_more="swap", **swapped)
    assert not app.exception
    expected = {"en": "The fish ate the woman.", "fr": "La le a mangé femme poisson."}
    assert expected[side] in texts(app)
    _, table = tables(app)
    assert "Transformer: before" in table


def test_words_that_are_not_there_are_not_exchanged(opened):
    app = opened("compare", **GIVEN, compare_more="swap", compare_a="99", compare_b="2")
    assert not app.exception
    assert any("Choose two words" in text for text in texts(app))


@pytest.mark.parametrize("damaged", [library.BAHDANAU, library.TRANSFORMER])
@pytest.mark.parametrize("section", ["baselines", "links", "swap"])
def test_a_section_that_needs_a_damaged_model_says_so(opened, damaged, section):
    app = opened("compare", [damaged], **GIVEN, compare_more=section)
    assert not app.exception
    assert f"{damaged}: weights.safetensors is damaged." in texts(app)
    assert not any("Something broke" in text for text in texts(app))
