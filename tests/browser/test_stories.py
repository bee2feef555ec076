"""Stories, in Chromium: lines are moved, typed, hidden and taken out."""

import re

from playwright.sync_api import Page, expect


def answered(page: Page):
    """The answer has come: it draws the story anew, perhaps under a click."""
    expect(page.locator(".ans .good b")).to_be_visible()


def test_names_below_a_column_have_their_cosines_on_a_phone_too(
    page: Page, server: str
):
    for wide in (1440, 390):
        page.set_viewport_size({"width": wide, "height": 900})
        page.goto(f"{server}/memory?m_hops=3")
        states = page.locator(".state")
        expect(states).to_have_count(3)
        for at in range(3):
            expect(states.nth(at)).to_be_visible()
            expect(states.nth(at)).to_have_text(re.compile(r"^\S+ −?[01]\.\d\d"))
            expect(states.nth(at)).not_to_have_attribute("title", re.compile("."))
    first, last = (states.nth(at).bounding_box() for at in (0, 2))
    question = page.locator(".qu").bounding_box()
    assert first and last and question
    assert question["y"] + question["height"] <= first["y"] < last["y"]


def test_a_story_is_told_otherwise_and_answered_anew(page: Page, server: str):
    page.goto(f"{server}/memory?m_hops=1")
    lines = page.locator(".ln textarea")
    expect(lines).to_have_count(7)
    expect(page.locator(".ans .good")).to_contain_text("Wrong: it is bedroom.")
    page.get_by_role("radio", name="1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="3")).to_be_focused()
    expect(page.locator(".ans .good b")).to_have_text("bedroom")
    expect(page).not_to_have_url(re.compile("m_hops=1"))
    # a line goes down with its focus, and Enter begins another below it
    lines.nth(0).focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(lines.nth(1)).to_have_value("Sam walks into the kitchen.")
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Bill goes to <b>")
    page.keyboard.press("Tab")
    expect(lines.nth(2)).to_have_value(re.compile("Bill goes to <b>"))
    expect(lines.nth(2)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("“Bill goes to <b>.” can't be read.")).to_be_visible()
    page.get_by_role("button", name="Take out line 3").focus()
    page.keyboard.press("Enter")
    expect(lines).to_have_count(7)
    # what is being typed is told along with a click elsewhere
    lines.nth(0).focus()
    page.keyboard.press("Home")
    page.keyboard.type("Then ")
    answered(page)
    page.get_by_role("radio", name="1").click()
    expect(page.get_by_role("radio", name="1")).to_be_checked()
    expect(lines.nth(0)).to_have_value(re.compile("^Then "))
    expect(page.get_by_text("“Then ", exact=False).first).to_be_visible()
    lines.nth(0).fill("Sam walks into the office.")
    page.get_by_role("radio", name="3").click()
    expect(lines.nth(0)).to_have_value("Sam walks into the office.")
    expect(page.get_by_text("can't be read.")).to_have_count(0)
    answered(page)
    # the line of the bedroom is hidden, and the kitchen is left
    page.locator(".ln").nth(4).hover()
    page.get_by_role("button", name="Hide line 5").click()
    expect(page.locator(".ans .good .wrong")).to_have_text("kitchen")
    expect(page.get_by_text("struck through: hidden")).to_be_visible()
    expect(page).to_have_url(re.compile("m_hide=5"))


def test_a_story_is_summed_up_line_by_line_and_anew_when_one_is_hidden(
    page: Page, server: str
):
    page.goto(f"{server}/memory?m_step=summary&m_story=day")
    chosen = page.locator(".ans .good .told")
    expect(chosen).to_have_text(
        [
            re.compile("10 · Sam grabbed the milk."),
            re.compile("12 · Sam travelled to the cellar."),
            re.compile("14 · Sam drops the milk."),
        ]
    )
    expect(page.locator(".end")).to_have_text("‹end›: nothing more to tell")
    expect(page.locator(".c.hot")).to_have_count(3)
    # lines before the first chosen one are forbidden to the steps after it
    before = page.get_by_label("Step 2 can’t go back to line 10")
    expect(before).to_have_count(1)
    page.get_by_role("button", name="What happened to the football?").click()
    expect(page).to_have_url(re.compile("m_asked=What"))
    expect(chosen.nth(1)).to_have_text(re.compile("John got the football"))
    page.locator(".ln").nth(5).hover()
    page.get_by_role("button", name="Hide line 6").click()
    expect(page).to_have_url(re.compile("m_hide=6"))
    expect(chosen.filter(has_text="John got the football")).to_have_count(0)
    # the same story on the other step, with the question that it has there
    page.get_by_text("Questions", exact=True).first.click()
    asked = page.locator(".qu textarea")
    expect(asked.and_(page.locator('[data-told="Where is the milk?"]'))).to_be_visible()
    expect(asked).to_have_count(1)  # the other step has gone
    expect(page.locator(".ans .good b")).to_be_visible()
