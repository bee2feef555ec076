"""The lab of looking: its spot, places and bars are those that were computed."""

import types

import numpy as np
import pytest

from core.labs.looks import in_cells, salient
from core.labs.saliency import fixations, saliency
from core.worlds.photos import photos
from core.worlds.street import parse
from tests.packed import unpack
from tests.viz.opening import opened, said
from viz.address.labs.looking import Choices
from viz.figures.saliency import maps
from viz.pages.app import frame
from viz.pages.labs import looking
from viz.pages.sentence import hands
from viz.payload.looking import path_view, spot_view

TWO = "duck.yellow.24.36~car.red.2.30"


def component(app, key):
    """Header and body of a picture of the page."""
    (one,) = [one for one in app.get("bidi_component") if key in str(one.proto)]
    return unpack(one.proto.bytes)


def test_a_photograph_comes_by_its_address_with_its_spot():
    app = opened("looking", look_photo="china", look_x="30", look_sharp="4")
    assert not app.exception
    header, _ = component(app, "looking-spot")
    assert header["photo"] == "app/static/photos/china.jpg"
    assert (header["width"], header["height"], header["sharp"]) == (480, 320, 4)
    assert header["view"] == {"x": 30, "y": 40} and header["own"]


def test_the_places_are_the_fixations_of_the_map():
    photo = photos()["astronaut"]
    whole = saliency(photo.pixels()).whole
    header, body = path_view(photo, 6, whole)
    np.testing.assert_allclose(body, whole.astype(np.float32))
    found = [(one["x"], one["y"]) for one in header["places"]]
    wanted = [(round(100 * f.x, 1), round(100 * f.y, 1)) for f in fixations(whole)]
    assert found == wanted and len(found) == 6
    assert header["map"] == list(whole.shape) and not header["own"]
    assert header | {"own": True} == {
        **spot_view(photo, 6),
        "map": header["map"],
        "places": header["places"],
    }


def test_a_place_of_the_address_is_where_the_spot_is():
    app = opened("looking", step="2", look_at="3")
    header, _ = component(app, "looking-free")
    place = header["places"][2]
    assert header["view"] == {"at": 2, "x": place["x"], "y": place["y"]}


@pytest.mark.parametrize("dark", [False, True])
def test_the_maps_are_drawn_as_they_were_computed(dark: bool):
    found = saliency(photos()["chelsea"].pixels())
    figure = maps(found, dark=dark)
    drawn = [trace["z"] for trace in figure.plot["data"]]
    assert len(drawn) == 4 and len(figure.rows) == 5
    assert [row[1] for row in figure.rows[1:]] == [float(one.max()) for one in found]


def test_a_row_has_the_share_of_the_question_and_of_the_salience():
    app = opened("looking", step="3", look_street=TWO)
    assert not app.exception
    header, body = component(app, "looking-asked")
    assert [row["word"] for row in header["rows"]] == ["nothing", "duck", "car"]
    free = in_cells(salient(parse(TWO)).whole).numpy()
    np.testing.assert_allclose(body.reshape(3, 36)[0], free)
    np.testing.assert_allclose(body.reshape(3, 36).sum(-1), 1, atol=1e-5)
    duck = header["rows"][1]
    assert duck["share"] > 0.8 > duck["uniform"]
    assert "Asked for the duck, the model answers “it is on the road”" in duck["said"]


def test_a_street_that_cannot_be_drawn_gives_way_to_the_usual_one():
    app = opened("looking", step="3", look_street="elephant.red.1.1")
    assert not app.exception
    assert "elephant" in said(app)
    header, _ = component(app, "looking-asked")
    assert len(header["rows"]) == 5


@pytest.mark.parametrize(
    ("asked", "street"),
    [
        ({"what": "another"}, None),
        (
            {
                "what": "street",
                "things": [{"kind": "duck", "color": "red", "x": 3, "y": 36}],
            },
            "duck.red.3.36",
        ),
        ({"what": "street", "things": [{"kind": "<b>"}]}, ""),
        ({"what": "nothing of ours"}, ""),
        ("no mapping", ""),
    ],
)
def test_what_a_browser_asks_for_is_checked(monkeypatch, asked, street):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **what: kept.update(what))
    monkeypatch.setattr(frame, "choices", lambda *_: Choices())
    memory = types.SimpleNamespace(get=lambda: (0, ""), set=lambda _: None)
    monkeypatch.setattr(hands, "refusals", lambda _: memory)
    hands.done("looking-asked", asked, looking.HANDS)
    if street is None:
        assert parse(kept["look_street"]) and kept["look_seed"] == 1
    else:
        assert kept.get("look_street", "") == street


def test_the_lesson_has_the_figures_of_the_models():
    slots = looking._slots()
    assert slots["before"] == "98%" and slots["asked"] == "87%"
    assert slots.keys() >= {"after", "salient", "salient_after", "first", "things"}
