"""The labs in a real browser: dragged, played, typed into."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first lab waits for the models as well


def test_a_lamp_is_dragged_at_once_and_the_address_follows(page: Page, server: str):
    page.goto(f"{server}/pooling")
    whole(page, OPENED_WITHIN)  # nothing moves the lamp but the hand
    lamp = page.locator(".hand")
    expect(lamp).to_have_attribute("aria-valuenow", "4.6")
    box = lamp.locator("circle").last.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2000, y, steps=4)
    drawn = page.locator(".lamp .held").text_content()  # before any answer
    assert drawn is not None and "f(10) = 2.50" in drawn
    page.mouse.up()
    expect(page).to_have_url(re.compile("pool_x=10"))
    expect(page.get_by_test_id("stMain")).to_contain_text("f(10) = 2.50. The point at")
    page.locator(".files summary", has_text="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    saved = download.value.path().read_text("utf-8")
    assert "Nearby points get more weight" in saved
    assert "f(10) = 2.50" in saved
    assert "font-size: 20px" in saved  # as the style sheet has it
    lamp.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(lamp).to_have_attribute("aria-valuenow", "0.1")
    expect(page).to_have_url(re.compile(r"pool_x=0\.1"))
    slider = page.get_by_test_id("stSlider").get_by_role("slider").first
    expect(slider).to_have_value("0.1")
    slider.press("ArrowRight")
    expect(lamp).to_have_attribute("aria-valuenow", "0.2")


def test_a_key_and_a_value_are_dragged_and_the_address_follows(page: Page, server: str):
    page.goto(f"{server}/query-key-value?step=2&qkv_roles=move")
    whole(page, OPENED_WITHIN)
    key, value = (page.locator(f".hand[data-role={one}]") for one in ("key", "value"))
    expect(value).to_have_attribute("aria-valuenow", "2")
    drawn = page.locator(".pull svg")
    at = middle(value)
    page.mouse.click(at[0] + 9, at[1])  # taken beside its middle, it stays
    expect(value).to_be_focused()
    expect(value).to_have_attribute("aria-valuenow", "2")
    dragged(page, value, 2000)
    held = drawn.text_content()  # before any answer: a value moves no weight
    assert held is not None and "0.879" in held
    page.mouse.up()
    expect(value).to_have_attribute("aria-valuenow", "4")
    expect(page).to_have_url(re.compile(r"qkv_value=4"))
    whole(page)
    dragged(page, key, -2000)
    held = drawn.text_content()  # scores −9, −3 and 1: all on k₃
    assert held is not None and "0.000" in held and "0.982" in held
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"qkv_key=-4"))
    expect(page.get_by_test_id("stMain")).to_contain_text("You moved a key: the weight")
    key.focus()
    page.keyboard.press("ArrowRight")
    expect(key).to_have_attribute("aria-valuenow", "-3.9")
    expect(page).to_have_url(re.compile(r"qkv_key=-3\.9"))


def test_a_moved_letter_takes_its_count_along_and_another_moment_is_there_at_once(
    page: Page, server: str
):
    page.goto(f"{server}/histogram?step=2&hist_letters=aab")
    whole(page, OPENED_WITHIN)
    chips = page.locator(".letters .chip")
    last = "b, position 3 of 3: count 1, layer 1; move it with the arrow keys"
    expect(chips.last).to_have_attribute("aria-label", last)
    chips.last.press("ArrowLeft")
    assert "b, position 2 of 3: count 1" in str(
        chips.nth(1).get_attribute("aria-label")
    )
    expect(page).to_have_url(re.compile("hist_letters=aba"))
    expect(page.get_by_label("Letters, at most 4")).to_have_value("aba")
    moment = page.get_by_role("slider", name="Moment of training")
    moment.press("Home")
    expect(page.locator(".letters output")).to_contain_text("After 0 updates")
    expect(page).to_have_url(re.compile("hist_moment=1"))
    expect(page.get_by_test_id("stMain")).to_contain_text("After 0 updates the layer")
    whole(page)
    map_of_it = page.locator(".letters canvas").last
    map_of_it.hover(position={"x": 70, "y": 40})
    expect(page.locator(".letters .cell")).to_have_text(
        re.compile(r"‹BOS› gives ‹BOS› the weight 0\.\d{3}")
    )


def dragged(page: Page, hand: Locator, across: int) -> None:
    x, y = middle(hand)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y, steps=4)


def middle(hand: Locator) -> tuple[float, float]:
    box = hand.locator("rect").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_words_of_the_played_case_go_to_their_places_again(page: Page, server: str):
    page.goto(f"{server}/order")
    word = page.get_by_role("button", name="fish, position 2 of 5")
    expect(word).to_be_visible(timeout=OPENED_WITHIN)
    word.evaluate("chip => chip.getAnimations().forEach(one => one.finish())")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(  # the page may draw its words anew
        """() => [...document.querySelectorAll("*")]
          .flatMap(each => [...each.shadowRoot?.querySelectorAll("button") ?? []])
          .filter(chip => chip.textContent === "fish")
          .flatMap(chip => chip.getAnimations())
          .some(one => parseFloat(one.effect.getKeyframes()[0].translate) > 100)"""
    )  # from the fifth place, to the right of the second


def test_the_play_ends_when_a_word_is_moved_with_the_arrow_keys(
    page: Page, server: str
):
    page.goto(f"{server}/order")
    word = page.get_by_role("button", name="fish, position 2 of 5")
    expect(word).to_be_visible(timeout=OPENED_WITHIN)
    left = word.evaluate(
        """chip => {
          chip.animate([{ translate: "9px" }, {}], 60000);
          chip.dispatchEvent(new KeyboardEvent("keydown",
            { key: "ArrowRight", bubbles: true }));
          return [...chip.parentElement.children]
            .map(one => one.getAnimations().length);
        }"""
    )
    assert left == [0] * 5


def test_a_word_is_moved_with_the_arrow_keys_and_the_address_follows(
    page: Page, server: str
):
    page.goto(f"{server}/order")
    word = page.get_by_role("button", name="fish, position 2 of 5")
    expect(word).to_be_visible(timeout=OPENED_WITHIN)
    word.focus()
    page.keyboard.press("ArrowRight")
    moved = page.get_by_role("button", name="fish, position 3 of 5")
    expect(moved).to_be_focused()
    expect(page).to_have_url(re.compile("ord_words=1%2C3%2C5%2C4%2C2"))
    expect(page.get_by_test_id("stMain")).to_contain_text("The ate fish the woman")
