"""The presets keep their contract, and a slip in the file is named."""

import pytest
import torch

from core.analysis.alignment_links import drawn
from core.text.words import split_words
from core.trace import AttentionMap
from viz.content import presets
from viz.pages.bahdanau import page as bahdanau
from viz.pages.sentence.expectations import broken, kept

GOOD = """
[[preset]]
id = "cat"
english = "The cat."
french = "Le chat."
why_short = "gender"
why = "Cats are masculine."
gloss = [["Le", "the"], ["chat", "cat"], [".", "."]]
expects = [{ model = "m", map = "@aligns", row = "chat", column = "cat", most = true }]
"""


def load(tmp_path, text):
    path = tmp_path / "presets.toml"
    path.write_text(text, encoding="utf-8")
    return presets.load(path)


def test_the_sentences_are_shipped_in_the_order_of_the_lesson_with_two_twins():
    shipped = presets.shipped()
    main = [preset.id for preset in shipped if not preset.variant_of]
    assert main == [
        *("fish", "know", "idiom", "where", "zone", "coffee", "car", "doors"),
        *("gave", "born", "miss", "brother", "because", "petition", "morning"),
        *("red-house", "husband"),
    ]
    twins = {preset.id: preset.variant_of for preset in shipped if preset.variant_of}
    assert twins == {"fish-swap": "fish", "because-book": "because"}


def test_every_preset_fits_the_limits_of_a_sentence_and_of_a_lesson():
    for preset in presets.shipped():
        assert len(preset.english) <= 400
        assert len(preset.english.split()) <= 20
        assert 2 <= len(preset.why_short.split()) <= 6, preset.id
        assert preset.expects, preset.id


def test_every_expectation_names_words_of_its_own_sentence():
    for preset in presets.shipped():
        french = [word for word, _ in preset.gloss]
        for expectation in preset.expects:
            assert set(expectation.rows) <= {*french}, preset.id
            assert expectation.column in preset.english, preset.id


def test_every_reason_is_measured_on_both_models_that_a_page_shows_it_for():
    for preset in presets.shipped():
        measured = {expectation.model for expectation in preset.expects}
        assert measured == {"bahdanau-en-fr", "transformer-en-fr"}, preset.id


@pytest.mark.parametrize("preset", presets.shipped(), ids=lambda preset: preset.id)
def test_every_preset_has_links_drawn_by_hand(preset):
    cut = (
        [text[a:b] for a, b in split_words(text)]
        for text in (preset.english, preset.french)
    )
    assert drawn(*cut)


def shown_by(name):
    """The links that Bahdanau's map of a preset is measured to show, as word places."""
    preset = next(preset for preset in presets.shipped() if preset.id == name)
    cut = [
        [text[a:b] for a, b in split_words(text)]
        for text in (preset.english, preset.french)
    ]
    mine = [one for one in preset.expects if one.model == "bahdanau-en-fr"]
    links = {
        (cut[1].index(one.row), cut[0].index(one.column)) for one in mine if one.column
    }
    return preset, sorted(links), mine


def test_what_a_phenomenon_promises_is_what_its_preset_is_measured_for():
    promised = {what: name for name, what in bahdanau.say.all("presets").items()}
    _, links, _ = shown_by(promised["a reordered phrase"])
    (row, column), (next_row, next_column) = links
    assert (next_row, next_column) == (row + 1, column - 1)
    _, links, _ = shown_by(promised["one word becomes two"])
    columns = [column for _, column in links]
    assert len(columns) == len(set(columns)) + 1
    preset, _, mine = shown_by(promised["function words"])
    assert {"ne", "pas", "de"} & {one.row for one in mine}
    preset, links, _ = shown_by(promised["a long sentence"])
    assert len(preset.english.split()) >= 19
    assert len(links) >= 4 and links == sorted(links, key=lambda link: link[1])
    _, _, mine = shown_by(promised["nothing to align"])
    assert [one.row for one in mine if one.less_sure_than] == ["cordes"]


def less_sure(*weights):
    """A map of two French words over two English ones, and what is asked of it."""
    asked = presets.Expectation("m", "@aligns", "cordes", less_sure_than="pleut")
    words = ("Il", "pleut", "cordes"), ("raining", "cats")
    allowed = torch.ones(3, 2, dtype=torch.bool)
    rows = torch.tensor([[1.0, 0.0], *weights])
    return asked, AttentionMap(rows, allowed, *words, "a map")


def test_a_word_with_nothing_to_align_is_less_sure_than_another():
    asked, found = less_sure([0.75, 0.25], [0.375, 0.625])
    assert asked.holds(found)
    said = kept(asked, found)
    assert said.startswith("What to look for: “cordes” has no single English word")
    assert "Its largest weight here is 62" in said and "“pleut” is 75" in said
    assert broken(asked, found, "Bahdanau") == ""
    asked, found = less_sure([0.25, 0.75], [0.125, 0.875])
    assert not asked.holds(found)
    assert kept(asked, found) == ""
    assert "attends to one word as strongly as pleut" in broken(
        asked, found, "Bahdanau"
    )
    without = found.part(slice(0, 2))
    assert broken(asked, without, "Bahdanau").startswith("Bahdanau did not write “cor")
    assert kept(asked, without) == ""


def test_a_good_file_is_read(tmp_path):
    (preset,) = load(tmp_path, GOOD)
    assert preset.gloss[1] == ("chat", "cat")
    assert preset.expects[0].most


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("why =", "whi =", "preset cat: unknown key 'whi'"),
        ("[[preset]]", "[[presets]]", "presets.toml: unknown key 'presets'"),
        ('"Le chat."', '"Le petit chat."', "gloss must hold every word"),
        ('["chat", "cat"]', '["chat"]', "gloss must be a list"),
        ("most = true", "most = false", "most can only be true"),
        ("most = true", "at_least = 1.5", "at most 1: 1.5"),
        ("most = true", "at_least = true", "must be a number, not True"),
        ("most = true", "most = true, at_least = 0.5", "either at_least or most"),
        ("most = true", "much = true", "expects: unknown key 'much'"),
        ("most = true", 'less_sure_than = "Le"', "less_sure_than stands alone"),
        ('column = "cat", most = true', "less_sure_than = 1", "must be a text"),
        ('why_short = "gender"', "why_short = 3", "why_short must be a text"),
        ('id = "cat"', 'id = "cat"\nvariant_of = "dog"', "must name a preset above"),
    ],
)
def test_a_slip_is_named_with_file_preset_and_key(tmp_path, old, new, message):
    with pytest.raises(ValueError, match=message):
        load(tmp_path, GOOD.replace(old, new, 1))


def test_an_id_is_used_once(tmp_path):
    with pytest.raises(ValueError, match="id is used twice"):
        load(tmp_path, GOOD + GOOD)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "The file presets.toml is missing, so there are no presets."),
        ("[[preset]", "because there is a mistake in their file: "),
        (GOOD + GOOD, "id is used twice."),
    ],
)
def test_a_file_that_cannot_be_used_leaves_a_sentence_and_says_why(
    tmp_path, monkeypatch, text, said
):
    monkeypatch.setattr(presets, "SHIPPED", tmp_path / "presets.toml")
    if text is not None:
        presets.SHIPPED.write_text(text, encoding="utf-8")
    presets._shipped.cache_clear()
    try:
        assert said in presets.problem()
        assert [spare.english for spare in presets.shipped()] == [
            "The woman ate the fish."
        ]
    finally:
        presets._shipped.cache_clear()


def test_the_shipped_file_has_no_slip():
    assert presets.problem() is None
