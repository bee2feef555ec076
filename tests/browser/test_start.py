"""Start in a browser: one word in both pictures, a field to try, a long sentence."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import whole

LONG = (
    "Every+morning+I+get+up+at+six%2C+take+a+shower%2C+eat+some+bread%2C+"
    "and+go+to+school+by+bus."
)


def lit(page: Page):
    """The French word that is lit in each picture, with its meaning."""
    return page.locator(".glossed .on")


def drawn(page: Page):
    """The pictures stand in their own letters: for these they are drawn anew, perhaps
    under the pointer.
    """
    expect(lit(page).first).to_be_visible()
    page.wait_for_function("document.fonts.status === 'loaded'")


def test_a_word_is_lit_in_both_pictures_and_both_stay_at_it(page: Page, server: str):
    page.goto(f"{server}/?start_beside=true")
    expect(lit(page)).to_have_text(["mangéeaten"] * 2)
    drawn(page)
    fish = page.get_by_role("radio", name=re.compile("poisson"))
    fish.first.hover()
    expect(lit(page)).to_have_text(["poissonfish"] * 2)
    page.mouse.move(5, 5)
    expect(lit(page)).to_have_text(["mangéeaten"] * 2)
    fish.nth(1).click()
    for row in ("start_b=6", "start_t=6"):
        expect(page).to_have_url(re.compile(row))
    page.mouse.move(5, 5)
    expect(lit(page)).to_have_text(["poissonfish"] * 2)
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(lit(page)).to_have_text(["poissonfish"] * 2)
    expect(page.locator(".range")).to_have_count(1)


def test_a_click_on_a_word_asks_the_server_once(page: Page, server: str):
    said: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda _: said.append(socket.url)),
    )
    page.goto(server)
    whole(page)
    drawn(page)
    said.clear()
    page.get_by_role("radio", name="poisson").click()
    expect(page).to_have_url(re.compile("start_b=6"))
    whole(page)
    assert len(said) == 1  # the small picture follows by itself


@pytest.mark.parametrize("wait", [100, 350, 400])
def test_two_clicks_at_once_both_count(page: Page, server: str, wait: int):
    page.goto(server)
    whole(page)
    word = page.get_by_role("radio", name="poisson").element_handle()
    button = page.get_by_role("button", name="Show both").element_handle()
    page.evaluate(  # the row that is chosen is reported after 250 milliseconds
        """([word, button, wait]) => {
          word.click();
          setTimeout(() => button.click(), wait);
        }""",
        [word, button, wait],
    )
    for chosen in ("start_b=6", "start_beside=true"):
        expect(page).to_have_url(re.compile(chosen))
    expect(lit(page)).to_have_text(["poissonfish"] * 2)


def test_the_other_model_is_shown_beside_at_the_word_that_is_lit(
    page: Page, server: str
):
    page.goto(server)
    drawn(page)
    page.get_by_role("radio", name="poisson").click()
    expect(page).to_have_url(re.compile("start_b=6"))
    page.get_by_role("button", name="Show both side by side").click()
    page.mouse.move(5, 5)
    expect(lit(page)).to_have_text(["poissonfish"] * 2)
    page.get_by_role("button", name="Hide").click()
    page.mouse.move(5, 5)  # a word that came under the pointer would be lit
    expect(lit(page)).to_have_text(["poissonfish"])
    page.go_back()
    expect(lit(page)).to_have_text(["poissonfish"] * 2)
    page.go_back()
    page.go_back()
    expect(lit(page)).to_have_text(["mangéeaten"])


def test_the_row_is_said_and_its_numbers_add_up_to_1(page: Page, server: str):
    page.goto(server)
    row = page.get_by_role("img", name=re.compile("^Row “mangé”"))
    expect(row.locator(".number")).to_have_count(7)
    numbers = [float(one) for one in row.locator(".number").all_inner_texts()]
    assert len(numbers) == 7 and abs(sum(numbers) - 1) < 0.05
    expect(page.locator(".says")).to_contain_text("of its attention to ate.")
    page.get_by_role("radio", name=re.compile("mangé")).press("ArrowRight")
    expect(page.locator(".says")).to_contain_text("le gives")


def test_just_try_it_goes_to_the_field_with_its_text_marked(page: Page, server: str):
    page.goto(server)
    page.get_by_role("button", name="Just try it").click()
    field = page.locator(".st-key-sentence input")
    expect(field).to_be_focused()
    page.keyboard.type("You know me.")
    expect(field).to_have_value("You know me.")


def test_a_long_sentence_says_that_it_goes_on_and_scrolls_in_its_box(
    page: Page, server: str
):
    page.goto(f"{server}/?sentence={LONG}")
    expect(page.get_by_text("scroll sideways")).to_be_visible()
    box = page.locator(".first.goes-on")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth + 40")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_look_inside_opens_the_page_on_this_word(page: Page, server: str):
    page.goto(f"{server}/?start_b=6")
    expect(lit(page)).to_have_text(["poissonfish"])
    page.get_by_role("link", name="Look inside").click()
    expect(page).to_have_url(re.compile(r"/bahdanau\?.*b_row=6"))


def test_on_a_phone_the_buttons_and_the_row_stand_above_its_fold(
    page: Page, server: str
):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server)
    row = page.get_by_role("img", name=re.compile("^Row “mangé”"))
    expect(row).to_be_visible()
    whole(page)
    drawn(page)
    box = row.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 844
