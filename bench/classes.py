"""Classes: how soon all who follow see what their teacher looks at (`make load`).

    python -m bench.classes [30 300]

One follows in a real browser, the size of a phone, and sees what is drawn; the others
hear of it, and open the pages as browsers do, without drawing them. All of them share
the cores with the process that they load.
"""

import asyncio
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, contextmanager
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, ViewportSize

import core
from bench.browser import PATIENCE, in_browser
from bench.load import Used
from bench.report import Report, late, say
from tests.browser.visiting import whole
from tests.server.class_of import Listener, begun, tell
from tests.server.running import Replica, replicas
from tests.server.visitor import Visitor, finished

COUNTS = (30, 300)
PICTURE, PAGE = {30: 250.0, 300: 400.0}, {30: 1_000.0, 300: 4_000.0}  # milliseconds
LOOKS, REST, GUESSING = 12, 20.0, 2.0
PHONE = ViewportSize(width=390, height=844)
PAGES = {
    "/masks?step=3": "Without a mask, a decoder copies the answer",
    "/heads": "One wide head or several narrow ones?",
}
"""With their headings."""
SENTENCES = (
    "The old man sold his house.",
    "My sister is reading a book.",
    "We are waiting for the train.",
)
SEE = """title => {
  const root = title.getRootNode();
  const said = () => root.querySelector(".titleline h2")?.textContent;
  window.seen = [{ said: said(), at: 0 }];
  new MutationObserver(() => {
    if (said() && said() !== window.seen.at(-1).said) {
      window.seen.push({ said: said(), at: Date.now() });
    }
  }).observe(root, { subtree: true, childList: true, characterData: true });
  return root.host.closest("[class*=st-key-]").className.match(/st-key-([\\w-]+)/)[1];
}"""
"""What the title of a picture says, layer and head among it, and since when."""


class Crowd:
    """Those who follow without a browser, on a loop of their own."""

    def __init__(self, address: str, path: str, key: str) -> None:
        self.address, self.path, self.key = address, path, key
        self.pupils: list[Listener] = []
        self._loop = asyncio.new_event_loop()
        self._leaving = AsyncExitStack()
        Thread(target=self._loop.run_forever, daemon=True).start()

    def begin(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        """Work on that loop, which goes on."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """The result of work on that loop."""
        return self.begin(work).result(PATIENCE)

    async def come(self, count: int) -> None:
        """So many come in within a second."""

        async def one(number: int) -> Listener:
            await asyncio.sleep(number / count)
            return await self._leaving.enter_async_context(
                Listener(self.address, self.path)
            )

        self.pupils += await asyncio.gather(*map(one, range(count)))

    async def leave(self) -> None:
        """All of them."""
        await self._leaving.aclose()

    async def say(self, act: str, **told: Any) -> float:
        """What the teacher does; when it was sent, on the clock of `perf_counter`."""
        sent = time.perf_counter()
        told |= {"key": self.key}
        if act == "view":
            told["picture"] = {**told.get("picture", {}), "sent": sent}
        await self._tell(act, told)
        return sent

    async def _tell(self, act: str, told: dict[str, Any]) -> None:
        status = await tell(self.address, f"{self.path}/{act}", told)
        if status != 204:
            raise RuntimeError(f"{act} was answered with {status}")

    async def hear(self, sent: float) -> list[float]:
        """Milliseconds until each has heard what was sent then."""
        await asyncio.gather(
            *(
                pupil.until(lambda told: told.get("picture", {}).get("sent") == sent)
                for pupil in self.pupils
            )
        )
        return [1000 * (pupil.at - sent) for pupil in self.pupils]

    async def open(self, view: str, sent: float) -> list[float]:
        """Milliseconds until each has the page that was told then."""
        page, _, query = view.removeprefix("/").partition("?")

        async def one(pupil: Listener) -> float:
            await pupil.until(lambda told: told.get("picture", {}).get("sent") == sent)
            async with Visitor(self.address, page) as visitor:
                shown = await visitor.run(query)
                if shown.exceptions:
                    raise RuntimeError(shown.exceptions[0])
            return 1000 * (time.perf_counter() - sent)

        return await asyncio.gather(*map(one, self.pupils))

    async def guess(self) -> tuple[int, float]:
        """All answer within two seconds: how many count, and how soon all see bars."""
        await self.say("ask", text="Why?", choices=["a", "b", "c"])

        async def one(number: int, pupil: Listener) -> None:
            told = await pupil.until(lambda told: "question" in told)
            said = {"seat": pupil.seat, "question": told["question"]["id"]}
            await asyncio.sleep(GUESSING * number / len(self.pupils))
            await self._tell("answer", {**said, "answer": number % 3})

        await asyncio.gather(*(one(*each) for each in enumerate(self.pupils)))
        asked = self.pupils[0].heard["question"]["id"]
        sent = await self.say("show", question=asked, right=1)
        await asyncio.gather(
            *(
                pupil.until(lambda told: told["question"].get("shown", False))
                for pupil in self.pupils
            )
        )
        counts = self.pupils[0].heard["question"]["counts"]
        return sum(counts), 1000 * (max(pupil.at for pupil in self.pupils) - sent)


def measure(report: Report) -> None:
    """Classes of both sizes, each on a process of its own."""
    in_browser(report, "classes", _classes)


def _classes(report: Report, browser: Browser) -> None:
    for count in [int(word) for word in sys.argv[1:]] or COUNTS:
        say(f"  a class of {count}")
        with replicas(1) as (replica,), followed(browser, replica, count) as both:
            _class(report, replica, count, *both)


@contextmanager
def followed(
    browser: Browser, replica: Replica, count: int
) -> Iterator[tuple[Crowd, Page]]:
    """A class that looks at the founding sentence: a crowd, and a phone."""
    crowd = Crowd(replica.address, *finished(begun(replica.address)))
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        crowd.do(crowd.say("view", view="/transformer"))
        page.goto(f"{replica.address}/#class={crowd.path.rpartition('/')[2]}")
        page.wait_for_url("**/transformer*")
        whole(page, PATIENCE)
        page.wait_for_selector(".titleline h2")
        yield crowd, page
    finally:
        context.close()
        crowd.do(crowd.leave())


def _class(
    report: Report, replica: Replica, count: int, crowd: Crowd, phone: Page
) -> None:
    before = Used.by(replica)
    crowd.do(crowd.come(count - 1))
    time.sleep(2)
    here = Used.by(replica)
    time.sleep(REST)
    rested = Used.by(replica)
    title = f"a class of {count}"
    note = f"of a core, {REST:g} s at rest"
    each = 100 * (rested.cpu - here.cpu) / REST / count
    report.figure(f"{title}: processor each", each, "%", note, bar=0.05)
    memory = (here.memory - before.memory) / count / 1000
    report.figure(f"{title}: memory each", memory, "kB", bar=60.0)
    _pictures(report, title, PICTURE[count], crowd, phone)
    _pages(report, title, PAGE[count], crowd, phone)
    counted, shown = crowd.do(crowd.guess())
    name = f"{title}: guesses in {GUESSING:g} s"
    report.figure(f"{name}, lost", count - 1 - counted, "", bar=0.0)
    report.figure(f"{name}, bars on all screens", shown, bar=1_000.0)


def _pictures(
    report: Report, title: str, bar: float, crowd: Crowd, phone: Page
) -> None:
    """Another layer or head: nobody asks the server for anything."""
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    key = phone.locator(".titleline h2").first.evaluate(SEE)
    view = {"stack": "cross", "heads": [], "row": 1, "walk": ""}
    heard: list[float] = []
    drawn: list[float] = []
    for look in range(LOOKS):
        picture = {
            "key": key,
            "view": {**view, "layer": look % 2, "head": (look + 4) % 8},
        }
        began = time.time()
        sent = crowd.do(crowd.say("view", view="/transformer", picture=picture))
        heard += crowd.do(crowd.hear(sent))
        phone.wait_for_function(f"window.seen.length > {look + 1}", timeout=5_000)
        drawn.append(phone.evaluate("window.seen.at(-1).at") - 1000 * began)
        time.sleep(0.2)
    report.figure(f"{title}: another head, heard, p95", late(heard), bar=bar)
    report.figure(f"{title}: another head, drawn on a phone, p95", late(drawn), bar=bar)
    report.figure(f"{title}: another head, requests", len(asked), "", bar=0.0)


def _pages(report: Report, title: str, bar: float, crowd: Crowd, phone: Page) -> None:
    """Another page or sentence: one run of it for all."""
    times: list[float] = []
    drawn: list[float] = []
    translated = core.load("transformer-en-fr").translate
    sentences = {
        f"/transformer?{urlencode({'sentence': one})}": translated(one).text
        for one in SENTENCES
    }
    for view, shown in {**PAGES, **sentences}.items():
        began = time.time()
        sent = crowd.do(crowd.say("view", view=view))
        opening = crowd.begin(crowd.open(view, sent))
        phone.get_by_text(shown).first.wait_for()
        whole(phone, PATIENCE)
        drawn.append(1000 * (time.time() - began))
        times += opening.result(PATIENCE)
        time.sleep(1)
    report.figure(f"{title}: another page, all of it, p95", late(times), bar=bar)
    report.figure(f"{title}: another page, on a phone, p95", late(drawn), bar=bar)


def main() -> int:
    """Measure, print; 1 where a bar was missed."""
    report = Report()
    measure(report)
    print(report)
    return int(bool(report.missed))


if __name__ == "__main__":
    sys.exit(main())
