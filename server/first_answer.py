"""The page that a server answers first, with what a chat shows of a link.

Streamlit answers every address with one page, in which nothing is said yet: who does
not run its scripts, such as a chat that previews a link, learns nothing from it. Here
it gets a title, a sentence and a picture of the page that is asked for.
"""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.origin import language_of, origin_of

TITLE, LANGUAGE = b"<title>Streamlit</title>", b'<html lang="en">'


@dataclass(frozen=True)
class Told:
    """What is said of an address: a title, a sentence, a picture.

    `page` and `picture` are addresses below the root of the app, `lang` is the language
    of the page.
    """

    title: str
    sentence: str
    page: str
    picture: str
    lang: str = "en"


class FirstAnswer:
    """Middleware that fills the head of Streamlit's page with what `told` says.

    `told` is asked with the last part of a path, the query, and which languages the
    browser accepts; None leaves the page.
    """

    def __init__(
        self, app: ASGIApp, told: Callable[[str, bytes, str], Told | None]
    ) -> None:
        self._app = app
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; what is no page goes through as it is."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        await self._app(scope, receive, _Filling(self, scope, send).send)

    def fill(self, page: bytes, scope: Scope) -> bytes:
        """Streamlit's page with the head of this address."""
        root, _, name = scope["path"].rstrip("/").rpartition("/")
        query = scope.get("query_string", b"")
        told = self._told(name, query, language_of(scope))
        if told is None:
            return page
        base = f"{origin_of(scope)}{quote(root)}/"
        page = page.replace(LANGUAGE, f'<html lang="{escape(told.lang)}">'.encode(), 1)
        return page.replace(TITLE, head(told, base).encode(), 1)


class _Filling:
    """One answer: a page is held back until it is whole, then filled."""

    def __init__(self, by: FirstAnswer, scope: Scope, send: Send) -> None:
        self._by, self._scope, self._send = by, scope, send
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Hold a page back; pass on everything else."""
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._filled(self._start)

    async def _filled(self, start: Message) -> None:
        headers = MutableHeaders(raw=list(start["headers"]))
        if headers.get("content-encoding") == "gzip":
            page = self._by.fill(gzip.decompress(self._body), self._scope)
            body = gzip.compress(page, 6, mtime=0)
        else:
            body = self._by.fill(self._body, self._scope)
        headers["content-length"] = str(len(body))
        headers.add_vary_header("accept-language")
        for of_the_file in ("etag", "last-modified"):
            if of_the_file in headers:
                del headers[of_the_file]
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def head(told: Told, base: str) -> str:
    """The elements of a head; `base` is the root of the app, with a closing slash."""
    title, sentence = escape(told.title), escape(told.sentence)
    page, picture = escape(base + told.page), escape(base + told.picture)
    named = {"description": sentence, "twitter:card": "summary_large_image"}
    shared = {
        "og:site_name": "Headlight",
        "og:type": "website",
        "og:title": title,
        "og:description": sentence,
        "og:url": page,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": title,
    }
    return "\n    ".join(
        [
            f"<title>{title}</title>",
            f'<link rel="canonical" href="{page}">',
            *(f'<meta name="{name}" content="{said}">' for name, said in named.items()),
            *(
                f'<meta property="{name}" content="{said}">'
                for name, said in shared.items()
            ),
        ]
    )


def _is_page(start: Message) -> bool:
    kind = Headers(raw=start.get("headers", [])).get("content-type", "")
    return start["status"] == 200 and kind.startswith("text/html")
