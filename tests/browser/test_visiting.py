"""What the pages of the tests share, and what they do not."""

from tests.browser.visiting import Visitor, leave


def test_what_a_page_stored_is_gone_when_it_is_left(visitor: Visitor, harness: str):
    page = visitor()
    page.goto(harness)
    page.evaluate("localStorage.kept = sessionStorage.kept = document.cookie = 'a=1'")
    leave(page)
    after = visitor()
    assert after.context is page.context
    after.goto(harness)
    stored = "[localStorage.length, sessionStorage.length, document.cookie]"
    assert after.evaluate(stored) == [0, 0, ""]


def test_who_comes_for_the_first_time_has_a_context_alone(visitor: Visitor):
    assert visitor(first_time=True).context is not visitor().context
