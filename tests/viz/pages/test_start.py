"""Start as a landing: what stands there first, and the ways on from it."""

from dataclasses import replace

import pytest

from core.networks.names import AttentionName, MapChoice
from tests.packed import unpack
from tests.viz.pages.reading import ENGLISH, FRENCH, texts
from viz.address import DEFAULTS
from viz.content import examples, presets
from viz.pages.app import library
from viz.pages.start import looks, page
from viz.pages.start.example import look_for
from viz.payload import first_look
from viz.payload.look import Line, Look

STORED = first_look.stored


def headers(app):
    return [
        unpack(element.proto.bytes)[0]
        for element in app.get("bidi_component")
        if element.proto.component_name == "headlight_attention"
    ]


def lit(header):
    return header["sequences"]["predicted"]["words"][header["view"]["row"]]


def look(weights, french=("chat", "."), english=("cat", "."), **other):
    def line(items):
        return Line("words", items, (False,) * len(items), (1,) * len(items))

    told = {
        "model": library.BAHDANAU,
        "digest": "",
        "english": "cat.",
        "french": "chat.",
        "forced": False,
        "finished": True,
        "map": "decoder.alignment",
        "head": "mean",
        "reading": "predicted",
        "chances": (0.5,) * (len(french) + 1),
        "word_of": tuple(range(len(french))),
        **other,
    }
    return Look(read=line(english), written=line(french), weights=weights, **told)


def test_the_first_picture_needs_no_model(opened, monkeypatch):
    models = [library.BAHDANAU, library.TRANSFORMER]
    monkeypatch.setattr(library, "digests", dict)
    app = opened("start", damaged=models)
    assert headers(app) == []
    monkeypatch.setattr(first_look, "stored", STORED)
    app = app.run()
    assert not app.exception
    assert [header["panels"] for header in headers(app)] == [
        ["first", "legend"],
        ["small"],
    ]
    assert not any("damaged" in text for text in texts(app))


def test_what_is_stored_gives_way_to_another_model_that_is_loaded(monkeypatch):
    wanted = looks.Wanted(ENGLISH)
    monkeypatch.setattr(library, "digests", dict)
    found = wanted.stored(library.BAHDANAU)
    assert found is not None
    for digest, kept in ((found.digest, True), ("0123abcd", False)):
        monkeypatch.setattr(library, "digests", lambda d=digest: {library.BAHDANAU: d})
        assert bool(wanted.stored(library.BAHDANAU)) is kept


def test_one_model_comes_first_and_the_other_is_small(opened):
    app = opened("start", target=FRENCH)
    assert [title.value for title in app.title] == [
        "How does a translator know which word to look at?"
    ]
    first, small = headers(app)
    assert (first["panels"], small["panels"]) == (["first", "legend"], ["small"])
    assert lit(first) == lit(small) == "mangé"
    assert first["together"] == small["together"] != ""


@pytest.mark.parametrize("address", [{"start_beside": "true"}, {"start_t": "6"}])
def test_both_models_stand_side_by_side_with_the_same_word_and_one_legend(
    opened, address
):
    app = opened("start", target=FRENCH, **address)
    panels = [header["panels"] for header in headers(app)]
    assert panels == [["first", "legend"], ["first"]]
    if "start_t" not in address:
        assert [lit(header) for header in headers(app)] == ["mangé", "mangé"]
    app.button(key="hide-second").click().run()
    assert [header["panels"] for header in headers(app)][1] == ["small"]
    assert "start_t" not in app.query_params


def test_the_second_model_is_one_click_away(opened):
    app = opened("start", target=FRENCH, start_b="6")
    app.button(key="show-beside").click().run()
    assert [lit(header) for header in headers(app)] == ["poisson", "poisson"]


def test_the_meaning_stands_under_each_french_word_unless_it_is_not_wanted(opened):
    app = opened("start", target=FRENCH)
    told = headers(app)[0]["gloss"]
    assert told == ["the", "woman", "has", "eaten", "the", "fish", ""]
    assert headers(opened("start", target=FRENCH, gloss="0"))[0]["gloss"] == []


def test_look_inside_opens_the_very_map_and_row():
    row = page.inside(page.FIRST, look(((0.75, 0.25), (0.4, 0.6))), 1)
    assert row == {"b_row": "2"}
    cross = AttentionName("decoder", 2, "cross_attention")
    for which, told in (
        (MapChoice(cross), {"layer": "3", "head": "0", "row": "2"}),
        (MapChoice(cross, 4), {"layer": "3", "head": "5", "row": "2"}),
        (
            MapChoice(cross, 4, "read"),
            {"layer": "3", "head": "5", "row": "3", "names": "read"},
        ),
    ):
        shown = look(
            ((0.75, 0.25), (0.4, 0.6)),
            map=str(which.name),
            head="mean" if which.head is None else str(which.head),
            reading=which.reading,
        )
        assert page.inside(page.SECOND, shown, 1) == {"kind": "cross", **told}


def test_look_inside_takes_sentence_forced_french_and_pieces_along(monkeypatch):
    chosen = replace(
        DEFAULTS, sentence="I know you.", target="Je te connais.", pieces=True
    )
    monkeypatch.setattr(page.frame, "choices", lambda: chosen)
    said = {"sentence": "I know you.", "target": "Je te connais.", "pieces": "true"}
    shown = look(((0.75, 0.25), (0.4, 0.6)))
    assert page.inside(page.FIRST, shown, 0) == {**said, "b_row": "1"}
    cross = AttentionName("decoder", 2, "cross_attention")
    shown = look(((0.75, 0.25), (0.4, 0.6)), map=str(cross), head="4", reading="read")
    assert page.inside(page.SECOND, shown, 0) == {
        **said,
        "kind": "cross",
        "layer": "3",
        "head": "5",
        "names": "read",
        "row": "2",
    }


def test_a_picture_begins_beside_then_at_its_preset_then_where_it_is_surest():
    (fish,) = [preset for preset in presets.shipped() if preset.id == "fish"]
    shown = look(
        ((0.9, 0.1), (0.6, 0.4), (1.0, 0.0)),
        french=("le", "mangé", "."),
    )
    assert looks.begins(shown, None) == 0
    assert looks.begins(shown, fish) == 1
    assert looks.begins(shown, fish, beside="le") == 0
    assert looks.begins(look((), french=()), None) == 0


def test_one_thing_to_look_for_is_said_with_its_number():
    presets_by_id = {preset.id: preset for preset in presets.shipped()}
    shown = look(((0.948, 0.052),), french=("mangé",), english=("ate", "."))
    said = look_for(presets_by_id["fish"], shown)
    assert said.startswith("What to look for: “mangé” should point to “ate”. Here: 95")
    shown = look(((0.5, 0.5), (0.9, 0.1)), french=("cordes", "pleut"))
    said = look_for(presets_by_id["idiom"], shown)
    assert "Its largest weight here is 50" in said and "“pleut” is 90" in said
    shown = look(((0.5, 0.5),), french=("chat",))
    assert "did not write “mangé”" in look_for(presets_by_id["fish"], shown)


def test_another_example_is_the_next_of_the_sets(opened):
    app = opened("start")
    for _ in range(2):
        app.button(key="another").click().run()
    second = examples.shipped()[0].sentences[1]
    assert app.text_input(key="sentence").value == second.english
    assert second.why in [part.value for part in app.markdown]


def test_a_word_that_was_never_seen_is_named_above_the_picture(opened):
    said = texts(opened("start", sentence="The skibidi ate the fish."))
    assert any("“skibidi” was never in the training data" in text for text in said)
    assert not any("training data" in text for text in texts(opened("start")))


def test_the_tour_begins_with_the_first_stop_and_every_lesson_has_a_link(opened):
    first, *links = opened("start").get("page_link")
    labels = [link.proto.label for link in links]
    assert first.proto.label.startswith("Start the tour :small[16 stops, ")
    assert (first.proto.page, first.proto.query_string) == ("why", "tour=one-vector")
    assert "**2** First look" in labels and "**9** The whole Transformer" in labels


def test_force_and_pieces_are_folded_away(opened):
    app = opened("start")
    folded = [part.label for part in app.expander]
    assert "More: force a translation, show words in pieces" in folded
    assert app.toggle(key="pieces") and app.text_input(key="target")
