"""The lab of pictures: its cells, gates and patches are those of the models."""

import types

import numpy as np
import pytest

from core.in_use.pictures import find_twins, read_patches
from core.in_use.small import load
from core.worlds import digits
from core.worlds.street import parse
from core.worlds.streets import lecture
from core.worlds.twins import twin_of_seed
from tests.packed import unpack
from tests.viz.opening import opened, said
from viz.figures.gates import Gated
from viz.figures.gates import gates as gates_figure
from viz.figures.places import places
from viz.pages.app import frame
from viz.pages.labs import pictures, pictures_drawn, pictures_gates, pictures_patches
from viz.pages.sentence import hands
from viz.payload.seen import patches_view, twins_view

TWO = "car.red.1.34~car.red.30.36~house.blue.18.9"


def component(app, key):
    """Header and body of a picture of the page."""
    found = [one for one in app.get("bidi_component") if key in str(one.proto)]
    (one,) = found
    return unpack(one.proto.bytes)


# --- what the browser gets ------------------------------------------------------------


@pytest.fixture(scope="module")
def marked():
    street = parse(TWO)
    return [find_twins(load(name), street) for name in ("twins", "twins-alone")]


def test_a_cell_has_no_weight_where_its_own_field_lies(marked):
    header, body = twins_view(*marked)
    assert body.shape == (3, 144, 144)
    assert header["maps"] == ["Mean of the heads", "Head 1", "Head 2"]
    own = np.isnan(body[:, 0]).all(0).reshape(12, 12)
    assert own[:4, :4].all() and own.sum() == 16
    np.testing.assert_allclose(np.nansum(body, -1), 1.0, atol=1e-5)
    np.testing.assert_allclose(body[0], body[1:].mean(0), atol=1e-6)


def test_the_marks_are_those_of_both_networks_pixel_by_pixel(marked):
    header, _ = twins_view(*marked)
    for mark, found in zip(header["marks"], marked, strict=True):
        pixels = [[letter == "1" for letter in line] for line in mark["pixels"]]
        assert np.array_equal(pixels, found.said.numpy())


def test_the_network_with_attention_finds_both_cars_and_the_other_does_not(marked):
    with_attention, alone = marked
    assert with_attention.shared > 0.9 > 0.6 > alone.shared


def test_a_row_of_patches_begins_with_its_class_token():
    read = read_patches(load("patches-streets"), lecture("sign"), (3, 8))
    header, body = patches_view(lecture("sign"), read, (3, 8))
    assert header["before"] == 1 and len(header["rows"]) == 37
    assert body.shape == (21, 37, 37) and len(header["maps"]) == 21
    assert header["maps"][11] == "Layer 3, mean of the heads"
    np.testing.assert_allclose(body[11], read.weights[2].mean(0), atol=1e-6)
    rolled = np.eye(37)
    for layer in read.weights.mean(1).numpy():
        rolled = (layer + np.eye(37)) / 2 @ rolled
    np.testing.assert_allclose(body[0], rolled, atol=1e-6)
    assert header["forbidden"] == [3, 8]
    likely = {one["name"]: one for one in header["verdicts"]}
    assert likely["stop sign"]["right"] and likely["stop sign"]["likely"] > 0.5


def test_a_digit_is_sent_as_ink():
    three = next(one for one in digits.examples() if one.digit == 3)
    read = read_patches(load("patches-digits"), three)
    header, body = patches_view(three, read, ())
    assert header["ink"] == three.text() and header["size"] == 8
    assert [one["name"] for one in header["verdicts"] if one["right"]] == ["3"]
    assert sum(one["likely"] for one in header["verdicts"]) == pytest.approx(1.0)
    assert len(body) == len(header["maps"])


# --- figures --------------------------------------------------------------------------


def gated(shift: float) -> Gated:
    averages, maps = np.array([0.5, 1.0, 2.0]), np.ones((3, 4, 4))
    gates = np.array([0.25, 0.5, 0.75]) + shift * np.array([0, 1, 0])
    return Gated(
        averages, np.array([3.0, 0.0]), gates, maps, maps * gates[:, None, None]
    )


def test_gates_of_two_streets_stand_beside_each_other():
    figure = gates_figure(gated(0), gated(0.25), "without", 2)
    assert "add up to 1.50" in figure.caption
    assert "Channel 2 differs most" in figure.caption
    assert "0.50 here and 0.75 there" in figure.caption
    bars = [trace for trace in figure.plot.data if trace.type == "bar"]
    assert [tuple(bar.y) for bar in bars] == [(0.25, 0.5, 0.75), (0.25, 0.75, 0.75)]
    before, after = (trace for trace in figure.plot.data if trace.type == "heatmap")
    assert before.zmax == after.zmax == 1.0 and after.z[0][0] == 0.75
    assert figure.rows[1] == ["1", 0.5, 0.25, 0.25]
    assert figure.rows[-1] == ["2", 0.0, 0.0]


def test_each_place_has_a_small_map_where_it_lies():
    alike = np.full((4, 4), -0.5)
    np.fill_diagonal(alike, 1.0)
    alike[0, 1] = alike[1, 0] = alike[2, 3] = alike[3, 2] = 0.75
    figure = places(alike)
    (heat,) = figure.plot.data
    assert heat.z.shape == (5, 5)
    assert heat.z[0, 0] == 1.0 and heat.z[0, 1] == 0.75 and np.isnan(heat.z[2, 0])
    assert heat.z[3, 3] == -0.5 and heat.z[4, 4] == 1.0
    assert "0.75 within a row, −0.50 within a column" in figure.caption


# --- the page -------------------------------------------------------------------------


def test_every_step_opens_without_a_word_of_refusal():
    for query in (
        {},
        {"step": "2"},
        {"step": "3"},
        {"step": "3", "pic_see": "digits"},
        {"step": "3", "pic_see": "places"},
    ):
        app = opened("pictures", **query)
        assert not app.exception and not app.error and not app.warning


def test_what_is_no_street_or_digit_is_said_and_the_usual_one_shown():
    app = opened("pictures", pic_street="<b>")
    assert "<b>" in said(app) or app.warning or app.error
    assert component(app, "pictures-twins")[0]["things"][0]["kind"] == "car"
    app = opened("pictures", step="3", pic_see="digits", pic_digit="xyz")
    assert not app.exception
    header, _ = component(app, "pictures-digits")
    assert header["ink"] == digits.examples()[13].text()


def test_it_opens_at_the_middle_of_a_twin_in_the_head_that_finds_twins():
    header, body = component(opened("pictures"), "pictures-twins")
    assert header["view"] == {"row": 9 * 12 + 2, "map": 2}
    body = body.reshape(3, 144, 144)
    row = np.nan_to_num(body[2, 9 * 12 + 2]).reshape(12, 12)
    assert row[9:12, 7:].sum() > 0.9  # the other car
    header, _ = component(opened("pictures", pic_cell="5", pic_map="1"), "pictures-tw")
    assert header["view"] == {"row": 4, "map": 0}


def test_covering_patches_says_what_becomes_of_the_verdict():
    app = opened("pictures", step="3", pic_covered="6,12")
    assert "2 patches covered." in said(app)
    assert "stop sign" in said(app)
    app = opened("pictures", step="3", pic_covered="1")
    assert "1 patch covered. It still finds the same kinds of things." in said(app)
    app = opened("pictures", step="3", pic_see="digits", pic_covered="1,2,3,5,6,7")
    assert "6 patches covered. It" in said(app)
    assert not app.exception


def test_the_street_without_its_stop_sign_is_set_beside_it():
    other, kind = pictures_gates.without(lecture("sign"))
    assert kind == "other_without" and len(other.things) == 3
    assert {one.kind for one in other.things} == {"car", "tree", "house"}
    other, kind = pictures_gates.without(parse("car.red.2.30"))
    assert kind == "other_with" and other == lecture("sign")
    other, kind = pictures_gates.without(parse("stop-sign.red.37.9"))
    assert kind == "other_with"


# --- what a reader does ---------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """What is written into the address."""
    found: dict[str, object] = {}
    choices = types.SimpleNamespace(
        pic_street=TWO, pic_digit="", pic_covered="4", pic_seed=2, pic_cell=7, pic_map=0
    )
    monkeypatch.setattr(frame, "choices", lambda *_: choices)
    monkeypatch.setattr(frame, "keep", lambda **what: found.update(what))
    refusals = [(0, "")]
    refused = types.SimpleNamespace(get=lambda: refusals[-1], set=refusals.append)
    monkeypatch.setattr(hands, "refusals", lambda _: refused)
    return types.SimpleNamespace(found=found, refused=lambda: refusals[-1][1])


def test_another_street_has_twins_where_twins_are_sought(kept):
    todo = pictures_drawn.changing(lambda: parse(TWO), "twins")
    hands.done("pictures", {"what": "another"}, todo)
    assert kept.found["pic_street"] == twin_of_seed(3).text()
    assert kept.found["pic_seed"] == 3 and kept.found["pic_cell"] == 0


def test_a_patch_is_covered_and_uncovered_and_one_is_always_left(kept):
    todo = pictures_patches._todo("digits")
    hands.done("pictures", {"what": "forbid", "cell": 8}, todo)
    assert kept.found == {"pic_covered": "4,9"}
    hands.done("pictures", {"what": "forbid", "cell": 3}, todo)
    assert kept.found == {"pic_covered": ""}
    for wrong in (16, -1, None, "3", True, 2.0):
        kept.found.clear()
        hands.done("pictures", {"what": "forbid", "cell": wrong}, todo)
        assert kept.found == {}
    assert hands.turned(set(range(15)), 15, 16) is None
    hands.done("pictures", {"what": "allow"}, todo)
    assert kept.found == {"pic_covered": ""}


def test_a_drawn_digit_stands_in_the_address_and_what_is_none_is_refused(kept):
    todo = pictures_patches._todo("digits")
    drawn = "0g" * 32
    hands.done("pictures", {"what": "ink", "pixels": drawn}, todo)
    assert kept.found == {"pic_digit": drawn, "pic_covered": ""}
    for wrong in ("", None, "x" * 64, drawn * 1000, 7):
        kept.found.clear()
        hands.done("pictures", {"what": "ink", "pixels": wrong}, todo)
        assert kept.found == {} and kept.refused()
    hands.done("pictures", {"what": "another"}, todo)
    assert kept.found["pic_digit"] in {one.text() for one in digits.examples()}


def test_nothing_else_is_done(kept):
    for what in ("draw", "ink", None, 3, ["street"], {"what": "add"}):
        hands.done(
            "pictures", {"what": what}, pictures_drawn.changing(lambda: parse(TWO))
        )
    assert kept.found == {}


def test_the_first_cell_lies_on_a_thing_with_a_twin():
    assert pictures._first(parse("house.blue.18.9~car.red.1.34~car.red.30.36"), 12) == (
        9 * 12 + 2
    )
    assert pictures._first(parse("house.blue.18.9"), 12) == 4 * 12 + 6
