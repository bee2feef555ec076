"""Pictures whose cells attend to each other, in a real browser: by hand and by keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

OPENED_WITHIN = 3 * SHOWN_WITHIN


@pytest.fixture
def said(page: Page):
    """The sentence about the cell that is chosen."""
    return page.locator(".street .sentence")


def test_a_cell_shows_what_it_attends_to_by_click_and_by_key(page: Page, server, said):
    page.goto(f"{server}/pictures")
    expect(said).to_contain_text("row 10, column 3 attends most", timeout=OPENED_WITHIN)
    page.get_by_role("button", name="Cell in row 10, column 10").click()
    expect(said).to_contain_text("row 10, column 10 attends most to the cell in row 1")
    expect(page).to_have_url(re.compile("pic_cell=118"))
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("The cell in row 11, column 10 attends")
    shown = said.text_content()
    page.locator("[data-stay=map]").select_option("Head 1")
    expect(said).not_to_have_text(shown or "")
    expect(page).to_have_url(re.compile("pic_cell=130&pic_map=2"))
    page.reload()
    expect(said).to_contain_text("row 11, column 10", timeout=OPENED_WITHIN)
    expect(page.locator("[data-stay=map]")).to_have_value("1")


def test_a_car_is_moved_by_keys_and_both_networks_mark_anew(page: Page, server, said):
    page.goto(f"{server}/pictures")
    marks = page.locator(".marked figcaption").first
    expect(marks).to_contain_text("overlap", timeout=OPENED_WITHIN)
    page.get_by_role("button", name="Change picture").click()
    page.get_by_label("Colour of the red car").first.select_option("blue")
    expect(page).to_have_url(re.compile(r"pic_street=car\.blue\.1\.34"))
    page.get_by_role("button", name="Change picture").click()
    expect(page.locator(".marked figcaption")).to_have_count(2)


def test_a_digit_is_drawn_by_pointer_and_by_key(page: Page, server, said):
    page.goto(f"{server}/pictures?step=3&pic_see=digits")
    expect(said).to_contain_text("The class token", timeout=OPENED_WITHIN)
    page.get_by_role("button", name="Draw a digit").click()
    page.get_by_role("button", name="Empty page").click()
    expect(page.locator(".street .waits")).to_have_count(0)  # answered
    whole(page)  # nothing moves the paper under the hand
    box = page.locator(".hands.ink").bounding_box()
    pixel = box["width"] / 8
    x = box["x"] + 4.5 * pixel
    page.mouse.move(x, box["y"] + pixel / 2)
    page.mouse.down()
    page.mouse.move(x, box["y"] + 7.5 * pixel, steps=14)
    page.mouse.up()
    expect(page).to_have_url(re.compile("pic_digit=" + 8 * "0000g000"))
    right = page.locator(".verdicts li", has=page.locator("b", has_text="1"))
    expect(right.locator("em")).to_have_text(re.compile("^(9[0-9]|100)%$"))
    page.locator("[data-stay=ink-0]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("pic_digit=0g00g000"))
    expect(page.locator("[data-stay=ink-1]")).to_be_focused()


def test_a_patch_is_covered_and_the_sentence_says_what_changed(page: Page, server):
    page.goto(f"{server}/pictures?step=3")
    cover = page.get_by_role("button", name="Cover patches")
    expect(cover).to_be_visible(timeout=OPENED_WITHIN)
    cover.click()
    page.get_by_role("button", name="Patch in row 1, column 1: cover").click()
    main = page.get_by_test_id("stMain")
    expect(main).to_contain_text("1 patch covered. It still finds the same kinds")
    page.get_by_role("button", name="Uncover all").click()
    expect(main).not_to_contain_text("1 patch covered")


def test_gates_that_are_shut_write_what_is_usual(page: Page, server):
    page.goto(f"{server}/captions?cap_step=see")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("is right, word for word", timeout=OPENED_WITHIN)
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    expect(verdict).to_contain_text("is not right")
    expect(page).to_have_url(re.compile("cap_alpha=0"))
    expect(page.get_by_test_id("stMain")).to_contain_text("largest difference is 0.")
