"""Words in another order through trained layers: equivariance, and who breaks it."""

import pytest
import torch

import core
from core.errors import InputError
from core.experiments.changes import WordChange
from core.experiments.experiment import Experiment
from core.experiments.word_changes import with_word_changes
from core.labs.order import check, context_change, moved, regrouped, swaps

FISH, RACCOON = "The woman ate the fish", "The man ate the raccoon"
EXCHANGED = (0, 4, 2, 3, 1)


@pytest.fixture(scope="module")
def translator():
    return core.load("transformer-en-fr")


def test_words_move_as_groups_of_pieces():
    # man | ate | rac coon, in the order 3, 1, 2
    assert regrouped((0, 1, 2, 2), (2, 0, 1)) == (2, 3, 0, 1)


def test_an_order_names_every_word_once():
    check((2, 0, 1), 3)
    for order in ((0, 0, 1), (0, 1), (1, 2, 3)):
        with pytest.raises(InputError, match="names each from 1 to 3 once"):
            check(order, 3)


def test_exchanges_bring_words_into_any_order(translator):
    assert swaps((0, 1, 2)) == ()
    assert swaps((0, 2, 1)) == (WordChange("swap", 1, 2),)
    pieces = translator.tokenizer.encode(RACCOON)
    there = with_word_changes(pieces, swaps((4, 0, 1, 2, 3)))
    assert there.words == ("raccoon", "The", "man", "ate", "the")
    index = regrouped(pieces.word_of, (4, 0, 1, 2, 3))
    assert there.ids == tuple(pieces.ids[at] for at in index)


@pytest.mark.parametrize("sentence", [FISH, RACCOON])
def test_a_layer_without_positions_is_equivariant_and_with_them_is_not(
    translator, sentence
):
    pieces = translator.tokenizer.encode(sentence)
    network = translator.network
    without = moved(network, pieces, EXCHANGED, positions=False)
    assert without.deviation < 1e-5
    index = torch.tensor(EXCHANGED)
    torch.testing.assert_close(without.after, without.before[index][:, index])
    torch.testing.assert_close(without.after.sum(-1), torch.ones(5))
    assert moved(network, pieces, EXCHANGED, positions=True).deviation > 0.1


def test_a_causal_mask_tells_the_order_even_without_positions(translator):
    pieces = translator.tokenizer.encode(FISH)
    first_two = (1, 0, 2, 3, 4)
    one, two = (
        moved(
            translator.network,
            pieces,
            first_two,
            positions=False,
            causal=True,
            layers=layers,
        )
        for layers in (1, 2)
    )
    assert one.deviation > 0.1 and two.deviation > 0.1
    assert one.last < 1e-5  # the last row of one layer mixes a set
    assert two.last > 1e-3  # with two layers it knows the order
    assert one.before[0].tolist() == [1, 0, 0, 0, 0]


@pytest.mark.parametrize("sentence", [f"{FISH}.", f"{RACCOON}."])
@pytest.mark.parametrize("order", [EXCHANGED, (3, 2, 1, 0, 4)])
def test_without_the_encoder_s_positions_both_orders_give_the_same_french(
    translator, sentence, order
):
    without = {"no_positions": frozenset({"encoder"})}
    written = translator.explain(sentence, experiment=Experiment(**without))
    there = translator.explain(
        sentence, experiment=Experiment(words=swaps(order), **without)
    )
    assert there.source.words != written.source.words
    assert there.translation.text == written.translation.text


@pytest.mark.parametrize(
    ("sentence", "french"),
    [
        (f"{FISH}.", "La femme a mangé le poisson."),
        (f"{RACCOON}.", "L'homme a mangé le raton laveur."),
    ],
)
def test_an_encoder_trained_on_without_positions_makes_sense_of_any_order(
    sentence, french
):
    model = core.load("transformer-en-fr/without-source-order")
    for order in ((0, 1, 2, 3, 4), EXCHANGED, (3, 2, 1, 0, 4)):
        found = model.explain(sentence, experiment=Experiment(words=swaps(order)))
        assert found.translation.text == french


def test_with_positions_the_french_changes_with_the_order(translator):
    written = translator.explain(f"{FISH}.")
    exchanged = Experiment(words=swaps(EXCHANGED))
    there = translator.explain(f"{FISH}.", experiment=exchanged)
    assert there.translation.text != written.translation.text


def test_the_recurrent_decoder_takes_its_annotations_as_a_set():
    recurrent = core.load("bahdanau-en-fr")
    trace = recurrent.explain(f"{FISH}.")
    for order in (EXCHANGED, (4, 3, 2, 1, 0)):
        assert context_change(recurrent.network, trace, order) < 1e-5
