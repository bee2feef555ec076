"""The page Captions: what it shows, what is done to it, and bad input."""

import sys
import types

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.in_use.small import load
from core.worlds.films import any_film
from core.worlds.street import parse
from core.worlds.streets import LECTURES, any_street, with_one_more
from tests.packed import unpack
from tests.places import APP
from tests.viz.captioners import captioners
from tests.viz.opening import said
from viz.pages.app import frame, library
from viz.pages.captions import film as film_page
from viz.pages.captions import gestures
from viz.pages.captions import page as captions
from viz.pages.sentence import hands

TWO = "car.red.2.30~duck.yellow.30.33"
FIVE = LECTURES["objects"]
SEES = {"cap_step": "see", "cap_street": TWO}


@pytest.fixture(scope="session")
def writers():
    return captioners()


@pytest.fixture
def opened(monkeypatch, writers):
    """Opens the page as the address says; `missing` models cannot be loaded."""
    monkeypatch.setattr(library, "warm_up", lambda _: None)
    monkeypatch.setattr(library, "_store", library.Store(64))
    start = types.SimpleNamespace(page=captions.page)
    monkeypatch.setitem(sys.modules, "viz.pages.start.page", start)

    def run(missing=(), **query):
        def small(name):
            if name in missing:
                raise InputError(f"{name}: weights.safetensors is missing.")
            shipped = query.get("cap_step") in ("see", "film")
            return load(name) if shipped else writers[name]

        monkeypatch.setattr(library, "small", small)
        app = AppTest.from_file(APP, default_timeout=120)
        for name, value in query.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return run


def drawn(app, name="street"):
    """Header and body that the browser was sent."""
    for element in app.get("bidi_component"):
        if element.proto.component_name == f"headlight_{name}":
            return unpack(element.proto.bytes)
    raise LookupError(name)


def texts(app):
    return [text.value for text in app.text]


def words(app):
    return [row["word"] for row in drawn(app)[0]["rows"]]


def test_the_first_street_is_there_with_its_words_and_a_weight_for_every_cell(opened):
    app = opened()
    header, body = drawn(app)
    assert [one["kind"] for one in header["things"]] == [
        *("car", "stop sign", "tree", "house"),
    ]
    assert body.size == 36 * len(header["rows"]) > 0
    assert header["dim"] is False and header["veiled"] is True
    assert not any("Something broke" in text for text in texts(app))


def marked(app):
    (presets,) = (one for one in app.get("button_group") if "lectures" in one.label)
    return presets.value


def test_the_lecture_whose_street_is_shown_is_marked_without_being_asked_for(opened):
    assert marked(opened()) == "sign"
    assert marked(opened(cap_street=FIVE)) == "objects"
    assert marked(opened(cap_street=TWO)) is None


def test_without_attention_every_cell_has_the_same_weight_and_there_is_no_veil(opened):
    header, body = drawn(opened(cap_writer="none"))
    assert header["veiled"] is False
    assert body.min() == pytest.approx(1 / 36) == pytest.approx(body.max())


def test_a_hard_writer_draws_again_with_the_next_seed(opened, writers):
    app = opened(cap_writer="hard", cap_street=TWO)
    header, _ = drawn(app)
    assert header["draws"] is True and "drawn" in header["rows"][0]
    again = opened(cap_writer="hard", cap_street=TWO, cap_draw="2")
    one, other = (
        [row.get("drawn") for row in drawn(a)[0]["rows"]] for a in (app, again)
    )
    assert one != other
    same = opened(cap_writer="hard", cap_street=TWO, cap_draw="2")
    assert other == [row.get("drawn") for row in drawn(same)[0]["rows"]]


def test_the_word_of_the_address_is_chosen(opened):
    assert drawn(opened(cap_street=TWO, cap_word="2"))[0]["view"] == {"row": 1}


def test_the_end_is_a_row_of_the_map_and_no_word_of_the_picture(opened):
    app = opened(cap_street=TWO, cap_open="map", cap_word="99")
    (stack,) = drawn(app, "attention")[0]["stacks"]
    end = stack["shape"][2] - 1
    asked = {"cap_street": TWO, "cap_open": "map", "cap_word": str(end + 1)}
    assert drawn(opened(**asked), "attention")[0]["view"]["row"] == end
    assert drawn(app)[0]["view"]["row"] < end == len(words(app))


def test_a_question_is_read_word_by_word_and_its_answer_judged(opened):
    app = opened(cap_step="question", cap_street=TWO, cap_question="Where is the duck?")
    header, _ = drawn(app)
    assert words(app)[:5] == ["where", "is", "the", "duck", "?"]
    assert [row.get("thing") for row in header["rows"]][3] == 1
    assert header["right"] == "wrong"  # it has never been trained
    assert app.text_input(key="cap_question").value == "Where is the duck?"


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("why?", "Ask, for example: What color is the car?"),
        ("where is the tree?", "There is no tree on this street."),
        ("<script>alert(1)</script>", "can't be read"),
        ("?" * 500, "can't be read"),
        ("🐟", "can't be read"),
    ],
)
def test_a_question_that_cannot_be_answered_gives_way_to_one_that_can(
    opened, question, why
):
    app = opened(cap_step="question", cap_street=TWO, cap_question=question)
    assert any(why in text for text in texts(app))
    assert words(app)[:6] == ["what", "color", "is", "the", "car", "?"]
    assert drawn(app)[0]["dim"] is True


@pytest.mark.parametrize(
    ("street", "why"),
    [
        (f"{FIVE}~cup.red.1.1", "one to 5 things, not 6"),
        ("car.red.40.30", "is not inside the picture"),
        ("car.purple.2.28", "There is no color “purple” here."),
        ("ufo.red.2.28", "There is no “ufo” here."),
        ("car.red.2.30~duck.red.4.31~tree.red.2.20", "would be hidden"),
        ("<b>x</b>", "is no thing of a street"),
        ("car.red.-1.²", "is no thing of a street"),
        ("~~~", "one to 5 things, not 0"),
        ("x" * 5_000, "is no thing of a street"),
    ],
)
def test_a_street_that_cannot_be_gives_way_to_the_first_one(opened, street, why):
    app = opened(cap_street=street)
    assert any(why in text for text in texts(app))
    header, _ = drawn(app)
    assert header["things"][0]["kind"] == "car"
    assert header["dim"] is True and header["rows"]
    assert not any("Something broke" in text for text in texts(app))


@pytest.mark.parametrize("broken", ["-1", "9999", "abc", "²", "", "1.5"])
def test_a_broken_address_opens_the_page(opened, broken):
    names = ("word", "writer", "draw", "seed", "forbid", "open", "step")
    app = opened(**{f"cap_{name}": broken for name in names})
    assert drawn(app)[0]["rows"]
    assert not any("Something broke" in text for text in texts(app))


def test_a_missing_writer_is_named_and_the_others_work(opened):
    missing = ("captions-soft",)
    app = opened(missing)
    assert any(
        "captions-soft: weights.safetensors is missing." in t for t in texts(app)
    )
    header, body = drawn(app)
    assert (header["rows"], body.size, len(header["things"])) == ([], 0, 4)
    assert drawn(opened(missing, cap_writer="none"))[0]["rows"]


def test_a_forbidden_cell_gets_no_weight_and_the_page_says_what_it_changed(opened):
    app = opened(cap_street=TWO, cap_forbid="8,9")
    header, body = drawn(app)
    rows = body.reshape(len(header["rows"]), 36)
    assert header["forbidden"] == [7, 8]
    assert set((rows != rows).nonzero()[1].tolist()) == {7, 8}
    assert any(text.startswith("2 cells are forbidden.") for text in texts(app))


def test_a_cell_that_is_forbidden_twice_is_one_cell(opened):
    app = opened(cap_street=TWO, cap_forbid="8,8,8")
    assert drawn(app)[0]["forbidden"] == [7]
    assert any(text.startswith("1 cell is forbidden.") for text in texts(app))


def test_all_weights_are_drawn_as_on_the_pages_of_words(opened):
    app = opened(cap_street=TWO, cap_open="map", cap_word="2")
    header, _ = drawn(app, "attention")
    (stack,) = header["stacks"]
    assert stack["shape"] == [1, 1, len(words(app)) + 1, 36]
    assert header["sequences"][stack["keys"]]["kind"] == "cells"
    assert header["view"]["row"] == 1


def test_two_hundred_draws_are_counted_beside_the_weights(opened):
    app = opened(
        cap_street=TWO,
        cap_step="question",
        cap_writer="hard",
        cap_open="draws",
        cap_word="1",
    )
    assert "of 200 times." in said(app)
    assert len(app.get("plotly_chart")) == 1


def test_what_was_measured_stands_beside_the_words_for_every_writer_that_is_there(
    opened,
):
    table = drawn(opened())[0]["results"]
    assert table["head"][0] == "1,000 held-out pictures"
    assert table["rows"] == [["Soft", "81%", "92%", "70% (18%)", "75%"]]
    assert table["shown"] == 0
    assert drawn(opened(("captions-soft",), cap_writer="none"))[0]["results"] is None


def test_the_weights_can_be_walked_through(opened):
    query = {"cap_open": "map", "walk": "short", "place": "attention"}
    app = opened(cap_street=TWO, stage="softmax", **query)
    header, _ = drawn(app, "attention")
    assert header["machine"]["reads"] == "cells"
    assert header["view"]["stage"] == "softmax"
    stages, _ = drawn(app, "numbers")
    assert stages["stages"] == header["machine"]["pass"]
    assert "every cell" in stages["texts"]["sum"]["says"]


# --- a writer that learned to see -----------------------------------------------------


def test_its_gates_turn_the_caption_from_what_is_usual_to_what_is_there(opened):
    as_trained = opened(**SEES)
    shut = opened(**SEES, cap_alpha="0")
    assert words(as_trained) != words(shut)
    assert shut.slider(key="cap_alpha").value == 0
    assert "largest difference is 0." in said(shut)
    header, body = drawn(as_trained)
    assert header["veiled"] and not header["draws"]
    assert body.reshape(-1, 36).sum(-1) == pytest.approx(1.0, abs=1e-4)
    uniform = [row["uniform"] for row in header["rows"] if "uniform" in row]
    assert min(uniform) >= 1 / 36  # of one cell at least


def test_a_cell_is_forbidden_to_it_as_well(opened):
    assert "1 cell is forbidden" in said(opened(**SEES, cap_forbid="8"))


def test_without_it_the_page_says_so_and_the_street_stands(opened):
    page = opened(missing=("captions-seeing",), **SEES)
    assert drawn(page)[0]["rows"] == []


# --- a film ---------------------------------------------------------------------------

FILM = {"cap_step": "film", "cap_seed": "0"}


def test_a_film_has_eight_frames_and_a_weight_for_each_at_every_word(opened):
    page = opened(**FILM)
    header, body = drawn(page)
    assert (header["grid"], header["lines"], len(header["frames"])) == (4, 2, 8)
    film = any_film(0)
    there = [[thing["x"] for thing in frame] for frame in header["frames"]]
    assert there == [[thing.x for thing in one.things] for one in film.frames]
    assert tuple(words(page)) == film.caption and header["right"] == "right"
    weights = body.reshape(len(header["rows"]), 8)
    assert weights.sum(-1) == pytest.approx(1.0, abs=1e-5)
    row = header["rows"][-1]
    assert row["told"] == f"frame {weights[-1].argmax() + 1}: {weights[-1].max():.2f}"
    assert header["view"] == {"row": len(header["rows"]) - 1}


def test_backwards_it_goes_the_other_way_and_shuffled_nowhere(opened):
    back = opened(**FILM, cap_order="backwards")
    forward = opened(**FILM)
    frames = [drawn(page)[0]["frames"] for page in (forward, back)]
    assert frames[0] == frames[1][::-1]
    assert {words(forward)[-1], words(back)[-1]} == {"left", "right"}
    assert drawn(back)[0]["right"] == "right"
    mixed = drawn(opened(**FILM, cap_order="shuffled"))[0]
    assert mixed["right"] == "wrong" and "nothing goes anywhere" in mixed["verdict"]


def test_another_film_is_that_of_the_next_number(monkeypatch):
    found: dict[str, object] = {}
    choices = types.SimpleNamespace(cap_seed=999)
    monkeypatch.setattr(frame, "choices", lambda *_: choices)
    monkeypatch.setattr(frame, "keep", lambda **what: found.update(what))
    memory = types.SimpleNamespace(get=lambda: (0, ""), set=lambda _: None)
    monkeypatch.setattr(hands, "refusals", lambda _: memory)
    for asked in ({"what": "street"}, {"what": "add"}, "another", None, {"what": []}):
        hands.done("film", asked, film_page.HANDS)
        assert found == {}
    hands.done("film", {"what": "another"}, film_page.HANDS)
    assert found == {"cap_seed": 0, "cap_word": 0}


def test_without_its_model_the_page_says_so(opened):
    assert "film" in said(opened(missing=("film",), **FILM))


# --- what a reader does ---------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """What a gesture writes into the address; the page shows the street of two."""
    found: dict[str, object] = {}
    choices = types.SimpleNamespace(
        cap_street=TWO,
        cap_step="caption",
        cap_question="",
        cap_forbid="8",
        cap_draw=999,
        cap_seed=4,
        cap_writer="soft",
    )
    refusals = [(0, "")]
    monkeypatch.setattr(frame, "choices", lambda *_: choices)
    monkeypatch.setattr(frame, "keep", lambda **what: found.update(what))
    refused = types.SimpleNamespace(get=lambda: refusals[-1], set=refusals.append)
    monkeypatch.setattr(hands, "refusals", lambda _: refused)
    return types.SimpleNamespace(found=found, refused=lambda: refusals[-1][1])


def done(said):
    hands.done("street", said, gestures.HANDS)


def test_a_thing_that_was_dragged_stands_in_the_address(kept):
    things = [{"kind": "car", "color": "red", "x": 5, "y": 31}]
    done({"what": "street", "things": things})
    assert kept.found == {"cap_street": "car.red.5.31", "cap_word": 0}
    assert kept.refused() == ""


@pytest.mark.parametrize(
    "things",
    [[], None, "car", [7], [{"kind": "car", "color": "red", "x": 99, "y": "1"}]],
)
def test_a_street_that_cannot_be_is_refused_in_words_and_nothing_changes(kept, things):
    done({"what": "street", "things": things})
    assert kept.found == {}
    assert kept.refused()


def test_a_thing_is_added_where_it_hides_nothing_until_there_are_five(kept):
    street = parse(TWO)
    for n in (3, 4, 5):
        street = with_one_more(street)
        assert len(street.things) == n
    with pytest.raises(InputError, match="one to 5 things, not 6"):
        with_one_more(street)


def test_another_street_is_that_of_the_next_seed(kept):
    done({"what": "another"})
    assert kept.found["cap_street"] == any_street(5).text()
    assert kept.found["cap_seed"] == 5


def test_a_street_of_the_lectures_comes_with_its_question(kept):
    gestures.lecture("objects")
    assert kept.found == {
        "cap_street": FIVE,
        "cap_question": "where is the duck ?",
        "cap_word": 0,
        "cap_forbid": "",
    }


def test_a_cell_is_forbidden_and_allowed_again(kept):
    done({"what": "forbid", "cell": 8})
    assert kept.found == {"cap_forbid": "8,9"}
    done({"what": "forbid", "cell": 7})
    assert kept.found == {"cap_forbid": ""}
    kept.found.clear()
    for cell in (36, -1, "7", None, 7.0, True):
        done({"what": "forbid", "cell": cell})
    assert kept.found == {}


def test_after_the_last_draw_comes_the_first_again(kept):
    done({"what": "draw"})
    assert kept.found == {"cap_draw": 1}


def test_what_a_browser_may_not_ask_for_changes_nothing(kept):
    for what in ("", None, 7, "delete", ["street"]):
        done({"what": what})
    assert kept.found == {}
