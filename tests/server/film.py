"""A class of three browsers as a strip of six pictures: `python -m tests.server.film`.

It writes docs/class.jpg, with the words of the app as they are.
"""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.visiting import whole
from tests.server.running import replicas

HERE = Path(__file__).parents[2] / "docs" / "class.jpg"
PROJECTOR, PHONE = (1280, 800), (390, 844)
HEIGHT, GAP, MOST = 400, 8, 2
CALM = 1_500  # milliseconds, until all is drawn


def opened(browser: Browser, size: tuple[int, int], address: str) -> Page:
    """A page of that size."""
    width, height = size
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(address)
    whole(page)
    return page


def taken(*pages: Page) -> Image.Image:
    """The pages beside each other, of one height."""
    pages[0].wait_for_timeout(CALM)
    shots = [Image.open(io.BytesIO(page.screenshot())) for page in pages]
    small = [
        shot.resize((round(shot.width * HEIGHT / shot.height), HEIGHT))
        for shot in shots
    ]
    return beside(small)


def beside(images: list[Image.Image]) -> Image.Image:
    """In a row, with gaps."""
    wide = sum(image.width for image in images) + GAP * (len(images) - 1)
    row = Image.new("RGB", (wide, images[0].height), "white")
    at = 0
    for image in images:
        row.paste(image, (at, 0))
        at += image.width + GAP
    return row


def played(browser: Browser, address: str) -> list[Image.Image]:
    """Begin, follow, ask, show, look around, end."""
    teacher = opened(browser, PROJECTOR, f"{address}/masks?step=3")
    teacher.get_by_role("button", name="Class", exact=True).click()
    teacher.get_by_role("button", name="Begin a class").click()
    code = teacher.locator(".invite .code").inner_text()
    one, other = (opened(browser, PHONE, f"{address}/#class={code}") for _ in range(2))
    expect(teacher.locator(".invite .count")).to_contain_text("2")
    film = [taken(teacher)]
    teacher.get_by_role("button", name="Close", exact=True).click()
    bar = line(teacher)
    bar.get_by_role("button", name="Close the question").click()
    film.append(taken(teacher, one))
    bar.get_by_role("button", name="Ask …").click()
    bar.get_by_role("button", name="What the page asks").click()
    for phone, choice in ((one, 1), (other, 2)):
        phone.locator(".results .choices button").nth(choice).click()
    film.append(taken(teacher, one))
    bar.get_by_role("button", name="Show answers").click()
    film.append(taken(teacher, one))
    bar.get_by_role("button", name="Close the question").click()
    line(other).get_by_role("button", name="Look around by yourself").click()
    teacher.goto(f"{address}/transformer")
    film.append(taken(teacher, one, other))
    bar.get_by_role("button", name="End the class").click()
    teacher.wait_for_timeout(CALM)
    bar.get_by_role("button", name="Press again to end it").click()
    film.append(taken(teacher, one))
    return film


def line(page: Page) -> Locator:
    """The line of the class at the foot of a page."""
    return page.get_by_role("region", name="Class")


def main() -> None:
    """Play it, and write the strip: two rows."""
    with replicas(1) as (replica,), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        film = played(browser, replica.address)
        browser.close()
    rows = [beside(film[at : at + MOST]) for at in range(0, len(film), MOST)]
    strip = Image.new(
        "RGB", (max(row.width for row in rows), len(rows) * (HEIGHT + GAP)), "white"
    )
    for at, row in enumerate(rows):
        strip.paste(row, (0, at * (HEIGHT + GAP)))
    strip.save(HERE, quality=66, optimize=True)


if __name__ == "__main__":
    main()
