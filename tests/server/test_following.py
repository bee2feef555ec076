"""A class in the browser: one goes ahead, the others see it on their own screens."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Request, expect

from tests.browser.visiting import SHOWN_WITHIN, listens, whole
from tests.server.followers import PHONE, ask, followed, line, twice

TITLE = ".titleline h2"


def test_the_class_goes_where_its_teacher_goes_and_comes_back_by_itself(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    said: list[str] = []
    phone = followed(visitor, replica, code, said)
    expect(phone).to_have_url(re.compile("/transformer"))
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    shown, mine = ahead.locator(TITLE), phone.locator(TITLE)
    expect(mine).to_have_text(shown.inner_text())
    whole(phone)
    said.clear()
    ahead.locator(".attention").first.focus()
    for key in ("ArrowDown", "ArrowRight"):
        before = shown.inner_text()
        ahead.keyboard.press(key)
        expect(shown).not_to_have_text(before)
        expect(mine).to_have_text(shown.inner_text())
    expect(ahead).to_have_url(re.compile("head=4"))
    assert said == []  # a picture is drawn by the browser alone: no run, no file
    ahead.goto(f"{replica}/masks?step=3")
    expect(phone).to_have_url(re.compile(r"/masks\?.*step=3"))
    whole(phone)
    assert not [url for url in said if "/js/index." in url]  # the page stays loaded
    phone.reload()
    expect(line(phone)).to_contain_text("You follow the class")
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    twice(ahead, "End the class", "Press again to end it")
    for page in (ahead, phone):
        expect(line(page)).to_contain_text("The class has ended")


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


def test_a_walk_is_followed_stage_by_stage_without_a_page(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    ahead.goto(f"{replica}/transformer?walk=full&place=attention&stage=scores")
    whole(ahead)
    said: list[str] = []
    phone = followed(visitor, replica, code, said)
    whole(phone)
    at = "[aria-current] span"
    stage, mine = (page.locator(f".reel {at}") for page in (ahead, phone))
    expect(mine).to_have_text(stage.inner_text())
    said.clear()
    for _ in range(2):
        before = stage.inner_text()
        ahead.locator(".reel [aria-current]").focus()
        ahead.keyboard.press("ArrowRight")
        expect(stage).not_to_have_text(before)
        expect(mine).to_have_text(stage.inner_text())
    assert said == []


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


def test_a_class_of_minutes_is_presented_to_those_who_follow(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    ahead.goto(f"{replica}/lessons")
    ahead.get_by_role("link", name="Begin a class").click()
    expect(ahead.get_by_role("dialog")).to_be_hidden()  # there is one already
    ahead.locator(".st-key-line-plan-class-90 a").first.click()
    ahead.locator(".st-key-present a").click()
    whole(ahead)
    listens(ahead)
    for _ in range(2):
        before = ahead.url
        ahead.keyboard.press("PageDown")
        expect(ahead).not_to_have_url(before)
        whole(ahead)
        asked = ahead.url.split("/")[-1].split("?")[0]
        expect(phone).to_have_url(re.compile(f"/{asked}"))
    assert "present" not in phone.url
    expect(line(ahead)).to_contain_text("1 here, 1 follow")


def test_who_goes_elsewhere_is_told_so_and_goes_along_again_with_the_class(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    whole(phone)
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowDown")
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


def goes_to(page: Page, url: str) -> None:
    """Open another state of the same page, as a remote and a link do."""
    page.evaluate(
        """url => {
          history.pushState({}, "", url);
          dispatchEvent(new PopStateEvent("popstate", { state: {} }));
        }""",
        url,
    )


def test_the_class_moves_by_its_address_alone_too(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phones = [followed(visitor, replica, code) for _ in range(2)]
    shown, seen = ahead.locator(TITLE), [phone.locator(TITLE) for phone in phones]
    first = shown.inner_text()
    turned = phones[1]
    whole(turned)
    turned.locator(".attention").first.focus()
    turned.keyboard.press("ArrowRight")
    expect(line(turned)).to_contain_text("You are not where the class is.")
    expect(turned).to_have_url(re.compile("head=4"))
    goes_to(ahead, turned.url)  # whose page is there already
    expect(line(turned)).to_contain_text("You follow the class")
    expect(shown).not_to_have_text(first)
    for title in seen:
        expect(title).to_have_text(shown.inner_text())
    fourth = shown.inner_text()
    goes_to(ahead, turned.url.replace("head=4", "head=6"))
    expect(shown).not_to_have_text(fourth)
    by_address = shown.inner_text()
    for title in seen:
        expect(title).to_have_text(by_address)
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowRight")
    expect(shown).not_to_have_text(by_address)
    expect(ahead).to_have_url(re.compile("head=7"))
    phones[0].reload()
    for title in seen:
        expect(title).to_have_text(shown.inner_text())
    ahead.go_back()
    for title in (shown, *seen):
        expect(title).to_have_text(by_address)


def test_a_page_that_its_teacher_opens_afresh_is_shown_as_its_address_says(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    whole(phone)
    shown, seen, address = ahead.locator(TITLE), phone.locator(TITLE), ahead.url
    first = shown.inner_text()
    expect(seen).to_have_text(first)
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowRight")
    expect(seen).not_to_have_text(first)
    expect(ahead).to_have_url(re.compile("head=4"))
    ahead.goto(address)
    for title in (shown, seen):
        expect(title).to_have_text(first)
    line(phone).get_by_role("button", name="Look around by yourself").click()
    ahead.locator(".attention").first.focus()
    ahead.keyboard.press("ArrowRight")
    expect(shown).not_to_have_text(first)
    line(phone).get_by_role("button", name="Back to the class").click()
    expect(seen).to_have_text(shown.inner_text())


def test_every_picture_of_a_page_goes_along(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    ahead.goto(replica)
    whole(ahead)
    phone = followed(visitor, replica, code)
    whole(phone)
    lit = [page.locator(".st-key-map-bahdanau .word.on") for page in (ahead, phone)]
    for word in lit:
        expect(word).to_contain_text("mangé")
    ahead.get_by_role("radio", name="poisson").click()  # turns the small picture too
    for word in lit:
        expect(word).to_contain_text("poisson")
    expect(ahead).to_have_url(re.compile("start_b="))
    ahead.go_back()
    for word in lit:
        expect(word).to_contain_text("mangé")


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
