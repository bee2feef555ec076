"""The line to the server is cut in the middle of a walk, or slower than the fingers."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.visiting import SHOWN_WITHIN, holds, whole

WALK = "kind=decoder&layer=2&head=3&walk=full&place=attention&stage=output"


class Line:
    """The page's web socket: a test can cut it, or hold up what the server says."""

    def __init__(self, page: Page) -> None:
        self.whole, self.slow = True, False
        self.open: list[WebSocketRoute] = []
        self.held: list[bytes] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if not self.whole:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self._said)
        self.open.append(socket)

    def _said(self, message: str | bytes) -> None:
        if self.slow and isinstance(message, bytes):
            self.held.append(message)
        else:
            self.open[-1].send(message)

    def cut(self) -> None:
        """It closes, and no other is opened."""
        self.whole = False
        for socket in self.open:
            socket.close()

    def runs(self) -> int:
        """How many runs have ended, as the messages say that are held up."""
        said = map(ForwardMsg.FromString, self.held)
        return sum(one.WhichOneof("type") == "script_finished" for one in said)

    def addresses(self) -> list[str]:
        """What the messages that are held up write into the address."""
        said = map(ForwardMsg.FromString, self.held)
        queries = [one.page_info_changed.query_string for one in said]
        return [query for query in queries if query]

    def let_go(self) -> None:
        for message in self.held:
            self.open[-1].send(message)
        self.slow = False


def test_what_comes_after_many_more_clicks_is_shown_all_the_same(
    page: Page, server: str
):
    line = Line(page)
    page.goto(f"{server}/memory?m_hops=1")
    whole(page)
    first = page.locator(".ans .good")
    expect(first).to_contain_text("Wrong: it is bedroom.")
    page.get_by_role("radio", name="2", exact=True).click()
    expect(page).to_have_url(re.compile("m_hops=2"))
    whole(page)
    line.slow = True
    for done, hops in enumerate((3, 2, 3, 2, 3, 1), start=1):
        page.get_by_role("radio", name=str(hops), exact=True).click()
        assert holds(page, lambda done=done: line.runs() >= done), hops
    line.let_go()
    expect(page).to_have_url(re.compile("m_hops=1"))
    whole(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(first).to_contain_text("Wrong: it is bedroom.")


def test_a_second_click_does_not_undo_the_first(page: Page, server: str):
    line = Line(page)
    page.goto(f"{server}/bahdanau")
    whole(page, 3 * SHOWN_WITHIN)
    field = page.get_by_role("textbox", name="sentence")
    expect(field).to_have_value("The woman ate the fish.")
    line.slow = True
    page.get_by_role("button", name="a long sentence").click()
    assert holds(page, lambda: line.runs() == 1)
    page.locator(".st-key-pieces label").click()
    assert holds(page, lambda: line.runs() == 2)
    line.let_go()
    expect(page).to_have_url(re.compile("pieces=true.*sentence=Every"))
    whole(page)
    expect(field).to_have_value(re.compile("^Every morning"))
    expect(page.get_by_role("switch", name="pieces")).to_be_checked()


def test_an_edit_counts_while_the_one_before_is_on_its_way(page: Page, server: str):
    line = Line(page)
    page.goto(f"{server}/memory")
    whole(page)
    lines, chosen = page.locator(".ln textarea"), page.locator(".st-key-memory-presets")
    title = chosen.locator("[aria-checked=true]").inner_text()
    line.slow = True
    lines.nth(0).focus()
    page.keyboard.press("Alt+ArrowDown")
    assert holds(page, lambda: line.runs() == 1)
    lines.nth(2).fill("Bill goes to <b>")
    page.keyboard.press("Tab")
    assert holds(page, lambda: line.runs() == 2)
    line.let_go()
    expect(page).to_have_url(re.compile("Bill"))
    expect(lines.nth(2)).to_have_attribute("aria-invalid", "true")
    expect(chosen.locator("[aria-checked=true]")).to_have_count(0)
    # choosing the same story again does count
    chosen.get_by_text(title).click()
    expect(page).not_to_have_url(re.compile("m_story"))
    expect(lines.nth(2)).to_have_value("Sam picks up an apple.")
    expect(chosen.locator("[aria-checked=true]")).to_have_text(title)


def test_a_cell_stays_forbidden_where_the_next_click_comes_at_once(
    page: Page, server: str
):
    line = Line(page)
    page.goto(f"{server}/masks")
    whole(page)
    score = page.locator(".st-key-lab-picture .textpoint text", has_text="+3").first
    score.hover(force=True)
    expect(page.locator(".hoverlayer").first).to_contain_text("ate")
    line.slow = True
    page.mouse.down()
    page.mouse.up()
    assert holds(page, lambda: line.runs() == 1)
    page.locator(".st-key-pick-mask_kind button").first.click()
    assert holds(page, lambda: line.runs() == 2)
    line.let_go()
    expect(page).to_have_url(re.compile("mask_kind="))
    expect(page).to_have_url(re.compile("mask_cells=5-3"))


def test_a_replay_goes_on_while_its_moments_are_on_their_way(page: Page, server: str):
    line = Line(page)
    page.goto(f"{server}/bahdanau?b_more=replay")
    whole(page, 3 * SHOWN_WITHIN)
    page.locator(".st-key-replay-guess button", has_text="the diagonal").click()
    page.locator(".st-key-replay-play label").click()
    expect(page).to_have_url(re.compile("b_frame="))
    line.slow = True
    assert holds(page, lambda: len(line.addresses()) >= 2)
    said = " ".join(line.addresses())
    moments = [int(moment) for moment in re.findall(r"b_frame=(\d+)", said)]
    assert moments == [*range(moments[0], moments[0] + len(moments))]


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
