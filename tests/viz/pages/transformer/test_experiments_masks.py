"""Masks and what takes their place: guessed at first, one at a time, or added."""

import pytest

from core.experiments.cells import refused_cells
from core.experiments.changes import (
    Forbidden,
    WordChange,
)
from core.experiments.experiment import Experiment
from core.experiments.rewired import RewiredTransformer
from tests.viz.pages.transformer.experimenting import ended
from tests.viz.pages.transformer.test_page import (
    FRENCH,
    opened,
    texts,
    translator,
)
from viz import address
from viz.figures import training_loss
from viz.pages.app import frame, library
from viz.pages.sentence import field
from viz.pages.transformer.experiments import (
    gestures,
    run,
)
from viz.pages.transformer.experiments.from_address import read

__all__ = ["opened", "translator"]  # fixtures


CROSS = "decoder.2.cross_attention"


def judged(app):
    """What is said of a guess."""
    said = ("You guessed", "Your guess was right")
    return [text for text in texts(app) if text.startswith(said)]


def test_a_mask_is_guessed_at_before_it_is_switched(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="see")
    app.toggle(key="causal").set_value(False).run()
    assert app.query_params.get("guess") is None  # that was another experiment's
    app.toggle(key="causal").set_value(True).run()
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    app.toggle(key="causal").set_value(False).run()
    assert judged(app)


@pytest.mark.parametrize("mask", ["causal", "pads"])
def test_a_guess_goes_with_its_mask_where_another_experiment_runs_on(opened, mask):
    off = {"causal": "0", "pads": "2"}[mask]
    asked = {mask: off, "silence": "cross.3.2", "lab": "see"}
    app = opened(target=FRENCH, **asked)
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    control = app.toggle(key=mask) if mask == "causal" else app.slider(key=mask)
    control.set_value(True if mask == "causal" else 0).run()
    assert len(ended(app)) == 1
    assert not judged(app)
    assert app.query_params.get("guess") is None


def test_a_number_of_pads_is_guessed_at_and_an_old_guess_does_not_judge_it(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="see")
    assert judged(app)
    app.slider(key="pads").set_value(3).run()
    assert any("finds its original translation" in text for text in texts(app))
    assert not judged(app)
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    app.slider(key="pads").set_value(4).run()
    assert any("You guessed “more likely”" in text for text in texts(app))


def test_an_old_guess_goes_with_the_experiment_that_is_ended(opened):
    app = opened(target=FRENCH, silence="cross.3.2,cross.3.3", guess="worse")
    ended(app)[0].click().run()
    assert len(ended(app)) == 1
    assert not judged(app)


def test_a_mask_takes_the_place_of_what_runs_unless_it_is_added(opened):
    app = opened(target=FRENCH, silence="cross.3.2", lab="see")
    app.toggle(key="causal").set_value(False).run()
    assert [button.label for button in ended(app)] == ["causal mask off ✕"]
    app.slider(key="pads").set_value(2).run()
    assert [button.label for button in ended(app)] == ["2 ‹pad›s ✕"]
    app.toggle(key="padmask").set_value(False).run()  # of the same experiment
    assert [button.label for button in ended(app)] == ["2 ‹pad›s, padding mask off ✕"]
    app.checkbox(key="_add_masks").check().run()
    app.toggle(key="causal").set_value(False).run()
    assert len(ended(app)) == 2
    ended(app)[1].click().run()
    assert [button.label for button in ended(app)] == ["causal mask off ✕"]
    assert app.toggle(key="padmask").value


def test_an_experiment_takes_the_place_of_a_mask_unless_it_is_added(opened):
    app = opened(target=FRENCH, causal="0", lab="parts")
    app.button(key="add-without").click().run()
    assert len(ended(app)) == 2
    app.button(key="do-without").click().run()
    assert [button.label for button in ended(app)] == [
        "without positions in the encoder ✕"
    ]


@pytest.mark.parametrize("add", [False, True])
def test_a_stroke_takes_the_place_of_what_runs_unless_it_is_added(
    monkeypatch, translator, add
):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    choices = address.Choices(silence="cross.3.2", forbid="cross.3.1.1-1", pads=2)
    monkeypatch.setattr(frame, "choices", lambda: choices)
    lab = read(choices.sentence)
    done = {"add": add, "guess": "worse"}
    gestures._forbid(lab, (Forbidden(CROSS, 0, 1, 0),), done)
    assert kept.pop("lab") == "see"
    assert kept.pop("guess") == "worse"
    if add:
        assert kept == {"forbid": "cross.3.1.1-1,cross.3.1.2-1"}
    else:
        usual = {"silence": "", "without": "", "edit": "", "pads": 0}
        masks = {"causal": True, "padmask": True}
        assert kept == {"forbid": "cross.3.1.2-1", **usual, **masks}
    cell = (Forbidden(CROSS, 0, 0, 0),)
    gestures._forbid(lab, cell, {**done, "guess": ["<b>"]})  # allowed again
    assert (kept["forbid"], kept["guess"]) == ("", "")


def test_the_cells_of_an_address_are_looked_at_once_and_nothing_is_rewired(
    monkeypatch, translator
):
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    n = len(translator.tokenizer.encode("The fish.").ids) + 1
    places = [(row, column) for row in range(3) for column in range(n + 1)]
    every = ",".join(f"encoder.1.*.{row + 1}-{column + 1}" for row, column in places)
    choices = address.Choices(sentence="The fish.", edit="swap.1-1", forbid=every)
    monkeypatch.setattr(frame, "choices", lambda: choices)
    asked_for = []
    monkeypatch.setattr(
        "core.experiments.cells.refused_cells",
        lambda *given: asked_for.append(given) or refused_cells(*given),
    )
    monkeypatch.setattr(RewiredTransformer, "__init__", None)
    lab = read(choices.sentence)
    kept = {(cell.query, cell.key) for cell in lab.experiment.forbidden}
    assert kept == {(row, column) for row, column in places if column < n - 1}
    assert "swapped with itself" in lab.notices[0]
    assert "would be left empty" in lab.notices[1]
    assert "lies outside this sentence" in lab.notices[2]
    assert len(asked_for) == 1


def test_a_change_of_words_that_a_link_names_twice_is_made_twice(
    monkeypatch, translator
):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    choices = address.Choices(sentence="The fish.", edit="swap.1-2,swap.1-2")
    monkeypatch.setattr(frame, "choices", lambda: choices)
    lab = read(choices.sentence)
    swap = WordChange("swap", 0, 1)
    assert lab.experiment.words == (swap, swap)
    monkeypatch.setattr(field, "last_good", lambda: choices.sentence)
    assert not run.begin(lab, (swap,), guess="", add=True)
    assert kept["edit"] == "swap.1-2,swap.1-2"  # it runs already
    choices = address.Choices(sentence="The fish.", edit="delete.2,delete.2")
    lab = read(choices.sentence)
    assert lab.experiment.words == (WordChange("delete", 1),)
    assert len(lab.notices) == 1 and "Word 2 is deleted already" in lab.notices[0]


def test_without_the_mask_every_row_says_how_much_it_puts_on_what_is_to_come(
    translator,
):
    ahead = Experiment(causal=False)
    before, after = (
        translator.explain("The fish.", FRENCH, experiment=one)
        for one in (Experiment(), ahead)
    )
    head, weight, was, now, change = training_loss.looking_ahead(before, after)
    assert head[1:] == list(before.predicted.pieces)
    layers = [
        after.attention(f"decoder.{layer}.self_attention", words=False).weights
        for layer in range(3)
    ]
    second = sum(float(weights[1, 2:].sum()) for weights in layers) / 3
    assert weight[2] == f"{second:.2f}"
    assert weight[-1] == "0.00"  # behind the last row nothing is to come
    assert float(was[1].replace("−", "-")) == pytest.approx(
        before.written()[0].log().item(), abs=0.006
    )
    assert float(now[1].replace("−", "-")) == pytest.approx(
        after.written()[0].log().item(), abs=0.006
    )
    lost = after.written()[0].log() - before.written()[0].log()
    assert float(change[1].replace("−", "-")) == pytest.approx(lost.item(), abs=0.006)
