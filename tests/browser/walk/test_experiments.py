"""What the walk and its machine say of an experiment."""

import re

import pytest
from playwright.sync_api import Page, expect

from core.experiments.changes import Forbidden, Silent, WordChange
from core.experiments.experiment import Experiment
from core.in_use.translator import Translator
from tests.browser.walk.walking import hand, show


def own(*cells: tuple[str, int, int]) -> Experiment:
    return Experiment(
        forbidden=frozenset(
            Forbidden(f"{name}_attention", None, query, key)
            for name, query, key in cells
        )
    )


BLANKED = Experiment(words=(WordChange("blank", 1),))

SILENT = frozenset({Silent("decoder.0.self_attention", 1)})


@pytest.mark.parametrize(
    ("experiment", "view", "stage_name", "says", "answer"),
    [
        (Experiment(), "decoder masked", "Mask", "not written yet", "Then the row"),
        (
            Experiment(causal=False),
            "decoder masked",
            "No mask",
            "nothing is hidden",
            "never learned",
        ),
        (own(("decoder.0.self", 3, 1)), "decoder masked", "Mask", "3 of 9", "allowed"),
        (Experiment(), "encoder masked", "Mask", "needs no mask", "different"),
        (Experiment(pads=2), "encoder masked", "Mask", "In this exp", "allowed"),
        (own(("encoder.0.self", 0, 1)), "cross masked", "Mask", "0 is added", "Only"),
        (BLANKED, "encoder tokens", "Pieces", "was changed before", "never read"),
        (Experiment(), "encoder tokens", "Pieces", "is cut into", "Frequent words"),
        (Experiment(scaled=False), "cross scaled", "÷ 1", "are not divided", "Yes"),
        (
            Experiment(silent=SILENT),
            "decoder mixed",
            "Silenced",
            "replaced by 0",
            "Not",
        ),
        (
            Experiment(silent=SILENT),
            "cross mixed",
            "Average",
            "weighted average",
            "Queries",
        ),
        (Experiment(silent=SILENT), "decoder joined", "Join", "heads (2)", "bias"),
        (
            Experiment(no_positions=frozenset({"encoder"})),
            "encoder positions",
            "No positions",
            "no position is added",
            "swap places",
        ),
        (
            Experiment(no_residual="decoder.0.cross_attention"),
            "cross stream",
            "Norm only",
            "connection is cut",
            "Here it does",
        ),
        (Experiment(), "cross word", "Word", "The French is forced", "would"),
        (Experiment(causal=False), "cross word", "Word", "mask is off", "it can"),
    ],
)
def test_a_walk_through_an_experiment_speaks_of_that_experiment(
    stage: Page, translator: Translator, experiment, view, stage_name, says, answer
):
    changed = translator.explain(
        "The woman ate.", target="La femme.", experiment=experiment
    )
    stack, name = view.split()
    place = {"tokens": "words", "positions": "words", "word": "next"}.get(
        name, "attention"
    )
    where = {"stack": stack, "layer": 0, "head": 1, "row": 2}
    show(stage, changed, walk="full", place=place, stage=name, **where)
    hand(stage, changed, translator)
    expect(stage.locator(".reel [aria-current] span")).to_have_text(stage_name)
    expect(stage.locator(".says")).to_contain_text(says)
    expect(stage.locator(".question .answer")).to_contain_text(answer)
    assert "{" not in stage.locator(".main").inner_text()


def test_the_machine_marks_the_places_that_an_experiment_changes(
    stage: Page, translator: Translator
):
    cells = own(("decoder.0.cross", 1, 0)).forbidden
    experiment = Experiment(forbidden=cells, no_positions=frozenset({"encoder"}))
    changed = translator.explain("The woman.", "La femme.", experiment=experiment)
    show(stage, changed, stack="cross", layer=0)
    marked = stage.locator(".place.changed")
    expect(marked).to_have_count(2)
    names = marked.evaluate_all("all => all.map(one => one.dataset.stay)")
    assert names == ["place-encoder.words", "place-decoder.0.cross"]
    expect(stage.locator(".machine-map")).to_contain_text("no positions")


def test_every_sublayer_has_its_add_and_norm_and_a_way_around_it(
    stage: Page, translator: Translator
):
    cut = Experiment(no_residual="decoder.0.cross_attention")
    changed = translator.explain("The woman.", "La femme.", experiment=cut)
    show(stage, changed, stack="cross", layer=0)
    hand(stage, changed, translator)
    places = stage.locator(".place").evaluate_all(
        "all => all.map(one => one.dataset.stay.replace('place-', ''))"
    )
    layers = len(changed.record.encoder)
    sublayers = [
        place for place in places if place.endswith((".self", "cross", "feed"))
    ]
    assert len(sublayers) == 5 * layers
    for sublayer in sublayers:
        assert places[places.index(sublayer) + 1] == f"{sublayer}.norm"
    expect(stage.locator(".pipe.residual")).to_have_count(5 * layers)
    expect(stage.locator(".pipe.residual.cut")).to_have_count(1)
    marked = stage.locator(".place.changed")
    expect(marked).to_have_attribute("data-stay", "place-decoder.0.cross.norm")
    marked.click()
    expect(stage.locator(".place.here")).to_have_class(re.compile("kind-norm"))
    expect(stage.locator(".flow")).to_contain_text("without X")
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Norm only")
    stage.locator("[data-stay='place-decoder.0.cross']").click()
    expect(stage.locator(".place.here")).to_have_text("cross")
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Softmax")


def test_the_machine_marks_the_english_that_an_experiment_changes(
    stage: Page, translator: Translator
):
    changed = translator.explain("The woman.", "La femme.", experiment=BLANKED)
    show(stage, changed, stack="cross", layer=0)
    marked = stage.locator(".place.changed")
    names = marked.evaluate_all("all => all.map(one => one.dataset.stay)")
    assert names == ["place-encoder.words"]


def test_the_walk_says_of_free_french_that_the_model_writes_it(
    stage: Page, translator: Translator
):
    free = translator.explain("The woman ate.")
    show(stage, free, walk="full", stack="cross", layer=0, place="next", stage="word")
    hand(stage, free, translator)
    expect(stage.locator(".says")).to_contain_text("the model writes")
