"""A walk as its page sends it, and its pure functions."""

from typing import Any

from playwright.sync_api import Page

from core.in_use.translator import Translator
from core.trace import Trace
from tests.browser.component import BYTES
from tests.browser.component import show as shown
from viz.components.attention import pack
from viz.content import walk_texts
from viz.content.texts import tongues
from viz.payload import maps, transformer_walk
from viz.payload.transformer_walk import Place
from viz.payload.walk import Opened

PLACES = (
    *(Place(stack, "words") for stack in ("encoder", "decoder")),
    *(Place("encoder", part) for part in ("self", "feed")),
    *(Place("decoder", part) for part in ("self", "cross", "feed", "next")),
)


def show(page: Page, trace: Trace, **view: Any) -> None:
    """The picture of a pass with its machine, as the page sends it."""
    header, body = maps.transformer_view(trace)
    header = {
        **header,
        "machine": transformer_walk.machine(trace),
        "view_rev": str(view),
    }
    header["hands"] = True
    header["machine"] |= {"lead": view.pop("lead")} if "lead" in view else {}
    header["explore"] = view.pop("entries", [])
    header["view"] = {**header["view"], "walk": "", **view}
    shown(page, header, body)


def hand(
    page: Page,
    trace: Trace,
    translator: Translator,
    *places: Place,
    opened: Opened | None = None,
) -> None:
    """The numbers of some places, as they follow the picture."""
    header, body = transformer_walk.walk_view(
        trace, translator.network, places or PLACES, opened
    )
    said = walk_texts.spoken("transformer", "en", tongues(translator.languages))
    hand_over(page, pack({**header, "texts": said}, body))


def hand_over(page: Page, blob: bytes) -> None:
    """The numbers that follow a picture, as its page sends them."""
    page.evaluate(
        "text => document.dispatchEvent(new CustomEvent('headlight-numbers',"
        f" {{ detail: {BYTES} }}))",
        blob.decode("latin-1"),
    )


def function(page: Page, expression: str, *values: Any) -> Any:
    """A pure function of the walk."""
    return page.evaluate(
        "([values]) => { const { stationsOf, fitWalk, fixed, spreadOf, transformer,"
        f" recurrent }} = window.modules; return ({expression}); }}",
        [list(values)],
    )


def cell(page: Page) -> str:
    """What the open cell comes to."""
    return page.locator(".arithmetic dd b").inner_text()
