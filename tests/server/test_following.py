"""A class in the browser: who comes in, turns away, comes back; several tabs; keys."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Request, expect

from tests.browser.visiting import SHOWN_WITHIN, whole
from tests.server.followers import PHONE, TITLE, ask, followed, line, twice


def test_who_looks_around_stays_until_they_come_back(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    expect(phone).to_have_url(re.compile("/transformer"))
    line(phone).get_by_role("button", name="Look around by yourself").click()
    expect(line(ahead)).to_contain_text("1 here, 0 follow")
    ahead.goto(f"{replica}/heads")
    whole(ahead)
    expect(phone).to_have_url(re.compile("/transformer"))
    asked = phone.get_by_role("region", name="Your teacher asks").locator("details")
    expect(asked).not_to_have_attribute("open", "")  # it is not in the way
    line(phone).get_by_role("button", name="Back to the class").click()
    expect(asked).to_have_attribute("open", "")
    expect(phone).to_have_url(re.compile("/heads"))
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    twice(phone, "Leave", "Press again to leave")
    expect(line(ahead)).to_contain_text("0 here, 0 follow")
    expect(line(phone)).to_contain_text("You left the class.")
    line(phone).get_by_role("button", name="Come back").click()
    expect(line(ahead)).to_contain_text("1 here, 1 follow")


def test_a_code_is_typed_and_a_wrong_one_is_said(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    _, code = teacher
    phone = visitor(viewport=PHONE)
    phone.goto(f"{replica}/join")
    field = phone.get_by_role("textbox", name="Code of a class")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(phone.get_by_text("Type the code first.")).to_be_visible()
    field.fill("AA AA A")
    expect(field).to_have_value("AAAAA")
    field.press("Enter")
    expect(phone.get_by_text("No class has this code.")).to_be_visible()
    field.fill(code.lower())
    field.press("Enter")
    expect(line(phone)).to_contain_text("You follow the class")
    expect(phone).to_have_url(re.compile("/transformer"))


def test_another_tab_of_the_teacher_takes_over(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    with ahead.expect_popup() as opened:
        ahead.evaluate(f"open('{replica}/heads')")  # as a tab that is duplicated
    other = opened.value
    expect(line(other)).to_contain_text("1 here, 1 follow")
    expect(phone).to_have_url(re.compile("/heads"))
    ahead.close()
    twice(other, "End the class", "Press again to end it")
    expect(line(phone)).to_contain_text("The class has ended")


def test_who_goes_elsewhere_is_told_so_and_goes_along_again_with_the_class(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    whole(phone)
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowDown")
    expect(ahead).to_have_url(re.compile("layer=2"))  # the way back is told too
    expect(phone.locator(TITLE)).to_have_text(ahead.locator(TITLE).inner_text())
    phone.locator(TITLE).click()  # touches, and changes nothing
    expect(line(phone)).to_contain_text("You follow the class")
    away = "You are not where the class is."
    phone.locator(".attention").first.focus()
    phone.keyboard.press("ArrowUp")
    expect(line(phone)).to_contain_text(away)
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    line(phone).get_by_role("button", name="Back to the class").click()
    expect(line(phone)).to_contain_text("You follow the class")
    expect(phone.locator(TITLE)).to_have_text(ahead.locator(TITLE).inner_text())
    whole(phone)
    phone.go_back()
    expect(line(phone)).to_contain_text(away)
    phone.reload()
    expect(line(phone)).to_contain_text(away)
    ahead.goto(f"{replica}/masks?step=3")
    expect(phone).to_have_url(re.compile("/masks"))
    expect(line(phone)).to_contain_text("You follow the class")
    whole(phone)
    phone.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 400)")
    ahead.goto(f"{replica}/masks?step=2")
    expect(phone).to_have_url(re.compile("step=2"))
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert phone.evaluate(scrolled) == 0


def test_an_address_that_comes_after_its_picture_takes_nobody_along_again(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    whole(phone)
    told: list[Any] = []

    def heard(request: Request) -> None:
        if request.url.endswith("/view"):
            told.append(request.post_data_json)

    ahead.on("request", heard)
    shown = ahead.locator(TITLE)
    before = shown.inner_text()
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowRight")
    expect(shown).not_to_have_text(before)
    expect(phone.locator(TITLE)).to_have_text(shown.inner_text())
    expect(ahead).to_have_url(re.compile("head=4"))
    phone.locator(".attention").first.focus()
    phone.keyboard.press("ArrowLeft")
    away = "You are not where the class is."
    expect(line(phone)).to_contain_text(away)
    tell = """([code, told]) => fetch(`/class/${code}/view`,
      { method: "POST", body: JSON.stringify(told) })"""
    later = {**told[-1], "view": re.sub("row=[0-9]+", "row=2", told[-1]["view"])}
    assert later["picture"] and later["view"] != told[-1]["view"]
    ahead.evaluate(tell, [code, later])
    ask(ahead, "A number")
    expect(phone.get_by_role("region", name="Your teacher asks")).to_be_visible()
    expect(line(phone)).to_contain_text(away)
    phone.reload()
    expect(line(phone)).to_contain_text(away)
    ahead.evaluate(tell, [code, {**later, "view": "/masks"}])
    expect(phone).to_have_url(re.compile("/masks"))


def test_a_tab_that_teaches_goes_on_when_it_opens_a_link_into_another_class(
    replica: str, teacher: tuple[Page, str]
):
    ahead, code = teacher
    ahead.evaluate("location.hash = 'class=AAAAA'")
    expect(ahead.get_by_text(f"This tab teaches class {code}.")).to_be_visible()
    ahead.keyboard.press("Escape")
    ahead.evaluate("location.hash = 'class=AAA'")
    expect(ahead.get_by_text("The code in this link is not complete")).to_be_visible()
    ahead.keyboard.press("Escape")
    line(ahead).get_by_role("button", name=code).click()
    expect(ahead.locator(".invite .count")).to_have_text("0 are here")
    expect(ahead.get_by_text("Phones cannot open this address.")).to_be_visible()
    ahead.reload()
    expect(line(ahead)).to_contain_text("0 here, 0 follow")


def test_all_of_it_by_keys_alone(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = visitor(viewport=PHONE)
    phone.goto(f"{replica}/join")
    expect(phone.get_by_role("textbox", name="Code of a class")).to_be_focused()
    phone.keyboard.type(code.lower())
    phone.keyboard.press("Enter")
    around = line(phone).get_by_role("button", name="Look around by yourself")
    expect(around).to_be_visible(timeout=2 * SHOWN_WITHIN)
    menu = line(ahead).get_by_role("button", name="Ask …")
    menu.focus()
    ahead.keyboard.press("ArrowDown")  # asks nothing
    ahead.keyboard.press("Enter")
    ahead.keyboard.press("Escape")
    expect(menu).to_be_focused()
    ahead.keyboard.press("Enter")
    ahead.keyboard.press("ArrowDown")
    ahead.keyboard.press("ArrowUp")
    ahead.keyboard.press("Enter")
    panel = phone.get_by_role("region", name="Your teacher asks")
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="C", exact=True).focus()
    phone.keyboard.press("Space")
    expect(phone.get_by_text("Counted.")).to_be_visible()
    panel.get_by_text("Your teacher asks").focus()
    phone.keyboard.press("Enter")  # folds it away
    expect(panel.get_by_role("button", name="C", exact=True)).to_be_hidden()
    show = line(ahead).get_by_role("button", name="Show answers")
    expect(show).to_be_focused()
    ahead.keyboard.press("Enter")
    expect(phone.get_by_role("region", name="What the class answered")).to_be_visible()
    around.focus()
    phone.keyboard.press("Enter")
    expect(line(phone).get_by_role("button", name="Back to the class")).to_be_focused()
