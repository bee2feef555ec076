"""The line to the server is cut in the middle of a walk, or slower than the fingers."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

WALK = "kind=decoder&layer=2&head=3&walk=full&place=attention&stage=output"


class Line:
    """The page's web socket, which can be cut: it closes, and no other is opened."""

    def __init__(self, page: Page) -> None:
        self.whole = True
        self.open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.whole:
            socket.connect_to_server()
            self.open.append(socket)
        else:
            socket.close()

    def cut(self) -> None:
        self.whole = False
        for socket in self.open:
            socket.close()


def test_a_lost_connection_leaves_the_walk_usable_and_is_made_up_for(
    page: Page, server: str
):
    line = Line(page)
    page.goto(f"{server}/transformer?{WALK}")
    whole(page, 3 * SHOWN_WITHIN)
    title, count = page.locator(".place-name"), page.locator(".count")
    expect(page.locator(".board")).to_have_count(1)
    app = page.locator("[data-test-connection-state]")
    line.cut()
    expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED")
    page.locator(".reel [aria-current]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # the mix: of these stages all numbers are here
    expect(page.locator(".reel [aria-current] span")).to_have_text("Average")
    expect(page.locator(".arithmetic")).to_contain_text("Total")
    page.keyboard.press("ArrowUp")  # another row
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Decoder 2, cross-attention, head 3")
    expect(page.locator(".stage")).to_contain_text("The connection is lost")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".board")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stood = count.inner_text()
    line.whole = True
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
    expect(page.locator(".board")).to_have_count(2)  # X, and what the encoder says
    expect(count).to_have_text(stood)
    now = "kind=cross&layer=2&head=3&walk=full&stage=inputs"
    expect(page).to_have_url(re.compile(rf"\?{now}"))


def test_keys_faster_than_the_answer_are_all_counted(page: Page, server: str):
    page.goto(f"{server}/writer?w_text=The+woman&w_pieces=1")
    whole(page, 3 * SHOWN_WITHIN)
    picture = page.locator(".attention")
    expect(picture.locator(".body").first).to_be_visible()
    picture.focus()
    for _ in range(6):
        page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("w_pieces=7"))
    for _ in range(3):
        page.keyboard.press("Backspace")
    expect(page).to_have_url(re.compile("w_pieces=4"))
