"""A class in the browser: one goes ahead, the others see it on their own screens."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

PHONE = {"width": 390, "height": 844}
TITLE = ".titleline h2"


@pytest.fixture
def teacher(replica: str, visitor: Callable[..., Page]) -> Iterator[tuple[Page, str]]:
    """Whoever has begun a class, and its code."""
    page = visitor()
    page.goto(f"{replica}/transformer")
    whole(page)
    page.get_by_role("button", name="Class", exact=True).click()
    page.get_by_role("button", name="Begin a class").click()
    code = page.locator(".invite .code")
    expect(code).to_have_text(re.compile("^[ACDEFGHJKMNPQRTUVWXY3479]{5}$"))
    said = code.inner_text()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    yield page, said


def line(page: Page) -> Locator:
    """The line of the class at the foot of a page."""
    return page.get_by_role("region", name="Class")


def followed(visitor: Callable[..., Page], replica: str, code: str) -> Page:
    """A phone that came in by the link."""
    page = visitor(viewport=PHONE)
    page.goto(f"{replica}/#class={code}")
    expect(line(page)).to_contain_text("You follow the class", timeout=2 * SHOWN_WITHIN)
    return page


def test_the_class_goes_where_its_teacher_goes_and_comes_back_by_itself(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    expect(phone).to_have_url(re.compile("/transformer"))
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    shown, mine = ahead.locator(TITLE), phone.locator(TITLE)
    expect(mine).to_have_text(shown.inner_text())
    runs: list[str] = []
    phone.on("request", lambda request: runs.append(request.url))
    ahead.locator(".attention").first.focus()
    for key in ("ArrowDown", "ArrowRight"):
        before = shown.inner_text()
        ahead.keyboard.press(key)
        expect(shown).not_to_have_text(before)
        expect(mine).to_have_text(shown.inner_text())
    expect(ahead).to_have_url(re.compile("head=4"))
    assert runs == []  # a picture is drawn by the browser alone: nothing was loaded
    ahead.goto(f"{replica}/masks?step=3")
    expect(phone).to_have_url(re.compile(r"/masks\?.*step=3"))
    phone.reload()
    expect(line(phone)).to_contain_text("You follow the class")
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    line(ahead).get_by_role("button", name="End the class").click()
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
    line(phone).get_by_role("button", name="Back to the class").click()
    expect(phone).to_have_url(re.compile("/heads"))
    expect(line(ahead)).to_contain_text("1 here, 1 follow")
    line(phone).get_by_role("button", name="Leave").click()
    expect(line(ahead)).to_contain_text("0 here, 0 follow")


def test_a_question_is_answered_changed_counted_and_shown(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    expect(phone).to_have_url(re.compile("/transformer"))
    line(ahead).get_by_label("Ask …").select_option("letters")
    expect(line(ahead)).to_contain_text("A, B, C or D?")
    for letter in ("B", "C"):
        phone.get_by_role("button", name=letter, exact=True).click()
        expect(phone.get_by_text("Counted.")).to_be_visible()
    pressed = phone.get_by_role("button", pressed=True).filter(visible=True)
    expect(pressed.last).to_have_text("C")
    expect(line(ahead)).to_contain_text("1 of 1 has answered")
    line(ahead).get_by_role("button", name="Show answers").click()
    for page in (ahead, phone):
        bars = page.locator(".results li")
        expect(bars).to_have_text(["A0", "B0", "C1", "D0"])
    line(ahead).get_by_role("button", name="Close the question").click()
    expect(phone.locator(".results")).to_be_hidden()


def test_a_code_is_typed_and_a_wrong_one_is_said(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    _, code = teacher
    phone = visitor(viewport=PHONE)
    phone.goto(f"{replica}/join")
    field = phone.get_by_role("textbox", name="Code of a class")
    expect(field).to_be_focused()
    field.fill("AAAAA")
    field.press("Enter")
    expect(phone.get_by_text("There is no class of that code.")).to_be_visible()
    field.fill(code.lower())
    field.press("Enter")
    expect(line(phone)).to_contain_text("You follow the class")
    expect(phone).to_have_url(re.compile("/transformer"))
