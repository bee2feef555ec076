"""What the browser's street is sent: numbers of the pass, and the same in words."""

import numpy as np
import pytest

from core.in_use.captioner import ask, describe
from core.worlds.drawing import draw
from core.worlds.questions import ask as read
from core.worlds.street import parse
from tests.viz.captioners import captioners
from viz.payload.street import art, plain, reported, street_view

STREET = parse("car.red.2.30~duck.yellow.30.33")


@pytest.fixture(scope="module")
def writers():
    return captioners()


def composed(things, given):
    """The picture as the browser composes it, from what it is sent."""
    rows = [[given["ground"][letter] for letter in row] for row in given["empty"]]
    feet = sorted(things, key=lambda one: one["y"] + one["height"])
    for thing in feet:
        tints = {**given["fixed"], **given["shades"][thing["color"]]}
        for y, row in enumerate(given["sprites"][thing["kind"]]):
            for x, letter in enumerate(row):
                if letter != ".":
                    rows[thing["y"] + y][thing["x"] + x] = tints[letter]
    return rows


def test_the_browser_can_draw_every_pixel_of_the_street():
    header, _ = street_view(STREET, None)
    assert composed(header["things"], art()) == draw(STREET).tolist()
    assert header["told"].startswith("A street: a yellow duck on the road at the right")
    assert header["rows"] == []


def test_every_word_has_a_row_with_the_weights_of_the_pass(writers):
    told = describe(writers["captions-soft"], STREET)
    header, body = street_view(STREET, told)
    assert [row["word"] for row in header["rows"]] == list(told.words)
    assert body.shape == (len(told.words), 36)
    np.testing.assert_allclose(body, told.weights[:-1].numpy())


def test_a_word_that_names_a_thing_is_counted_on_its_cells_and_against_uniform(writers):
    told = ask(writers["captions-none"], STREET, read("where is the car?"))
    rows = street_view(STREET, told)[0]["rows"]
    car = rows[3]
    assert (car["word"], car["thing"], car["part"]) == ("car", 0, "The question")
    assert car["share"] == pytest.approx(6 / 36)  # columns 1 to 3, rows 4 and 5
    assert car["uniform"] == pytest.approx(6 / 36)
    assert car["said"] == (
        "For “car”, 17% of the attention falls on the car’s six cells (dashed). "
        "Uniform attention would put 17% there."
    )
    assert "thing" not in rows[0] and "names no thing" in rows[0]["said"]


def test_forbidden_cells_are_blank_and_missing_from_what_is_uniform(writers):
    told = ask(
        writers["captions-none"], STREET, read("where is the car?"), tuple(range(18))
    )
    header, body = street_view(STREET, told)
    assert np.isnan(body[:, :18]).all() and not np.isnan(body[:, 18:]).any()
    assert header["forbidden"] == list(range(18))
    car = header["rows"][3]
    assert car["share"] == pytest.approx(car["uniform"]) == pytest.approx(6 / 18)


def test_a_hard_writer_shows_the_weights_it_drew_by_and_the_cell_it_drew(writers):
    told = ask(writers["captions-hard"], STREET, read("where is the car?"), seed=3)
    header, body = street_view(STREET, told, hard=True)
    np.testing.assert_allclose(body.sum(1), 1, atol=1e-5)
    assert body.max() < 1  # they are not the draw itself
    drawn = [row["drawn"] for row in header["rows"]]
    assert drawn == told.weights[:-1].argmax(-1).tolist()
    row, column = divmod(drawn[0], 6)
    assert header["rows"][0]["said"].endswith(
        f"This time the cell in row {row + 1}, column {column + 1} was drawn."
    )


def test_words_are_written_as_a_line_is():
    words = ("a red car", "on the road", ",", "a duck", "in the sky")
    assert plain(words) == "a red car on the road, a duck in the sky"


@pytest.mark.parametrize(
    ("things", "text"),
    [
        (
            [{"kind": "stop sign", "color": "red", "x": 37, "y": 1}],
            "stop-sign.red.37.1",
        ),
        ([{"kind": "cup"}], "cup..."),
        ([{"kind": "car", "color": "red", "x": 1, "y": 2}] * 9, 6),
        (["car"], ""),
        ("car", ""),
        (None, ""),
    ],
)
def test_a_street_that_a_browser_reports_is_a_text_to_be_checked(things, text):
    found = reported({"things": things})
    assert found == text if isinstance(text, str) else found.count("~") == text - 1
