"""Experiments on the page: asked for, refused, carried on to the next sentence."""

from dataclasses import replace

import pytest

from core.analysis.alternatives import Alternative
from core.errors import InputError
from core.experiments.experiment import Experiment, check_fit
from core.networks.transformer import Transformer, TransformerConfig
from tests.viz.pages.transformer.experimenting import SHIPPED, asked, ended
from tests.viz.pages.transformer.test_page import (
    FRENCH,
    drawn,
    opened,
    texts,
    translator,
)
from viz.address import experiments
from viz.pages.app import library
from viz.pages.sentence import beginnings, field
from viz.pages.transformer.experiments import (
    carry_over,
    gestures,
    refused,
    results,
)
from viz.say import html_tables

__all__ = ["opened", "translator"]  # fixtures


def test_the_old_translation_is_asked_for_in_the_pieces_in_which_it_was_written(opened):
    sentence = opened().text_input(key="sentence").value
    model = library.model(library.TRANSFORMER)
    before, after = model.explain(sentence), model.explain(sentence, target=FRENCH)
    wrote = before.translation.pieces
    assert model.tokenizer.encode(wrote.text).ids != wrote.ids
    old_now = results._old_in_the_new(sentence, before, after)
    assert old_now.predicted_ids == before.predicted_ids


def test_an_experiment_in_the_address_runs_and_is_told(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="parts")
    assert any("finds its original translation" in text for text in texts(app))
    assert any("Each head silenced on its own" in each.value for each in app.markdown)
    labels = [button.label for button in app.button]
    assert "decoder cross\\-attention, layer 3, head 2 silenced ✕" in labels


def test_a_word_of_the_presets_promise_can_be_blanked(opened):
    app = opened(target=FRENCH, edit="blank.2")
    assert not any("Something broke" in text for text in texts(app))


def test_an_experiment_that_does_not_fit_is_left_out_with_a_notice(opened):
    app = opened(target=FRENCH, forbid="cross.3.*.*-60,cross.2.1.1-1", edit="delete.40")
    said = [
        text for text in texts(app) if text.startswith("One experiment doesn't fit")
    ]
    assert any("no word 40" in text for text in said)
    assert any("lies outside this sentence" in text for text in said)
    labels = [button.label for button in app.button]
    assert sum("✕" in label for label in labels) == 1


def test_an_experiment_on_words_is_dropped_with_its_sentence_and_a_notice(opened):
    app = opened(silence="cross.3.2", forbid="cross.3.*.2-5", edit="delete.4")
    assert not any("were dropped" in text for text in texts(app))
    app.text_input(key="sentence").set_value("I know him.").run()
    assert any("were dropped" in text for text in texts(app))
    labels = [button.label for button in app.button if "✕" in button.label]
    assert labels == ["decoder cross\\-attention, layer 3, head 2 silenced ✕"]
    app.text_input(key="sentence").set_value("You know him.").run()
    assert not any("were dropped" in text for text in texts(app))


def carried(app):
    return [text for text in texts(app) if "previous sentence" in text]


def test_an_experiment_runs_on_where_the_next_sentence_has_as_many_places(opened):
    cells = "cross.3.*.*-5,encoder.1.2.1-3"
    app = opened(forbid=cells, edit="swap.2-5")
    assert not carried(app)
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    assert [text.split(", at")[0] for text in carried(app)] == [
        "The experiment on the previous sentence now runs on this one"
    ]
    assert app.query_params["forbid"] == cells
    assert app.query_params["edit"] == "swap.2-5"
    assert not any("Something broke" in text for text in texts(app))
    labels = [button.label for button in ended(app)]
    assert "“fish” and “woman” swapped ✕" in [
        label.replace("\\", "") for label in labels
    ]
    app.text_input(key="sentence").set_value("The fish ate.").run()
    assert any("were dropped" in text for text in carried(app))
    assert not ended(app)


def test_what_runs_on_is_said_only_while_it_runs(opened):
    app = opened(edit="swap.2-5", lab="words")
    write = app.text_input(key="sentence").set_value
    write("The fish ate the woman.").run()
    assert carried(app)
    app.button(key="undo-all").click().run()
    assert not carried(app)
    app.query_params["edit"] = "swap.1-2"  # another one
    app.run()
    assert ended(app) and not carried(app)


def test_of_an_experiment_that_was_ended_the_next_sentence_says_nothing(opened):
    app = opened(edit="swap.2-5", lab="parts")
    write = app.text_input(key="sentence").set_value
    write("a" * 500).run()
    write("The woman ate the fish.").run()  # its own sentence again
    assert ended(app) and not carried(app)
    app.button(key="undo-all").click().run()
    write("The fish ate the woman.").run()
    assert not carried(app)


@pytest.mark.parametrize("refused", ["a" * 500, "x " * 78])
def test_a_sentence_that_is_refused_drops_no_experiment(opened, refused):
    app = opened(forbid="cross.3.*.*-5", edit="swap.2-5")
    app.text_input(key="sentence").set_value(refused).run()
    assert any("at most" in text for text in texts(app))
    assert app.query_params["edit"] == "swap.2-5"
    assert app.query_params["forbid"] == "cross.3.*.*-5"
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    assert len(ended(app)) == 2


@pytest.mark.parametrize(
    ("english", "french", "kept"),
    [
        (7, 9, "cross.3.*.2-5,cross.2.*.*-1,decoder.1.*.3-1,encoder.1.*.1-2"),
        (7, 8, "cross.2.*.*-1,encoder.1.*.1-2"),
        (6, 9, "decoder.1.*.3-1"),
        (7, None, "cross.2.*.*-1,encoder.1.*.1-2"),
    ],
)
def test_a_cell_fits_where_its_row_and_its_column_have_as_many(
    monkeypatch, english, french, kept
):
    sizes = {"old": {"source": 7, "target": 9}}
    sizes["new"] = {"source": english, "target": french}
    monkeypatch.setattr(field, "shown", lambda _, text: (text, None, None, ""))
    monkeypatch.setattr(carry_over, "fitting", lambda *_: (Experiment(), []))
    monkeypatch.setattr(carry_over, "_pieces", lambda of, side: sizes[of[0]][side])
    cells = asked(forbid="cross.3.*.2-5,cross.2.*.*-1,decoder.1.*.3-1,encoder.1.*.1-2")
    fitting = carry_over.fits_places(cells, "old", "new")
    assert experiments.written(fitting) == {"forbid": kept}


def test_french_is_counted_as_it_stood_on_the_screen(opened):
    app = opened(target=FRENCH, forbid="decoder.1.*.*-2")
    given = len(drawn(app)[0]["sequences"]["predicted"]["words"])
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    free = len(drawn(app)[0]["sequences"]["predicted"]["words"])
    assert given != free
    assert any("were dropped" in text for text in carried(app))
    assert not ended(app)


def test_a_whole_row_is_refused_when_it_is_asked(opened):
    app = opened(target=FRENCH)
    row = next(s for s in app.selectbox if s.key.startswith("_forbid-row"))
    row.set_value(1).run()
    app.button(key="do-forbid").click().run()
    assert not app.exception
    assert any("a softmax over nothing is undefined" in text for text in texts(app))


def test_the_difference_is_told_of_the_words_that_both_have(opened):
    swapped = opened(target=FRENCH, edit="swap.2-5", kind="encoder")
    assert any("moved is compared with itself" in text for text in texts(swapped))
    padded = opened(target=FRENCH, pads="2")
    assert any("English words that are in both" in text for text in texts(padded))
    grid = [html.value for html in padded.get("html") if "after − before" in html.value]
    assert "‹pad›" not in grid[0] and ">woman<" in grid[0]


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_of_french_rows_nothing_is_said_under_the_map_of_the_encoder(
    opened, monkeypatch, kind
):
    monkeypatch.setattr(results, "_old_in_the_new", lambda *_: None)  # new French
    app = opened(target=FRENCH, silence="cross.3.2", kind=kind)
    said = next(text for text in texts(app) if "the map that is open above" in text)
    assert ("French" in said) == (kind == "cross")


@pytest.mark.parametrize("silence", ["", "cross.3.2"])
def test_given_french_is_set_beside_what_the_model_writes(opened, silence):
    app = opened(target=FRENCH, silence=silence)
    (table,) = [h.value for h in app.get("html") if 'class="beside"' in h.value]
    assert ("Both with the experiment" in table) == bool(silence)
    assert any(
        "On its own, the model writes something else" in text for text in texts(app)
    )


@pytest.mark.parametrize("lab", ["see", "parts", "words", "say"])
def test_every_question_opens_by_its_address(opened, lab):
    app = opened(target=FRENCH, lab=lab)
    assert not any("Something broke" in text for text in texts(app))


@pytest.mark.parametrize("how", ["beam", "sample", "forced"])
def test_every_way_to_write_opens_by_its_address(opened, how):
    app = opened(lab="say", how=how, prefix="La femme")
    assert not any("Something broke" in text for text in texts(app))
    assert any(text.startswith("La femme") for text in texts(app))


def test_another_word_is_offered_whole_and_given_as_a_beginning(opened, monkeypatch):
    def finished(model, trace, step, pieces):
        assert step == 0
        assert pieces == trace.probabilities[0].topk(8).indices.tolist()
        ids = [model.tokenizer.encode(text).ids for text in ("La", "Le poisson")]
        return [Alternative(ids[0], "La", 0.25), Alternative(ids[1], "<b>", 0.004)]

    monkeypatch.setattr("core.analysis.alternatives.alternatives", finished)
    app = opened(lab="say")
    first, second = (app.button(key=f"alternative-{at}") for at in range(2))
    assert (first.label, second.label) == (
        "La 25%",
        f"{html_tables.label('<b>')} 0.4%",
    )
    second.click().run()
    assert not app.exception
    assert app.text_input(key="prefix").value == "Le poisson"


def test_a_word_asked_for_on_the_picture_is_finished_or_why_not_is_said(
    translator, monkeypatch
):
    trace = translator.explain("The woman ate.")
    given, said = [], []
    monkeypatch.setattr(library, "_store", library.Store(64))
    monkeypatch.setitem(library._models, trace.model, translator)
    monkeypatch.setattr(gestures, "begin", lambda _, ids: given.append(ids))
    monkeypatch.setattr(refused, "keep", lambda *asked: said.append(asked))
    piece = int(trace.probabilities[0].topk(2).indices[-1])
    whole = Alternative((piece, 300), "whole", 0.5)
    monkeypatch.setattr("core.analysis.alternatives.alternatives", lambda *_: [whole])

    def busy(_):
        raise library.Busy

    with monkeypatch.context() as patch:
        patch.setattr(library, "gated", busy)
        gestures._begin(trace, {"step": 0, "rank": 1})
    why = beginnings.say("beginnings.busy")
    assert (given, said) == ([], [("piece", trace.identity, why)])
    for step, rank in ((0, 8), (0, -1), (99, 1), (0, True), (0, 0), (0, 1)):
        gestures._begin(trace, {"step": step, "rank": rank})
    assert (given, said[1:]) == ([whole.ids], [])


def test_a_prefix_that_cannot_be_given_is_said_and_left_out(opened):
    app = opened(lab="say", prefix="a " * 70)
    assert any("pieces; at most 64 fit" in text for text in texts(app))


def test_layers_and_heads_that_a_model_lacks_do_not_fit():
    for text in ("cross.4.*.1-1", "cross.3.9.1-1"):
        (cell,) = asked(forbid=text)
        with pytest.raises(InputError):
            check_fit(Experiment(forbidden=frozenset([cell])), SHIPPED)


@pytest.fixture
def small(opened, monkeypatch, translator):
    """Opens the page with a model of 2 layers and 4 heads."""
    config = TransformerConfig(
        translator.tokenizer.size, d_model=16, d_hidden=20, n_heads=4, n_layers=2
    )
    network = Transformer(config).eval().requires_grad_(False)
    other = replace(translator, network=network)
    monkeypatch.setitem(library._models, library.TRANSFORMER, other)
    return opened


@pytest.mark.parametrize(
    ("question", "form"), [("see", "forbid"), ("parts", "silence")]
)
def test_the_laboratory_offers_the_layers_and_heads_that_the_model_has(
    small, question, form
):
    app = small(target=FRENCH, lab=question, layer="3", head="8")
    offered = {box.key: box.options for box in app.selectbox}
    assert offered[f"_{form}_layer"] == ["1", "2"]
    assert offered[f"_{form}_head"] == ["every head", "1", "2", "3", "4"]


def test_silencing_every_head_names_each_that_the_model_has(small):
    app = small(target=FRENCH, lab="parts", kind="encoder", layer="2")
    app.button(key="do-silence").click().run()
    ended = [button.label for button in app.button if "✕" in button.label]
    assert [label.split(", ")[-1] for label in ended] == [
        f"head {head} silenced ✕" for head in range(1, 5)
    ]
