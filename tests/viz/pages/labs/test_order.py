"""The lab of order: what is dragged stands in the address, and the numbers say it."""

import re

import pytest

from tests.viz.opening import opened, said
from viz import address
from viz.pages.labs import order_words as page


def test_without_positions_the_matrices_move_with_the_words():
    app = opened("order")
    assert not app.exception
    assert (
        "For “The fish ate the woman” the largest difference |f(Px) − P f(x)| is 0.000"
        in said(app)
    )
    assert "That is rounding: weights and outputs move with their words" in said(app)
    assert len(app.get("plotly_chart")) == 2
    told = opened("order", ord_positions="true")
    assert "So the outputs are not just reordered: the order now matters." in said(told)


def test_a_weight_is_followed_to_where_its_words_went():
    words = said(opened("order"))
    found = re.search(
        r"“woman” attends to “ate” with weight (0\.\d\d) \(row 2, column 3\)", words
    )
    assert found
    assert "“woman” moves to position 5, and “ate” stays in position 3." in words
    assert (
        f"Row 5, column 3 is now {found[1]}. The weight has moved with its words."
        in words
    )
    usual = said(opened("order", ord_words="1,2,3,4,5"))
    assert "“woman” stays in position 2, and “ate” stays in position 3." in usual
    assert f"Row 2, column 3 is now {found[1]}. The weight stays too." in usual
    words = said(opened("order", ord_words="3,1,2,4,5", ord_positions="true"))
    assert "“woman” moves to position 3, and “ate” moves to position 1." in words
    assert re.search(r"Row 3, column 1 is now 0\.\d\d\. With positions it need", words)


def test_with_a_mask_two_layers_know_the_order_and_one_does_not():
    assert "it depends on the order." in said(opened("order", step="2"))
    one = opened("order", step="2", ord_layers="1")
    assert "it averages a set and does not know the order." in said(one)
    other = opened("order", step="2", ord_swap="5,2,3,4,1")
    assert "Another word is last now" in said(other)


def test_both_orders_give_the_same_french_without_the_encoder_s_positions():
    app = opened("order", step="3")
    assert not app.exception
    assert "The new order gives the same words." in said(app)
    assert "La femme a mangé le poisson." in said(app)
    assert "was trained on without them" in said(app)
    told = opened("order", step="3", ord_told="true")
    assert "The new order gives other words." in said(told)


def test_the_twin_is_recurrent():
    app = opened("order", step="3", ord_model="bahdanau", ord_sentence="raccoon")
    assert not app.exception
    assert "The largest change of any context vector is 0.000" in said(app)


@pytest.mark.parametrize("order", ["1,1,1,1,1", "2,1", ""])
def test_what_is_no_order_is_refused_and_the_usual_one_is_shown(order):
    app = opened("order", ord_words=order)
    assert not app.exception
    assert "An order of 5 words names each from 1 to 5 once." in said(app)
    assert "The fish ate the woman" in said(app)


def test_an_order_from_a_browser_is_checked(monkeypatch):
    kept = []
    monkeypatch.setattr(page.frame, "keep", lambda **given: kept.append(given))
    for offered in ([4, 0, 1, 2, 3], "4,0", ["<b>"], None, [9, 9]):
        page.keep("ord_words", offered)
    assert kept == [{"ord_words": "5,1,2,3,4"}, {"ord_words": "10,10"}]
    choices = address.adopt(address.DEFAULTS, kept[1])
    assert choices.ord_words == address.DEFAULTS.ord_words
