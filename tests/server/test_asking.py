"""A class that is asked: what the page asks, and what a teacher asks."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole
from tests.server.followers import PHONE, ask, followed, line


def test_a_question_is_answered_changed_counted_and_shown(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    expect(phone).to_have_url(re.compile("/transformer"))
    ask(ahead, "A, B, C or D")
    expect(line(ahead)).to_contain_text("A, B, C or D?")
    for letter in ("B", "C"):
        button = phone.get_by_role("button", name=letter, exact=True)
        expect(button).to_be_visible()
        phone.evaluate("document.fonts.ready.then(() => null)")
        place = button.bounding_box()
        button.click()
        expect(phone.get_by_text("Counted.")).to_be_visible()
        assert button.bounding_box() == place  # under a second tap is the same
    pressed = phone.get_by_role("button", pressed=True).filter(visible=True)
    expect(pressed.last).to_have_text("C")
    expect(line(ahead)).to_contain_text("1 has answered")
    line(ahead).get_by_role("button", name="Show answers").click()
    for page, mine in ((ahead, "C1"), (phone, "C (yours)1")):
        bars = page.locator(".results li")
        expect(bars).to_have_text(["A0", "B0", mine, "D0"])
    line(ahead).get_by_role("button", name="Close the question").click()
    expect(phone.locator(".results")).to_be_hidden()


def test_a_button_that_is_pressed_while_somebody_answers_does_its_work(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    ask(ahead, "A, B, C or D")
    line(ahead).get_by_role("button", name="Show answers").hover()
    ahead.mouse.down()
    phone.get_by_role("button", name="B", exact=True).click()
    expect(line(ahead)).to_contain_text("1 has answered")
    ahead.mouse.up()
    expect(phone.get_by_role("region", name="What the class answered")).to_be_visible()


def test_a_question_is_read_by_everybody_in_their_own_language(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = visitor(viewport=PHONE, locale="fr-FR")
    phone.goto(f"{replica}/#class={code}")
    asked = phone.get_by_role("region", name="On vous demande")
    ask(ahead, "A number")
    expect(asked).to_contain_text("Quel nombre", timeout=2 * SHOWN_WITHIN)
    asked.get_by_role("textbox", name="Votre nombre").fill("0,5")
    asked.get_by_role("button", name="Envoyer").click()
    expect(line(ahead)).to_contain_text("1 has answered")
    line(ahead).get_by_role("button", name="Show answers").click()
    expect(phone.locator(".results li")).to_have_text("0,5 (la vôtre)1")
    line(ahead).get_by_role("button", name="Close the question").click()
    ahead.goto(f"{replica}/masks?step=3")
    expect(line(ahead)).to_contain_text("Without the mask, the training loss")
    expect(asked).to_contain_text("Que vaut sa perte")
    asked.get_by_role("button", name="Plus qu’en devinant").click()
    expect(asked).to_contain_text("Compté.")  # before all is shown
    line(ahead).get_by_role("button", name="Show answers").click()
    expect(ahead.locator(".results li.right")).to_contain_text("Higher than for")
    right = phone.locator(".results li.right")
    expect(right).to_contain_text("Plus qu’en devinant au hasard (juste) (la vôtre)")


def test_what_the_page_asks_is_asked_and_its_answer_shown_with_the_page(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    ahead.goto(f"{replica}/masks?step=3")
    whole(ahead)
    phone = followed(visitor, replica, code)
    panel = phone.locator(".results")
    card = phone.locator("[class*=st-key-guess-card-]")
    question = ahead.locator("[class*=st-key-guess-asked-]").inner_text()
    expect(panel.locator("h2")).to_have_text(question)
    expect(card).to_be_hidden()  # its answer would be there
    panel.locator(".choices button").nth(1).click()
    expect(line(ahead)).to_contain_text("1 has answered")
    ahead.locator(
        "[class*=st-key-guess-card-] [data-testid=stButtonGroup] button"
    ).first.click()
    expect(panel.locator("li.right")).to_contain_text("(right)")
    expect(panel.locator("li em").nth(1)).to_have_text("1")
    expect(card).to_be_visible()
    ahead.goto(f"{replica}/exercises?set=first-lecture&exercise=2")
    expect(panel.locator("h2")).not_to_have_text(question)
    ahead.goto(f"{replica}/terms")
    expect(panel).to_be_hidden()
    ahead.goto(f"{replica}/masks?step=3")
    expect(panel.locator("h2")).to_have_text(question)
    line(ahead).get_by_role("button", name="Close the question").click()
    expect(panel).to_be_hidden()
    ahead.goto(f"{replica}/terms")
    expect(phone).to_have_url(re.compile("/terms"))
    ahead.goto(f"{replica}/masks?step=3")
    whole(ahead)
    ahead.wait_for_timeout(1_000)
    expect(panel).to_be_hidden()  # what was closed stays closed, until it is asked
    ask(ahead, "What the page asks")
    expect(panel.locator("h2")).to_have_text(question)


def test_what_is_asked_is_never_read_as_markup(
    replica: str, visitor: Callable[..., Page], teacher: tuple[Page, str]
):
    ahead, code = teacher
    phone = followed(visitor, replica, code)
    markup = "<img src=x onerror=alert(1)>"
    ahead.evaluate(
        """async ([code, markup]) => {
          const { key } = JSON.parse(sessionStorage.getItem("headlight-class"));
          await fetch(`/class/${code}/ask`, { method: "POST",
            body: JSON.stringify({ key, text: markup, choices: [markup, "b"] }) });
        }""",
        [code, markup],
    )
    for page in (ahead, phone):
        expect(page.get_by_text(markup).first).to_be_visible()
        assert page.locator("img[src=x]").count() == 0
