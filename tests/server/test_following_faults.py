"""A class in the browser when a line is late, a class is lost, or a view too long."""

import re
import time
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.visiting import SHOWN_WITHIN, by_menu, holds, whole
from tests.server.followers import PHONE, ask, followed, line
from tests.server.tunnel import tunnel

EVENTS = "**/class/*/events"
GONE = 'data: {"gone": true}\n\n'


def test_a_question_goes_with_its_page_however_late_the_class_is_heard(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    ahead.goto(f"{replica}/masks?step=3")
    whole(ahead)
    phone = followed(visitor, replica, code)
    panel = phone.locator(".results")
    expect(panel).to_be_visible()

    def late(route: Route) -> None:
        time.sleep(2)
        route.continue_()

    ahead.route(EVENTS, late)
    ahead.goto(f"{replica}/terms")
    expect(phone).to_have_url(re.compile("/terms"))
    expect(panel).to_be_hidden()


def test_a_question_of_a_page_is_asked_once_however_late_it_is_answered(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    asked: list[Route] = []
    ahead.route("**/class/*/ask", lambda route: asked.append(route))
    with ahead.expect_request("**/class/*/ask"):
        ahead.goto(f"{replica}/masks?step=3")
    ahead.wait_for_timeout(1_200)  # in which the page is looked at three times
    assert len(asked) == 1
    asked[0].continue_()
    expect(phone.locator(".results")).to_be_visible()


def test_a_question_that_is_left_before_it_is_heard_goes_too(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    ahead.route("**/class/*/ask", hold_the_first)
    with ahead.expect_request("**/class/*/ask"):
        ahead.goto(f"{replica}/masks?step=3")
    by_menu(ahead, "Models", "Compare")
    expect(ahead).to_have_url(re.compile("/compare"))
    whole(ahead)
    ahead.wait_for_timeout(500)  # in which the page is looked at
    assert len(asked) == 1
    asked[0].continue_()
    assert holds(ahead, lambda: len(asked) == 2)  # and is withdrawn
    expect(line(ahead)).not_to_contain_text("have answered")
    expect(phone.locator(".results")).to_be_hidden()


def test_who_comes_in_once_more_in_the_same_tab_still_leaves_by_two_presses(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    phone = followed(visitor, replica, teacher[1])
    before = phone.get_by_role("button", name="Leave").element_handle()
    phone.evaluate("code => { location.hash = `#class=${code}`; }", teacher[1])
    phone.wait_for_function("one => !one.isConnected", arg=before)
    phone.get_by_role("button", name="Leave").click()
    expect(phone.get_by_role("button", name="Press again to leave")).to_be_visible()


def test_a_class_that_is_not_found_once_is_not_over_and_one_that_is_never_found_is(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    _, code = teacher
    phone = followed(visitor, replica, code)
    expect(phone).to_have_url(re.compile("/transformer"))
    whole(phone)
    times = [2]

    def lost(route: Route) -> None:
        times[0] -= 1
        if times[0] < 0:
            route.continue_()
        else:
            route.fulfill(body=GONE, content_type="text/event-stream")

    phone.route(EVENTS, lost)
    phone.reload()
    expect(line(phone)).to_contain_text("You follow the class")
    assert times[0] == -1
    times[0] = 99
    phone.reload()
    expect(line(phone)).to_contain_text("The class has ended")
    assert times[0] == 96  # three tries


def test_a_view_that_is_too_long_is_said_until_another_is_sent(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    followed(visitor, replica, code)
    goes = """view => {
      history.replaceState({}, "", view);
      dispatchEvent(new Event("headlight:address"));
    }"""
    ahead.evaluate(goes, f"/transformer?x={'1' * 9_000}")
    expect(line(ahead)).to_contain_text("too long to send")
    ahead.evaluate(goes, "/transformer?layer=2")
    expect(line(ahead)).not_to_contain_text("too long to send")


def test_what_is_no_number_is_not_sent(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    ask(ahead, "A number")
    field = phone.get_by_label("Your number")
    for said, answer in (("a dozen", "Type a number"), ("−0,5", "Counted.")):
        field.fill(said)
        field.press("Enter")
        expect(phone.get_by_text(answer)).to_be_visible()
    field.fill("none")
    field.press("Enter")
    expect(phone.get_by_text("Your earlier answer still counts.")).to_be_visible()
    expect(line(ahead)).to_contain_text("1 has answered")
    phone.reload()
    expect(phone.get_by_text("Counted.")).to_be_visible()
    line(ahead).get_by_role("button", name="Show answers").click()
    expect(phone.locator(".results li")).to_have_text(["-0.5 (yours)1"])


def test_a_phone_without_a_network_says_so_and_comes_back_to_the_class_by_itself(
    replica: str, teacher: tuple[Page, str], browser: Browser
):
    ahead, code = teacher
    context = browser.new_context(viewport=PHONE)  # its complaints are no slips
    with tunnel(int(replica.rsplit(":", 1)[1])) as way, closing(context):
        context.set_default_timeout(SHOWN_WITHIN)
        phone = context.new_page()
        phone.goto(f"{way.address}/#class={code}")
        follows = expect(line(phone))
        follows.to_contain_text("You follow the class", timeout=2 * SHOWN_WITHIN)
        whole(phone)
        way.cut()
        expect(line(phone)).to_contain_text("No connection")
        ahead.goto(f"{replica}/masks?step=2")
        whole(ahead)
        way.mend()
        expect(phone).to_have_url(re.compile("/masks"))
        expect(phone.get_by_role("heading", name="too late")).to_be_visible()
        expect(line(phone)).to_contain_text("You follow the class")


def test_a_phone_that_slept_is_where_the_class_is_when_it_wakes(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    whole(phone)
    sleeper = phone.context.new_cdp_session(phone)
    sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
    ahead.goto(f"{replica}/masks?step=2")
    whole(ahead)
    ahead.wait_for_timeout(5_000)
    sleeper.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phone).to_have_url(re.compile("/masks"), timeout=15_000)
    whole(phone)
    expect(line(phone)).to_contain_text("You follow the class")
