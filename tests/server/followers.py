"""Whoever follows a class in a browser, and the line at the foot of their page."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import SHOWN_WITHIN

TITLE = ".titleline h2"  # of a picture
PHONE = {"width": 390, "height": 844}


def line(page: Page) -> Locator:
    """The line of the class at the foot of a page."""
    return page.get_by_role("region", name="Class")


def twice(page: Page, name: str, sure: str) -> None:
    """Press a button of the line, and once more, not by mistake."""
    line(page).get_by_role("button", name=name).click()
    page.wait_for_timeout(500)
    line(page).get_by_role("button", name=sure).click()


def ask(page: Page, kind: str) -> None:
    """Ask the class something of that kind."""
    line(page).get_by_role("button", name="Ask …").click()
    line(page).get_by_role("button", name=kind).click()


def followed(
    visitor: Callable[..., Page], replica: str, code: str, said: list[str] | None = None
) -> Page:
    """A phone that came in by the link, with all that it says to the server."""
    page = visitor(viewport=PHONE)
    if said is not None:
        page.on("request", lambda request: said.append(request.url))
        page.on(
            "websocket",
            lambda socket: socket.on("framesent", lambda _: said.append(socket.url)),
        )
    page.goto(f"{replica}/#class={code}")
    expect(line(page)).to_contain_text("You follow the class", timeout=2 * SHOWN_WITHIN)
    return page
