"""The lab of masks: who forbids a cell, when a mask goes on, and what it is for."""

import math
import re

import pytest
import torch
from plotly import graph_objects as go

from core.errors import InputError
from core.labs import results
from core.labs.lookahead import Decoder
from core.labs.masks import forbidding
from tests.viz.opening import opened, said
from viz import address
from viz.figures import mask_panels
from viz.figures.lookahead import losses
from viz.figures.matrix_panels import picture
from viz.pages.labs import masks

ROW = torch.tensor([[2.0, 1.0, 3.0]])
TWO = torch.tensor([[True, True, False]])


def test_the_three_ways_stand_below_each_other():
    three = mask_panels.three_ways(ROW, TWO)
    rows = dict(zip(three.rows, three.values, strict=True))
    assert rows["mask before"][:2] == pytest.approx((0.731, 0.269), abs=5e-4)
    assert rows["mask before"][2] is None
    assert rows["zero after"] == pytest.approx((0.245, 0.090, 0), abs=5e-4)
    assert rows["zero, then divide"] == pytest.approx((0.731, 0.269, 0), abs=5e-4)


def test_the_table_of_what_is_added_agrees_for_minus_infinity_only():
    table = mask_panels.ways_to_add(ROW, TWO)
    # ÷ 8: scores 0.25, 0.125, 0.375; e^0.125 = 1.133, so 1.133 / 2.133 = 0.53
    assert table[1] == ["−∞", ".53  .47  0", ".53  .47  0", "0/0, refused"]
    # (3 − 10) / 8 = −0.875: e^ is 1.284, 1.133, 0.417; sum 2.834
    assert table[2][1:3] == [".45  .40  .15", ".53  .47  .00"]
    # e^0.25 + e^0.125 + e^0.375 = 3.872
    assert table[2][3] == ".33  .29  .38, as if all were allowed"
    assert table[3] == [
        "−10⁹, float32", ".53  .47  0", ".53  .47  0", ".33  .33  .33, all equal"
    ]  # fmt: skip


def test_a_cell_says_who_forbade_it_in_the_picture_and_when_pointed_at():
    scores = torch.zeros(3, 3)
    forbidden = forbidding(3, 3, "causal", 2, {(2, 0)})
    panels = mask_panels.panels(scores, forbidden, 2)
    assert panels[0].values[0] == (0, -math.inf, -math.inf)
    assert panels[0].marks[0] == ("", "future", "future\npadding")
    assert panels[0].marks[2] == ("you", "", "padding")
    drawn = picture(panels[0]).plot
    assert drawn.data[-1].text[1:3] == ("future", "future<br>padding")
    assert (
        "The may not attend to woman: forbidden by the future"
        in drawn.data[-1].hovertext
    )
    assert panels[1].pale == (2,)
    go.Figure(drawn.to_dict())
    assert picture(panels[0], turn=True).plot.data[-1].text[3] == "future"
    assert mask_panels.forbidden_in_words(forbidden) == (
        "Forbidden: 3 cells by the future, 3 cells by padding, 1 cell by you."
    )


def test_the_future_and_a_row_s_length_forbid_the_same_cells():
    causal = forbidding(5, 5, "causal", 5)
    lengths = forbidding(5, 5, "lengths", 5)
    assert torch.equal(causal["future"], lengths["length"])
    assert (
        mask_panels.forbidden_in_words(causal) == "Forbidden: 10 cells by the future."
    )
    assert mask_panels.forbidden_in_words(forbidding(2, 3, "none", 3)) == (
        "Nothing is forbidden."
    )


def test_a_sentence_of_padding_alone_is_refused():
    with pytest.raises(InputError, match="at least one real key"):
        forbidding(2, 2, "none", 0)


def test_an_empty_row_is_drawn_as_nothing_over_nothing():
    forbidden = forbidding(2, 2, "none", 2, {(0, 0), (0, 1)})
    weights = mask_panels.panels(torch.zeros(2, 2), forbidden, 2)[1]
    assert all(math.isnan(number) for number in weights.values[0])
    assert picture(weights).plot.data[-1].text[:2] == ("0/0", "0/0")


def test_the_two_voices_of_a_text_are_told_apart():
    told = mask_panels.voices("the every woman man ate saw")
    assert told == "voice 1 “the woman ate”, voice 2 “every man saw”"


def test_fed_is_wanted_one_place_later():
    assert mask_panels.strips(["I", "see"]) == [
        ["position", "1", "2", "3"],
        ["input", "‹start›", "I", "see"],
        ["to predict", "I", "see", "‹end›"],
    ]


def test_the_losses_are_drawn_beside_the_least_they_can_be():
    found = results.read("masks").found
    figure = losses(found)
    drawn = figure.plot
    go.Figure(drawn.to_dict())
    assert [trace.name for trace in drawn.data] == [
        "with the mask", "with the mask, held out",
        "without the mask", "without the mask, held out",
        "lowest without reading ahead",
    ]  # fmt: skip
    assert drawn.data[4].y == pytest.approx((0.6654, 0.6654), abs=5e-5)
    assert len(figure.rows) == len(found.updates) + 1
    assert drawn.data[1].y == found.at().masked.held_out


def test_less_forcing_is_drawn_and_its_six_decoders_stand_in_one_table():
    app = opened("masks", step="3", mask_forcing="0.5")
    assert not app.exception
    assert "In half of the texts, every input word is one that the decoder" in said(app)
    found = results.read("masks").found
    half = found.at(0.5)
    losses = f"{half.masked.alone:.3f} and {half.unmasked.alone:.3f}"
    assert f"the losses are {losses}." in said(app)
    # without the mask: worse than with it, better than guessing (ln 16 = 2.773)
    assert half.masked.alone < half.unmasked.alone < 2.77
    assert "Guessing evenly among all words would cost 2.773." in said(app)
    rows = list(masks._decoders(found))
    assert [name for name, _ in rows][2:4] == [
        "ratio 0.5, with the mask", "ratio 0.5, without the mask"
    ]  # fmt: skip
    one = Decoder((2.0, 1.0126), (2.0, 0.4391), 1.53, "", 0.415, 0.0)
    assert masks._numbers("a", one) == ["a", "1.013", "0.439", "1.530", "42%"]


def test_a_cell_can_be_forbidden_by_keyboard_and_an_empty_row_is_refused():
    app = opened("masks")
    assert not app.exception
    assert "Forbidden: 10 cells by the future. The attends most to The" in said(app)
    app.multiselect[0].set_value([(0, 0)]).run()
    assert "1 cell by you" in said(app)
    assert "Row 1 would be left empty: a softmax over nothing" in said(app)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"mask_scores": "1 2 3; 4 5 6"}, "2 queries and 3 keys"),
        ({}, "7.389 + 7.389 + 0 = 14.778"),
        ({"mask_third": "0.333"}, "Right: 0.333"),
        ({"step": "2", "mask_out": "1,2,3"}, "Row 1 would be left empty"),
        ({"step": "3"}, "can get below 24 ln 2 / 25 = 0.665"),
    ],
)
def test_every_corner_of_the_lab_says_what_is_the_case(query, expected):
    app = opened("masks", **query)
    assert not app.exception
    assert expected in said(app)
    assert not re.search(r"\bnan\b(?! is not)|\d[eE][-+]?\d", said(app))


def test_the_answer_is_covered_until_it_is_found():
    def answers(app):
        return app.get("plotly_chart")[2].proto.spec.count("0.333")

    covered = answers(opened("masks", mask_kind="blank"))
    assert answers(opened("masks", mask_kind="blank", mask_third="0.25")) == covered
    assert answers(opened("masks", mask_kind="blank", mask_third="0.333")) > covered


@pytest.mark.parametrize(
    "query",
    [
        {"mask_pads": "5"},
        {"mask_pads": "7", "mask_scores": "1 2 3", "mask_kind": "none"},
    ],
)
def test_padding_that_leaves_no_word_is_refused_and_the_lab_stays(query):
    app = opened("masks", **query)
    refused = f"{query['mask_pads']} keys of padding are too many"
    assert refused in said(app)
    assert app.slider(key="mask_pads").value == int(query["mask_pads"])
    assert len(app.get("plotly_chart")) == 2
    app.slider(key="mask_pads").set_value(1).run()
    assert refused not in said(app)


def test_another_mask_over_scores_it_does_not_fit_leaves_the_lab_in_place():
    app = opened("masks", mask_kind="none", mask_scores="1 2 3; 4 5 6")
    assert "2 queries" not in said(app)
    app.session_state["pick-mask_kind"] = "causal"
    app.query_params["mask_kind"] = "causal"
    app.run()
    assert "2 queries and 3 keys" in said(app)
    assert app.text_input(key="mask_scores").value == "1 2 3; 4 5 6"
    assert len(app.get("plotly_chart")) == 2


def test_a_missing_result_leaves_the_rest_of_the_step(monkeypatch, tmp_path):
    from viz.pages.app import library

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(library, "_store", library.Store(8))
    app = opened("masks", step="3")
    assert not app.exception
    assert "There is no stored result masks.json." in said(app)


def test_what_the_lab_chooses_is_in_its_address():
    chosen = address.Choices(mask_kind="none", mask_cells="1-2,3-3", mask_out="1,2")
    query = address.encode(chosen, "masks")
    assert query["mask_cells"] == "1-2,3-3"
    assert address.decode(query) == (chosen, ())
