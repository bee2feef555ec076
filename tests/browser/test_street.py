"""The street in Chromium: its weights follow a word, its things follow a hand."""

import json

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from core.worlds.drawing import draw
from core.worlds.street import Street, parse
from viz.components import spoken
from viz.components.attention import pack
from viz.payload.street import street_view

STREET = parse("car.red.2.30~duck.yellow.30.33")
MOUNT = """async text => {
  const { default: street } = await import("/street/street.js");
  if (!window.parent_) {
    window.parent_ = document.createElement("div");
    window.said = [];
    const root = document.createElement("div");
    root.className = "street";
    window.parent_.append(root);
    document.body.replaceChildren(window.parent_);
  }
  const tell = (name, value) => window.said.push([name, value]);
  street({ data: Uint8Array.from(text, letter => letter.charCodeAt(0)),
    parentElement: window.parent_, setStateValue: tell, setTriggerValue: tell });
}"""
STYLE = """.pic { position: relative; width: 480px; height: 480px }
canvas, .hands { position: absolute; inset: 0; width: 100%; height: 100% }
.hand { position: absolute }"""


def sent(street: Street = STREET) -> str:
    """A street with three words; the weight of each is on one cell."""
    header, _ = street_view(street, None)
    body = np.eye(36, dtype=np.float32)[[18, 0, 24]]
    rows = [
        {"word": "a", "said": "one"},
        {"word": "car", "said": "two", "thing": 0, "share": 0.75, "uniform": 0.25},
        {"word": "ufo", "said": "three", "missing": True},
    ]
    more = {"rows": rows, "forbids": True, "veiled": True, "view": {"row": 1}}
    more |= {"view_rev": street.text(), "refused": "", "spoken": spoken("street")}
    return pack({**header, **more}, body).decode("latin-1")


@pytest.fixture
def street(stage: Page) -> Page:
    """The component with the street of two."""
    stage.evaluate(MOUNT, sent())
    stage.add_style_tag(content=STYLE)
    return stage


def said(page: Page) -> list:
    page.wait_for_function("window.said.length > 0")
    return page.evaluate("window.said")


def test_the_browser_draws_what_core_draws(street: Page):
    pixels = street.evaluate(
        "[...document.querySelector('canvas').getContext('2d')"
        ".getImageData(0, 0, 48, 48).data]"
    )
    drawn = np.array(pixels).reshape(48, 48, 4)
    np.testing.assert_array_equal(drawn[..., :3], draw(STREET))


def test_an_arrow_key_goes_to_the_next_word_and_its_weights_stand_over_the_picture(
    street: Page,
):
    chips = street.locator(".cells b:visible")
    expect(chips).to_have_text(["1.00"])
    street.get_by_role("option", name="two").focus()
    street.keyboard.press("ArrowDown")
    expect(street.get_by_role("option", name="three")).to_be_focused()
    expect(street.locator(".sentence")).to_have_text("three")
    lit = street.evaluate(
        "[...document.querySelectorAll('.cells > div')].findIndex(cell =>"
        " !cell.querySelector('b').hidden)"
    )
    assert lit == 24
    assert said(street) == [["view", {"row": 2}]]


def test_a_thing_is_dragged_and_reported_once_it_rests(street: Page):
    street.get_by_role("button", name="Change picture").click()
    street.get_by_role("button", name="yellow duck, column 31").hover()
    street.mouse.down()
    box = street.locator(".pic").bounding_box()
    street.mouse.move(box["x"] - 20, box["y"] + 5, steps=3)
    street.mouse.up()
    ((name, asked),) = said(street)
    assert (name, asked["what"]) == ("asked", "street")
    car, duck = (tuple(thing.values()) for thing in asked["things"])
    assert car == ("car", "red", 2, 30)
    assert duck == ("duck", "yellow", 0, 0)  # it stays inside the picture


def test_the_keyboard_moves_recolours_and_removes(street: Page):
    street.get_by_role("button", name="Change picture").click()
    street.get_by_role("button", name="red car, column 3").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        street.keyboard.press(key)
    # pressed slowly, they are reported one by one
    street.wait_for_function("window.said.at(-1)?.[1].things[0].y === 29")
    things = json.loads(json.dumps(said(street)[-1][1]["things"]))
    assert things[0] == {"kind": "car", "color": "red", "x": 4, "y": 29}
    street.evaluate("window.said = []")
    street.get_by_label("Colour of the yellow duck").select_option("blue")
    assert said(street)[-1][1]["things"][1]["color"] == "blue"
    street.evaluate("window.said = []")
    street.get_by_role("button", name="Remove the blue duck").click()
    assert [thing["kind"] for thing in said(street)[-1][1]["things"]] == ["car"]
    change = street.get_by_role("button", name="Change picture")
    expect(change).to_be_focused()  # what had the focus is gone
    street.get_by_label("Colour of the red car").focus()
    street.keyboard.press("Escape")
    expect(change).to_have_attribute("aria-expanded", "false")
    expect(change).to_be_focused()


def test_cells_are_forbidden_by_the_keyboard(street: Page):
    street.get_by_role("button", name="Forbid cells").click()
    street.get_by_role("button", name="Cell in row 1, column 1: forbid").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        street.keyboard.press(key)
    assert said(street) == [["asked", {"what": "forbid", "cell": 7}]]


def test_a_word_that_was_gone_to_stays_when_the_same_street_comes_again(street: Page):
    street.get_by_role("option", name="two").click()
    street.keyboard.press("ArrowDown")
    street.evaluate(MOUNT, sent())  # its row is still that of the address
    expect(street.locator(".sentence")).to_have_text("three")
    street.evaluate(MOUNT, sent(parse("cup.red.2.30~duck.yellow.30.33")))
    expect(street.locator(".sentence")).to_have_text("two")


def test_a_bar_is_as_long_as_the_share_and_a_mark_stands_at_the_uniform_one(
    street: Page,
):
    word = street.get_by_role("option", name="two")
    assert word.locator("i").evaluate("bar => bar.style.width") == "75%"
    assert word.locator("u").evaluate("mark => mark.style.left") == "25%"
    expect(word.locator("em")).to_have_text("75%")
