"""What goes along with a class: page, state, pictures, walk, what is presented."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.visiting import listens, whole
from tests.server.followers import TITLE, followed, line, twice


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
    ahead.mouse.move(5, 5)
    for word in lit:
        expect(word).to_contain_text("poisson")
    expect(ahead).to_have_url(re.compile("start_b="))
    ahead.go_back()
    for word in lit:
        expect(word).to_contain_text("mangé")
