"""The frame says what is wrong in a sentence, and never shows a traceback."""

import ast

import pytest
import streamlit as st

from core.errors import InputError
from tests.viz.pages.app.around import frame_around
from viz import address
from viz.pages.app import frame, library, widgets
from viz.pages.sentence import field, forced_french


def texts(app):
    return [text.value for text in app.text]


def test_a_refusal_is_shown_as_it_stands(monkeypatch):
    def page():
        raise InputError("401 characters; at most 400 fit. *not bold* <b>")

    app = frame_around(monkeypatch, page)
    assert not app.exception
    assert texts(app) == ["401 characters; at most 400 fit. *not bold* <b>"]


def test_our_own_mistake_is_a_calm_sentence_and_its_words_stay_out_of_the_log(
    monkeypatch, caplog
):
    def page():
        raise KeyError("what the reader typed")

    app = frame_around(monkeypatch, page)
    assert not app.exception
    assert texts(app)[0].startswith("Something broke on our side")
    assert "KeyError in " in caplog.text
    assert "what the reader typed" not in caplog.text


def test_streamlit_may_stop_and_rerun_a_page(monkeypatch):
    runs = []

    def page():
        runs.append(1)
        if len(runs) == 1:
            st.rerun()
        st.stop()

    app = frame_around(monkeypatch, page)
    assert not app.exception
    assert texts(app) == []
    assert len(runs) == 2


def test_a_value_that_does_not_fit_is_said_quietly(monkeypatch):
    app = frame_around(monkeypatch, lambda: widgets.slider("layer", "Layer"), layer="9")
    assert app.slider(key="layer").value == 3
    assert texts(app) == [
        "layer in the address should be a whole number from 1 to 3. "
        "The usual value is shown instead."
    ]


def test_what_is_no_whole_number_is_as_usual_on_its_slider_too(monkeypatch):
    def page():
        widgets.slider("rev_keep", "Keep")

    app = frame_around(monkeypatch, page, rev_keep="2.5")
    assert app.slider(key="rev_keep").value == 3
    assert "The usual value is shown instead." in str(texts(app))
    assert "rev_keep" not in app.query_params


def test_a_value_that_does_not_fit_is_said_until_the_next_choice(monkeypatch):
    def page():
        st.button("row 4", on_click=lambda: frame.keep(row=4))

    app = frame_around(monkeypatch, page, layer="9", qkv_x="1")
    assert len(texts(app)) == 2
    assert len(texts(app.run())) == 2
    app.button[0].click().run()
    assert texts(app) == []


def test_an_address_is_rewritten_as_it_is_written_today(monkeypatch):
    def page():
        widgets.switch("causal", "Causal mask")
        st.button("usual", on_click=lambda: frame.keep(mask_kind="causal"))
        st.code(f"{frame.choices().causal} {frame.choices().mask_kind}")

    app = frame_around(monkeypatch, page, causal="0", mask_part="play", qkv_x="1")
    assert app.code[0].value == "False play"
    now = {"causal": "false", "mask_kind": "play", "qkv_x": "1"}
    assert app.query_params == now
    app.query_params["mask_part"] = "blank"  # as Back may bring it
    app.button[0].click().run()
    assert app.code[0].value == "False causal"


@pytest.mark.parametrize("hostile", ["<script>", "$x$", ":red[x]", "²", "\x00", "-1"])
def test_hostile_addresses_open_the_page(monkeypatch, hostile):
    def page():
        widgets.slider("layer", "Layer")
        widgets.slider("pads", "Pads")
        widgets.switch("causal", "Causal mask")
        st.code(repr(frame.choices()))

    names = ("layer", "pads", "causal", "project", "v", "row", "kind", "tm")
    app = frame_around(monkeypatch, page, **dict.fromkeys(names, hostile))
    assert not app.exception
    assert "layer=3" in app.code[0].value
    assert texts(app)[-1].startswith("5 more values in the address")


def test_a_link_restores_widgets_and_choices_without_a_widget(monkeypatch):
    def page():
        widgets.slider("layer", "Layer")
        widgets.switch("causal", "Causal mask")
        st.code(repr(frame.choices()))

    app = frame_around(monkeypatch, page, layer="2", causal="0", row="7", head="5")
    assert app.slider(key="layer").value == 2
    assert app.toggle(key="causal").value is False
    for part in ("layer=2", "causal=False", "row=7", "head=5"):
        assert part in app.code[0].value


def test_what_the_browser_reports_is_kept_only_where_it_fits(monkeypatch):
    def page():
        widgets.slider("layer", "Layer")
        st.button("report", on_click=lambda: frame.keep(layer=1, row=4, head=99, x=1))
        st.code(repr(frame.choices()))

    app = frame_around(monkeypatch, page)
    app.button[0].click().run()
    assert not app.exception
    for part in ("layer=1", "row=4", "head=0"):
        assert part in app.code[0].value


def test_a_preset_replaces_the_sentence_and_what_was_chosen_in_it(monkeypatch):
    def page():
        asked = field.sentence("English")
        field.presets()
        st.code(repr((asked.text, frame.choices().row, frame.choices().preset)))

    app = frame_around(monkeypatch, page, sentence="I know you.", row="3")
    assert app.code[0].value == "('I know you.', 3, '')"
    app.button(key="try-idiom").click().run()
    assert app.code[0].value == "(\"It's raining cats and dogs.\", 0, 'idiom')"


def test_presets_of_a_page_go_by_what_they_show_there_in_its_order(monkeypatch):
    named = {"zone": "a reordered phrase", "fish": "two for one"}

    def page():
        field.presets(named=named, given=True)
        st.code(repr((frame.choices().preset, frame.choices().target)))

    app = frame_around(monkeypatch, page)
    tries = [b.label for b in app.button if (b.key or "").startswith("try-")]
    assert tries == ["**a reordered phrase**", "**two for one**"]
    app.button(key="try-fish").click().run()
    assert app.code[0].value == "('fish', 'La femme a mangé le poisson.')"


@pytest.mark.parametrize("refused", ["", "   ", "x" * 401])
def test_a_refused_sentence_leaves_the_last_good_one(monkeypatch, refused):
    def page():
        asked = field.sentence("English")
        if asked.good:
            field.fits(asked.text)
        st.code(repr((asked.text, asked.good)))

    app = frame_around(monkeypatch, page)
    app.text_input(key="sentence").set_value("I know you.").run()
    app.text_input(key="sentence").set_value(refused).run()
    assert app.code[0].value == "('I know you.', False)"
    assert len(texts(app)) == 1


def test_a_link_made_with_other_weights_says_so(monkeypatch):
    monkeypatch.setattr(library, "digests", lambda: {"transformer-en-fr": "0123abcd"})
    app = frame_around(monkeypatch, lambda: None, tm="ffffffff")
    assert "another version of a model" in texts(app)[0]
    app = frame_around(monkeypatch, lambda: None, tm="0123abcd")
    assert texts(app) == []


def test_after_back_the_address_counts_and_not_what_the_widget_said(monkeypatch):
    def page():
        widgets.slider("layer", "Layer")
        st.button("again")

    early = []
    drawn = frame._style
    monkeypatch.setattr(
        frame, "_style", lambda: early.append(frame.choices().layer) or drawn()
    )
    app = frame_around(monkeypatch, page, layer="2")
    app.query_params["layer"] = "1"
    app.run()
    assert early == [2, 1]


def test_the_same_line_may_be_said_twice(monkeypatch):
    def page():
        for _ in range(2):
            frame.note("quiet")
            frame.refuse("red")

    app = frame_around(monkeypatch, page)
    assert not app.exception
    assert texts(app) == ["quiet", "red", "quiet", "red"]


def test_a_link_broken_in_many_places_does_not_hide_the_page(monkeypatch):
    broken = dict.fromkeys(("layer", "head", "row", "pads", "kind"), "?")
    app = frame_around(monkeypatch, lambda: None, **broken)
    assert len(texts(app)) == 4
    assert texts(app)[3] == (
        "2 more values in the address do not fit. The usual ones are shown instead."
    )


def test_a_page_may_wait_twice(monkeypatch):
    def page():
        for text in ("Translating", "Translating", "Counting"):
            with frame.waiting(text):
                pass

    app = frame_around(monkeypatch, page)
    assert not app.exception
    assert texts(app) == []


OLD = {
    "row": "3",
    "b_row": "2",
    "target": "Il pleut.",
    "prefix": "Il",
    "b_prefix": "Il",
    "b_look": "0 1",
    "word": "2",
    "guess": "worse",
    "compare_a": "2",
    "compare_b": "3",
}


@pytest.mark.parametrize("how", ["type", "choose"])
def test_nothing_of_the_old_sentence_is_left_in_another(monkeypatch, how):
    def page():
        field.sentence("English")
        field.presets()
        st.code(repr(address.encode(frame.choices())))

    app = frame_around(monkeypatch, page, **OLD, layer="2", without="positions.encoder")
    before = ast.literal_eval(app.code[0].value)
    assert {name: before[name] for name in OLD} == OLD
    if how == "type":
        app.text_input(key="sentence").set_value("I know you.").run()
    else:
        app.button(key="try-idiom").click().run()
    after = ast.literal_eval(app.code[0].value)
    usual = address.encode(address.DEFAULTS)
    assert {name: after[name] for name in OLD} == {name: usual[name] for name in OLD}
    assert (after["layer"], after["without"]) == ("2", "positions.encoder")
    assert after["preset"] == ("" if how == "type" else "idiom")


def test_a_choice_is_newer_than_an_address_that_a_cut_run_left_behind(monkeypatch):
    def page():
        st.code(frame.choices().target)
        field.target("French")
        for french in ("Il pleut.", "Il neige."):
            st.button(french, on_click=forced_french.force, args=(french,), key=french)

    app = frame_around(monkeypatch, page)
    app.button(key="Il pleut.").click().run()
    assert app.code[0].value == "Il pleut."
    app.session_state["_address"] = {}  # the run of the first click was cut short
    app.button(key="Il neige.").click().run()
    assert app.code[0].value == "Il neige."


def test_another_french_keeps_the_preset_and_forgets_its_rows(monkeypatch):
    def page():
        st.button("force", on_click=forced_french.force, args=("Il pleut.",))
        st.code(repr(address.encode(frame.choices())))

    app = frame_around(monkeypatch, page, **OLD, preset="idiom")
    app.button[0].click().run()
    after = ast.literal_eval(app.code[0].value)
    assert (after["preset"], after["target"]) == ("idiom", "Il pleut.")
    assert (after["b_row"], after["b_prefix"], after["guess"]) == ("0", "", "")
