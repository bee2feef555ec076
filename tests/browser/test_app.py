"""The app as a reader meets it, in a real browser."""

import re
from itertools import product

from playwright.sync_api import Locator, Page, expect

import core
from core.experiments.changes import Forbidden
from core.experiments.experiment import Experiment
from tests.browser.visiting import whole
from viz.address import DEFAULTS


def settled(page: Page) -> None:
    """Wait until the script has run to its end and nothing is loading."""
    expect(page.get_by_test_id("stApp")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )


def field(page: Page) -> Locator:
    return page.locator(".st-key-sentence input")


def test_a_typed_sentence_is_translated_and_drawn(page: Page, server: str):
    page.goto(f"{server}/transformer")
    field(page).fill("My dog sleeps in 1985.")
    field(page).press("Enter")
    for word in ("My", "dog", "sleeps", "1985"):
        expect(page.get_by_title(word, exact=True).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"sentence=My\+dog\+sleeps\+in\+1985\."))


def test_heads_are_switched_with_the_keyboard_and_the_address_follows(
    page: Page, server: str
):
    page.goto(f"{server}/transformer?head=2")
    title = page.locator("h2", has_text="Cross-attention, layer 3")
    expect(title).to_have_text("Cross-attention, layer 3, head 2")
    page.get_by_role("radio", name="head 2", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Cross-attention, layer 3, head 4")
    expect(page.get_by_role("radio", name="head 4", exact=True)).to_be_focused()
    expect(page).to_have_url(re.compile(r"\bhead=4\b"))


def test_a_link_shows_what_it_says(page: Page, server: str):
    link = "sentence=I+miss+you+so+much.&kind=encoder&layer=2&head=5&row=3&pieces=true"
    page.goto(f"{server}/transformer?{link}")
    shown = "Encoder self-attention, layer 2, head 5"
    expect(page.get_by_role("heading", name=shown, exact=True)).to_be_visible()
    query = page.get_by_role("radiogroup", name="query").get_by_role("radio")
    expect(query.nth(2)).to_have_text("you")
    expect(query.nth(2)).to_be_checked()
    for part in link.split("&"):
        expect(page).to_have_url(re.compile(re.escape(part)))


def test_the_causal_mask_is_taken_off_and_the_page_says_what_changed(
    page: Page, server: str
):
    page.goto(f"{server}/transformer?explore=experiments")
    page.locator(".st-key-causal label").click()
    expect(page.get_by_text("The causal mask is off.")).to_be_visible()
    expect(page).to_have_url(re.compile("causal=false"))


def test_a_cell_forbidden_by_hand_runs_the_model_again(page: Page, server: str):
    page.goto(f"{server}/transformer?kind=cross&layer=1&head=2")
    page.get_by_role("button", name="Forbid cells").click()
    page.locator("[data-cell='1']").click()
    expect(page).to_have_url(re.compile(r"forbid=cross\.1\.2\.1-2"))
    cell = page.locator("[data-cell='1']")
    expect(cell).to_have_text("")
    expect(page.get_by_text("Cross-attention, layer 1, head 2:").first).to_be_visible()
    cell.hover()
    expect(page.locator(".readout")).to_contain_text("forbidden by you")


def telling() -> tuple[int, str, str]:
    """A cell of the last cross-attention without which the French is another one.

    Its number in the picture, the French as it is, the French without the cell.
    """
    model = core.load("transformer-en-fr")
    trace = model.explain(DEFAULTS.sentence)
    rows, columns = trace.sides("decoder.2.cross_attention")
    for row, column in product(range(len(rows.words)), range(len(columns.words))):
        places = (rows.pieces_of(row), columns.pieces_of(column))
        cells = Forbidden.pairs("decoder.2.cross_attention", None, *places)
        experiment = Experiment(forbidden=frozenset(cells))
        other = model.explain(DEFAULTS.sentence, experiment=experiment)
        before, after = trace.translation.text, other.translation.text
        if before != after:
            return row * len(columns.words) + column, before, after
    raise LookupError("no cell changes the French")


def test_a_click_on_a_cell_changes_the_french_and_is_judged_by_the_guess(
    page: Page, server: str
):
    at, before, after = telling()
    page.goto(f"{server}/transformer?kind=cross&layer=3")
    said = page.locator(".st-key-said-free")
    expect(said).to_have_text(before)
    page.get_by_role("button", name="Forbid cells").click()
    page.locator(".hand").get_by_role("radio", name="more likely").click()
    page.locator(f"[data-cell='{at}']").click()
    expect(said).to_have_text(after)
    wrong = re.compile("You guessed “more likely”.*now finds .* less likely")
    expect(page.get_by_text(wrong)).to_be_visible()


def test_an_address_with_nonsense_is_answered_with_a_notice(page: Page, server: str):
    page.goto(f"{server}/transformer?head=99&layer=abc&kind=%3Cb%3E&pads=-1")
    expect(page.get_by_role("heading", name="Cross-attention, layer 3")).to_be_visible()
    expect(page.locator("[class*=st-key-note-]").first).to_be_visible()


def test_typed_markup_is_text_everywhere(page: Page, server: str):
    typed = "<script>alert(1)</script> $x$ :red[you] **me**"
    page.goto(server)
    field(page).fill(typed)
    field(page).press("Enter")
    picture = page.locator(".st-key-picture")
    expect(picture.get_by_text("script", exact=True).first).to_be_visible()
    settled(page)
    expect(
        page.get_by_test_id("stMain").locator('.katex, strong >> text="me"')
    ).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_an_app_without_classes_says_what_to_start(server: str, page: Page):
    page.goto(server)
    whole(page)
    page.get_by_role("button", name="Class", exact=True).click()
    expect(page.get_by_text("has to start it with “make serve”")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Class", exact=True)).to_be_focused()
